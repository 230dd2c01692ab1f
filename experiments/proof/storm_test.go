package proof_test

import (
	"testing"

	"retrystorm/experiments"
	"retrystorm/report"
)

// recovered counts the trials of a cell that recover by the cohort rule.
func recovered(c *report.Cell) int { return int(sum(of(c, "recovered"))) }

// A storm that is known beforehand: five seconds of stall at 800/s of 1,000/s. Four
// attempts a call keep it going for ever, with or without jitter. A budget lets the
// service recover if what it admits, 800/s (1 + budget), is less than the capacity:
// below 25 %.
func TestStorm(t *testing.T) {
	free := only(t, builtin(t, "storm"), "no-retry", "immediate", "jitter")
	gated := only(t, builtin(t, "storm"), "jitter+budget")
	if long {
		vary(t, gated, "link.policy.budget=[10%, 20%, 30%]")
	} else { // a storm that stands a minute after the fault stands for ever
		vary(t, free, "horizon=[95s]")
		vary(t, gated, "link.policy.budget=[10%, 30%]", "horizon=[150s]")
	}
	want := map[string][2]int{ // trials that recover, of 30: at least, at most
		"no-retry":          {30, 30}, // 200/s are left for the backlog
		"immediate":         {0, 0},
		"jitter":            {0, 0},
		"jitter+budget 10%": {27, 30}, // 880/s
		"jitter+budget 20%": {27, 30}, // 960/s
		"jitter+budget 30%": {0, 3},   // 1,040/s
	}
	for _, f := range []*experiments.File{free, gated} {
		for _, c := range results(t, f).Cells {
			name := c.Variant
			if f == gated {
				name += " " + c.Values[0]
			}
			got, n, w := recovered(c), len(c.Trials), want[name]
			t.Logf("%s: %d of %d recover, the last after %.1f s", name, got, n, c.Summary(0, report.MeasureIndex("recovery_time_s")).Max)
			if n != 30 || got < w[0] || got > w[1] {
				t.Errorf("%s: %d of %d trials recover, want %d to %d of 30", name, got, n, w[0], w[1])
			}
		}
	}
}
