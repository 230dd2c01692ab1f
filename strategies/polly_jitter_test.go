package strategies

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// In units of base, from a simulation of the library: medians 0.90, 1.14, 2.01, 4.01,
// 8.01, means 0.87, 1.16, 2.08, 4.13; the first retry lies in [0, 1.38), the second in
// [0, 2.79).
func TestPollyJitter(t *testing.T) {
	const calls = 40_000
	medians, means := []float64{0.90, 1.14, 2.01, 4.01, 8.01}, []float64{0.87, 1.16, 2.08, 4.13}
	most := []float64{1.38, 2.79}
	b := PollyJitter{Base: time.Second}
	delays := make([][]float64, 5)
	for i := range uint64(calls) {
		c := &sim.Call{}
		for k := range delays {
			c.Attempts++
			u := sim.Unit(sim.Key(i, sim.ForJitter, uint64(k)))
			delays[k] = append(delays[k], b.Delay(c, &sim.Outcome{Uniform: u}).Seconds())
		}
	}
	for k, ds := range delays {
		mean := 0.0
		for _, d := range ds {
			mean += d / calls
		}
		slices.Sort(ds)
		if got := ds[calls/2]; math.Abs(got-medians[k]) > 0.015*medians[k] {
			t.Errorf("retry %d: median %.3f, want %.2f", k+1, got, medians[k])
		}
		if k < len(means) && math.Abs(mean-means[k]) > 0.015*means[k] {
			t.Errorf("retry %d: mean %.3f, want %.2f", k+1, mean, means[k])
		}
		if k < len(most) && (ds[calls-1] > most[k]+0.005 || ds[calls-1] < 0.97*most[k]) {
			t.Errorf("retry %d: at most %.3f, want %.2f", k+1, ds[calls-1], most[k])
		}
	}
}

// What is drawn once is carried on.
func TestCompounding(t *testing.T) {
	b := Compounding{Base: 300 * ms, Cap: 30 * time.Second, FirstFrom: 0.8, FirstTo: 1.2, From: 1.6, To: 2.4}
	for u, want := range map[float64][]time.Duration{
		0:   {240 * ms, 384 * ms, 614400 * time.Microsecond},
		0.5: {300 * ms, 600 * ms, 1200 * ms},
		1:   {360 * ms, 864 * ms, 2073600 * time.Microsecond},
	} {
		c := &sim.Call{}
		for k, w := range want {
			c.Attempts++
			if got := b.Delay(c, &sim.Outcome{Uniform: u}); (got - w).Abs() > 10 {
				t.Errorf("draws of %v, retry %d: got %v, want %v", u, k+1, got, w)
			}
		}
	}
}

// Polly's form of the decorrelated jitter caps the range: the cap is rarely reached.
func TestDecorrelatedCapsTheRange(t *testing.T) {
	for capped, want := range map[bool]float64{false: 0.41, true: 0} {
		b := DecorrelatedJitter{Base: time.Second, Cap: 20 * time.Second, Range: capped}
		at, c := 0, &sim.Call{}
		for i := range uint64(100_000) {
			if b.Delay(c, &sim.Outcome{Uniform: sim.Unit(sim.Key(i, sim.ForJitter, 0))}) == b.Cap {
				at++
			}
		}
		if got := float64(at) / 100_000; math.Abs(got-want) > 0.01 {
			t.Errorf("cap-range %t: %.3f of all delays are the cap, want %.2f", capped, got, want)
		}
	}
}
