package models

import (
	"math"
	"slices"
	"testing"
	"time"
)

func TestContentionStretches(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	rows := []struct {
		why  string
		c    Contention
		d    time.Duration
		n    int
		want time.Duration
	}{
		{"alone it is itself", &USL{Sigma: 0.05, Kappa: 0.001}, s, 1, s},
		{"1 + 0.05 + 0.001 x 2", &USL{Sigma: 0.05, Kappa: 0.001}, s, 2, 1052 * ms},
		{"1 + 0.05 x 9 + 0.001 x 90", &USL{Sigma: 0.05, Kappa: 0.001}, s, 10, 1540 * ms},
		{"to the nearest ns: 3 x 1.05 = 3.15", &USL{Sigma: 0.05}, 3, 2, 3},
		{"15 x 1.9 = 28.5, up", &USL{Sigma: 0.9}, 15, 2, 29},
		{"never more than a year", &USL{Kappa: 1}, 1000 * time.Hour, 10_000, 366 * 24 * time.Hour},
		{"alone it is itself", &LinearContention{10 * ms}, s, 1, s},
		{"Brooker's: 1 s and 10 ms for each of 66", &LinearContention{10 * ms}, s, 67, 1660 * ms},
		{"no work of its own", &LinearContention{10 * ms}, 0, 3, 20 * ms},
	}
	for _, r := range rows {
		if got := r.c.stretch(r.d, r.n); got != r.want {
			t.Errorf("%s: %T of %v beside %d: %v, want %v", r.why, r.c, r.d, r.n-1, got, r.want)
		}
	}
}

// The throughput of n workers is the law, and most at its peak.
func TestUSLIsTheLaw(t *testing.T) {
	c := &USL{Sigma: 0.05, Kappa: 0.001}
	x := func(n int) float64 { return float64(n) / c.stretch(time.Second, n).Seconds() }
	rows := []struct {
		n    int
		want float64
		why  string
	}{
		{1, 1, "alone"},
		{10, 6.493506, "10/1.54"},
		{100, 6.309148, "beyond the peak: less than 10 do"},
	}
	for _, r := range rows {
		if got := x(r.n); math.Abs(got-r.want) > 1e-6 {
			t.Errorf("%s: X(%d) = %v, want %v", r.why, r.n, got, r.want)
		}
	}
	best := 1
	for n := range 200 {
		if x(n+1) > x(best) {
			best = n + 1
		}
	}
	if best != 31 || math.Abs(x(best)-9.037984) > 1e-3 {
		t.Errorf("the peak is X(%d) = %v, want about 9.038 at sqrt(0.95/0.001) = 30.8", best, x(best))
	}
}

func TestContentionGrowsAndAllocatesNothing(t *testing.T) {
	for _, c := range []Contention{&USL{Sigma: 0.01, Kappa: 0.0001}, &LinearContention{time.Millisecond}} {
		for n := 2; n < 3000; n++ {
			if a, b := c.stretch(time.Second, n-1), c.stretch(time.Second, n); a >= b {
				t.Fatalf("%T: %v for %d and %v for %d, want more", c, a, n-1, b, n)
			}
		}
		n := 1
		if got := testing.AllocsPerRun(1000, func() { n++; c.stretch(time.Second, n) }); got != 0 {
			t.Errorf("%T: %v allocations, want none", c, got)
		}
	}
}

func TestContentionSettingsThatAreRefused(t *testing.T) {
	rows := []struct {
		why  string
		c    interface{ Validate() error }
		want []string
	}{
		{"one of the two", &USL{Sigma: 0.1}, nil},
		{"none", &USL{}, []string{"sigma"}},
		{"percent", &USL{Sigma: 5, Kappa: math.NaN()}, []string{"sigma", "kappa"}},
		{"nothing", &LinearContention{}, []string{"per-request"}},
		{"a kind that has it all", &LinearContention{1}, nil},
	}
	for _, r := range rows {
		if got := keysOf(r.c.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
	for i, name := range []string{"usl", "linear"} {
		if got := Contentions()[i].Name; got != name {
			t.Errorf("kind %d is %s, want %s", i, got, name)
		}
	}
}
