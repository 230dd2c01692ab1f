package models

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// TestWorkloadGaps follows the first arrivals of each kind by hand.
func TestWorkloadGaps(t *testing.T) {
	half := uint64(1) << 63
	for _, row := range []struct {
		name   string
		w      sim.Workload
		closed bool
		gaps   []time.Duration // of arrivals 0, 1, ...; -1 is no more
	}{
		{"a herd calls once, at once", &Herd{}, true, []time.Duration{0, -1, -1}},
		{"a spread herd calls once, within its time", &Herd{Spread: 10 * time.Second}, true, []time.Duration{5 * time.Second, -1}},
		{"steady: the first at the beginning, then thirds of a second that add up", &Steady{PerSec: 3}, false,
			[]time.Duration{0, 333333333, 333333334, 333333333, 333333333}},
		{"thinking comes before the first call too", &Think{Time: &Constant{Value: time.Second}}, true, []time.Duration{time.Second, time.Second}},
		{"bursts of two, ten seconds apart", &Batch{Size: 2, Every: 10 * time.Second}, false,
			[]time.Duration{0, 0, 10 * time.Second, 0, 10 * time.Second}},
		{"poisson: ln 2 / rate at the median", &Poisson{PerSec: 2}, false, []time.Duration{346573590, 346573590}},
	} {
		if row.w.Closed() != row.closed {
			t.Errorf("%s: closed is %v", row.name, row.w.Closed())
		}
		for n, want := range row.gaps {
			got, ok := row.w.Gap(uint32(n), half)
			if !ok {
				got = -1
			}
			if got != want {
				t.Errorf("%s: gap %d = %v, want %v", row.name, n, got, want)
			}
		}
	}
}

// TestSteadyDoesNotDrift adds up a day of gaps that are no whole nanoseconds.
func TestSteadyDoesNotDrift(t *testing.T) {
	w := &Steady{PerSec: 7}
	var at time.Duration
	for n := range uint32(7 * 86400) {
		gap, _ := w.Gap(n+1, 0)
		at += gap
	}
	if at != 24*time.Hour {
		t.Errorf("7/s for a day ends after %v", at)
	}
}

// TestParts: the parts of an open workload add up to it; closed ones stay.
func TestParts(t *testing.T) {
	for _, w := range []sim.Workload{&Poisson{PerSec: 100}, &Steady{PerSec: 100}, &Batch{Size: 100, Every: time.Second}} {
		if got := Part(w, 0.25).Rate(1) + Part(w, 0.75).Rate(1); got != 100 {
			t.Errorf("parts of %T add up to %v/s, want 100/s", w, got)
		}
	}
	if w := sim.Workload(&Herd{}); Part(w, 0.1) != w {
		t.Error("a part of a herd is another workload")
	}
}

// TestCostOfRejecting: a saturated service that spends r of a service time on each
// rejection serves (C - r A) / (1 - r) per second.
func TestCostOfRejecting(t *testing.T) {
	const capacity = 100.0 // 10 workers of 100 ms
	for _, row := range []struct {
		rate float64
		cost sim.Share
	}{{200, 0}, {200, 0.1}, {200, 0.3}, {150, 0.5}} {
		want := (capacity - float64(row.cost)*row.rate) / (1 - float64(row.cost))
		var got []float64
		for seed := uint64(1); seed <= 20; seed++ {
			m := &Queue{Workers: 10, ServiceTime: &Exponential{MeanTime: 100 * time.Millisecond}, Waiting: Waiting{Limit: 50, Discipline: FIFO{}},
				Abandoned: Serve, HoldWorker: true, RejectCost: row.cost}
			cfg := &sim.Config{Seed: seed, Horizon: 100 * time.Second,
				Fleets: []sim.Fleet{{Name: "fleet", Clients: 1, Workload: &Poisson{PerSec: sim.Rate(row.rate)}}},
				Nodes:  []sim.Node{{Name: "service", Model: m}},
				Links:  []sim.Link{{Name: "fleet/service", From: -1, Policy: once{}}}}
			res, err := sim.New().Run(cfg)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, float64(res.Links[0].OK)/100)
		}
		mean, se := meanAndError(got)
		edge := 1.2 // filling and draining the queue of 60 once, in 100 s
		if math.Abs(mean-want) > 4*se+edge {
			t.Errorf("%v/s at a cost of %v: %.2f/s served, want %.2f/s (standard error %.2f)", row.rate, row.cost, mean, want, se)
		}
	}
}

// once is a policy of one attempt.
type once struct{}

func (o once) New(sim.Scopes) sim.Strategy                       { return o }
func (once) Before(sim.Time, uint32, *sim.Call) (d sim.Decision) { return d }
func (once) After(sim.Time, uint32, *sim.Call, *sim.Outcome) sim.Decision {
	return sim.Decision{Verb: sim.Stop, Reason: sim.NoPolicy}
}

func meanAndError(x []float64) (mean, se float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		se += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(se / float64(len(x)-1) / float64(len(x)))
}
