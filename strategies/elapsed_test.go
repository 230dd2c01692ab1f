package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

func TestWhatMaxElapsedIsComparedWith(t *testing.T) {
	const limit = 10 * time.Second
	stop := sim.Decision{Verb: sim.Stop, Reason: sim.MaxElapsed}
	again := func(d time.Duration) sim.Decision { return sim.Decision{Delay: d} }
	tests := []struct {
		reason    string
		elapsed   Elapsed
		sent, now sim.Time // of the attempt; of the decision
		want      sim.Decision
	}{
		{"the retry would leave in time", "", 0, 7 * sec, again(3 * time.Second)},
		{"the retry would leave late", "", 0, 7*sec + 1, stop},
		{"the same by name", ElapsedNext, 0, 7*sec + 1, stop},
		{"it is not yet late", ElapsedNow, 0, 10*sec - 1, again(3 * time.Second)},
		{"it is late", ElapsedNow, 0, 10 * sec, stop},
		{"there is time for all of the delay", ElapsedShorten, 0, 7 * sec, again(3 * time.Second)},
		{"there is time for a part of it", ElapsedShorten, 0, 9 * sec, again(time.Second)},
		{"there is none", ElapsedShorten, 0, 10 * sec, stop},
		{"what the attempt took does not count", ElapsedBegun, 9 * sec, 40 * sec, again(time.Second)},
		{"until the next one", ElapsedBegun, 10 * sec, 10*sec + 1, stop},
	}
	for _, tt := range tests {
		p := Policy{Backoff: Fixed{3 * time.Second}, MaxAttempts: Unlimited, MaxElapsed: limit, Elapsed: tt.elapsed}
		c := &sim.Call{Attempts: 1}
		out := &sim.Outcome{Status: sim.Unavailable, Sent: tt.sent, Attempt: 1, Decide: true}
		if got := p.New(sim.Scopes{Clients: 1}).After(tt.now, 0, c, out); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.reason, got, tt.want)
		}
	}
}

// With reset, a hint that is followed lets the backoff begin anew, as in gRPC
// (grpc-retry-pushback-ms) and in RetryAfter of cenkalti/backoff v5; else the backoff
// goes on as if it had been waited.
func TestHintsMayResetTheBackoff(t *testing.T) {
	hint := map[int]bool{3: true, 4: true}
	for _, tt := range []struct {
		reset bool
		want  []time.Duration // before retries 1 to 7, in ms
	}{
		{true, []time.Duration{100, 200, 7, 7, 100, 200, 400}},
		{false, []time.Duration{100, 200, 7, 7, 1600, 3200, 6400}},
	} {
		p := play(Policy{
			Backoff: Exponential{Base: 100 * ms, Cap: time.Hour}, MaxAttempts: Unlimited,
			RetryAfter: RetryAfter{Reset: tt.reset},
		})
		for i, want := range tt.want {
			p.send()
			out := &sim.Outcome{Status: sim.Unavailable, Decide: true}
			if hint[i+1] {
				out.RetryAfter = 7 * ms
			}
			if got := p.st.After(0, 0, p.c, out).Delay; got != want*ms {
				t.Errorf("reset %t: retry %d: got %v, want %v", tt.reset, i+1, got, want*ms)
			}
		}
	}
}

// An answer that says slow down has a backoff of its own, as in the AWS SDKs; both
// count the same retries.
func TestThrottledHasItsOwnBackoff(t *testing.T) {
	p := play(Policy{
		Backoff: Exponential{Base: 50 * ms, Cap: time.Hour}, Throttled: Exponential{Base: time.Second, Cap: time.Hour}, MaxAttempts: Unlimited,
	})
	for i, tt := range []struct {
		st   sim.Status
		want time.Duration
	}{
		{sim.Unavailable, 50 * ms}, {sim.TooMany, 2 * time.Second}, {sim.Internal, 200 * ms}, {sim.Shed, 8 * time.Second}, {sim.TimedOut, 800 * ms},
	} {
		p.send()
		if got := p.end(tt.st).Delay; got != tt.want {
			t.Errorf("retry %d, after %v: got %v, want %v", i+1, tt.st, got, tt.want)
		}
	}
}
