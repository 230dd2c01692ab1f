package strategies

import (
	"cmp"
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RetryAfter says what the hint of an answer counts for. The zero value obeys it to
// the letter, as most libraries that know the header do; a careful client caps it,
// since a hint of a day is otherwise waited for.
//
// A hint above ignore-above counts for nothing; else, above stop-above, it ends the
// call; else it is capped, jittered, and set against the backoff.
type RetryAfter struct {
	Mode        HintMode      `key:"mode" doc:"override: the hint replaces the backoff; at-least: the longer of the two; clamp: the hint, but not below the backoff nor more than beyond above it; ignore"`
	On          []Class       `key:"on" doc:"outcomes whose hints are read, words as in retry-on; default any"`
	Cap         time.Duration `key:"cap" doc:"hints above it are shortened to it; 0s is no cap"`
	Jitter      sim.Share     `key:"jitter" doc:"up to this share of the hint is added at random, after the cap: a hint that many got is an appointment; 0% to 100%"`
	Beyond      time.Duration `key:"beyond" doc:"with clamp: how much longer than the backoff a hint may make the delay"`
	StopAbove   time.Duration `key:"stop-above" doc:"a longer hint ends the call: it is not worth waiting for; 0s is no limit"`
	IgnoreAbove time.Duration `key:"ignore-above" doc:"a longer hint is not believed, and the backoff is waited; 0s is no limit"`
	Reset       bool          `key:"reset" doc:"a hint that is followed lets the backoff begin anew: the next delay without one is its first"`
}

// Short is the key that a bare value stands for.
func (RetryAfter) Short() string { return "mode" }

// Prepare writes out the mode, and whose hints are read.
func (r *RetryAfter) Prepare() error {
	r.Mode = cmp.Or(r.Mode, OverrideByHint)
	if r.On == nil {
		r.On = []Class{Any}
	}
	return nil
}

// hintRule is a RetryAfter at work.
type hintRule struct {
	RetryAfter
	on Class
}

func (r RetryAfter) rule() hintRule {
	h := hintRule{r, union(r.On, Any)}
	if r.Mode == IgnoreHint {
		h.on = 0
	}
	return h
}

// counts reports whether there is a hint to obey.
func (r *hintRule) counts(out *sim.Outcome) bool { return out.RetryAfter > 0 && r.on.Has(out.Status) }

// apply turns the delay of a backoff into what is waited; ok is false if the hint ends
// the call.
func (r *hintRule) apply(delay time.Duration, out *sim.Outcome) (_ time.Duration, ok bool) {
	hint := out.RetryAfter
	switch {
	case r.IgnoreAbove > 0 && hint > r.IgnoreAbove:
		return delay, true
	case r.StopAbove > 0 && hint > r.StopAbove:
		return 0, false
	}
	if r.Cap > 0 {
		hint = min(hint, r.Cap)
	}
	if r.Jitter > 0 {
		hint += portion(float64(r.Jitter)*out.Uniform, hint)
	}
	switch r.Mode {
	case HintAtLeast:
		hint = max(delay, hint)
	case ClampHint:
		hint = max(delay, min(hint, delay+min(r.Beyond, math.MaxInt64-delay)))
	}
	return hint, true
}

// Validate names the keys that make no sense.
func (r RetryAfter) Validate() error {
	negative := func(key string, d time.Duration) error {
		return catalog.Problem(d < 0, key, "is "+d.String()+", want 0s (no limit) or more")
	}
	return catalog.Join(
		catalog.Problem(r.On != nil && len(r.On) == 0, "on", "is empty: name outcomes, or write mode: ignore"),
		negative("cap", r.Cap),
		share("jitter", r.Jitter),
		catalog.Problem(r.Mode == ClampHint && r.Beyond <= 0, "beyond", "is "+r.Beyond.String()+", want more than 0s: clamp needs it"),
		catalog.Problem(r.Mode != ClampHint && r.Beyond != 0, "beyond", "is "+r.Beyond.String()+", but mode is not clamp"),
		negative("stop-above", r.StopAbove),
		negative("ignore-above", r.IgnoreAbove),
	)
}

// HintMode is what a hint does to the backoff; the zero value is [OverrideByHint].
type HintMode string

// The modes.
const (
	OverrideByHint HintMode = "override"
	HintAtLeast    HintMode = "at-least"
	ClampHint      HintMode = "clamp"
	IgnoreHint     HintMode = "ignore"
)

// Values lists what a file may say.
func (HintMode) Values() []string {
	return []string{string(OverrideByHint), string(HintAtLeast), string(ClampHint), string(IgnoreHint)}
}
