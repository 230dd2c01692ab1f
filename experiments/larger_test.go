package experiments_test

import (
	"context"
	"os"
	"testing"

	"retrystorm/experiments"
	"retrystorm/report"
)

// TestLargerFiles: files as people write them for whole systems are understood as they
// stand, and a small part of each runs and is judged.
func TestLargerFiles(t *testing.T) {
	for _, row := range []struct {
		file  string
		cells int
		small []string // what makes it small enough to run here
		holds string   // a threshold that no trial of a variant fails
		of    string
	}{
		{"catalogue-cold-cache", 6, []string{"fleets.web.workload.rate=300/s", "horizon=330s", "warm-up=10s"}, "amplification at db < 1.3", "no-db-retries"},
		{"mixed-sdk-429", 20, []string{"horizon=90s", "fleet.workload.rate=90/s", "service.limits.key.rate=100/s"}, "peak-to-mean of retries < 5", "as-is"},
		{"mobile-payment", 6, []string{"fleet.workload.rate=10/s", "service.workers=4"}, "key-per-call: duplicates = 0", "key-per-call"},
	} {
		t.Run(row.file, func(t *testing.T) {
			name := "testdata/larger/" + row.file + ".yaml"
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			x := loadAs(t, name, text, nil)
			if len(x.Cells) != row.cells {
				t.Errorf("%d cells, want %d", len(x.Cells), row.cells)
			}
			x = loadAs(t, name, text, append(row.small, "trials=1"))
			results, err := x.Run(context.Background(), experiments.Options{})
			if err != nil {
				t.Fatal(err)
			}
			judged := false
			for _, j := range report.JudgeAll(x.Thresholds, results) {
				if j.Threshold.Text == row.holds && j.Cell.Variant == row.of {
					judged = true
					if j.Standing == report.Failed {
						t.Errorf("%s failed: %+v", row.holds, j)
					}
				}
			}
			if !judged {
				t.Errorf("nobody judged %q", row.holds)
			}
		})
	}
}

func loadAs(t *testing.T, name string, text []byte, set []string) *experiments.Experiment {
	t.Helper()
	f, err := experiments.Load(name, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range set {
		if err := f.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	x, err := f.Expand()
	if err != nil {
		t.Fatal(err)
	}
	return x
}
