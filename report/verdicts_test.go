package report

import (
	"math"
	"testing"
)

// storm is a cell after a trigger: how many trials came out how.
func stormCell(variant string, healthy, slow, stuck, undecided int, recovery []float64) *Cell {
	n := healthy + slow + stuck + undecided
	v := values{"verdict": nil, "metastable": nil, "recovered": nil, "recovery_time_s": recovery}
	add := func(k int, x Verdict, recovered float64) {
		for range k {
			v["verdict"] = append(v["verdict"], float64(x))
			v["metastable"] = append(v["metastable"], oneIf(x == Stuck))
			v["recovered"] = append(v["recovered"], recovered)
		}
	}
	add(healthy, Healthy, 1)
	add(slow, Slow, 0)
	add(stuck, Stuck, 0)
	add(undecided, Undecided, 0)
	for len(v["recovery_time_s"]) < n {
		v["recovery_time_s"] = append(v["recovery_time_s"], math.Inf(1))
	}
	c := cellOf(variant, triggerLayout, v)
	c.Prediction = Prediction{OfferedPerSec: 800, CapacityPerSec: 1000, MaxAttempts: 4, SafeBudget: 0.25, SafeQueue: 1000}
	for i := range c.Trials {
		if c.Trials[i].Verdict() == Undecided {
			c.Trials[i].Decides = 85 * sec
		}
	}
	return c
}

// Every rule of the tables, with the numbers that make it speak.
func TestVerdictLines(t *testing.T) {
	load := "800/s x 4 attempts = 3,200/s against 1,000/s"
	safe := "safe budget < 25 %, safe queue < 1,000"
	tests := []struct {
		why  string
		c    *Cell
		p    func(*Prediction)
		want string
	}{
		{"all healthy", stormCell("v", 5, 0, 0, 0, some(5, 5, 0.1)), nil, "healthy; recovers in 5.0 s ± 0.2 s"},
		{"healthy at once", stormCell("v", 3, 0, 0, 0, []float64{0, 0, 0}), nil, "healthy; recovers at once"},
		{"all stuck", stormCell("v", 0, 0, 30, 0, nil), nil, "stuck in 30 of 30 trials (metastable); " + load + "; " + safe},
		{"mixed, the worst first", stormCell("v", 18, 0, 12, 0, some(18, 9, 0.1)), nil,
			"stuck in 12 of 30 trials (metastable), healthy in 18; half recover within 9.5 s; " + load + "; " + safe},
		{"slow", stormCell("v", 0, 4, 0, 0, nil), nil, "slow in 4 of 4 trials; " + load + "; " + safe},
		{"undecided", stormCell("v", 0, 0, 0, 4, nil), nil, "undecided: a horizon of 85 s would decide; " + load + "; " + safe},
		{"overloaded by itself", stormCell("v", 0, 0, 2, 0, nil), func(p *Prediction) { p.OfferedPerSec = 1100; p.SafeBudget, p.SafeQueue = 0, 0 },
			"stuck in 2 of 2 trials (metastable); 1,100/s offered against 1,000/s: overloaded without a single retry"},
		{"no limit of attempts, at a named node", stormCell("v", 0, 0, 2, 0, nil), func(p *Prediction) { p.MaxAttempts = math.Inf(1); p.Node = "db" },
			"stuck in 2 of 2 trials (metastable); 800/s x unlimited attempts against 1,000/s at db; " + safe},
		{"no retries: nothing to multiply", stormCell("v", 0, 2, 0, 0, nil), func(p *Prediction) { p.MaxAttempts = 1; p.SafeQueue = 0 },
			"slow in 2 of 2 trials; safe budget < 25 %"},
		{"rates not known", stormCell("v", 0, 0, 2, 0, nil), func(p *Prediction) { *p = Prediction{SafeQueue: 180} },
			"stuck in 2 of 2 trials (metastable); safe queue < 180"},
		{"a herd", cellOf("v", herdLayout, values{"attempts": some(3, 796, 1), "completion_s": some(3, 4.9, 0.01), "calls": some(3, 100, 0), "ok": some(3, 100, 0)}), nil,
			"796 ± 2 attempts; done after 4.90 s ± 0.02 s"},
		{"a herd in which calls fail", cellOf("v", herdLayout, values{"attempts": some(3, 200, 0), "completion_s": some(3, 2, 0), "calls": some(3, 100, 0), "ok": some(3, 97, 0)}), nil,
			"200 attempts; done after 2 s; only 97 of 100 calls succeed"},
		{"a herd in which all fail", cellOf("v", herdLayout, values{"attempts": some(3, 200, 0), "calls": some(3, 100, 0), "ok": some(3, 0, 0)}), nil,
			"200 attempts; no call succeeds; only 0 of 100 calls succeed"},
		{"steady", cellOf("v", steadyLayout, values{"goodput_per_s": some(3, 799, 0), "amplification": some(3, 1.02, 0)}), func(p *Prediction) { p.OfferedPerSec = 800 },
			"goodput 799/s of 800/s offered; 1.02 attempts per call"},
		{"steady, offered load not known", cellOf("v", steadyLayout, values{"goodput_per_s": some(3, 799, 0), "amplification": some(3, 1.02, 0)}), nil,
			"goodput 799/s; 1.02 attempts per call"},
	}
	for _, tt := range tests {
		if tt.p != nil {
			tt.p(&tt.c.Prediction)
		}
		r := &Results{Cells: []*Cell{tt.c}}
		if got := r.Lines()[0].Text; got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.why, got, tt.want)
		}
	}
}

func TestVerdictLineNamesALimit(t *testing.T) {
	c := stormCell("v", 0, 0, 2, 0, nil)
	c.Trials[1].Limit = "the limit of 2,000,000,000 events was reached at 12 s"
	c.Prediction = Prediction{}
	r := &Results{Cells: []*Cell{c}}
	want := "stuck in 2 of 2 trials (metastable); ended early: the limit of 2,000,000,000 events was reached at 12 s"
	if got := r.Lines()[0].Text; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestComparison(t *testing.T) {
	herdOf := func(name string, attempts, completion float64) *Cell {
		c := cellOf(name, herdLayout, values{"attempts": some(9, attempts, 1), "completion_s": some(9, completion, 0.01)})
		return c
	}
	steadyOf := func(name string, goodput, load float64) *Cell {
		return cellOf(name, steadyLayout, values{"goodput_per_s": some(9, goodput, 1), "load_per_s": some(9, load, 1)})
	}
	goodput := func(c *Cell, x float64) *Cell {
		for i := range c.Trials {
			c.Trials[i].Values[0][MeasureIndex("goodput_per_s")] = x + float64(i)
		}
		return c
	}
	tests := []struct {
		why   string
		cells []*Cell
		want  string
	}{
		{"one variant: nothing to compare", []*Cell{herdOf("a", 1, 1)}, ""},
		{"work and time differ: both must be read", []*Cell{herdOf("none", 2400, 2), herdOf("jitter", 800, 5)},
			"least work: `jitter`; first to finish: `none`. The service takes no time here, so `none` finishes first while doing more work; " +
				"on a service that takes time these attempts are the load: read work and time together"},
		{"the same is best in both", []*Cell{herdOf("a", 800, 2), herdOf("b", 900, 5)}, "least work: `a`; first to finish: `a`"},
		{"no clear difference: a tie", []*Cell{herdOf("a", 800, 2), herdOf("b", 800, 5)}, "least work: `a` and `b`; first to finish: `a`"},
		{"steady", []*Cell{steadyOf("a", 700, 900), steadyOf("b", 800, 1000)}, "most goodput: `b`; least load: `a`"},
		{"some recover", []*Cell{goodput(stormCell("a", 3, 0, 0, 0, some(3, 5, 0.1)), 700), stormCell("b", 0, 0, 3, 0, nil)},
			"`a` recovers in every trial, `b` does not"},
		{"two recover", []*Cell{goodput(stormCell("a", 3, 0, 0, 0, some(3, 5, 0.1)), 700), goodput(stormCell("b", 3, 0, 0, 0, some(3, 9, 0.1)), 750), stormCell("c", 2, 0, 1, 0, some(2, 1, 0))},
			"`a` and `b` recover in every trial, `c` does not; back first: `a`; most goodput: `b`"},
		{"all recover", []*Cell{goodput(stormCell("a", 3, 0, 0, 0, some(3, 5, 0.1)), 700), goodput(stormCell("b", 3, 0, 0, 0, some(3, 9, 0.1)), 750)},
			"all recover in every trial; back first: `a`; most goodput: `b`"},
		{"none recovers", []*Cell{stormCell("a", 0, 0, 3, 0, nil), stormCell("b", 2, 0, 1, 0, nil)}, "none recovers in every trial"},
	}
	for _, tt := range tests {
		r := &Results{Cells: tt.cells}
		if got := r.Comparison(); got != tt.want {
			t.Errorf("%s:\ngot  %q\nwant %q", tt.why, got, tt.want)
		}
	}
}

func TestComparisonOfASweep(t *testing.T) {
	r := &Results{Vary: []string{"faults.outage.kind"}}
	for i, kind := range []string{"stall", "lose", "refuse"} {
		for _, name := range []string{"a", "b"} {
			c := stormCell(name, 2, 0, 0, 0, some(2, 5, 0))
			if i == 0 || name == "b" && i == 1 {
				c = stormCell(name, 0, 0, 2, 0, nil)
			}
			c.Values = []string{kind}
			r.Cells = append(r.Cells, c)
		}
	}
	want := "recovering in every trial: nobody for faults.outage.kind = stall; `a` for lose; `a` and `b` for refuse"
	if got := r.Comparison(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := r.Lines()[0].Text, "stuck for faults.outage.kind = stall; healthy for lose and refuse"; got != want {
		t.Errorf("words have no order: got %q, want %q", got, want)
	}
}

// varied puts a variant at several values of one path.
func varied(path string, cells ...*Cell) *Results {
	r := &Results{Vary: []string{path}}
	for i, c := range cells {
		c.Values = []string{[]string{"100/s", "200/s", "300/s", "400/s"}[i]}
		r.Cells = append(r.Cells, c)
	}
	return r
}

func TestLinesOfASweep(t *testing.T) {
	ok := func() *Cell { return stormCell("v", 2, 0, 0, 0, some(2, 5, 0)) }
	bad := func() *Cell { return stormCell("v", 0, 0, 2, 0, nil) }
	tests := []struct {
		why  string
		r    *Results
		want string
	}{
		{"stretches", varied("fleet.rate", ok(), ok(), bad(), ok()), "healthy for fleet.rate = 100/s .. 200/s; stuck for 300/s; healthy for 400/s"},
		{"an undecided one names its horizon", varied("fleet.rate", ok(), stormCell("v", 0, 0, 0, 2, nil)),
			"healthy for fleet.rate = 100/s; undecided (a horizon of 85 s would decide) for 200/s"},
		{"the same throughout", varied("fleet.rate", ok(), ok()), "healthy throughout"},
		{"a herd: ranges", varied("fleet.clients", cellOf("v", herdLayout, values{"attempts": some(3, 100, 0), "completion_s": some(3, 0.5, 0)}),
			cellOf("v", herdLayout, values{"attempts": some(3, 900, 0), "completion_s": some(3, 4, 0)})), "100 to 900 attempts; done after 500 ms to 4 s"},
	}
	for _, tt := range tests {
		if got := tt.r.Lines()[0].Text; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.why, got, tt.want)
		}
	}
}
