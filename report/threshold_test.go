package report

import (
	"errors"
	"math"
	"strings"
	"testing"
)

var testNames = Names{
	Variants: []string{"jitter+budget", "no-retry"},
	Parts: []Part{{Kind: Total}, {Kind: FleetPart, Name: "web"}, {Kind: GroupPart, Name: "mobile"}, {Kind: NodePart, Name: "db"},
		{Kind: GroupPart, Name: "sdk"}, {Kind: GroupPart, Name: "mobile"}}, // as of another cell
	Faults: []Band{{Name: "flush", At: sec}, {Name: "outage", At: sec, For: sec}},
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
		{"latency p99 after flush < 400ms", Threshold{Measure: "latency_p99_s", Statistic: "mean", Phase: Phase{"after", "flush"}, Op: "<", Value: 0.4}},
		{"latency p99.9 of web max during outage < 1s", Threshold{Measure: "latency_p999_s", Part: "fleet web", Statistic: "max", Phase: Phase{"during", "outage"}, Op: "<", Value: 1}},
		{"amplification at db before outage < 1.1", Threshold{Measure: "amplification", Part: "node db", Statistic: "mean", Phase: Phase{"before", "outage"}, Op: "<", Value: 1.1}},
		{"ok after outage >= 99%", Threshold{Measure: "ok", Statistic: "mean", Phase: Phase{"after", "outage"}, Op: ">=", Value: 0.99, OfCalls: true}},
		{"goodput-share of sdk >= 95% of mobile", Threshold{Measure: "goodput_share", Part: "group sdk", Statistic: "mean", Op: ">=", Value: 0.95, Than: "group mobile"}},
		{"latency p99 at db p50 < 50% of web", Threshold{Measure: "latency_p99_s", Part: "node db", Statistic: "p50", Op: "<", Value: 0.5, Than: "fleet web"}},
		{"retries of sdk<=110% of mobile", Threshold{Measure: "retries", Part: "group sdk", Statistic: "mean", Op: "<=", Value: 1.1, Than: "group mobile", OfCalls: true}},
		{"peak-to-mean of retries < 5", Threshold{Measure: "peak_to_mean_of_retries", Statistic: "mean", Op: "<", Value: 5}},
		{"peak to mean of retries of sdk < 5", Threshold{Measure: "peak_to_mean_of_retries", Part: "group sdk", Statistic: "mean", Op: "<", Value: 5}},
		{"no-retry: duplicates = 0", Threshold{Variant: "no-retry", Measure: "duplicates", Statistic: "mean", Op: "=", Value: 0}},
		{"told-failed-but-done < 0.1%", Threshold{Measure: "told_failed_but_done", Statistic: "mean", Op: "<", Value: 0.001, OfCalls: true}},
		{"shed < 2%", Threshold{Measure: "shed_share", Statistic: "mean", Op: "<", Value: 0.02}},
		{"shed < 200", Threshold{Measure: "shed", Statistic: "mean", Op: "<", Value: 200}},
		{"goodput share > 60%", Threshold{Measure: "goodput_share", Statistic: "mean", Op: ">", Value: 0.6}},
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
		{"amplification of tablet < 5", "tablet", "there are web, mobile and sdk"},
		{"amplification at web < 5", "web", "there are db"},
		{"amplification at < 5", "at", "no name"},
		{"verdict = healthy", "verdict", "has no order"},
		{"calls < 5%", "5%", "a plain number"},
		{"latency p99 after lunch < 1s", "lunch", "there are flush and outage"},
		{"latency p99 after < 1s", "after", "no fault"},
		{"latency p99 during flush < 1s", "during", "an instant"},
		{"recovered after outage > 5%", "after", "of the whole run"},
		{"amplification after outage of web < 2", "of", "not expected here"},
		{"goodput-share of sdk >= 95% of tablet", "tablet", "there are web, mobile and sdk"},
		{"amplification of sdk < 2 of mobile", "of mobile", "a percentage"},
		{"recovered of sdk >= 95% of mobile", "of mobile", "no percentage of it"},
		{"failed < 1% mobile", "1% mobile", "a plain number"},
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
	for _, s := range []string{"recovery-time p95 < 30s", "a: b of c p5 >= 1%", "failed<1 %", "latency p99 at db = 1h", ": < ", "of of of < 1", "latency p99 after flush < 1% of mobile", "ok before outage = 1 of"} {
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
		{"of calls born in a phase that is not watched", "latency p99 after outage < 1s", values{"calls": {9, 9}, "latency_p99_s": {0.1, 0.1}}, NothingToJudge, 0},
		{"of an empty group nothing holds", "failed = 0", values{"failed": {0, 0}, "calls": {0, 0}}, NothingToJudge, 0},
		{"without calls there are no calls", "calls = 0", values{"calls": {0, 0}}, Passed, 0},
		{"equal trials leave no doubt", "amplification <= 1", values{"amplification": {1, 1, 1}}, Passed, 0},
	}
	for _, tt := range tests {
		c := cellOf("v", triggerLayout, tt.v)
		th, err := ParseThreshold(tt.text, Names{Parts: c.Parts, Faults: c.Layout.Faults})
		if err != nil {
			t.Fatal(err)
		}
		got := Judge(th, &Results{Cells: []*Cell{c}})
		if len(got) != 1 || got[0].Standing != tt.want || got[0].Needs != tt.needs {
			t.Errorf("%s: %q: got %+v, want %v with %d needed", tt.why, tt.text, got, tt.want, tt.needs)
		}
	}
}

// Two groups, compared trial by trial: the spread that they share cancels.
func TestJudgeComparesGroups(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Fleet: "f", Group: "sdk"}, {Fleet: "f", Group: "plain"}}, Nodes: []NodeLayout{{}}, Horizon: sec}
	tests := []struct {
		why        string
		text       string
		sdk, plain float64 // factors of what the trials have
		want       Standing
	}{
		{"2 % less than plain, in each trial", "goodput-share of sdk >= 95% of plain", 0.98, 1, Passed},
		{"6 % less", "goodput-share of sdk >= 95% of plain", 0.94, 1, Failed},
		{"plain has nothing, sdk has", "goodput-share of sdk <= 105% of plain", 1, 0, Failed},
		{"neither has", "goodput-share of sdk >= 95% of plain", 0, 0, NothingToJudge},
		{"an empty group", "goodput-share of sdk >= 95% of plain", 1, math.NaN(), NothingToJudge},
		{"counts are compared by call: 10 of 100 is more than 15 of 200", "failed of sdk <= 100% of plain", 10, 15, Failed},
	}
	for _, tt := range tests {
		c := cellOf("v", l, values{"goodput_share": {0.5, 0.7, 0.9}, "failed": {1, 1, 1}, "calls": {100, 100, 100}})
		for i := range c.Trials {
			for part, factor := range []float64{1, tt.sdk, tt.plain} {
				v := c.Trials[i].Values[part]
				v[MeasureIndex("goodput_share")] *= factor
				v[MeasureIndex("failed")] *= factor
				v[MeasureIndex("calls")] *= float64(part)
			}
			c.Trials[i].Values[0][MeasureIndex("calls")] = 300
		}
		var names Names
		names.Add(l)
		th, err := ParseThreshold(tt.text, names)
		if err != nil {
			t.Fatal(err)
		}
		if got := Judge(th, &Results{Cells: []*Cell{c}}); got[0].Standing != tt.want {
			t.Errorf("%s: %q: got %v, want %v", tt.why, tt.text, got[0], tt.want)
		}
	}
	gone := &Layout{Links: l.Links[1:], Nodes: l.Nodes, Horizon: sec} // sdk has no client
	names := Names{}
	names.Add(l)
	th, err := ParseThreshold("goodput-share of sdk >= 95% of plain", names)
	if err != nil {
		t.Fatal(err)
	}
	if got := Judge(th, &Results{Cells: []*Cell{cellOf("v", gone, values{"goodput_share": {1, 1}, "calls": {1, 1}})}}); got[0].Standing != NothingToJudge {
		t.Errorf("a group without clients: got %v, want not judged", got[0])
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

// What the larger scenarios ask for can be asked, and is judged if it happens.
func TestThresholdsOfTheLargerFiles(t *testing.T) {
	tests := []struct {
		layout Layout
		texts  []string
	}{
		{
			Layout{Links: []LinkLayout{{Fleet: "web"}, {Node: 1}}, Nodes: []NodeLayout{{Name: "api"}, {Name: "db"}}, Faults: []Band{{Name: "flush", At: sec}}},
			[]string{"recovered >= 95%", "recovery-time p95 < 2m", "amplification at db < 1.3", "latency p99 after flush < 400ms"},
		},
		{
			Layout{Links: []LinkLayout{{Fleet: "fleet", Group: "plain"}, {Fleet: "fleet", Group: "sdk"}}, Nodes: []NodeLayout{{Name: "service"}}, Faults: []Band{{Name: "spike"}}},
			[]string{"recovery-time p95 < 60s", "failed < 1%", "goodput-share of sdk >= 95% of plain", "peak-to-mean of retries < 5"},
		},
		{
			Layout{Links: []LinkLayout{{Fleet: "fleet", Group: "wifi"}, {Fleet: "fleet", Group: "mobile"}}, Nodes: []NodeLayout{{Name: "service"}}, Faults: []Band{{Name: "crash"}}},
			[]string{"key-per-call: duplicates = 0", "key-per-call: told-failed-but-done < 0.1%", "key-per-call: ok >= 99%", "amplification of mobile < 1.5"},
		},
	}
	for _, tt := range tests {
		tt.layout.Horizon = 10 * sec
		names := Names{Variants: []string{"key-per-call"}}
		names.Add(&tt.layout)
		var all []Threshold
		for _, text := range tt.texts {
			th, err := ParseThreshold(text, names)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, th)
		}
		tt.layout.Phases = PhasesOf(all)
		v := values{}
		for _, m := range Measures {
			v[m.Name] = []float64{1, 1}
		}
		c := cellOf("key-per-call", &tt.layout, v)
		for i := range c.Trials {
			for range tt.layout.Phases {
				c.Trials[i].Phased = append(c.Trials[i].Phased, c.Trials[i].Values)
			}
		}
		for _, j := range JudgeAll(all, &Results{Cells: []*Cell{c}}) {
			if j.Standing == NothingToJudge {
				t.Errorf("got %v, want it judged", j)
			}
		}
	}
}
