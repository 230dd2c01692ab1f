package sim

import "math/bits"

// wheel is the fast queue: a radix wheel of 5 levels x 256 slots on the byte digits
// of the time. A slot at level 0..4 fixes all higher bits of its events' times, so 12
// bytes an event lose nothing up to 2^40 ns (18 minutes) ahead; what lies beyond
// waits in a list. Slots are chains of blocks from a free list. When the wheel
// reaches a small slot, or one that is a single nanosecond wide, it is sorted into
// the run, from which events are popped; a bigger one is spread a level down. Every
// move keeps the order of insertion, so no sequence number is needed, and a million
// events at one instant cost no more each than one.
type wheel struct {
	run    []item
	head   int    // next of the run
	high   uint64 // high bits of the times in the run
	runEnd uint64 // events before it belong into the run
	base   uint64 // the wheel has reached this time
	levels uint8  // which levels hold anything
	n      int
	free   int32 // first free block, -1 is none
	blocks []block
	used   [5][4]uint64 // which slots hold anything
	slots  [5][256]slot
	far    []farItem
	spare  []farItem // the other buffer of far
}

type item struct{ low, what, word uint32 }

// rank orders items of one run: low bits of the time, then class.
func (i *item) rank() uint64 { return uint64(i.low)<<3 | uint64(i.what>>classBits) }

type farItem struct {
	at Time
	item
}

const (
	blockLen = 42  // 504 bytes of items
	runLoad  = 28  // slots up to this size are sorted into the run
	runMost  = 192 // a longer run is cut back into slots
)

type block struct {
	it   [blockLen]item
	next int32
}

// slot is a chain of blocks; the fill of the last one is kept here, where it is
// looked at anyway.
type slot struct {
	first, last int32
	fill        int32
}

func (w *wheel) reset(expected int) {
	// Every slot in use leaves one block part empty; blocks that have been spread are
	// used again. Growing would copy all of it.
	if want := expected/blockLen*33/32 + min(expected, 5*256) + 64; cap(w.blocks) < want {
		w.blocks = make([]block, 0, want)
	}
	w.run, w.head, w.high, w.runEnd, w.base = w.run[:0], 0, 0, 0, 0
	w.levels, w.n, w.free, w.blocks = 0, 0, -1, w.blocks[:0]
	w.used = [5][4]uint64{}
	w.far = w.far[:0]
	for l := range w.slots {
		for i := range w.slots[l] {
			w.slots[l][i] = slot{-1, -1, 0}
		}
	}
}

func (w *wheel) len() int { return w.n }

func (w *wheel) push(at Time, what, word uint32) {
	w.n++
	if t := uint64(at); t >= w.runEnd {
		w.put(t, what, word)
	} else {
		w.intoRun(uint32(t), what, word)
	}
}

// put files an event in the slot of the highest digit in which its time differs
// from the wheel's.
func (w *wheel) put(t uint64, what, word uint32) {
	l := uint(bits.Len64((t^w.base)|1)-1) >> 3
	if l > 4 {
		w.far = append(w.far, farItem{Time(t), item{uint32(t), what, word}})
		return
	}
	i := uint(t>>(8*l)) & 255
	s := &w.slots[l][i]
	if s.last < 0 {
		b := w.grab()
		s.first, s.last, s.fill = b, b, 0
		w.used[l][i>>6] |= 1 << (i & 63)
		w.levels |= 1 << l
	} else if s.fill == blockLen {
		b := w.grab()
		w.blocks[s.last].next = b
		s.last, s.fill = b, 0
	}
	it := &w.blocks[s.last].it[s.fill]
	it.low, it.what, it.word = uint32(t), what, word
	s.fill++
}

func (w *wheel) grab() int32 {
	b := w.free
	if b < 0 {
		b = int32(len(w.blocks))
		if int(b) < cap(w.blocks) {
			w.blocks = w.blocks[:b+1]
		} else {
			w.blocks = append(w.blocks, block{})
		}
	} else {
		w.free = w.blocks[b].next
	}
	w.blocks[b].next = -1
	return b
}

// intoRun inserts behind everything of equal rank, moving the shorter side.
func (w *wheel) intoRun(low, what, word uint32) {
	it := item{low, what, word}
	k := it.rank()
	lo, hi := w.head, len(w.run)
	for lo < hi {
		if m := int(uint(lo+hi) >> 1); w.run[m].rank() <= k {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo-w.head < len(w.run)-lo && w.head > 0 {
		w.head--
		copy(w.run[w.head:], w.run[w.head+1:lo])
		w.run[lo-1] = it
	} else {
		w.run = append(w.run, it)
		copy(w.run[lo+1:], w.run[lo:])
		w.run[lo] = it
	}
	if len(w.run)-w.head > runMost && w.run[w.head].low != w.run[len(w.run)-1].low {
		w.cut()
	}
}

// cut moves the later half of the run back into slots, never parting one instant.
func (w *wheel) cut() {
	r := w.run
	m := w.head + (len(r)-w.head)/2
	for m > w.head && r[m-1].low == r[m].low {
		m--
	}
	if m == w.head {
		for r[m].low == r[w.head].low {
			m++
		}
	}
	w.runEnd = w.high | uint64(r[m].low)
	for i := m; i < len(r); i++ {
		w.put(w.high|uint64(r[i].low), r[i].what, r[i].word)
	}
	w.run = r[:m]
}

func (w *wheel) pop() (Time, uint32, uint32) {
	if w.head == len(w.run) {
		w.refill()
	}
	it := &w.run[w.head]
	w.head++
	w.n--
	return Time(w.high | uint64(it.low)), it.what, it.word
}
