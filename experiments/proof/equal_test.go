package proof_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/sim"
)

// roughText is a small system in which attempts fail in many ways.
const roughText = `
name: rough
question: What is the same although it is written differently?
trials: 4
horizon: 40s
fleet: {clients: 100, workload: {kind: poisson, rate: 160/s}}
service: {workers: 20, service-time: {kind: exponential, mean: 100ms}, queue: 300}
link: {network: lan, timeout: 1s}
faults: {outage: {at: 10s, for: 5s, kind: stall}}
`

// One attempt is no retry, whatever the backoff.
func TestOneAttemptIsNone(t *testing.T) {
	x := expand(t, scenario(t, "rough", roughText+everyBackoff(t, 1)))
	var want []sim.Record
	for _, c := range x.Cells {
		got := records(t, x, c, 1)
		for i := range got {
			got[i].Reason = sim.NoReason // why there is no retry is another matter
		}
		if want == nil {
			want = got
		}
		same(t, c.Variant, got, want)
	}
}

// A budget that never binds is no budget.
func TestLooseBudgetIsNone(t *testing.T) {
	const policy = "{link.policy: {backoff: {kind: full-jitter, base: 100ms, cap: 2s}, max-attempts: 4%s}}\n"
	x := expand(t, scenario(t, "rough", roughText+"variants:\n"+
		"  none: "+fmt.Sprintf(policy, "")+
		"  loose: "+fmt.Sprintf(policy, ", budget: {ratio: 100%, floor: 1000000/s}")+
		"  tight: "+fmt.Sprintf(policy, ", budget: 5%")))
	none, loose, tight := records(t, x, x.Cells[0], 1), records(t, x, x.Cells[1], 1), records(t, x, x.Cells[2], 1)
	same(t, "a loose budget", loose, none)
	if len(tight) >= len(none) {
		t.Errorf("%d records with a tight budget, %d without one: it does not bind either", len(tight), len(none))
	}
}

// The order of the variants in a file is of no importance to any of them.
func TestOrderOfVariants(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(everyBackoff(t, 3)), "\n")
	var back []string
	for i := len(lines) - 1; i > 0; i-- {
		back = append(back, lines[i])
	}
	head := roughText + "baseline: none\nvariants:\n"
	forth := results(t, scenario(t, "forth", head+strings.Join(lines[1:], "\n")+"\n"))
	other := results(t, scenario(t, "back", head+strings.Join(back, "\n")+"\n"))
	if len(forth.Cells) != len(lines)-1 || forth.Cells[0].Variant == other.Cells[0].Variant {
		t.Fatalf("there are %d cells, %s the first of both", len(forth.Cells), forth.Cells[0].Variant)
	}
	for _, c := range forth.Cells {
		d := cellOf(t, other, c.Variant)
		if got, want := fmt.Sprint(d.Trials, d.Series, d.Prediction), fmt.Sprint(c.Trials, c.Series, c.Prediction); got != want {
			t.Errorf("%s: in another order it came to\n%s\nwant\n%s", c.Variant, got, want)
		}
	}
}

// The number of workers changes no byte: not of what is shown, and not of what is
// written, the run object of the manifest left out.
func TestWorkersChangeNothing(t *testing.T) {
	text := roughText + everyBackoff(t, 3) + "thresholds: [\"none: recovery-time p50 < 30s\"]\n"
	one, eight := output(t, text, 1), output(t, text, 8)
	if len(one) < 12 {
		t.Errorf("there are %d outputs: %v", len(one), one)
	}
	for name, want := range one {
		if got := eight[name]; !bytes.Equal(got, want) {
			t.Errorf("%s differs between 8 workers and 1", name)
		}
	}
	if len(eight) != len(one) {
		t.Errorf("%d outputs with 8 workers, %d with 1", len(eight), len(one))
	}
}

// output is everything that a run shows and writes, by name.
func output(t *testing.T, text string, workers int) map[string][]byte {
	t.Helper()
	x := expand(t, scenario(t, "rough", text))
	r, err := x.Run(context.Background(), experiments.Options{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	r.Judgements = report.JudgeAll(x.Thresholds, r)
	out := map[string][]byte{}
	for _, format := range report.Formats {
		var b bytes.Buffer
		if err := report.Render(&b, r, format); err != nil {
			t.Fatal(err)
		}
		out["shown as "+format] = b.Bytes()
	}
	m, err := x.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	m.Run = report.ThisRun(time.Unix(int64(workers), 0), float64(workers), "host")
	dir := t.TempDir()
	names, err := report.WriteDir(dir, r, m)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if out[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	out["manifest.json"] = withoutRun(t, out["manifest.json"])
	return out
}

// withoutRun is a manifest without its run object.
func withoutRun(t *testing.T, manifest []byte) []byte {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(manifest, &keys); err != nil {
		t.Fatal(err)
	}
	if keys["run"] == nil {
		t.Error("the manifest has no run object")
	}
	delete(keys, "run")
	rest, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	return rest
}
