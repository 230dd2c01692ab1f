// Package conformance runs real libraries on a virtual clock and holds the policies of
// package strategies to what they do. It is a module of its own: what it imports is no
// business of the program.
//
// A script says how each attempt of a call is answered. [Theirs] lets many calls of a
// library follow it, in a bubble of testing/synctest; [Ours] does the same with a policy
// in the kernel. What is compared is when attempts leave, how many there are, and when
// the call is over.
package conformance
