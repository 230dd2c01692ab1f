package strategies

import (
	"cmp"
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Stages builds a delay step by step, as libraries do whose backoff has no name: a
// curve, its cap, a random factor, a random addition, and what is cut off at the end.
// The steps come in the order of the keys.
//
// One draw serves both random steps of one delay: where a library draws twice, the sum
// has the same bounds and mean here, and less in between.
type Stages struct {
	Growth     Growth          `key:"growth" doc:"of the window, with k = 0 at the first retry: exponential (default), base x multiplier^k; linear, base x (k + 1); power, base x (k + 1)^exponent; exp-minus-1, base x (2^(k + 1) - 1); fibonacci, base x 1, 2, 3, 5, 8; self-power, base in ms to the power k + 1; list"`
	Base       time.Duration   `key:"base" doc:"the first window, above 0s; not for a list"`
	Multiplier float64         `key:"multiplier" doc:"of an exponential, at least 1; default 2"`
	Exponent   int             `key:"exponent" doc:"of a power, 1 to 9; default 2"`
	List       []time.Duration `key:"list" doc:"the windows of growth list; the last is kept"`
	Cap        time.Duration   `key:"cap" doc:"the longest window, before jitter; 0s is none"`
	CapEnds    bool            `key:"cap-ends" doc:"the retry before which the window would grow beyond cap is not made, as in wait.Backoff of Kubernetes"`
	CapExact   bool            `key:"cap-exact" doc:"a window that would grow beyond cap is cap exactly, without jitter, as in the AWS SDK for Go before its new defaults"`
	From       float64         `key:"from" doc:"the least random factor, 0 or more; default 1"`
	To         float64         `key:"to" doc:"the largest random factor, at most 100; default 1"`
	Offset     time.Duration   `key:"offset" doc:"added to every delay, after the random factor; default 0s"`
	Add        time.Duration   `key:"add" doc:"up to so much is added at random; default 0s"`
	First      time.Duration   `key:"first" doc:"the first delay, exactly, instead of all this; 0s is no other"`
	Floor      time.Duration   `key:"floor" doc:"a shorter delay is made as long, after jitter; default 0s"`
	Ceiling    time.Duration   `key:"ceiling" doc:"a longer delay is cut to it, after jitter; 0s is none"`
	Quantum    time.Duration   `key:"quantum" doc:"delays are rounded down to a multiple of it; default 1ns"`
}

// Delay is the first delay, or min(ceiling, max(floor, U(from, to) w + offset + U(0,
// add))) of the window w = min(cap, base x curve(k)), rounded down to the quantum.
func (b Stages) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	k := uint(max(c.Attempts, 1)) - 1
	if k == 0 && b.First > 0 {
		return b.First
	}
	if b.CapExact && b.above(k) {
		return b.Cap
	}
	w := b.window(k)
	least, most := w, w
	if b.From != 0 || b.To != 0 {
		least, most = scale(b.From, w), scale(b.To, w)
	}
	span := most - least
	least += min(b.Offset, math.MaxInt64-least)
	span += min(b.Add, math.MaxInt64-span)
	u := out.Uniform
	if b.Quantum > 1 {
		u = min(u, 1-0x1p-53) // the end of the window is not in it: rounded down, it would be
	}
	d := portion(u, span)
	d = max(b.Floor, least+min(d, math.MaxInt64-least))
	if b.Ceiling > 0 {
		d = min(b.Ceiling, d)
	}
	if b.Quantum > 1 {
		d -= d % b.Quantum
	}
	return d
}

// Ends implements [ending]. Kubernetes sleeps the last delay before it gives up
// (kubernetes/kubernetes#131122); here the call ends at once.
func (b Stages) Ends(c *sim.Call) bool {
	return b.CapEnds && b.above(uint(c.Attempts))
}

// above reports whether the curve is beyond the cap at k.
func (b Stages) above(k uint) bool {
	return b.Cap > 0 && float64(float64(b.Base)*b.curve(k)) > float64(b.Cap)
}

// window is base x curve(k), up to the cap. The product is exact below 2^53 ns, 104
// days, where the curve is a whole number.
func (b Stages) window(k uint) time.Duration {
	longest := time.Duration(math.MaxInt64)
	if b.Cap > 0 {
		longest = b.Cap
	}
	if b.Growth == GrowthList {
		return min(longest, b.List[min(k, uint(len(b.List))-1)])
	}
	if w := float64(b.Base) * b.curve(k); w < float64(longest) {
		return time.Duration(w)
	}
	return longest
}

// curve is how many times base the window is; +Inf beyond the range.
func (b Stages) curve(k uint) float64 {
	switch b.Growth {
	case GrowthLinear:
		return float64(k + 1)
	case GrowthPower:
		return power(float64(k+1), uint(cmp.Or(b.Exponent, 2)))
	case GrowthExpMinus1:
		return power(2, k+1) - 1
	case GrowthFibonacci:
		x, y := 1.0, 2.0
		for ; k > 0 && x < math.MaxInt64; k-- {
			x, y = y, x+y
		}
		return x
	case GrowthSelfPower:
		return power(float64(b.Base)/float64(time.Millisecond), k)
	}
	return power(cmp.Or(b.Multiplier, 2), k)
}

// Validate names the keys that make no sense.
func (b Stages) Validate() error {
	list := b.Growth == GrowthList
	bad := catalog.Problem
	var wrong []error
	for _, d := range b.List {
		wrong = append(wrong, bad(d < 0, "list", "has "+d.String()+", want 0s or more"))
	}
	return catalog.Join(append(wrong,
		bad(list && len(b.List) == 0, "list", "is empty: say the delays"),
		bad(!list && len(b.List) > 0, "list", "is given, but growth is not list"),
		bad(!list && b.Base <= 0, "base", "is "+b.Base.String()+", want more than 0s"),
		bad(b.Multiplier != 0 && !(b.Multiplier >= 1 && b.Multiplier <= 1e9), "multiplier", "is "+number(b.Multiplier)+", want 1 or more, 2 is usual"),
		bad(b.Exponent < 0 || b.Exponent > 9, "exponent", "is "+strconv.Itoa(b.Exponent)+", want 1 to 9"),
		bad(!(b.From >= 0), "from", "is "+number(b.From)+", want 0 or more"),
		bad(!(b.To >= b.From && b.To <= 100), "to", "is "+number(b.To)+", want "+number(b.From)+" (from) to 100"),
		bad(b.Ceiling > 0 && b.Ceiling < b.Floor, "ceiling", "is "+b.Ceiling.String()+", want 0s (none) or at least the floor, "+b.Floor.String()),
		notBelow0("offset", b.Offset), notBelow0("cap", b.Cap), notBelow0("add", b.Add), notBelow0("first", b.First),
		notBelow0("floor", b.Floor), notBelow0("ceiling", b.Ceiling), notBelow0("quantum", b.Quantum),
	)...)
}

// Growth is the curve of [Stages]; the zero value is [GrowthExponential].
type Growth string

// The curves.
const (
	GrowthExponential Growth = "exponential"
	GrowthLinear      Growth = "linear"
	GrowthPower       Growth = "power"
	GrowthExpMinus1   Growth = "exp-minus-1"
	GrowthFibonacci   Growth = "fibonacci"
	GrowthSelfPower   Growth = "self-power"
	GrowthList        Growth = "list"
)

// Values lists what a file may say.
func (Growth) Values() []string {
	return []string{string(GrowthExponential), string(GrowthLinear), string(GrowthPower), string(GrowthExpMinus1),
		string(GrowthFibonacci), string(GrowthSelfPower), string(GrowthList)}
}
