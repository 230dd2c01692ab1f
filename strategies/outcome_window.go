package strategies

import "retrystorm/sim"

// tally is what a window holds.
type tally struct{ calls, failed, slow uint32 }

// outcomeWindow is the recent outcomes of each slot: the last so many, or those of a
// time. It ages as it is looked at, and allocates nothing after New.
type outcomeWindow interface {
	add(slot uint32, now sim.Time, failed, slow bool)
	sum(slot uint32, now sim.Time) tally
	clear(slot uint32, now sim.Time)
}

// countWindow is the last so many outcomes, as bits of a ring.
type countWindow struct {
	size  uint32
	words uint32 // of a slot
	rings []ring
	bits  []uint64 // failed, then slow, by slot
}

type ring struct {
	at uint32 // the oldest, or the next free
	tally
}

func newCountWindow(size int, slots uint32) *countWindow {
	w := &countWindow{size: uint32(size), words: (uint32(size) + 63) / 64, rings: make([]ring, slots)}
	w.bits = make([]uint64, 2*w.words*slots)
	return w
}

func (w *countWindow) add(slot uint32, _ sim.Time, failed, slow bool) {
	r := &w.rings[slot]
	if r.calls < w.size {
		r.calls++
	}
	word, bit := 2*w.words*slot+r.at/64, uint64(1)<<(r.at%64)
	r.failed += w.set(word, bit, failed)
	r.slow += w.set(word+w.words, bit, slow)
	if r.at++; r.at == w.size {
		r.at = 0
	}
}

// set writes a bit and returns by how much their sum has grown, modulo 2^32.
func (w *countWindow) set(word uint32, bit uint64, on bool) (grown uint32) {
	was := w.bits[word]&bit != 0
	if was {
		grown--
	}
	w.bits[word] &^= bit
	if on {
		w.bits[word] |= bit
		grown++
	}
	return grown
}

func (w *countWindow) sum(slot uint32, _ sim.Time) tally { return w.rings[slot].tally }

func (w *countWindow) clear(slot uint32, _ sim.Time) {
	w.rings[slot] = ring{}
	clear(w.bits[2*w.words*slot : 2*w.words*(slot+1)])
}

// timeWindow is the outcomes of so many slices of time, which follow one another from
// when the window was last cleared; with one slice it is a fixed window, empty as the
// next one begins.
type timeWindow struct {
	slice  sim.Time
	slices uint32
	from   []sim.Time // when it was cleared, by slot
	now    []int64    // number of the slice, by slot
	all    []tally    // of the window, by slot
	parts  []tally    // by slot and slice
}

func newTimeWindow(slice sim.Time, slices int, slots uint32) *timeWindow {
	return &timeWindow{slice: max(slice, 1), slices: uint32(slices), from: make([]sim.Time, slots), now: make([]int64, slots), all: make([]tally, slots),
		parts: make([]tally, uint32(slices)*slots)}
}

// age brings a slot up to now and returns its current slice.
func (w *timeWindow) age(slot uint32, now sim.Time) *tally {
	parts := w.parts[slot*w.slices : (slot+1)*w.slices]
	n := int64((now - w.from[slot]) / w.slice)
	for left := min(n-w.now[slot], int64(w.slices)); left > 0; left-- {
		p, all := &parts[(n-left+1)%int64(w.slices)], &w.all[slot]
		all.calls -= p.calls
		all.failed -= p.failed
		all.slow -= p.slow
		*p = tally{}
	}
	w.now[slot] = max(w.now[slot], n)
	return &parts[w.now[slot]%int64(w.slices)]
}

func (w *timeWindow) add(slot uint32, now sim.Time, failed, slow bool) {
	for _, t := range []*tally{w.age(slot, now), &w.all[slot]} {
		t.calls++
		if failed {
			t.failed++
		}
		if slow {
			t.slow++
		}
	}
}

// fail counts how an attempt ended that was added, as a good one, when it left; its slice
// may be gone by now.
func (w *timeWindow) fail(slot uint32, now sim.Time, failed, slow bool) {
	for _, t := range []*tally{w.age(slot, now), &w.all[slot]} {
		if failed {
			t.failed++
		}
		if slow {
			t.slow++
		}
	}
}

func (w *timeWindow) sum(slot uint32, now sim.Time) tally {
	w.age(slot, now)
	return w.all[slot]
}

func (w *timeWindow) clear(slot uint32, now sim.Time) {
	w.from[slot], w.now[slot], w.all[slot] = now, 0, tally{}
	clear(w.parts[slot*w.slices : (slot+1)*w.slices])
}
