package cli

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestEveryNumberIsInTheData reads the tables and the verdict lines that a run shows,
// and looks for each number in the data files of the same run, within the rounding
// shown: in tables in the row of the same cell, part and measure, in sentences
// anywhere among what is known of the variant.
func TestEveryNumberIsInTheData(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs experiments with all their files")
	}
	for _, c := range []struct {
		why  string
		args string
	}{
		{"a fault, verdicts and thresholds", "storm --trials 2 --set horizon=60s"},
		{"a fault, and verdicts in words", "testdata/scenarios/small.yaml --trials 5"},
		{"a herd", "aws --trials 4 --set fleet.clients=20"},
		{"varied values", "testdata/scenarios/small.yaml --variant jitter --vary link.timeout=500ms..1s:500ms"},
		{"parts", "testdata/scenarios/groups.yaml"},
	} {
		dir := t.TempDir()
		out, _ := runs(t, append([]string{"run", "-q", "--out", dir}, strings.Fields(c.args)...)...)
		seen := 0
		lines := strings.Split(out, "\n")
		data := readData(t, dir)
		for i, line := range lines {
			if i > 0 && strings.Trim(line, "-") == "" && line != "" {
				head := columnsOf(lines[i-1])
				for _, row := range lines[i+1:] {
					if row == "" {
						break
					}
					seen += data.checkRow(t, c.why, head, columnsOf(row))
				}
			} else if variant, text, ok := strings.Cut(line, ": "); ok && slices.Contains(data.variants(), variant) {
				seen += data.checkSentence(t, c.why, variant, text)
			}
		}
		if seen < 10 {
			t.Errorf("%s: %d numbers found, is the test blind?", c.why, seen)
		}
	}
}

var gap = regexp.MustCompile(`\s{2,}`)

func columnsOf(line string) []string { return gap.Split(strings.TrimSpace(line), -1) }

// data is the rows of the files that sum up a run, each as a map by column.
type data struct{ summary, trials, predictions []map[string]string }

func readData(t *testing.T, dir string) data {
	return data{readCSV(t, dir, "summary.csv"), readCSV(t, dir, "trials.csv"), readCSV(t, dir, "predictions.csv")}
}

func readCSV(t *testing.T, dir, name string) (rows []map[string]string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		m := map[string]string{}
		for i, v := range row {
			m[all[0][i]] = v
		}
		rows = append(rows, m)
	}
	return rows
}

func (d data) variants() (names []string) {
	for _, r := range d.summary {
		names = append(names, r["variant"])
	}
	return slices.Compact(names)
}

// checkRow looks up the numbers of a row of a table, and returns how many there are.
func (d data) checkRow(t *testing.T, why string, head, row []string) (numbers int) {
	t.Helper()
	if len(head) != len(row) {
		t.Fatalf("%s: %d heads, %d cells: %q", why, len(head), len(row), row)
	}
	first := slices.Index(head, "variant") + 1
	keys := map[string]string{}
	for i, h := range head {
		if h == "part" || i < first {
			keys[h] = row[i]
		}
	}
	if _, ok := d.summary[0]["part"]; ok && keys["part"] == "" {
		keys["part"] = d.summary[0]["part"]
	}
	for i, h := range head {
		if _, isKey := keys[h]; isKey {
			continue
		}
		known := d.of(func(r map[string]string) bool {
			for k, v := range keys {
				if r[k] != v {
					return false
				}
			}
			return r["measure"] == h
		})
		numbers += look(t, why+", "+h, row[i], known)
	}
	return numbers
}

// of lists what summary.csv knows in the rows that are wanted: each value, and half
// the width of the interval, and the number of trials with a flag.
func (d data) of(wanted func(map[string]string) bool) (known []float64) {
	for _, r := range d.summary {
		if !wanted(r) {
			continue
		}
		for _, column := range []string{"n", "never", "mean", "ci95_low", "ci95_high", "p50"} {
			known = appendNumber(known, r[column])
		}
		n, low, high, mean := number(r["n"]), number(r["ci95_low"]), number(r["ci95_high"]), number(r["mean"])
		known = append(known, (high-low)/2, mean*n, n-number(r["never"]))
	}
	return known
}

// checkSentence looks up the numbers of a verdict line.
func (d data) checkSentence(t *testing.T, why, variant, text string) int {
	t.Helper()
	known := d.of(func(r map[string]string) bool { return r["variant"] == variant })
	for _, r := range d.predictions {
		if r["variant"] == variant {
			known = appendNumber(known, r["value"])
		}
	}
	verdicts := map[string]float64{}
	for _, r := range d.trials {
		if r["variant"] == variant {
			verdicts[r["verdict"]]++
			for _, v := range r {
				known = appendNumber(known, v)
			}
		}
	}
	for _, n := range verdicts {
		known = append(known, n)
	}
	return look(t, why+", sentence on "+variant, text, known)
}

func appendNumber(to []float64, text string) []float64 {
	if v := number(text); !math.IsNaN(v) {
		return append(to, v)
	}
	return to
}

func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// shown is a number as people read it, with the unit that scales it.
var shown = regexp.MustCompile(`(?:^|[ (])(-?[0-9][0-9,]*(?:\.[0-9]+)?)( ms| us| s| %)?`)

// look expects every number of text among those known.
func look(t *testing.T, where, text string, known []float64) (numbers int) {
	t.Helper()
	for _, m := range shown.FindAllStringSubmatch(strings.TrimPrefix(text, "p50 "), -1) {
		numbers++
		digits := strings.ReplaceAll(m[1], ",", "")
		v := number(digits)
		_, fraction, _ := strings.Cut(digits, ".")
		within := 0.5*math.Pow10(-len(fraction)) + 1e-9*math.Abs(v)
		scale := map[string]float64{" ms": 1e3, " us": 1e6, " %": 100}[m[2]]
		if scale == 0 {
			scale = 1
		}
		if !slices.ContainsFunc(known, func(k float64) bool { return math.Abs(k*scale-v) <= within }) {
			t.Errorf("%s: %q shows %s, which no data file has", where, text, strings.TrimSpace(m[0]))
		}
	}
	return numbers
}
