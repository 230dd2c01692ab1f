package report

import (
	"math"
	"math/bits"
	"time"
)

// Latencies counts the durations of calls in cells whose width is at most 1/1024 of
// the value: the layout of an HDR histogram of microseconds with 3 digits, up to an
// hour. It is written here because adding up the histograms of thousands of short
// trials must cost microseconds: only octaves that were used are kept and touched.
// Counts are integers, so merging does not depend on the order. The zero value is
// empty.
type Latencies struct {
	octaves  [22][]uint64 // the first holds 2048 cells of 1 us, the others 1024
	n        uint64       // calls that succeeded
	failures uint64       // calls that did not: their latency is infinite
	max      time.Duration
}

const (
	halfBits    = 10
	half        = 1 << halfBits
	longestCall = time.Hour
)

// cell is the place of v: an octave and a cell in it.
func cell(v uint64) (octave, i int) {
	octave = bits.Len64(v|(2*half-1)) - (halfBits + 1)
	i = int(v >> octave)
	if octave > 0 {
		i -= half
	}
	return octave, i
}

// Add counts a call that succeeded after d. Longer ones than an hour count as that.
func (l *Latencies) Add(d time.Duration) {
	d = min(max(d, 0), longestCall)
	o, i := cell(uint64(d) / uint64(time.Microsecond))
	if l.octaves[o] == nil {
		l.octaves[o] = newOctave(o)
	}
	l.octaves[o][i]++
	l.n++
	l.max = max(l.max, d)
}

// Fail counts a call that did not succeed.
func (l *Latencies) Fail() { l.failures++ }

// Calls is how many were counted, failures included.
func (l *Latencies) Calls() uint64 { return l.n + l.failures }

func newOctave(o int) []uint64 {
	if o == 0 {
		return make([]uint64, 2*half)
	}
	return make([]uint64, half)
}

// Merge adds the counts of m.
func (l *Latencies) Merge(m *Latencies) {
	for o, from := range &m.octaves {
		if from == nil {
			continue
		}
		if l.octaves[o] == nil {
			l.octaves[o] = newOctave(o)
		}
		to := l.octaves[o]
		for i, n := range from {
			to[i] += n
		}
	}
	l.n += m.n
	l.failures += m.failures
	l.max = max(l.max, m.max)
}

// Reset empties l and keeps its memory.
func (l *Latencies) Reset() {
	for _, o := range &l.octaves {
		clear(o)
	}
	l.n, l.failures, l.max = 0, 0, 0
}

// Quantile is the latency in seconds that a share q of all calls, failures included,
// does not exceed: the upper end of the cell of the call of rank ceil(q n), at most
// the longest latency seen. It is +Inf if that call failed, NaN without calls.
func (l *Latencies) Quantile(q float64) float64 {
	if l.Calls() == 0 {
		return math.NaN()
	}
	rank := rankOf(q, l.Calls())
	if rank > l.n {
		return math.Inf(1)
	}
	for o, counts := range &l.octaves {
		for i, n := range counts {
			if rank <= n {
				return min(upper(o, i), l.max).Seconds()
			}
			rank -= n
		}
	}
	panic("report: latencies and their number differ")
}

// rankOf is ceil(q n), at least 1 and at most n. The product is lowered by a few
// units of its last place, so that 0.99 of 100 is 99 and not 100.
func rankOf(q float64, n uint64) uint64 {
	x := math.Ceil(float64(q*float64(n)) * (1 - 1e-15))
	return min(max(uint64(x), 1), n)
}

// upper is the largest duration that is counted in a cell.
func upper(octave, i int) time.Duration {
	v := uint64(i)
	if octave > 0 {
		v += half
	}
	return time.Duration((v+1)<<octave)*time.Microsecond - 1
}

// Each calls f for every cell that holds calls, in order, with its upper end in
// seconds.
func (l *Latencies) Each(f func(seconds float64, n uint64)) {
	for o, counts := range &l.octaves {
		for i, n := range counts {
			if n > 0 {
				f(min(upper(o, i), l.max).Seconds(), n)
			}
		}
	}
}
