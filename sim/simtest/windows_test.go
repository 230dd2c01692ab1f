package simtest_test

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/simtest"
	"retrystorm/strategies"
)

// bounds is the shortest and the longest delay when n attempts have been sent and the
// delay before was previous.
type bounds func(n uint16, previous time.Duration) (low, high time.Duration)

// backoff gives a policy a random backoff and returns its bounds, worked out anew.
func (d *dice) backoff(p *strategies.Policy) bounds {
	base := d.between(ms, 20*ms)
	w := strategies.Window{Base: base, Cap: base * time.Duration(1+d.IntN(20)), Multiplier: []float64{0, 2, 1.5}[d.IntN(3)]}
	shift := 0
	if d.chance(0.3) {
		w.First, shift = strategies.GrownFirst, 1
	}
	switch d.IntN(7) {
	case 0:
		p.Backoff = &strategies.Immediate{}
		return func(uint16, time.Duration) (low, high time.Duration) { return 0, 0 }
	case 1:
		p.Backoff = &strategies.Fixed{Wait: base}
		return func(uint16, time.Duration) (low, high time.Duration) { return base, base }
	case 2:
		p.Backoff = &strategies.Linear{Base: base, Cap: w.Cap}
		return func(n uint16, _ time.Duration) (low, high time.Duration) {
			v := min(w.Cap, base*time.Duration(n))
			return v, v
		}
	case 3:
		p.Backoff = &strategies.DecorrelatedJitter{Base: base, Cap: w.Cap}
		return func(_ uint16, previous time.Duration) (low, high time.Duration) {
			return min(base, w.Cap), min(w.Cap, 3*max(previous, base))
		}
	case 4:
		b := strategies.Exponential(w)
		p.Backoff = &b
		return window(w, shift, 1)
	case 5:
		b := strategies.EqualJitter(w)
		p.Backoff = &b
		return window(w, shift, 0.5)
	}
	b := strategies.FullJitter(w)
	p.Backoff = &b
	return window(w, shift, 0)
}

// window is min(cap, base x multiplier^(n-1+shift)) and a share of it, give or take a
// nanosecond of rounding.
func window(w strategies.Window, shift int, share float64) bounds {
	by := w.Multiplier
	if by == 0 {
		by = 2
	}
	return func(n uint16, _ time.Duration) (low, high time.Duration) {
		v := math.Min(float64(w.Cap), float64(w.Base)*math.Pow(by, float64(int(n)-1+shift)))
		return time.Duration(v*share) - 1, time.Duration(v) + 1
	}
}

// retryAfter says what a hint does to a backoff.
func (d *dice) retryAfter(p *strategies.Policy, rules *simtest.LinkRules, own bounds) {
	r := strategies.RetryAfter{
		Mode:   []strategies.HintMode{"", strategies.HintAtLeast, strategies.IgnoreHint}[d.IntN(3)],
		Cap:    d.perhaps(0.5, ms, 50*ms),
		Jitter: sim.Share(d.IntN(3)) / 10,
	}
	p.RetryAfter = r
	if b, ok := p.Backoff.(*strategies.DecorrelatedJitter); ok && r.Mode != strategies.IgnoreHint {
		own = func(uint16, time.Duration) (low, high time.Duration) { // a hint is not what it carries on
			return min(b.Base, b.Cap), b.Cap
		}
	}
	rules.Backoff = func(n uint16, previous, hint time.Duration) (low, high time.Duration) {
		low, high = own(n, previous)
		if hint == 0 || r.Mode == strategies.IgnoreHint {
			return low, high
		}
		if r.Cap > 0 {
			hint = min(hint, r.Cap)
		}
		most := hint + time.Duration(float64(hint)*float64(r.Jitter))
		if r.Mode == strategies.HintAtLeast {
			return max(low, hint), max(high, most)
		}
		return hint, most
	}
}
