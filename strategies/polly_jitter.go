package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// PollyJitter is the decorrelated jitter of Polly (version 2, by George Polevoy), with a
// smooth distribution and a median that doubles. A long draw shortens the next delay.
type PollyJitter struct {
	Base time.Duration `key:"base,required" doc:"about the median of the first delay, above 0s"`
	Cap  time.Duration `key:"cap" doc:"longer delays are cut to it, after jitter; 0s is none"`
}

const (
	pollyScale = 1.4 // of the formula: makes base the median of the first delay, about
	pollyDraws = 1 << 44
)

// Delay is base / 1.4 x (f(n + U) - f of the delay before), f(t) = 2^t tanh(sqrt(4 t)), n
// being 0 at the first retry (Polly.Core, RetryHelper.DecorrelatedJitterBackoffV2). The
// last draw is carried, to 2^-44, since f of it needs no more.
func (b PollyJitter) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	n := float64(max(c.Attempts, 1) - 1)
	before := 0.0
	if n > 0 && c.Memo > 0 {
		before = pollyCurve(n - 1 + float64(c.Memo-1)/pollyDraws)
	}
	f := pollyCurve(n + out.Uniform)
	c.Memo = 1 + uint64(out.Uniform*pollyDraws)
	longest := float64(math.MaxInt64)
	if b.Cap > 0 {
		longest = float64(b.Cap)
	}
	d := (f - before) * float64(b.Base) / pollyScale
	if !(d < longest) {
		if b.Cap > 0 {
			return b.Cap
		}
		return math.MaxInt64
	}
	return time.Duration(math.Max(d, 0))
}

// pollyCurve is 2^t tanh(sqrt(4 t)).
func pollyCurve(t float64) float64 {
	if t > 62 { // beyond all durations, and tanh is 1
		return math.MaxInt64 * 4
	}
	e := sim.Exp(-2 * math.Sqrt(4*t))
	return sim.Pow(2, t) * (1 - e) / (1 + e)
}

// Validate names the keys that make no sense.
func (b PollyJitter) Validate() error {
	return catalog.Join(above0("base", b.Base), notBelow0("cap", b.Cap))
}
