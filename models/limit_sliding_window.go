package models

import (
	"math/bits"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// SlidingWindow estimates how many requests passed in the last Window: those of this
// window of the clock, and of those of the window before as large a part as a window's
// reach still covers of it. A request passes if the estimate with it is at most the
// quota, Rate x Window. In an instant that quota is never exceeded; in a whole Window
// up to twice as many pass, since the estimate takes the requests of the window before
// to have come evenly.
type SlidingWindow struct {
	Windowed
	LimitKeys
}

// Validate reports settings that cannot be.
func (l *SlidingWindow) Validate() error {
	return catalog.Join(l.Windowed.Validate(), l.LimitKeys.Validate())
}

func (l *SlidingWindow) newLimiter(n int) limiter {
	return &slidingWindow{l.quota(), sim.Time(l.Window), make([]pair, n)}
}

// pair is how many requests passed in a window of the clock and in the one before.
type pair struct {
	window       int64
	before, here uint32
}

type slidingWindow struct {
	quota  uint32
	length sim.Time
	pairs  []pair
}

func (l *slidingWindow) take(now sim.Time, who uint32) ruling {
	p := &l.pairs[who]
	nth, gone := window(now, l.length)
	p.age(nth)
	used := p.here + l.weighed(p.before, l.length-gone)
	r := ruling{ok: used < l.quota, limit: l.quota}
	if r.ok {
		p.here++
		used++
	} else {
		r.wait = l.wait(p, gone)
	}
	r.remaining = l.quota - used
	r.reset = l.reset(p, gone)
	return r
}

// age moves p on to a window of the clock.
func (p *pair) age(nth int64) {
	switch nth - p.window {
	case 0:
		return
	case 1:
		p.before = p.here
	default:
		p.before = 0
	}
	p.window, p.here = nth, 0
}

// weighed is the part of n requests by the part left of the window, rounded up. The
// quota is whole, so nothing is lost by rounding.
func (l *slidingWindow) weighed(n uint32, left sim.Time) uint32 {
	part, rest := mulDiv(uint64(n), uint64(left), uint64(l.length))
	if rest > 0 {
		part++
	}
	return uint32(part)
}

// wait is how long it takes until one more request passes.
func (l *slidingWindow) wait(p *pair, gone sim.Time) time.Duration {
	if p.here < l.quota { // as soon as the window before weighs little enough
		return l.lightAt(p.before, l.quota-1-p.here).Sub(gone)
	}
	return l.length.Sub(gone) + time.Duration(l.lightAt(p.here, l.quota-1))
}

// lightAt is how long a window must have run until n requests of the one before weigh
// at most most.
func (l *slidingWindow) lightAt(n, most uint32) sim.Time {
	if most >= n {
		return 0
	}
	left, _ := mulDiv(uint64(most), uint64(l.length), uint64(n))
	return l.length - sim.Time(left)
}

// reset is how long it takes until nothing weighs any more.
func (l *slidingWindow) reset(p *pair, gone sim.Time) time.Duration {
	switch {
	case p.here > 0:
		return (2 * l.length).Sub(gone)
	case p.before > 0:
		return l.length.Sub(gone)
	}
	return 0
}

// mulDiv is a x b / c and the remainder, for a result of less than 64 bits.
func mulDiv(a, b, c uint64) (quotient, rest uint64) {
	hi, lo := bits.Mul64(a, b)
	return bits.Div64(hi, lo, c)
}
