package report

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

func TestMeasuresAreExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Measures {
		if seen[m.Name] || m.Doc == "" || m.Of == nil {
			t.Errorf("%s: want one row with a text and a formula", m.Name)
		}
		seen[m.Name] = true
		if (m.Unit == "") != (m.Shape == Word) {
			t.Errorf("%s: got unit %q, want one for all but words", m.Name, m.Unit)
		}
	}
}

// A run of nothing at all has counts of 0 and no ratio: a share of 0 would be praise.
func TestMeasuresOfNothing(t *testing.T) {
	f := Facts{Latency: &Latencies{}, Last: math.NaN(), Peak: Peak{math.NaN(), math.NaN()}}
	for _, m := range Measures {
		got := m.Of(&f)
		if !math.IsNaN(got) && (got != 0 || m.Shape == Number && m.Unit != "calls") {
			t.Errorf("%s of nothing: got %v, want none", m.Name, got)
		}
	}
}

// Facts made by hand, and what the formulas make of them.
func TestFormulas(t *testing.T) {
	f := Facts{
		Part: Part{Kind: NodePart, nodes: []int{0}},
		Calls: sim.LinkCount{Calls: 1000, OK: 600, Failed: 400, Attempts: 4000, Connects: 7, Replayed: 5,
			Ledger: sim.Ledger{Effects: 620, Duplicates: 30, ToldFailedButDone: 20, ToldOKButUndone: 10}},
		Nodes:   sim.NodeCount{Arrived: 4000, Work: 100 * sec, Wasted: 40 * sec, Limited: 400, Shed: 1000, Hits: 90, Misses: 10, Crashes: 2, Ejections: 3},
		Held:    Held{Busy: 75, Workers: 100},
		Seconds: 10, Latency: &Latencies{}, Window: sim.LinkCount{First: 1000, Attempts: 4000}, WindowSeconds: 10, CapacityPerSec: 80,
		Peak: Peak{900, 300}, Recover: Recovery{Judged: true, Loss: 123, Lowest: 0.25},
	}
	for name, want := range map[string]float64{
		"goodput_share": 0.6, "normalised_goodput": 600.0 / 800, "offered_load_per_s": 100, "load_per_s": 400, "load_share": 5,
		"peak_load": 3, "utilisation": 0.75, "wasted_share": 0.4, "limited": 400, "limited_share": 0.1, "shed_share": 0.25, "hit_ratio": 0.9,
		"crashes": 2, "ejections": 3, "connects": 7, "effects": 620, "duplicates": 30, "replayed": 5, "told_failed_but_done": 20,
		"told_ok_but_undone": 10, "lost_calls": 123, "lowest_share": 0.25,
	} {
		if got := Measures[MeasureIndex(name)].Of(&f); !same(got, want) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	f.CapacityPerSec = 500 // above the 100 calls/s: the calls are what could succeed
	if got := normalisedGoodput(&f); got != 0.6 {
		t.Errorf("normalised goodput below capacity: got %v, want 0.6", got)
	}
	f.Part = Part{Kind: FleetPart}
	if got := Measures[MeasureIndex("shed")].Of(&f); !math.IsNaN(got) {
		t.Errorf("shed of a fleet: got %v, want none: it is about nodes", got)
	}
}

// Gauges are taken for the time since the sample before, until the horizon.
func TestUtilisation(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Fleet: "f"}}, Nodes: []NodeLayout{{}}, WarmUp: 10 * sec, Horizon: 20 * sec}
	c := NewCollector(l)
	for at := 10 * sec; at <= 100*sec; at += sec {
		g := sim.Gauge{Busy: 4, Workers: 4}
		switch {
		case at <= 10*sec:
			g = sim.Gauge{Busy: 1, Workers: 1000} // during the warm-up
		case at <= 25*sec:
			g = sim.Gauge{Busy: 1, Workers: 2}
		}
		c.Sample(sim.Time(at), &sim.Tally{Links: make([]sim.LinkCount, 1), Nodes: []sim.NodeCount{{Gauge: g}}})
	}
	trial := c.Trial(&sim.Result{Tally: sim.Tally{Links: make([]sim.LinkCount, 1), Nodes: make([]sim.NodeCount, 1)}, End: sim.Time(100 * sec)}, nil)
	if got, want := value(t, c, &trial, "total", "utilisation"), (15.0+5*4)/(15*2+5*4); !same(got, want) {
		t.Errorf("15 s at 1 of 2 workers and 5 s at 4 of 4: got %v, want %v", got, want)
	}
}

// 100/s until 40 s, a failure from 20 to 22 s, retries after a second; clients of two
// groups of which one calls three times as often.
func TestMeasuresOfARun(t *testing.T) {
	l := &Layout{
		Links: []LinkLayout{
			{Name: "web.a/service", Fleet: "web", Group: "a", Timeout: sec}, {Name: "web.b/service", Fleet: "web", Group: "b", Timeout: sec},
		},
		Nodes: []NodeLayout{{Name: "service", CapacityPerSec: 400}}, Horizon: 40 * sec,
		Faults: []Band{{Name: "outage", At: 20 * sec, For: 2 * sec}},
	}
	c, res := watchRun(t, l, sim.Config{
		Horizon: 40 * sec,
		Fleets: []sim.Fleet{
			{Name: "web.a", Clients: 1, Workload: steadyArrivals(10 * time.Millisecond), Link: 0},
			{Name: "web.b", Clients: 1, Workload: steadyArrivals(10 * time.Millisecond / 3), Link: 1},
		},
		Nodes: []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: failsIn(20, 22)}}},
		Links: []sim.Link{
			{Name: "web.a/service", From: -1, Policy: tries(2), Timeout: sec}, {Name: "web.b/service", From: -1, Policy: tries(1), Timeout: sec},
		},
	})
	trial := c.Trial(res, nil)
	tests := []struct {
		part, measure string
		want          float64
	}{
		{"total", "offered_load_per_s", 400},
		{"total", "load_per_s", 405}, // 200 retries in 40 s
		{"total", "load_share", 405.0 / 400},
		{"group a", "goodput_share", 0.975}, // born in the first of two seconds: both attempts fail
		{"group b", "goodput_share", 0.95},
		{"group a", "lost_calls", 100},
		{"group b", "lost_calls", 600},
		{"group b", "lowest_share", 0},
		{"group a", "peak_load", 2},
		{"group a", "peak_to_mean_of_retries", 1}, // 10 in each of 20 windows of 0.1 s
		{"group a", "jain", 1},
		{"total", "jain", (3900.0 + 11400) * (3900 + 11400) / (2 * (3900*3900 + 11400*11400))},
		{"total", "starved_share", 0},
	}
	for _, tt := range tests {
		if got := value(t, c, &trial, tt.part, tt.measure); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s of %s: got %v, want %v", tt.measure, tt.part, got, tt.want)
		}
	}
}
