package report

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// 1,000/s; the service fails from 20 to 22 s after the warm-up, which is all of the
// outage, and answers after 1 ms otherwise, after 3 ms once the flush at 30 s has come.
// Two attempts, a second apart.
func TestPhasesOfARun(t *testing.T) {
	warm := 5 * sec
	l := &Layout{
		Links: []LinkLayout{{Name: "f/s", Fleet: "f", Timeout: sec}}, Nodes: []NodeLayout{{CapacityPerSec: 2000}}, WarmUp: warm, Horizon: 40 * sec,
		Faults: []Band{{Name: "outage", At: 20 * sec, For: 2 * sec}, {Name: "flush", At: 30 * sec}},
		Phases: []Phase{{"before", "outage"}, {"during", "outage"}, {"after", "outage"}, {"after", "flush"}, {"after", "elsewhere"}},
	}
	c, res := watchRun(t, l, sim.Config{
		Horizon: warm + 40*sec,
		Fleets:  []sim.Fleet{{Name: "f", Clients: 1, Workload: steadyArrivals(time.Millisecond)}},
		Nodes:   []sim.Node{{Name: "s", Model: slowFrom{35, failsIn(25, 27)}}},
		Links:   []sim.Link{{Name: "f/s", From: -1, Policy: tries(2), Timeout: sec}},
	})
	cell := NewCell(l, "v", nil, 1)
	cell.Put(0, c.Trial(res, nil), c)
	nan := math.NaN()
	tests := []struct {
		measure string
		want    [5]float64 // by phase
	}{
		{"calls", [5]float64{20000, 2000, 18000, 10000, nan}},
		{"ok", [5]float64{20000, 1000, 18000, 10000, nan}},
		{"failed", [5]float64{0, 1000, 0, 0, nan}},
		{"amplification", [5]float64{1, 2, 1, 1, nan}}, // of the calls born in the phase
		{"load_per_s", [5]float64{1000, 1500, 1000 + 1000.0/18, 1000, nan}},
		{"offered_load_per_s", [5]float64{1000, 1000, 1000, 1000, nan}},
		{"goodput_per_s", [5]float64{1000, 500, 1000, 1000, nan}},
		{"goodput_share", [5]float64{1, 0.5, 1, 1, nan}},
		{"normalised_goodput", [5]float64{1, 0.5, 1, 1, nan}},
		{"latency_p99_s", [5]float64{0.001, math.Inf(1), 0.003, 0.003, nan}},
		{"latency_p50_s", [5]float64{0.001, 1.002, 0.003, 0.003, nan}},
		{"recovered", [5]float64{nan, nan, nan, nan, nan}}, // of whole runs only
	}
	for _, tt := range tests {
		for phase, want := range tt.want {
			got := cell.ofPhase(phase, 0, MeasureIndex(tt.measure))[0]
			if !same(got, want) && !(math.Abs(got-want) <= 3e-3*want+slack(tt.measure)) {
				t.Errorf("%s %v: got %v, want %v", tt.measure, l.Phases[phase], got, want)
			}
		}
	}
}

func TestPhasesHaveAFile(t *testing.T) {
	v := values{"amplification": {2, 4}, "calls": {10, 10}}
	l := *triggerLayout
	l.Phases = []Phase{{"during", "outage"}}
	c := cellOf("v", &l, v)
	for i := range c.Trials {
		c.Trials[i].Phased = [][][]float64{c.Trials[i].Values}
	}
	r := &Results{Name: "x", Cells: []*Cell{c}}
	var row []string
	for _, x := range r.phasesTable().Rows {
		if slices.Contains(x, "amplification") {
			row = x
		}
	}
	want := []string{"x", "v", "during outage", "amplification", "attempts/call", "2", "0", "3"}
	if len(row) < len(want) || !slices.Equal(row[:len(want)], want) {
		t.Errorf("got %v, want it to begin with %v", row, want)
	}
	if !slices.ContainsFunc(r.dataFiles(), func(f file) bool { return f.name == "phases.csv" }) {
		t.Error("phases are watched and phases.csv is not written")
	}
}

// slack is for the call that is being answered when the outage begins, and when it ends.
func slack(measure string) float64 {
	if Measures[MeasureIndex(measure)].Shape == Count {
		return 2
	}
	return 0
}

// slowFrom answers after 1 ms, from a second on after 3 ms.
type slowFrom struct {
	second float64
	answer func(sim.Time, *sim.Request) sim.Status
}

func (m slowFrom) New() sim.Service { return m }
func (m slowFrom) Arrive(env *sim.Env, r *sim.Request) {
	work := time.Millisecond
	if env.Now.Seconds() >= m.second {
		work *= 3
	}
	env.Serve(r.ID, work, 0)
}
func (m slowFrom) Wake(env *sim.Env, r *sim.Request) { env.Reply(r.ID, m.answer(env.Now, r), 0) }
func (m slowFrom) Done(*sim.Env, *sim.Request, int, sim.Status) {
}

func TestPhasesOf(t *testing.T) {
	after := Phase{"after", "flush"}
	got := PhasesOf([]Threshold{{}, {Phase: after}, {Phase: Phase{"before", "flush"}}, {Phase: after}})
	if len(got) != 2 || got[0] != after {
		t.Errorf("got %v, want each phase once and no whole run", got)
	}
}
