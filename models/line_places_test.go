package models

import "testing"

// TestPlacesAreThoseOfASearch: a line that notes where requests wait takes out the same
// ones as a line that searches, also after it has grown and where classes share the notes.
func TestPlacesAreThoseOfASearch(t *testing.T) {
	for why, d := range map[string]Discipline{"fifo": FIFO{}, "lifo": LIFO{}, "priority": Priority{}} {
		var notes []uint32
		noted, plain := d.newLine(), d.newLine()
		noted.where = &notes
		waits, removed := [501]uint32{}, 0 // by id: the seq that waits
		for i := range uint32(20_000) {
			u := draw(0, uint64(i))
			id := uint32(u%500) + 1
			switch {
			case waits[id] == 0:
				p := place{id, i + 1, 0, uint8(u >> 30 % 3)}
				noted.push(p)
				plain.push(p)
				waits[id] = p.seq
			case u>>20%2 == 0:
				a, _, _ := noted.pop(0)
				if b, _, _ := plain.pop(0); a != b {
					t.Fatalf("%s, step %d: popped %v, want %v", why, i, a, b)
				}
				waits[a.id] = 0
			default:
				seq := waits[id] - uint32(u>>40%2) // or one that had its place before
				a := noted.remove(id, seq)
				if b := plain.remove(id, seq); a != b || a != (seq == waits[id]) {
					t.Fatalf("%s, step %d: removed %v, want %v", why, i, a, b)
				}
				if a {
					waits[id] = 0
					removed++
				}
			}
			if noted.len() != plain.len() {
				t.Fatalf("%s, step %d: %d wait, want %d", why, i, noted.len(), plain.len())
			}
		}
		if removed < 1000 {
			t.Errorf("%s: %d removed, so little is tested", why, removed)
		}
	}
}
