package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

const experiments = 4000

// covers counts in how many experiments an interval holds the truth.
func covers(t *testing.T, what string, hits int) {
	t.Helper()
	if share := float64(hits) / experiments; share < 0.93 || share > 0.97 {
		t.Errorf("%s: nominal 95 %% interval holds the truth in %.1f %% of %d experiments, want 93 to 97 %%", what, 100*share, experiments)
	}
}

func TestSummarizeCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 58))
	for _, n := range []int{2, 5, 30} {
		hits := 0
		for range experiments {
			x := make([]float64, n)
			for i := range x {
				x[i] = 3 + 2*rng.NormFloat64()
			}
			if s := Summarize(x, Number); s.Low <= 3 && 3 <= s.High {
				hits++
			}
		}
		covers(t, "mean", hits)
	}
}

func TestPairedCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 58))
	hits := 0
	for range experiments {
		a, b := make([]float64, 20), make([]float64, 20)
		for i := range a {
			common := 10 * rng.NormFloat64() // what common random numbers share
			a[i], b[i] = common+rng.NormFloat64()+0.5, common+rng.NormFloat64()
		}
		if d := Paired(a, b); d.Low <= 0.5 && 0.5 <= d.High {
			hits++
		}
	}
	covers(t, "paired difference", hits)
}

// The bounds of a quantile are exact up to the steps of the binomial: they hold in at
// least 95 % of experiments.
func TestQuantileBoundsHold(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 58))
	truth := distuv.Exponential{Rate: 1}.Quantile(0.95)
	low, high := 0, 0
	for range experiments {
		x := make([]float64, 100)
		for i := range x {
			x[i] = rng.ExpFloat64()
		}
		slices.Sort(x)
		l, h := QuantileBounds(x, 0.95)
		if l <= truth {
			low++
		}
		if truth <= h {
			high++
		}
	}
	for _, n := range []int{low, high} {
		if share := float64(n) / experiments; share < 0.94 || share > 0.995 {
			t.Errorf("one-sided bound of p95: holds in %.1f %%, want 95 %% or a little more", 100*share)
		}
	}
}

// Wilson's interval, by exact enumeration of the binomial: its coverage averages 95 %
// and never falls far below (Brown, Cai and DasGupta 2001 show dips near 0 and 1).
func TestWilsonCovers(t *testing.T) {
	for _, n := range []int{20, 30, 100} {
		sum, count := 0.0, 0
		for p := 0.05; p < 0.951; p += 0.01 {
			b := distuv.Binomial{N: float64(n), P: p}
			cover := 0.0
			for k := 0; k <= n; k++ {
				if low, high := Wilson(k, n, z95); low <= p && p <= high {
					cover += b.Prob(float64(k))
				}
			}
			if cover < 0.89 {
				t.Errorf("n = %d, p = %.2f: coverage %.3f, want at least 0.89", n, p, cover)
			}
			sum += cover
			count++
		}
		if mean := sum / float64(count); mean < 0.94 || mean > 0.96 {
			t.Errorf("n = %d: mean coverage %.4f, want 0.94 to 0.96", n, mean)
		}
	}
}

func TestWilson(t *testing.T) {
	tests := []struct {
		k, n      int
		low, high float64
		why       string
	}{
		{0, 10, 0, 0.27753, "none: not below 0"},
		{10, 10, 0.72247, 1, "all: not above 1"},
		{5, 10, 0.23659, 0.76341, "half"},
		{30, 30, 0.88649, 1, "30 of 30 do not show 95 %"},
	}
	for _, tt := range tests {
		low, high := Wilson(tt.k, tt.n, z95)
		if math.Abs(low-tt.low) > 1e-5 || math.Abs(high-tt.high) > 1e-5 {
			t.Errorf("%s: Wilson(%d of %d): got %.5f to %.5f, want %.5f to %.5f", tt.why, tt.k, tt.n, low, high, tt.low, tt.high)
		}
	}
}

func TestSummarize(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		why    string
		x      []float64
		shape  Shape
		n      int
		never  int
		mean   float64
		half   float64
		p50    float64
		max    float64
		halfOK bool
	}{
		{"t(0.975, 2) x 1 / sqrt 3", []float64{1, 2, 3}, Number, 3, 0, 2, 2.48414, 2, 3, true},
		{"equal values leave no doubt", []float64{4, 4, 4}, Count, 3, 0, 4, 0, 4, 4, true},
		{"one value: no interval", []float64{4}, Number, 1, 0, 4, nan, 4, 4, true},
		{"what does not apply is left out", []float64{nan, 1, 3}, Number, 2, 0, 2, 12.7062, 1, 3, true},
		{"never: no mean, but quantiles", []float64{1, inf, 2}, Number, 3, 1, nan, nan, 2, inf, true},
		{"nothing applies", []float64{nan}, Number, 0, 0, nan, nan, nan, nan, true},
		{"a flag has Wilson's interval", []float64{1, 1, 0, 1}, Flag, 4, 0, 0.75, (0.95441 - 0.30064) / 2, 1, 1, true},
	}
	for _, tt := range tests {
		s := Summarize(tt.x, tt.shape)
		if s.N != tt.n || s.Never != tt.never {
			t.Errorf("%s: got n %d, never %d, want %d, %d", tt.why, s.N, s.Never, tt.n, tt.never)
		}
		for _, v := range [][2]float64{{s.Mean, tt.mean}, {s.Half(), tt.half}, {s.P50, tt.p50}, {s.Max, tt.max}} {
			if !same(v[0], v[1]) {
				t.Errorf("%s: got %+v, want mean %g ± %g, p50 %g, max %g", tt.why, s, tt.mean, tt.half, tt.p50, tt.max)
				break
			}
		}
	}
}

// same compares to five digits; NaN and Inf are equal to themselves.
func same(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-4*math.Max(1, math.Abs(b))
}

func TestPaired(t *testing.T) {
	inf := math.Inf(1)
	if d := Paired([]float64{3, 5, 7}, []float64{1, 2, 3}); d.N != 3 || !same(d.Mean, 3) || !same(d.High-d.Mean, 2.48414) || !d.Clear() {
		t.Errorf("differences 2, 3, 4: got %+v, want 3 ± 2.484", d)
	}
	if d := Paired([]float64{3, inf}, []float64{1, 2}); d.N != 0 || d.Clear() {
		t.Errorf("a trial that never recovers: got %+v, want nothing", d)
	}
	if d := Paired([]float64{1, 2}, []float64{1, 2}); d.Clear() {
		t.Errorf("equal variants: got %+v, want no clear difference", d)
	}
}

func TestTrialsFor(t *testing.T) {
	for _, tt := range []struct {
		q    float64
		want int
	}{{0.5, 5}, {0.95, 59}, {0.99, 299}} { // facts/results.md section 4.2 for p99
		if got := TrialsFor(tt.q); got != tt.want {
			t.Errorf("TrialsFor(%g): got %d, want %d", tt.q, got, tt.want)
		}
		x := make([]float64, tt.want)
		if _, high := QuantileBounds(x, tt.q); math.IsInf(high, 1) {
			t.Errorf("%d values: p%g has no upper bound, want one", tt.want, 100*tt.q)
		}
		if _, high := QuantileBounds(x[1:], tt.q); !math.IsInf(high, 1) {
			t.Errorf("%d values: p%g has an upper bound, want none", tt.want-1, 100*tt.q)
		}
	}
}
