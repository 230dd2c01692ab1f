package models

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// arrivalsOf makes the arrivals of a workload as the kernel does, from the end of a
// warm-up to the horizon.
func arrivalsOf(w sim.Workload, seed uint64, warmUp, horizon time.Duration) (at []time.Duration) {
	now := -sim.Time(warmUp)
	for nth := uint32(0); ; nth++ {
		gap, ok := w.Gap(nth, sim.Key(seed, sim.ForGap, uint64(nth)))
		if s, shaped := w.(sim.Shaped); shaped {
			gap = s.Stretch(now, gap)
		}
		now = now.Add(gap)
		if !ok || now >= sim.Time(horizon) {
			return at
		}
		at = append(at, time.Duration(now))
	}
}

// TestShapedPoissonCounts compares the mean counts of windows with the integral of the
// rate, and their variance with it too: counts of a Poisson process have variance = mean.
func TestShapedPoissonCounts(t *testing.T) {
	const runs, window, windows = 300, 10 * time.Second, 20
	for _, row := range shapeRows() {
		w := &Poisson{PerSec: 3, Shape: row.shape}
		var sum, square [windows]float64
		for seed := range uint64(runs) {
			var counts [windows]float64
			for _, at := range arrivalsOf(w, seed, 5*time.Second, windows*window) {
				if at >= 0 {
					counts[at/window]++
				}
			}
			for i, n := range counts {
				sum[i] += n
				square[i] += n * n
			}
		}
		spread := 0.0
		for i := range windows {
			want := 0.0
			for s := range 10000 {
				want += 3 * row.rate(10*float64(i)+(float64(s)+0.5)/1000) / 1000
			}
			mean := sum[i] / runs
			if se := math.Sqrt(want / runs); math.Abs(mean-want) > 4*se+0.002 {
				t.Errorf("%s: %.3f arrivals in window %d, want %.3f (standard error %.3f)", row.name, mean, i, want, se)
			}
			spread += (square[i] - runs*mean*mean) / (runs - 1) / want / windows
		}
		// The ratio of a window has standard error sqrt(2/299) or a little more where few are expected.
		if se := math.Sqrt((2./(runs-1) + 1./(runs*3)) / windows); math.Abs(spread-1) > 4*se {
			t.Errorf("%s: variance / mean of the counts is %.3f, want 1 (standard error %.3f)", row.name, spread, se)
		}
	}
}

// TestShapedArrivalsStayCoupled: with the same words, the nth arrival of a higher curve
// is never later than that of a lower one, and the areas up to both are equal.
func TestShapedArrivalsStayCoupled(t *testing.T) {
	low := &Ramp{To: 2, Over: time.Minute, At: 20 * time.Second}
	high := &Ramp{To: 5, Over: time.Minute, At: 20 * time.Second}
	for seed := range uint64(20) {
		a := arrivalsOf(&Poisson{PerSec: 5, Shape: low}, seed, 0, 3*time.Minute)
		b := arrivalsOf(&Poisson{PerSec: 5, Shape: high}, seed, 0, 3*time.Minute)
		if len(b) <= len(a) {
			t.Fatalf("seed %d: %d arrivals at the higher rate, %d at the lower", seed, len(b), len(a))
		}
		for i := range a {
			areas := low.Curve().Area(0, sim.Time(a[i])) - high.Curve().Area(0, sim.Time(b[i]))
			if b[i] > a[i] || areas.Abs() > time.Duration(6*(i+1)) {
				t.Fatalf("seed %d: arrival %d at %v and %v, areas differ by %v", seed, i, a[i], b[i], areas)
			}
		}
	}
}

// TestShapedSteady: in steps, the distances are those of the rate of the step.
func TestShapedSteady(t *testing.T) {
	w := &Steady{PerSec: 1, Shape: &Steps{At: []time.Duration{2 * time.Second, 4 * time.Second}, Factor: []float64{4, 0.5}}}
	got := arrivalsOf(w, 1, 0, 9*time.Second)
	var want []time.Duration
	for _, ms := range []int{0, 1000, 2000, 2250, 2500, 2750, 3000, 3250, 3500, 3750, 4000, 6000, 8000} {
		want = append(want, time.Duration(ms)*time.Millisecond)
	}
	if !slices.Equal(got, want) {
		t.Errorf("arrivals at %v, want %v", got, want)
	}
}

// TestNoShapeIsNoStretch: a gap without a shape is the gap.
func TestNoShapeIsNoStretch(t *testing.T) {
	for _, w := range []interface {
		sim.Shaped
		Shaped() bool
	}{&Poisson{PerSec: 1}, &Steady{PerSec: 1}} {
		if w.Shaped() || w.Stretch(5, 123) != 123 {
			t.Errorf("%T is stretched without a shape", w)
		}
	}
	if !(&Poisson{Shape: newDaily()}).Shaped() || !(&Steady{Shape: newDaily()}).Shaped() {
		t.Error("a shape is not noticed")
	}
}

// TestRatesOfShapes: mean in the long run, peak, and expected arrivals.
func TestRatesOfShapes(t *testing.T) {
	ramp := &Poisson{PerSec: 100, Shape: &Ramp{To: 3, Over: 10 * time.Second}}
	daily := &Steady{PerSec: 100, Shape: newDaily()}
	plain := &Poisson{PerSec: 100}
	for _, row := range []struct {
		why       string
		got, want float64
	}{
		{"a ramp ends at its top", float64(ramp.Rate(1)), 300},
		{"which is its peak", float64(Peak(ramp, 1)), 300},
		{"arrivals of a ramp", Arrivals(ramp, 1, 20*time.Second), 100 * (10*2 + 10*3)},
		{"a day's mean", float64(daily.Rate(1)), 100},
		{"a day's peak", float64(Peak(daily, 1)), 170},
		{"arrivals of two days", Arrivals(daily, 1, 48*time.Hour), 100 * 2 * 86400},
		{"no shape: peak", float64(Peak(plain, 1)), 100},
		{"no shape: arrivals", Arrivals(plain, 1, time.Minute), 6000},
		{"a herd has no rate", Arrivals(&Herd{}, 5, time.Minute), 0},
	} {
		if math.Abs(row.got-row.want) > 1e-9*row.want {
			t.Errorf("%s: %v, want %v", row.why, row.got, row.want)
		}
	}
}

// TestPartsAddUp: the parts of a batch are whole and none is lost; a shape stays.
func TestPartsAddUp(t *testing.T) {
	third := 1. / 3
	for _, row := range []struct {
		why    string
		size   int
		shares []float64
		want   []int
	}{
		{"even", 100, []float64{0.25, 0.75}, []int{25, 75}},
		{"one group", 7, []float64{1}, []int{7}},
		{"the largest rest gets it", 10, []float64{0.16, 0.47, 0.37}, []int{1, 5, 4}},
		{"the first of equals gets it", 10, []float64{third, third, third}, []int{4, 3, 3}},
		{"too few for all", 1, []float64{0.5, 0.5}, []int{1, 0}},
		{"sums that are not quite one", 10, []float64{0.1 + 0.2, 0.7}, []int{3, 7}},
	} {
		parts, err := Parts(&Batch{Size: row.size, Every: time.Second}, row.shares)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, p := range parts {
			got = append(got, p.(*Batch).Size)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %d in parts of %v is %v, want %v", row.why, row.size, row.shares, got, row.want)
		}
	}
	if gap, ok := (&Batch{Every: time.Second}).Gap(0, 0); ok {
		t.Errorf("an empty part begins a call after %v", gap)
	}
	shape := newDaily()
	parts, err := Parts(&Poisson{PerSec: 100, Shape: shape}, []float64{0.2, 0.8})
	if err != nil || parts[1].(*Poisson).PerSec != 80 || parts[1].(*Poisson).Shape != Shape(shape) {
		t.Errorf("four fifths of a shaped 100/s: %+v, %v", parts, err)
	}
	if _, err := Parts(newReplay(), []float64{0.5, 0.5}); err == nil {
		t.Error("a replay is split")
	}
	if _, err := Parts(newReplay(), []float64{1}); err != nil {
		t.Errorf("a replay of one group: %v", err)
	}
}

// TestKernelFollowsShapes: calls of a run are the area under shape and spike together.
// The ramp is 5 s at 1, 10 s from 1 to 3 and 10 s at 3; a spike doubles 5 s of it, in
// which the area is 5 + 0.1 (100 - 25) = 12.5.
func TestKernelFollowsShapes(t *testing.T) {
	ramp := &Ramp{To: 3, Over: 10 * time.Second}
	if err := ramp.Prepare(); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		why    string
		faults []sim.Target
		want   float64
	}{
		{"alone", nil, 100 * (5 + 20 + 30)},
		{"doubled for a while", []sim.Target{{Fault: sim.Fault{Name: "spike", Kind: sim.Spike, Factor: 2, At: 10e9, For: 5 * time.Second}}}, 100 * (5 + 20 + 30 + 12.5)},
	} {
		var got []float64
		for seed := uint64(1); seed <= 30; seed++ {
			res, err := sim.New().Run(&sim.Config{Seed: seed, Horizon: 25 * time.Second, WarmUp: 5 * time.Second, Faults: row.faults,
				Fleets: []sim.Fleet{{Name: "fleet", Clients: 1, Workload: &Poisson{PerSec: 100, Shape: ramp}}},
				Nodes:  []sim.Node{{Name: "service", Model: &Delay{ServiceTime: &Constant{Value: 1}}}},
				Links:  []sim.Link{{Name: "fleet/service", From: -1, Policy: once{}}}})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, float64(res.Links[0].OK))
		}
		mean, _ := meanAndError(got)
		if se := math.Sqrt(row.want / 30); math.Abs(mean-row.want) > 4*se {
			t.Errorf("%s: %.1f calls, want %.1f (standard error %.1f)", row.why, mean, row.want, se)
		}
	}
}
