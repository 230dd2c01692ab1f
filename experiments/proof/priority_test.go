package proof_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/models/theory"
	"retrystorm/sim"
)

const classesText = `
name: classes
question: Who waits?
trials: 100
warm-up: 500s
horizon: 60000s
fleets:
  important: {clients: 1, workload: {kind: poisson, rate: 0.3/s}, calls: service}
  other: {clients: 1, workload: {kind: poisson, rate: 0.2/s}, calls: service}
services:
  service: {workers: 1, service-time: {kind: exponential, mean: 1s}, queue: {limit: unlimited, discipline: priority}}
links:
  important/service: {priority: 1}
  other/service: {priority: 0}
`

// waits adds up the waiting times of each link.
type waits struct {
	warm    sim.Time
	arrived map[uint32]sim.Time
	waited  [2]time.Duration
	n       [2]int
}

func (w *waits) Wants() sim.Kinds { return served }

func (w *waits) Observe(r *sim.Record) {
	if r.Kind == sim.RequestArrived {
		w.arrived[r.Seq] = r.At
		return
	}
	at := w.arrived[r.Seq]
	delete(w.arrived, r.Seq)
	if at >= w.warm {
		w.waited[r.Link] += r.At.Sub(at)
		w.n[r.Link]++
	}
}

// Two classes at one worker, by Cobham's formula.
func TestPriorities(t *testing.T) {
	x := expand(t, scenario(t, "classes", classesText))
	cfg := x.Cells[0].Plan.Config
	var got [2][]float64
	for i := range got {
		got[i] = make([]float64, x.Trials)
	}
	replicate(x.Trials, func(s *sim.Sim, i int) float64 {
		w := &waits{warm: sim.Time(500 * time.Second), arrived: map[uint32]sim.Time{}}
		run := cfg
		run.Seed, run.Observe = experiments.TrialSeed(x.Seed, i), w
		simulate(t, s, run)
		for class := range w.n {
			got[class][i] = w.waited[class].Seconds() / float64(w.n[class])
		}
		return 0
	})
	for class := range got {
		s, want := sampleOf(got[class]), theory.Priorities{Lambda: []float64{.3, .2}, Mu: 1}.Wq(class)
		what := fmt.Sprintf("class %d waits %.4f s +- %.4f, want %.4f s, z %+.2f", class, s.mean, s.error(), want, s.from(want))
		t.Log(what)
		if math.Abs(s.from(want)) > farthest || s.half() > widest {
			t.Error(what)
		}
	}
}
