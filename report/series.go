package report

import "time"

// Bin is what happened in one bin of time, and the state at its end, summed over
// trials.
type Bin struct {
	Offered  uint64 // first attempts
	Load     uint64 // attempts
	Goodput  uint64 // calls that succeeded
	Failures uint64 // calls that failed, were refused or left unfinished
	Arrived  uint64 // requests at the nodes
	Finished uint64 // of them answered, rejections left out
	Hits     uint64 // of caches
	Misses   uint64
	Limited  uint64 // requests refused by a limit
	Shed     uint64 // by a full queue, a shedder or a concurrency limit

	State
}

// State is what there was at the end of a bin.
type State struct {
	InFlight uint64 // calls begun and not ended
	Queue    uint64 // requests that wait
	Busy     uint64 // workers held
	Workers  uint64 // there were
	Replicas uint64 // up
}

// add is the sum of two bins, of the same time in two trials.
func (b Bin) add(c Bin) Bin {
	b.Offered += c.Offered
	b.Load += c.Load
	b.Goodput += c.Goodput
	b.Failures += c.Failures
	b.Arrived += c.Arrived
	b.Finished += c.Finished
	b.Hits += c.Hits
	b.Misses += c.Misses
	b.Limited += c.Limited
	b.Shed += c.Shed
	b.InFlight += c.InFlight
	b.Queue += c.Queue
	b.Busy += c.Busy
	b.Workers += c.Workers
	b.Replicas += c.Replicas
	return b
}

// then is b and the bin after it as one: counts add up, the state is that at the end.
func (b Bin) then(c Bin) Bin {
	sum := b.add(c)
	sum.State = c.State
	return sum
}

// since is what happened from b on, where b and c are counters of one run.
func (c Bin) since(b Bin) Bin {
	c.Offered -= b.Offered
	c.Load -= b.Load
	c.Goodput -= b.Goodput
	c.Failures -= b.Failures
	c.Arrived -= b.Arrived
	c.Finished -= b.Finished
	c.Hits -= b.Hits
	c.Misses -= b.Misses
	c.Limited -= b.Limited
	c.Shed -= b.Shed
	return c
}

// Series is what happened in equal bins of time since the run began; bin i holds
// what happened after i and until i+1 times the width, the first also what happened at
// 0. Widths are power-of-two multiples of one base, and merging coarsens to the wider;
// as both are sums of integers, the order of merging does not matter. After the end of
// a run everything in it is 0.
type Series struct {
	Width time.Duration
	Bins  []Bin
}

// index is the bin that time t falls into.
func (s *Series) index(t time.Duration) int {
	return int(max(t-1, 0) / s.Width)
}

// add adds b, of another run, to bin i.
func (s *Series) add(i int, b Bin) {
	if s.reach(i); i < len(s.Bins) {
		s.Bins[i] = s.Bins[i].add(b)
		return
	}
	s.Bins = append(s.Bins, b)
}

// put adds b, of the same run and later than what is there, to bin i.
func (s *Series) put(i int, b Bin) {
	if s.reach(i); i < len(s.Bins) {
		s.Bins[i] = s.Bins[i].then(b)
		return
	}
	s.Bins = append(s.Bins, b)
}

// reach makes the bins before i.
func (s *Series) reach(i int) {
	for len(s.Bins) < i {
		s.Bins = append(s.Bins, Bin{})
	}
}

// coarsen makes the bins twice as wide.
func (s *Series) coarsen() {
	n := len(s.Bins)
	for i := 0; i < n; i += 2 {
		next := Bin{}
		if i+1 < n {
			next = s.Bins[i+1]
		}
		s.Bins[i/2] = s.Bins[i].then(next)
	}
	s.Bins = s.Bins[:(n+1)/2]
	s.Width *= 2
}

// Merge adds the bins of m, whose width is that of s times a power of two, or the
// other way round. Merging into the zero Series copies.
func (s *Series) Merge(m *Series) {
	if s.Width == 0 {
		s.Width = m.Width
	}
	for s.Width < m.Width {
		s.coarsen()
	}
	if m.Width < s.Width {
		fine := Series{m.Width, append([]Bin(nil), m.Bins...)}
		for fine.Width < s.Width {
			fine.coarsen()
		}
		m = &fine
	}
	for i, b := range m.Bins {
		s.add(i, b)
	}
}

// reset empties s for bins of width w and keeps its memory.
func (s *Series) reset(w time.Duration) {
	s.Width, s.Bins = w, s.Bins[:0]
}

const (
	someBins = 300              // of a run whose horizon is known
	mostBins = 600              // more are coarsened
	herdBin  = time.Millisecond // the first width where the horizon is not known
)

// binWidth is the width to begin with: nice, about 300 bins to the horizon, and such
// that a bin ends with the warm-up if one of them does.
func (l *Layout) binWidth() time.Duration {
	if l.Herd() {
		return herdBin
	}
	w := niceWidth(l.Horizon / someBins)
	for fine := w; fine > w/20 && fine >= herdBin; fine = niceWidth(fine - 1) {
		if l.WarmUp%fine == 0 {
			return fine
		}
	}
	return w
}

// niceWidth is the largest of 1, 2 and 5 times a power of ten nanoseconds that is not
// above d, but at least 1 ms.
func niceWidth(d time.Duration) time.Duration {
	best := herdBin
	for power := herdBin; power <= d; power *= 10 {
		for _, m := range []time.Duration{1, 2, 5} {
			if m*power <= d {
				best = m * power
			}
		}
	}
	return best
}
