package strategies

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

func TestRetryAfter(t *testing.T) {
	const s, day = time.Second, 24 * time.Hour
	tests := []struct {
		reason      string
		rule        RetryAfter
		delay, hint time.Duration
		want        time.Duration
		stops       bool
	}{
		{reason: "no hint", rule: RetryAfter{Mode: ClampHint, Beyond: s}, delay: 2 * s, want: 2 * s},
		{reason: "clamp: a hint between", rule: RetryAfter{Mode: ClampHint, Beyond: 5 * s}, delay: 2 * s, hint: 3 * s, want: 3 * s},
		{reason: "clamp: not below the backoff", rule: RetryAfter{Mode: ClampHint, Beyond: 5 * s}, delay: 2 * s, hint: s, want: 2 * s},
		{reason: "clamp: not more than 5 s above it (AWS SDK for Go v2 1.48.0)", rule: RetryAfter{Mode: ClampHint, Beyond: 5 * s}, delay: 2 * s, hint: day, want: 7 * s},
		{reason: "clamp: no overflow", rule: RetryAfter{Mode: ClampHint, Beyond: math.MaxInt64}, delay: 2 * s, hint: day, want: day},
		{reason: "at the limit it is obeyed (openai-go 3.99.0: 120 s)", rule: RetryAfter{StopAbove: 120 * s}, delay: s, hint: 120 * s, want: 120 * s},
		{reason: "above it the call ends", rule: RetryAfter{StopAbove: 120 * s}, delay: s, hint: 120*s + 1, stops: true},
		{reason: "the limit is before the cap", rule: RetryAfter{StopAbove: 120 * s, Cap: s}, delay: s, hint: day, stops: true},
		{reason: "at the limit it is believed (anthropic-python 0.121.0: 60 s)", rule: RetryAfter{IgnoreAbove: 60 * s}, delay: s, hint: 60 * s, want: 60 * s},
		{reason: "above it the backoff is waited", rule: RetryAfter{IgnoreAbove: 60 * s}, delay: s, hint: day, want: s},
		{reason: "what is not believed stops nothing", rule: RetryAfter{IgnoreAbove: 60 * s, StopAbove: 60 * s}, delay: s, hint: day, want: s},
		{reason: "below ignore-above, above stop-above", rule: RetryAfter{IgnoreAbove: 60 * s, StopAbove: 10 * s}, delay: s, hint: 30 * s, stops: true},
		{reason: "ignored: it stops nothing either", rule: RetryAfter{Mode: IgnoreHint, StopAbove: s}, delay: s, hint: day, want: s},
		{reason: "the hint of this outcome is read", rule: RetryAfter{On: []Class{Code503}}, delay: s, hint: 9 * s, want: 9 * s},
		{reason: "that of this one is not", rule: RetryAfter{On: []Class{1 << sim.TooMany}}, delay: s, hint: 9 * s, want: s},
	}
	for _, tt := range tests {
		p := Policy{Backoff: Fixed{tt.delay}, MaxAttempts: 2, RetryAfter: tt.rule}
		want := sim.Decision{Delay: tt.want}
		if tt.stops {
			want = sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}
		}
		out := sim.Outcome{Status: sim.Shed, RetryAfter: tt.hint, Decide: true}
		if got := p.New(sim.Scopes{Clients: 1}).After(0, 0, &sim.Call{Attempts: 1}, &out); got != want {
			t.Errorf("%s: got %+v, want %+v", tt.reason, got, want)
		}
	}
}
