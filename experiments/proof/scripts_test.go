package proof_test

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// The scripts by which guides test a retry policy. There is no network and no queue,
// so that every number is exact: what a call takes is its waiting, and that lies in
// its envelope, full jitter from 500 ms doubling.
func TestScripts(t *testing.T) {
	const first, second = 500 * time.Millisecond, time.Second // the most that full jitter waits
	x := expand(t, builtin(t, "scripts"))
	for _, row := range []struct {
		variant  string
		attempts int           // of each call
		fixed    time.Duration // part of each call
		jitter   []time.Duration
		status   sim.Status // of the attempts before the last
		lasts    time.Duration
	}{
		{"503-twice-then-200", 3, 0, []time.Duration{first, second}, sim.Unavailable, 0},
		{"429-retry-after-5s", 2, 5 * time.Second, nil, sim.TooMany, 0}, // the hint replaces the backoff
		{"answer-after-15s", 2, 10 * time.Second, []time.Duration{first}, sim.TimedOut, 10 * time.Second},
	} {
		c := variantOf(t, x, row.variant)
		for trial := 1; trial <= x.Trials; trial++ {
			all := records(t, x, c, trial, sim.AttemptEnded, sim.RetryDecided, sim.CallEnded)
			waited := make([]time.Duration, 101) // by call
			ended, attempts := 0, 0
			for _, r := range all {
				last := int(r.Attempt) == row.attempts
				switch r.Kind {
				case sim.AttemptEnded:
					attempts++
					if !last && (r.Status != row.status || r.D != row.lasts) || last && (r.Status != sim.OK || r.D != 0) {
						t.Fatalf("%s, trial %d: attempt %d of call %d ended with %v after %v", row.variant, trial, r.Attempt, r.Call, r.Status, r.D)
					}
				case sim.RetryDecided:
					waited[r.Call] += r.D
					if row.jitter != nil && (r.D < 0 || r.D >= row.jitter[r.Attempt-1]) {
						t.Fatalf("%s, trial %d: call %d waits %v after attempt %d, want less than %v", row.variant, trial, r.Call, r.D, r.Attempt, row.jitter[r.Attempt-1])
					}
				case sim.CallEnded:
					ended++
					want := row.fixed
					if row.jitter != nil {
						want += waited[r.Call]
					}
					if r.D != want || r.Status != sim.OK {
						t.Fatalf("%s, trial %d: call %d took %v (%v), want %v", row.variant, trial, r.Call, r.D, r.Status, want)
					}
				}
			}
			if ended != 100 || attempts != 100*row.attempts {
				t.Errorf("%s, trial %d: %d attempts of %d calls, want %d of 100", row.variant, trial, attempts, ended, 100*row.attempts)
			}
		}
	}
}
