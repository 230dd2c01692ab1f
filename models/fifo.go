package models

// fifo is a ring of request numbers that grows by doubling and never shrinks.
type fifo struct {
	ring []uint32 // length a power of two
	h, t uint32
}

func (f *fifo) len() int { return int(f.t - f.h) }

func (f *fifo) push(id uint32) {
	if int(f.t-f.h) == len(f.ring) {
		r := make([]uint32, max(64, 2*len(f.ring)))
		for i := f.h; i != f.t; i++ {
			r[i&uint32(len(r)-1)] = f.ring[i&uint32(len(f.ring)-1)]
		}
		f.ring = r
	}
	f.ring[f.t&uint32(len(f.ring)-1)] = id
	f.t++
}

func (f *fifo) pop() uint32 {
	id := f.ring[f.h&uint32(len(f.ring)-1)]
	f.h++
	return id
}
