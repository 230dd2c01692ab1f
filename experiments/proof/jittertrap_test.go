package proof_test

import (
	"testing"

	"retrystorm/models/theory"
)

// The rule of the built-in experiment jitter-trap: a fleet that retries for ever sends
// N / (T + f cap) when all fail. Below the capacity, 100/s, the backlog drains. Jitter
// lowers f, and so it is the backoff without jitter that gets everyone through; with
// twice the cap, jitter does too.
func TestJitterTrap(t *testing.T) {
	shares := map[string]float64{ // f
		"exponential":         theory.AtCapExponential,
		"equal-jitter":        theory.AtCapEqual,
		"full-jitter":         theory.AtCapFull,
		"decorrelated-jitter": theory.AtCapDecorrelated(100),
		"none":                0,
	}
	for _, longest := range []float64{10, 20} {
		f := builtin(t, "jitter-trap", "trials=2")
		if longest == 20 {
			f = only(t, f, "equal-jitter", "full-jitter")
			vary(t, f, "link.policy.backoff.cap=[20s]", "horizon=[30m]")
		}
		for _, c := range results(t, f).Cells {
			load := theory.ClosedFleet{Clients: 1000, Timeout: 1, AtCap: shares[c.Variant]}.Load(longest)
			left := sum(of(c, "unfinished"))
			t.Logf("%s, cap %v s: %.1f/s of 100/s, %v of 2000 calls are left", c.Variant, longest, load, left)
			if (load < 100) != (left == 0) {
				t.Errorf("%s, cap %v s: %.1f/s of 100/s, but %v calls are left", c.Variant, longest, load, left)
			}
		}
	}
}
