package proof_test

import (
	"fmt"
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
	trials := 30
	if !long {
		trials = 10
	}
	free := only(t, builtin(t, "storm", fmt.Sprintf("trials=%d", trials)), "no-retry", "immediate", "jitter")
	gated := only(t, builtin(t, "storm", fmt.Sprintf("trials=%d", trials)), "jitter+budget")
	if long {
		vary(t, gated, "link.policy.budget=[10%, 20%, 30%]")
	} else { // a storm that stands a minute after the fault stands for ever
		vary(t, free, "horizon=[95s]")
		vary(t, gated, "link.policy.budget=[10%, 30%]", "horizon=[150s]")
	}
	want := map[string][2]int{ // trials of ten that recover: at least, at most
		"no-retry":          {10, 10}, // 200/s are left for the backlog
		"immediate":         {0, 0},
		"jitter":            {0, 0},
		"jitter+budget 10%": {9, 10}, // 880/s
		"jitter+budget 20%": {9, 10}, // 960/s
		"jitter+budget 30%": {0, 1},  // 1,040/s
	}
	for _, f := range []*experiments.File{free, gated} {
		for _, c := range results(t, f).Cells {
			name := c.Variant
			if f == gated {
				name += " " + c.Values[0]
			}
			got, n, w := recovered(c), len(c.Trials), want[name]
			t.Logf("%s: %d of %d recover, the last after %.1f s", name, got, n, c.Summary(0, report.MeasureIndex("recovery_time_s")).Max)
			if n != trials || 10*got < w[0]*n || 10*got > w[1]*n {
				t.Errorf("%s: %d of %d trials recover, want %d to %d of 10", name, got, n, w[0], w[1])
			}
		}
	}
}
