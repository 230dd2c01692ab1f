package theory

import (
	"math"
	"testing"
)

func TestBisect(t *testing.T) {
	check(t, []value{
		{"root of a square", bisect(func(x float64) float64 { return x * x }, 2, 0, 2), "1.41421356237310"},
		{"at the lower end", bisect(func(x float64) float64 { return x }, 0, 0, 1), "0.000000000000"},
		{"over a jump", bisect(math.Floor, 2.5, 0, 9), "3"},
	})
}

func TestPeak(t *testing.T) {
	check(t, []value{
		{"smooth", peak(func(x float64) float64 { return -(x - 3) * (x - 3) }, 0, 1, 9), "3.000000"},
		{"a kink", peak(func(x float64) float64 { return -math.Abs(x - 3) }, 0, 1, 9), "3.0000000000"},
		{"start is the best", peak(func(x float64) float64 { return -math.Abs(x - 3) }, 0, 3, 9), "3"},
	})
}

func TestStationaryIsBalanced(t *testing.T) {
	birth := func(k int) float64 { return 50 / float64(k+1) }
	p := stationary(400, birth, serving(3, .01)) // weights beyond the largest float
	sum := 0.0
	for k, w := range p {
		sum += w
		if k > 0 && !same(p[k-1]*birth(k-1), w*serving(3, .01)(k), 1e-12) {
			t.Errorf("state %d: flow up %g, flow down %g", k, p[k-1]*birth(k-1), w*serving(3, .01)(k))
		}
	}
	if !same(sum, 1, 1e-12) {
		t.Errorf("sum of the states = %g, want 1", sum)
	}
}
