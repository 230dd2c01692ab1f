package models

import "testing"

// TestNotesOfWhoHasLeft: a note of where a request waited outlives it, and the ring
// keeps what was in a place. Neither makes it wait again.
func TestNotesOfWhoHasLeft(t *testing.T) {
	for _, row := range []struct {
		name  string
		d     Discipline
		steps []lineStep
	}{
		{"the oldest is served", FIFO{}, []lineStep{
			{0, "push 1", "1 wait", ""},
			{0, "push 2", "2 wait", ""},
			{0, "pop", "1", "the oldest"},
			{0, "remove 1", "not there", "its place is before the head now"},
			{0, "remove 2", "gone", "and who does wait is found"},
			{0, "remove 2", "not there", "only once"},
			{0, "remove 3", "not there", "it has no note at all"},
		}},
		{"the newest is served", LIFO{}, []lineStep{
			{0, "push 1", "1 wait", ""},
			{0, "push 2", "2 wait", ""},
			{0, "pop", "2", "the newest"},
			{0, "remove 2", "not there", "its place is after the tail now"},
			{0, "push 3", "2 wait", "in the place where 2 was"},
			{0, "remove 2", "not there", "3 is not 2"},
			{0, "remove 3", "gone", ""},
			{0, "pop", "1", "the last one"},
		}},
		{"pushed out of a class", Priority{}, []lineStep{
			{0, "push 1 class 2", "1 wait", ""},
			{0, "push 2 class 5", "2 wait", "the same place, in another class"},
			{0, "push-out for 5", "1", "the least important"},
			{0, "remove 1", "not there", "it was refused"},
			{0, "remove 2", "gone", ""},
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := row.d.newLine()
			l.where = new([]uint32)
			playLine(t, l, row.steps)
		})
	}
}
