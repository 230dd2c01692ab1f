package sim

import "math/bits"

// refill loads the next run.
func (w *wheel) refill() {
	w.run, w.head = w.run[:0], 0
	for {
		if w.levels == 0 {
			w.refar()
		}
		l := uint(bits.TrailingZeros8(w.levels))
		i := w.firstUsed(l)
		width := uint64(1) << (8 * l)
		start := w.base&^(width<<8-1) | uint64(i)<<(8*l)
		s := w.slots[l][i]
		w.slots[l][i] = slot{-1, -1, 0}
		w.base = start
		if l == 0 || s.first == s.last && s.fill <= runLoad {
			w.high, w.runEnd = start&^0xffffffff, start+width
			w.load(s, l == 0)
			return
		}
		w.spread(s, start&^0xffffffff)
	}
}

// firstUsed takes the first used slot of level l off the books.
func (w *wheel) firstUsed(l uint) uint {
	u := &w.used[l]
	k := uint(0)
	for u[k] == 0 {
		k++
	}
	i := k<<6 + uint(bits.TrailingZeros64(u[k]))
	u[k] &= u[k] - 1
	if u[0]|u[1]|u[2]|u[3] == 0 {
		w.levels &^= 1 << l
	}
	return i
}

// load appends a slot to the empty run in order. Where all is of one instant only
// the class is left to sort by: one pass for each keeps that linear.
func (w *wheel) load(s slot, instant bool) {
	if instant && s.first != s.last {
		for class := uint32(0); class < 8; class++ {
			w.each(s, false, func(it *item) {
				if it.what>>classBits == class {
					w.run = append(w.run, *it)
				}
			})
		}
		w.each(s, true, func(*item) {})
		return
	}
	r := w.run
	for b := s.first; b >= 0; {
		k := &w.blocks[b]
		n := blockLen
		if b == s.last {
			n = int(s.fill)
		}
		for j := range k.it[:n] {
			it := k.it[j]
			p := len(r)
			r = append(r, it)
			for p > 0 && (r[p-1].low > it.low || r[p-1].low == it.low && r[p-1].rank() > it.rank()) {
				r[p] = r[p-1]
				p--
			}
			if p < len(r)-1 {
				r[p] = it
			}
		}
		b = w.drop(b)
	}
	w.run = r
}

// each visits the items of a slot in order, and gives its blocks back if told to.
func (w *wheel) each(s slot, drop bool, f func(*item)) {
	for b := s.first; b >= 0; {
		n := int32(blockLen)
		if b == s.last {
			n = s.fill
		}
		for j := int32(0); j < n; j++ {
			f(&w.blocks[b].it[j])
		}
		if drop {
			b = w.drop(b)
		} else {
			b = w.blocks[b].next
		}
	}
}

// drop gives a block back and returns the one after it.
func (w *wheel) drop(b int32) int32 {
	next := w.blocks[b].next
	w.blocks[b].next = w.free
	w.free = b
	return next
}

// spread files the events of a big slot one level down.
func (w *wheel) spread(s slot, high uint64) {
	for b := s.first; b >= 0; {
		n := int32(blockLen)
		if b == s.last {
			n = s.fill
		}
		for j := int32(0); j < n; j++ {
			it := w.blocks[b].it[j] // a copy: put may move the blocks
			w.put(high|uint64(it.low), it.what, it.word)
		}
		b = w.drop(b)
	}
}

// refar moves the wheel on to the earliest of the far events.
func (w *wheel) refar() {
	first := w.far[0].at
	for i := range w.far {
		first = min(first, w.far[i].at)
	}
	w.base = uint64(first) &^ (1<<40 - 1)
	old := w.far
	w.far, w.spare = w.spare[:0], old
	for i := range old {
		w.put(uint64(old[i].at), old[i].what, old[i].word)
	}
}
