// Package trace keeps every record of a run in a file and tells the story of one
// call from it.
//
// A [Writer] observes a run and writes a line of CSV per record; [Read] reads the
// file back; [Story] writes what happened to a call for a human.
package trace
