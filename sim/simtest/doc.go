// Package simtest is support for tests of the kernel and of what plugs into it. Its
// referee replays the records of a run and holds them to rules that are written down
// apart from the program: [Check]. It knows nothing of the kernel but the record.
package simtest
