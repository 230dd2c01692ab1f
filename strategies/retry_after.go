package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RetryAfter says what the hint of an answer counts for. The zero value obeys it to
// the letter, as most libraries that know the header do; a careful client caps it,
// since a hint of a day is otherwise waited for.
type RetryAfter struct {
	Mode   HintMode      `key:"mode" doc:"override: the hint replaces the backoff; at-least: the longer of the two; ignore"`
	Cap    time.Duration `key:"cap" doc:"hints above it are shortened to it; 0s is no cap"`
	Jitter sim.Share     `key:"jitter" doc:"up to this share of the hint is added at random, after the cap: a hint that many got is an appointment; 0% to 100%"`
}

// Short is the key that a bare value stands for.
func (RetryAfter) Short() string { return "mode" }

// Prepare writes out the mode.
func (r *RetryAfter) Prepare() error {
	if r.Mode == "" {
		r.Mode = OverrideByHint
	}
	return nil
}

// apply turns the delay of a backoff into what is waited.
func (r RetryAfter) apply(delay time.Duration, out *sim.Outcome) time.Duration {
	hint := out.RetryAfter
	if hint <= 0 || r.Mode == IgnoreHint {
		return delay
	}
	if r.Cap > 0 {
		hint = min(hint, r.Cap)
	}
	if r.Jitter > 0 {
		hint += portion(float64(r.Jitter)*out.Uniform, hint)
	}
	if r.Mode == HintAtLeast {
		return max(delay, hint)
	}
	return hint
}

// Validate names the keys that make no sense.
func (r RetryAfter) Validate() error {
	return catalog.Join(
		catalog.Problem(r.Cap < 0, "cap", "is "+r.Cap.String()+", want 0s (no cap) or more"),
		share("jitter", r.Jitter),
	)
}

// HintMode is what a hint does to the backoff; the zero value is [OverrideByHint].
type HintMode string

// The modes.
const (
	OverrideByHint HintMode = "override"
	HintAtLeast    HintMode = "at-least"
	IgnoreHint     HintMode = "ignore"
)

// Values lists what a file may say.
func (HintMode) Values() []string {
	return []string{string(OverrideByHint), string(HintAtLeast), string(IgnoreHint)}
}
