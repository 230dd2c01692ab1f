package proof_test

import (
	"testing"

	"retrystorm/report"
)

// The control of the recovery rule: where nothing goes wrong there is nothing to
// recover from, and it must say 0 s in every trial.
func TestNothingToRecoverFrom(t *testing.T) {
	for _, row := range []struct {
		name, variant, fault, rate string
	}{
		{"an error that hits no request", "jitter", "{kind: error, share: 0%, at: 30s, for: 5s}", "800/s"},
		{"a slowness that is none, near capacity", "no-retry", "{kind: slow, factor: 1, at: 30s, for: 5s}", "950/s"},
	} {
		f := builtin(t, "storm", "trials=60", "horizon=60s", "faults.outage="+row.fault, "fleet.workload.rate="+row.rate)
		c := results(t, only(t, f, row.variant)).Cells[0]
		if len(c.Trials) != 60 {
			t.Errorf("%s: %d trials, want 60", row.name, len(c.Trials))
		}
		for i, v := range of(c, "recovery_time_s") {
			if v != 0 || c.Trials[i].Verdict() != report.Healthy {
				t.Errorf("%s, trial %d: recovery time %v s, %v, want 0 s, healthy", row.name, i+1, v, c.Trials[i].Verdict())
			}
		}
	}
}
