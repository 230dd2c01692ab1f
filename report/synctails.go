package report

import (
	"math"
	"math/bits"
	"time"
)

// mostTails is how many clients of a fleet or group have their latencies kept: some
// 8 MiB. Clients of larger fleets rarely make the hundred calls that a p99 needs.
const mostTails = 1 << 12

const (
	tailBits  = 5
	tailCells = 1 << tailBits // of an octave: the upper end of one is at most 1/32 more than what is in it
)

// tails counts latencies by client, in coarser cells than [Latencies] has. Only octaves
// that were used are kept, and of them only clients up to the highest seen. The zero
// value is empty.
type tails struct {
	octaves [64 - tailBits][]uint32 // of nanoseconds; by client, then by cell
	above   []int64                 // scratch
}

// add counts a call of a client that succeeded after d. It is on the path of every call,
// and small enough to be copied into it.
func (t *tails) add(client uint32, d time.Duration) {
	ns := uint64(d) | tailCells // below that, an octave would have fewer cells
	o := bits.Len64(ns) - (tailBits + 1)
	at := int(client)*tailCells + int(ns>>o) - tailCells
	if at >= len(t.octaves[o]) {
		t.grow(o, client)
	}
	t.octaves[o][at]++
}

// grow makes room for a client in an octave.
func (t *tails) grow(o int, client uint32) {
	t.octaves[o] = append(t.octaves[o], make([]uint32, (int(client)+1)*tailCells-len(t.octaves[o]))...)
}

// reset empties t and keeps its memory.
func (t *tails) reset() {
	for o := range t.octaves {
		clear(t.octaves[o])
		t.octaves[o] = t.octaves[o][:0]
	}
}

// worst is the largest of the clients' latencies of rank ceil(q n) among their n calls,
// in seconds: the upper end of its cell. +Inf if one of these calls failed, 0 if nobody
// called. Cells are taken from the top for all clients at once: the first client that
// gets down to its rank is the worst.
func (t *tails) worst(q float64, clients []clientCount) float64 {
	t.above = t.above[:0]
	called := false
	for _, n := range clients {
		above := int64(0) // calls that succeeded after the one of the rank
		if n.Calls > 0 {
			called = true
			above = int64(n.OK) - int64(rankOf(q, uint64(n.Calls)))
		}
		if above < 0 {
			return math.Inf(1)
		}
		t.above = append(t.above, above)
	}
	if !called {
		return 0
	}
	for o := len(t.octaves) - 1; o >= 0; o-- {
		for cell := tailCells - 1; cell >= 0; cell-- {
			if t.reached(t.octaves[o], cell) {
				return time.Duration((tailCells+cell+1)<<o - 1).Seconds()
			}
		}
	}
	panic("report: clients and their latencies differ")
}

// reached counts the calls of a cell, and reports whether a client has got down to its
// rank.
func (t *tails) reached(octave []uint32, cell int) bool {
	reached := false
	for at, client := cell, 0; at < len(octave); at, client = at+tailCells, client+1 {
		t.above[client] -= int64(octave[at])
		reached = reached || t.above[client] < 0
	}
	return reached
}
