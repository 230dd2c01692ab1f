package report

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"retrystorm/sim"
)

var update = flag.Bool("update", false, "write the goldens anew")

const sec = time.Second

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it anew)\ngot:\n%s\nwant:\n%s", name, got, want)
	}
}

// values are those of some measures over trials; the others do not apply.
type values map[string][]float64

// cellOf is a cell whose trials have these values of the total.
func cellOf(variant string, l *Layout, v values) *Cell {
	n := 0
	for _, x := range v {
		n = max(n, len(x))
	}
	c := NewCell(l, variant, nil, n)
	for i := range c.Trials {
		c.Trials[i].Number = i + 1
		c.Trials[i].Values = make([][]float64, len(c.Parts))
		for p := range c.Parts {
			c.Trials[i].Values[p] = make([]float64, len(Measures))
			for m := range Measures {
				c.Trials[i].Values[p][m] = math.NaN()
				if x := v[Measures[m].Name]; i < len(x) {
					c.Trials[i].Values[p][m] = x[i]
				}
			}
			c.Trials[i].Values[p][verdictAt] = 0
			if x := v["verdict"]; i < len(x) {
				c.Trials[i].Values[p][verdictAt] = x[i]
			}
		}
	}
	return c
}

// some repeats a value, or spreads n values around it by step.
func some(n int, value, step float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = value + step*float64(i-n/2)
	}
	return x
}

var (
	herdLayout    = &Layout{Links: []LinkLayout{{Name: "fleet/service", Fleet: "fleet"}}, Nodes: []NodeLayout{{Name: "service", CapacityPerSec: math.Inf(1)}}}
	steadyLayout  = &Layout{Links: herdLayout.Links, Nodes: herdLayout.Nodes, Horizon: 100 * sec}
	triggerLayout = &Layout{Links: []LinkLayout{{Name: "fleet/service", Fleet: "fleet", Timeout: sec}}, Nodes: herdLayout.Nodes, Horizon: 300 * sec,
		Faults: []Band{{Name: "outage", Kind: "stall", On: "service", At: 30 * sec, For: 5 * sec}}}
)

// The kernel's contracts, as small as they go.

// steadyArrivals come every so often.
type steadyArrivals time.Duration

func (a steadyArrivals) Closed() bool { return false }
func (a steadyArrivals) Gap(nth uint32, _ uint64) (time.Duration, bool) {
	if nth == 0 {
		return time.Duration(a) / 2, true
	}
	return time.Duration(a), true
}
func (a steadyArrivals) Rate(uint32) sim.Rate { return sim.Rate(1 / time.Duration(a).Seconds()) }

// together is one call of each client at once.
type together struct{}

func (together) Closed() bool                                   { return true }
func (together) Gap(nth uint32, _ uint64) (time.Duration, bool) { return 0, nth == 0 }
func (together) Rate(uint32) sim.Rate                           { return 0 }

// tries makes so many attempts, a second apart.
type tries uint16

func (p tries) New(sim.Scopes) sim.Strategy                         { return p }
func (p tries) Before(sim.Time, uint32, *sim.Call) (d sim.Decision) { return d }
func (p tries) After(_ sim.Time, _ uint32, c *sim.Call, o *sim.Outcome) sim.Decision {
	if c.Attempts >= uint16(p) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	}
	return sim.Decision{Delay: time.Second}
}

// stub works for each request and answers as it is told; it calls on first if it has
// a link.
type stub struct {
	work   time.Duration
	answer func(now sim.Time, r *sim.Request) sim.Status
	link   int // 0 is none, as link 0 is the fleet's
}

func (m stub) New() sim.Service { return m }
func (m stub) Arrive(env *sim.Env, r *sim.Request) {
	if m.link > 0 {
		env.Call(r.ID, uint8(m.link), 0)
		return
	}
	env.Serve(r.ID, m.work, 0)
}
func (m stub) Wake(env *sim.Env, r *sim.Request) { env.Reply(r.ID, m.answer(env.Now, r), 0) }
func (m stub) Done(env *sim.Env, r *sim.Request, _ int, st sim.Status) {
	env.Reply(r.ID, st, 0)
}

func always(st sim.Status) func(sim.Time, *sim.Request) sim.Status {
	return func(sim.Time, *sim.Request) sim.Status { return st }
}

// failsIn fails from one second to another.
func failsIn(from, to float64) func(sim.Time, *sim.Request) sim.Status {
	return func(now sim.Time, _ *sim.Request) sim.Status {
		if s := now.Seconds(); s >= from && s < to {
			return sim.Unavailable
		}
		return sim.OK
	}
}

// watch runs cfg under a collector.
func watchRun(t *testing.T, l *Layout, cfg sim.Config) (*Collector, *sim.Result) {
	t.Helper()
	c := NewCollector(l)
	cfg.Observe = c
	res, err := sim.New().Run(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, &res
}

// value is a measure of a part of a trial.
func value(t *testing.T, c *Collector, trial *Trial, part, measure string) float64 {
	t.Helper()
	for i, p := range c.parts {
		if p.String() == part {
			return trial.Values[i][MeasureIndex(measure)]
		}
	}
	t.Fatalf("no part %q", part)
	return 0
}
