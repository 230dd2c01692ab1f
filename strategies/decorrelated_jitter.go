package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// DecorrelatedJitter waits between base and three times what it chose last.
type DecorrelatedJitter struct {
	Base  time.Duration `key:"base,required" doc:"the shortest delay, and what the first one is drawn from; above 0s"`
	Cap   time.Duration `key:"cap,required" doc:"the longest delay, above 0s; applied to the draw, and the result is carried on"`
	Range bool          `key:"cap-range" doc:"the cap is applied to the range that is drawn from, so that few delays are the cap exactly (AwsDecorrelatedJitter of Polly)"`
}

// Delay is s = min(cap, U(base, 3 s)), s being base at first (AWS Architecture Blog,
// Exponential Backoff and Jitter, 2015). The clamped s is carried, in c.Memo: the
// delay that was waited may have been a server's hint, of which this curve knows
// nothing.
func (b DecorrelatedJitter) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	s := time.Duration(c.Memo)
	if s == 0 {
		s = b.Base
	}
	top := time.Duration(math.MaxInt64)
	if s <= top/3 {
		top = 3 * s
	}
	if b.Range {
		top = max(b.Base, min(top, b.Cap))
	}
	if span := top - b.Base; span > 0 { // a cap below a third of base leaves none
		s = b.Base + portion(out.Uniform, span)
	}
	s = min(b.Cap, s)
	c.Memo = uint64(s)
	return s
}

// Validate names the keys that make no sense.
func (b DecorrelatedJitter) Validate() error {
	return catalog.Join(
		above0("base", b.Base), above0("cap", b.Cap),
		catalog.Problem(b.Cap > ownMemo, "cap", "is "+b.Cap.String()+", want 9h46m at most: a memo holds no more"),
	)
}
