// Package models is what surrounds the client: workloads that begin calls,
// distributions of times, and services that answer. Each kind is a settings struct
// that implements a contract of package sim and has a row in a catalogue
// ([Dists], [Workloads], [Services]). A newcomer adds one file and one row.
package models
