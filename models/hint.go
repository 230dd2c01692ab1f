package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Hint is how a refused client is told when to come again. The zero value tells
// nothing: a hint is given if From is. The other zero values are those of the plain
// Retry-After header: whole seconds, rounded up.
//
// Rounding makes a herd: all waits between 1 s and 2 s become 2 s. Rounded up, a client
// that obeys never comes before the limit would have let it pass, had it been alone.
// Rounded down to 0 s, the answer has no hint that most clients would heed, and they
// fall back to their own backoff. Jitter comes before rounding, as a server does it, so
// it is lost unless the jitter is some units wide: 50% of 300 ms, rounded up to 1 s, is
// no jitter at all.
type Hint struct {
	From        HintFrom      `key:"from,omitzero" doc:"bucket: the time until the limit would let it pass; fixed: always value"`
	Value       time.Duration `key:"value,omitzero" doc:"the wait, if it is fixed"`
	Jitter      sim.Share     `key:"jitter" doc:"up to this share of the wait is added at random, before rounding; 0% to 100%"`
	Round       Rounding      `key:"round" doc:"to units: up (default), down, nearest, or none"`
	Unit        time.Duration `key:"unit" doc:"of rounding; default 1s, or 1ms in the form ms"`
	Form        HintForm      `key:"form" doc:"delta: the time to wait (default); ms: the same in a header of milliseconds; date: an HTTP date, on whole seconds of the server's clock"`
	ClockOffset time.Duration `key:"clock-offset" doc:"clients' clocks are wrong by up to so much, either way; one draw per client; for the form date"`
}

// HintFrom says where the wait comes from; "" is no hint.
type HintFrom string

// The sources.
const (
	FromBucket HintFrom = "bucket"
	FromFixed  HintFrom = "fixed"
)

// Values lists the sources.
func (HintFrom) Values() []string { return []string{string(FromBucket), string(FromFixed)} }

// Rounding says how a wait is rounded to units; "" is up.
type Rounding string

// The ways to round; nearest rounds a half up.
const (
	RoundUp      Rounding = "up"
	RoundDown    Rounding = "down"
	RoundNearest Rounding = "nearest"
	RoundNot     Rounding = "none"
)

// Values lists them.
func (Rounding) Values() []string {
	return []string{string(RoundUp), string(RoundDown), string(RoundNearest), string(RoundNot)}
}

// HintForm says what is written in the answer; "" is delta.
type HintForm string

// The forms.
const (
	AsDelta HintForm = "delta"
	AsMS    HintForm = "ms"
	AsDate  HintForm = "date"
)

// Values lists the forms.
func (HintForm) Values() []string { return []string{string(AsDelta), string(AsMS), string(AsDate)} }

// Short is the key that a bare value stands for.
func (Hint) Short() string { return "from" }

// Prepare writes out what a hint that is given leaves out.
func (h *Hint) Prepare() error {
	if !h.Given() {
		return nil
	}
	h.Unit = h.unit()
	if h.Round == "" {
		h.Round = RoundUp
	}
	if h.Form == "" {
		h.Form = AsDelta
	}
	return nil
}

// Validate reports keys that have no sense together.
func (h *Hint) Validate() error {
	date := h.Form == AsDate
	return catalog.Join(
		catalog.Problem(!h.Given() && *h != Hint{}, "from", "is missing; write from: bucket, or from: fixed and a value"),
		catalog.Problem(h.From == FromFixed && h.Value <= 0, "value", "must be above 0s where the wait is fixed"),
		catalog.Problem(h.From == FromBucket && h.Value != 0, "value", "has no sense where the wait is the bucket's; write from: fixed"),
		catalog.Problem(!(h.Jitter >= 0 && h.Jitter <= 1), "jitter", "must lie between 0% and 100%"),
		catalog.Problem(h.Unit < 0, "unit", "must be above 0s"),
		catalog.Problem(date && h.unit() != time.Second, "unit", "must be 1s: a date has whole seconds"),
		catalog.Problem(date && h.Round == RoundNot, "round", "must be up, down or nearest: a date has whole seconds"),
		catalog.Problem(h.ClockOffset < 0, "clock-offset", "must not be negative"),
		catalog.Problem(h.ClockOffset > 0 && !date, "clock-offset", "has no sense without a date; write form: date"))
}

// Given reports whether clients are told anything.
func (h *Hint) Given() bool { return h.From != "" }

func (h *Hint) unit() time.Duration {
	switch {
	case h.Unit > 0:
		return h.Unit
	case h.Form == AsMS:
		return time.Millisecond
	}
	return time.Second
}

// longest is the longest wait that is told: beyond it nothing is simulated.
const longest = time.Duration(math.MaxInt64 / 8)

// told is the Retry-After that a client acts on, 0 for none, in an answer sent now to
// a request that would pass after wait. u, from [0, 1), is the jitter of this answer; v,
// from [0, 1), is that of the client's clock. A date that the client reads before now is
// 0. It is read when the answer leaves: on its way it grows no shorter.
func (h *Hint) told(now sim.Time, wait time.Duration, u, v float64) time.Duration {
	if !h.Given() {
		return 0
	}
	if h.From == FromFixed {
		wait = h.Value
	}
	wait = min(max(wait, 0), longest)
	wait += time.Duration(float64(float64(wait)*float64(h.Jitter)) * u)
	if h.Form != AsDate {
		return h.rounded(wait)
	}
	date := h.rounded(time.Duration(now.Add(wait)))
	wrong := time.Duration(float64(h.ClockOffset) * (2*v - 1))
	return max(0, date-time.Duration(now)-wrong)
}

// rounded is d in whole units.
func (h *Hint) rounded(d time.Duration) time.Duration {
	unit := h.unit()
	switch h.Round {
	case RoundNot:
		return d
	case RoundDown:
		return d - d%unit
	case RoundNearest:
		return d + unit/2 - (d+unit/2)%unit
	}
	return roundUp(d, unit)
}

// roundUp is d in whole units, rounded up.
func roundUp(d, unit time.Duration) time.Duration {
	if rest := d % unit; rest > 0 {
		return d + unit - rest
	}
	return d
}
