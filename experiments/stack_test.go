package experiments_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/models"
	"retrystorm/report"
)

// TestDropAfter: a share of the timeout is worked out from the callers' links, which
// must agree.
func TestDropAfter(t *testing.T) {
	const services = `
service: {workers: 1, service-time: 1ms, queue: {limit: 10, drop-after: 70% of timeout}}
`
	x := loadAs(t, "x.yaml", []byte(base+services+"link: {timeout: 2s}\n"), nil)
	if got := x.Cells[0].Plan.Config.Nodes[0].Model.(*models.Queue).DropAfter; got != 1400*time.Millisecond {
		t.Errorf("dropped after %v, want 70%% of 2s", got)
	}
	for why, links := range map[string]string{
		"no timeout at all":          "",
		"groups with different ones": "link: {timeout: 2s}\n",
	} {
		text := base + services + links
		if strings.HasPrefix(why, "groups") {
			text = strings.Replace(text, "rate: 10/s}}", "rate: 10/s}, groups: {a: {share: 50%}, b: {share: rest, link: {timeout: 1s}}}}", 1)
		}
		f, err := experiments.Load("x.yaml", []byte(text))
		if err == nil {
			_, err = f.Expand()
		}
		if err == nil || !strings.Contains(err.Error(), "the callers have no timeout, or different ones") {
			t.Errorf("%s: error %v", why, err)
		}
	}
}

// TestRollout: a tenth of the clients gets a policy at 20 s and all of them at 40 s; the
// others keep their link.
func TestRollout(t *testing.T) {
	x := loadAs(t, "x.yaml", []byte(strings.Replace(base, "horizon: 2m", "horizon: 60s", 1)+`
service: {kind: delay, service-time: 1ms, failures: 100%}
link: {timeout: 1s}
faults:
  release: {kind: rollout, at: 20s, for: 20s, stages: [10%, 100%], link: {policy: {backoff: 10ms, max-attempts: 3}}}
`), []string{"fleet.clients=1000", "fleet.workload.rate=1000/s"})
	results, err := x.Run(context.Background(), experiments.Options{})
	if err != nil {
		t.Fatal(err)
	}
	amplification := map[string]float64{}
	for i, p := range results.Cells[0].Parts {
		amplification[p.String()] = results.Cells[0].Of(i, report.MeasureIndex("amplification"))[0]
	}
	if amplification["group rest"] != 1 || amplification["group release"] != 3 {
		t.Errorf("amplification %v, want 1 before the roll-out and 3 after it", amplification)
	}
	// 20,000 calls before, 2,000 of the next 20,000, and all of the last 20,000.
	if got := amplification["total"]; got < 1.71 || got > 1.75 {
		t.Errorf("amplification %.3f in all, want (60,000 + 2 x 22,000) / 60,000", got)
	}
}

// TestReplay: arrivals come from a file beside the scenario.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "arrivals.csv"), []byte("when\n0\n0.5\n0.5\n2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := `name: x
question: Who came when?
trials: 1
fleet: {clients: 5, workload: {kind: replay, file: arrivals.csv, column: when}}
service: {workers: 9, service-time: 1s}
`
	x := loadAs(t, filepath.Join(dir, "x.yaml"), []byte(text), nil)
	results, err := x.Run(context.Background(), experiments.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := results.Cells[0]
	if calls, last := c.Of(0, report.MeasureIndex("calls"))[0], c.Of(0, report.MeasureIndex("completion_s"))[0]; calls != 4 || last != 3 {
		t.Errorf("%v calls, the last done after %v s, want 4 and 3", calls, last)
	}
	f, err := experiments.Load(filepath.Join(dir, "y.yaml"), []byte(strings.Replace(text, "arrivals.csv", "none.csv", 1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Expand(); err == nil || !strings.Contains(err.Error(), "none.csv") {
		t.Errorf("a file that is not there: error %v", err)
	}
}
