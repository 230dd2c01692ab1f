package report

import (
	"errors"
	"math"
	"strings"
	"testing"
)

var testNames = Names{
	Variants: []string{"jitter+budget", "no-retry"},
	Parts:    []Part{{Kind: Total}, {Kind: FleetPart, Name: "web"}, {Kind: GroupPart, Name: "mobile"}, {Kind: NodePart, Name: "db"}},
}

func TestParseThreshold(t *testing.T) {
	tests := []struct {
		text string
		want Threshold
	}{
		{"jitter+budget: recovery-time p95 < 30s", Threshold{Variant: "jitter+budget", Measure: "recovery_time_s", Statistic: "p95", Op: "<", Value: 30}},
		{"recovered >= 95%", Threshold{Measure: "recovered", Statistic: "share", Op: ">=", Value: 0.95}},
		{"recovered share >= 95 %", Threshold{Measure: "recovered", Statistic: "share", Op: ">=", Value: 0.95}},
		{"amplification<1.3", Threshold{Measure: "amplification", Statistic: "mean", Op: "<", Value: 1.3}},
		{"amplification at db < 1.3", Threshold{Measure: "amplification", Part: "node db", Statistic: "mean", Op: "<", Value: 1.3}},
		{"amplification of mobile max < 1.5", Threshold{Measure: "amplification", Part: "group mobile", Statistic: "max", Op: "<", Value: 1.5}},
		{"goodput of web > 48000/min", Threshold{Measure: "goodput_per_s", Part: "fleet web", Statistic: "mean", Op: ">", Value: 800}},
		{"latency p99 < 400ms", Threshold{Measure: "latency_p99_s", Statistic: "mean", Op: "<", Value: 0.4}},
		{"latency_p99_s p50 <= 1m30s", Threshold{Measure: "latency_p99_s", Statistic: "p50", Op: "<=", Value: 90}},
		{"failed < 1%", Threshold{Measure: "failed", Statistic: "mean", Op: "<", Value: 0.01, OfCalls: true}},
		{"failed = 0", Threshold{Measure: "failed", Statistic: "mean", Op: "=", Value: 0}},
		{"wasted-share <= 5%", Threshold{Measure: "wasted_share", Statistic: "mean", Op: "<=", Value: 0.05}},
		{"no-retry:   attempts  <  1,000", Threshold{Variant: "no-retry", Measure: "attempts", Statistic: "mean", Op: "<", Value: 1000}},
	}
	for _, tt := range tests {
		got, err := ParseThreshold(tt.text, testNames)
		tt.want.Text = tt.text
		if tt.want.Part == "" {
			tt.want.Part = "total"
		}
		if err != nil || math.Abs(got.Value-tt.want.Value) > 1e-9 {
			t.Errorf("%q: got %+v, %v, want value %v", tt.text, got, err, tt.want.Value)
			continue
		}
		got.Value = tt.want.Value
		if got != tt.want {
			t.Errorf("%q: got %+v, want %+v", tt.text, got, tt.want)
		}
	}
}

func TestParseThresholdErrors(t *testing.T) {
	tests := []struct {
		text string
		at   string // what stands where the error points; "" is the end
		says string
	}{
		{"amplification 1.3", "", "no comparison"},
		{"jitter: amplification < 1.3", "jitter:", "there are jitter+budget and no-retry"},
		{"recover-time < 30s", "recover-time", `did you mean "recovery_time_s"?`},
		{"recovery-time p95 < 30", "30", "a time with its unit, as in 30s"},
		{"recovery-time p95 < 0", "0", "a time with its unit"},
		{"goodput > 800", "800", "a rate, as in 800/s"},
		{"recovered >= 0.95", "0.95", "a share, as in 95%"},
		{"amplification < 30s", "30s", "a plain number"},
		{"amplification <", "", "no value"},
		{"< 3", "<", "no measure"},
		{"recovered p95 > 5%", "p95", "true or false"},
		{"amplification share < 5%", "share", "not for amplification"},
		{"amplification p100 < 5", "p100", "not expected here"},
		{"amplification of tablet < 5", "tablet", "there are web and mobile"},
		{"amplification at web < 5", "web", "there are db"},
		{"amplification at < 5", "at", "no name"},
		{"verdict = healthy", "verdict", "has no order"},
		{"calls < 5%", "5%", "a plain number"},
	}
	for _, tt := range tests {
		_, err := ParseThreshold(tt.text, testNames)
		var e *ThresholdError
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an error", tt.text, err)
			continue
		}
		if !strings.HasPrefix(tt.text[e.At:], tt.at) || tt.at == "" && e.At != len(tt.text) {
			t.Errorf("%q: points at %q, want %q (%v)", tt.text, tt.text[e.At:], tt.at, err)
		}
		if !strings.Contains(e.Problem, tt.says) {
			t.Errorf("%q: got %q, want it to say %q", tt.text, e.Problem, tt.says)
		}
	}
}

func FuzzParseThreshold(f *testing.F) {
	for _, s := range []string{"recovery-time p95 < 30s", "a: b of c p5 >= 1%", "failed<1 %", "latency p99 at db = 1h", ": < ", "of of of < 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		th, err := ParseThreshold(text, testNames)
		var e *ThresholdError
		if errors.As(err, &e) && (e.At < 0 || e.At > len(text)) {
			t.Fatalf("%q: points at %d", text, e.At)
		}
		if err == nil && (MeasureIndex(th.Measure) < 0 || math.IsNaN(th.Value)) {
			t.Fatalf("%q: got %+v without an error", text, th)
		}
	})
}

func TestJudge(t *testing.T) {
	inf := math.Inf(1)
	mixed := append(some(57, 9, 0.01), inf, inf, inf)
	tests := []struct {
		why   string
		text  string
		v     values
		want  Standing
		needs int
	}{
		{"far below", "recovery-time < 30s", values{"recovery_time_s": some(10, 9, 0.1)}, Passed, 0},
		{"far above", "recovery-time < 5s", values{"recovery_time_s": some(10, 9, 0.1)}, Failed, 0},
		{"the interval straddles", "recovery-time < 9.05s", values{"recovery_time_s": some(10, 9, 0.1)}, TooFew, 31},
		{"one trial decides nothing", "recovery-time < 30s", values{"recovery_time_s": {9}}, TooFew, 0},
		{"a trial that never recovers has no finite mean", "recovery-time < 30s", values{"recovery_time_s": {9, 9, 9, inf}}, Failed, 0},
		{"30 trials bound no p95", "recovery-time p95 < 30s", values{"recovery_time_s": some(30, 9, 0.1)}, TooFew, 59},
		{"59 do", "recovery-time p95 < 30s", values{"recovery_time_s": some(59, 9, 0.1)}, Passed, 0},
		{"3 of 60 never: p95 may or may not", "recovery-time p95 < 30s", values{"recovery_time_s": mixed}, TooFew, 59},
		{"but the median is sure", "recovery-time p50 < 30s", values{"recovery_time_s": mixed}, Passed, 0},
		{"max speaks of the trials made", "recovery-time max < 30s", values{"recovery_time_s": some(3, 9, 0.1)}, Passed, 0},
		{"30 of 30 do not show 95 %", "recovered >= 95%", values{"recovered": some(30, 1, 0)}, TooFew, 52},
		{"60 of 60 do", "recovered >= 95%", values{"recovered": some(60, 1, 0)}, Passed, 0},
		{"none of 30 refutes it", "recovered >= 95%", values{"recovered": some(30, 0, 0)}, Failed, 0},
		{"= holds in every trial", "failed = 0", values{"failed": {0, 0, 0}}, Passed, 0},
		{"= fails with one", "failed = 0", values{"failed": {0, 1, 0}}, Failed, 0},
		{"as a share of the calls", "failed < 1%", values{"failed": {5, 6}, "calls": {1000, 1000}}, Passed, 0},
		{"it applies to no trial", "recovered >= 95%", values{"calls": {1, 2}}, NothingToJudge, 0},
		{"> needs the lower bound", "goodput > 800/s", values{"goodput_per_s": some(10, 900, 1)}, Passed, 0},
		{"equal trials leave no doubt", "amplification <= 1", values{"amplification": {1, 1, 1}}, Passed, 0},
	}
	for _, tt := range tests {
		c := cellOf("v", triggerLayout, tt.v)
		th, err := ParseThreshold(tt.text, Names{Parts: c.Parts})
		if err != nil {
			t.Fatal(err)
		}
		got := Judge(th, &Results{Cells: []*Cell{c}})
		if len(got) != 1 || got[0].Standing != tt.want || got[0].Needs != tt.needs {
			t.Errorf("%s: %q: got %+v, want %v with %d needed", tt.why, tt.text, got, tt.want, tt.needs)
		}
	}
}

func TestJudgePicksCells(t *testing.T) {
	r := &Results{Cells: []*Cell{cellOf("a", steadyLayout, values{"amplification": {1, 1}}), cellOf("b", steadyLayout, values{"amplification": {2, 2}})}}
	names := Names{Variants: r.Variants()}
	for text, want := range map[string]string{
		"b: amplification < 1.5": "failed: b: amplification < 1.5 (2; 2 trials)",
		"amplification < 1.5":    "passed: a: amplification < 1.5 (1; 2 trials)\nfailed: b: amplification < 1.5 (2; 2 trials)",
	} {
		th, err := ParseThreshold(text, names)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, j := range Judge(th, r) {
			lines = append(lines, j.String())
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", text, got, want)
		}
	}
}
