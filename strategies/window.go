package strategies

import (
	"time"

	"retrystorm/sim/catalog"
)

// Window is the settings of a window that grows by a factor from retry to retry and
// stays at cap once it has reached it: min(cap, base x multiplier^k). The backoffs
// that differ only in where in the window they wait are defined as this type.
//
// k is 0 at the first retry, or 1 with First [GrownFirst].
type Window struct {
	Base       time.Duration `key:"base,required" doc:"the first window, above 0s"`
	Cap        time.Duration `key:"cap,required" doc:"the longest window, above 0s; applied before jitter"`
	Multiplier float64       `key:"multiplier" doc:"how many times as long the next window is, at least 1; default 2"`
	First      First         `key:"first" doc:"the first window is base (1x, as in most libraries) or multiplier x base (2x, as in the AWS article)"`
}

// newWindow holds the defaults.
func newWindow() Window { return Window{Multiplier: 2, First: BaseFirst} }

// window is one that doubles from base to longest.
func window(base, longest time.Duration) Window {
	w := newWindow()
	w.Base, w.Cap = base, longest
	return w
}

// at is the window after the given number of attempts, 1 at the first retry. It is
// exact in integers for multiplier 2, else rounded down to a nanosecond.
func (w Window) at(attempts uint16) time.Duration {
	k := uint(max(attempts, 1)) - 1
	if w.First == GrownFirst {
		k++
	}
	if w.Multiplier == 2 || w.Multiplier == 0 {
		if w.Base > w.Cap>>k { // base x 2^k > cap, without overflow
			return w.Cap
		}
		return w.Base << k
	}
	if v := float64(w.Base) * power(w.Multiplier, k); v < float64(w.Cap) {
		return time.Duration(v)
	}
	return w.Cap
}

// power is x^k by squaring, at least 1 for x >= 1 and +Inf beyond the range. Products
// alone, so the bits are the same on every CPU; math.Pow's need not be.
func power(x float64, k uint) float64 {
	r := 1.0
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

// Validate names the keys that make no sense.
func (w Window) Validate() error {
	return catalog.Join(
		above0("base", w.Base),
		above0("cap", w.Cap),
		catalog.Problem(w.Multiplier != 0 && !(w.Multiplier >= 1 && w.Multiplier <= 1e9), "multiplier", "is "+number(w.Multiplier)+", want 1 or more, 2 is usual"),
	)
}

// First says how long the first window is; the zero value is [BaseFirst].
type First string

// The first windows.
const (
	BaseFirst  First = "1x" // base: k is 0 at the first retry
	GrownFirst First = "2x" // multiplier x base: k is 1 at the first retry
)

// Values lists what a file may say.
func (First) Values() []string { return []string{string(BaseFirst), string(GrownFirst)} }
