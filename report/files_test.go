package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// smallStorm runs two variants for real: a service that is out for 2 s, with and
// without retries. Trials are put in the order asked for.
func smallStorm(t *testing.T, order []int) *Results {
	t.Helper()
	l := &Layout{
		Links: []LinkLayout{{Name: "web/service", Fleet: "web", Timeout: sec}, {Name: "batch/service", Fleet: "batch", Timeout: sec}},
		Nodes: []NodeLayout{{Name: "service", OfferedPerSec: 250, CapacityPerSec: 1000}}, Horizon: 40 * sec,
		Faults: []Band{{Name: "outage", Kind: "error", On: "service", At: 10 * sec, For: 2 * sec}},
	}
	r := &Results{Name: "small", Question: "Two seconds of errors. What do retries change?", Seed: 1}
	for attempts, name := range []string{1: "no-retry", 3: "three|tries"} {
		if name == "" {
			continue
		}
		c := NewCell(l, name, nil, len(order))
		c.Prediction = Prediction{OfferedPerSec: 250, CapacityPerSec: 1000, MaxAttempts: float64(attempts), SafeBudget: 3, SafeQueue: 1000,
			Measures: []Expected{{"recovery_time_s", 0.25, "by hand"}}, Notes: []string{"nothing queues here"}}
		for _, i := range order {
			end := 12.25 + float64(i)/4
			seen, res := watchRun(t, l, sim.Config{
				Seed: uint64(i), Horizon: 40 * sec,
				Fleets: []sim.Fleet{
					{Name: "web", Clients: 1, Workload: steadyArrivals(5 * time.Millisecond), Link: 0},
					{Name: "batch", Clients: 1, Workload: steadyArrivals(20 * time.Millisecond), Link: 1},
				},
				Nodes: []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: failsIn(10, end)}}},
				Links: []sim.Link{
					{Name: "web/service", From: -1, Policy: tries(attempts), Timeout: sec}, {Name: "batch/service", From: -1, Policy: tries(1), Timeout: sec},
				},
			})
			tr := seen.Trial(res, nil)
			tr.Seed = uint64(i)
			c.Put(i, tr, seen)
		}
		r.Cells = append(r.Cells, c)
	}
	names := Names{Variants: r.Variants(), Parts: r.Cells[0].Parts}
	for _, text := range []string{"no-retry: recovery-time < 10s", "amplification of batch = 1", "recovered >= 95%"} {
		th, err := ParseThreshold(text, names)
		if err != nil {
			t.Fatal(err)
		}
		r.Judgements = append(r.Judgements, Judge(th, r)...)
	}
	return r
}

// readAll reads the files of a folder.
func readAll(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(b)
	}
	return all
}

func TestWriteDirDoesNotDependOnTheOrderOfTrials(t *testing.T) {
	m := Manifest{Name: "small", Command: "retrystorm run small.yaml", Program: "retrystorm dev", Scenario: "name: small\n"}
	a, b := t.TempDir(), t.TempDir()
	names, err := WriteDir(a, smallStorm(t, []int{0, 1, 2, 3}), m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteDir(b, smallStorm(t, []int{2, 0, 3, 1}), m); err != nil {
		t.Fatal(err)
	}
	first, second := readAll(t, a), readAll(t, b)
	if len(first) != len(names) {
		t.Errorf("got %d files in the folder, want the %d that WriteDir names: no temporary one is left", len(first), len(names))
	}
	for _, name := range names {
		if first[name] == "" || first[name] != second[name] {
			t.Errorf("%s: %d and %d bytes that differ, want the same bytes for any order of trials", name, len(first[name]), len(second[name]))
		}
	}
	golden(t, "report.md", first["report.md"])
	golden(t, "trials.csv", first["trials.csv"])
	checkManifest(t, first["manifest.json"], names)
	checkPage(t, first["report.md"], names)
}

func checkManifest(t *testing.T, text string, names []string) {
	t.Helper()
	var m Manifest
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Files, names) || m.Scenario != "name: small\n" {
		t.Errorf("manifest: got files %v and scenario %q, want %v and the text as written", m.Files, m.Scenario, names)
	}
}

// checkPage looks for the pictures that the page shows.
func checkPage(t *testing.T, page string, names []string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(page, -1) {
		if !slices.Contains(names, m[1]) {
			t.Errorf("report.md shows %q, which is not among the files", m[1])
		}
	}
}

func TestWriteDirReportsWhatItCannotWrite(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteDir(blocked, &Results{}, Manifest{}); err == nil {
		t.Errorf("a folder that is a file: got no error, want one")
	}
}

func TestWriteFileKeepsWhatWasThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	write := func(text string, fail error) error {
		return WriteFile(path, func(w io.Writer) error {
			io.WriteString(w, text)
			return fail
		})
	}
	if err := write("old", nil); err != nil {
		t.Fatal(err)
	}
	if err := write("half of the ne", io.ErrUnexpectedEOF); err == nil {
		t.Errorf("a writer that fails: got no error, want its own")
	}
	if all := readAll(t, filepath.Dir(path)); len(all) != 1 || all["a.csv"] != "old" {
		t.Errorf("after a failure: got %v, want the old file alone", all)
	}
}

func TestRender(t *testing.T) {
	r := smallStorm(t, []int{0, 1, 2, 3})
	var b strings.Builder
	if err := Render(&b, r, "table"); err != nil {
		t.Fatal(err)
	}
	golden(t, "render.table", b.String())
	if err := Render(io.Discard, r, "xml"); err == nil || !strings.Contains(err.Error(), "markdown") {
		t.Errorf("unknown format: got %v, want an error that lists the formats", err)
	}
}

func TestRenderJSON(t *testing.T) {
	r := smallStorm(t, []int{0, 1, 2, 3})
	var b strings.Builder
	if err := Render(&b, r, "json"); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdicts []struct{ Variant, Text string }
		Summary  []struct {
			Variant, Part, Measure string
			Mean, Max              *float64
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Verdicts) != 2 || got.Verdicts[1].Variant != "three|tries" {
		t.Errorf("verdicts: got %v, want one for each variant", got.Verdicts)
	}
	for _, row := range got.Summary {
		if row.Variant == "no-retry" && row.Part == "total" && row.Measure == "load_per_s" && (row.Mean == nil || *row.Mean != 250) {
			t.Errorf("load: got %v, want the number 250", row.Mean)
		}
		if row.Measure == "latency_p99_s" && row.Variant == "no-retry" && row.Part == "total" && row.Mean != nil {
			t.Errorf("p99 that never comes: got %v, want null", *row.Mean)
		}
	}
}

// Every number on the terminal is in a data file: as it is, as half of an interval,
// or as a number of trials.
func TestEveryNumberIsInAFile(t *testing.T) {
	r := smallStorm(t, []int{0, 1, 2, 3})
	dir := t.TempDir()
	if _, err := WriteDir(dir, r, Manifest{}); err != nil {
		t.Fatal(err)
	}
	known := knownNumbers(t, dir, len(r.Cells[0].Trials))
	var b strings.Builder
	if err := Render(&b, r, "table"); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, cut := range []string{"p50", "p99", "latency_p50_s", "latency_p99_s", "recovery-time < 10s", "of batch = 1 ", "recovered >= 95%"} {
		text = strings.ReplaceAll(text, cut, "")
	}
	found := 0
	for _, token := range regexp.MustCompile(`\d[\d,]*(\.\d+)?( (ms|us|s|%)|/s)?`).FindAllString(text, -1) {
		found++
		if !isKnown(token, known) {
			t.Errorf("%q on the terminal is in no data file:\n%s", token, text)
		}
	}
	if found < 50 {
		t.Errorf("found %d numbers on the terminal, want the table to hold many", found)
	}
}

// knownNumbers are the numbers of the CSV files, the halves of intervals, and the
// numbers of trials.
func knownNumbers(t *testing.T, dir string, trials int) []float64 {
	t.Helper()
	var known []float64
	for i := range trials + 1 {
		known = append(known, float64(i))
	}
	for name, text := range readAll(t, dir) {
		if filepath.Ext(name) != ".csv" || name == "series.csv" {
			continue
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		low, high := slices.Index(rows[0], "ci95_low"), slices.Index(rows[0], "ci95_high")
		for _, row := range rows[1:] {
			for _, field := range row {
				if v, err := strconv.ParseFloat(field, 64); err == nil {
					known = append(known, v)
				}
			}
			if low >= 0 && row[low] != "" {
				a, _ := strconv.ParseFloat(row[low], 64)
				b, _ := strconv.ParseFloat(row[high], 64)
				known = append(known, (b-a)/2)
			}
		}
	}
	return known
}

func isKnown(token string, known []float64) bool {
	factor := 1.0
	for suffix, f := range map[string]float64{" ms": 1e3, " us": 1e6, " %": 100, " s": 1, "/s": 1} {
		if n, ok := strings.CutSuffix(token, suffix); ok {
			token, factor = n, f
		}
	}
	token = strings.ReplaceAll(token, ",", "")
	v, _ := strconv.ParseFloat(token, 64)
	_, decimals, _ := strings.Cut(token, ".")
	step := math.Pow(10, -float64(len(decimals)))
	return slices.ContainsFunc(known, func(k float64) bool { return math.Abs(k*factor-v) <= step*0.5000001 })
}
