package sim

import (
	"math"
	"slices"
	"testing"
)

// scores gathers standard scores: each must be within 4 standard errors, and the sum
// of their squares between its 0.1 % and 99.9 % points.
type scores []float64

func (s *scores) add(t *testing.T, what string, z float64) {
	t.Helper()
	*s = append(*s, z)
	if !(math.Abs(z) <= 4) {
		t.Errorf("%s is %.2f standard errors off, want at most 4", what, z)
	}
}

func (s scores) pooled(t *testing.T) {
	t.Helper()
	sum := 0.0
	for _, z := range s {
		sum += z * z
	}
	low, high := chiSquare(len(s), -3.0902), chiSquare(len(s), 3.0902)
	if !(low <= sum && sum <= high) {
		t.Errorf("the sum of squares of %d scores is %.1f, want %.1f to %.1f", len(s), sum, low, high)
	}
}

// chiSquare is the quantile of k degrees of freedom at the normal quantile z, by
// Wilson and Hilferty (1931): within 1 % for k >= 5 at the points used here.
func chiSquare(k int, z float64) float64 {
	v := 2 / (9 * float64(k))
	root := 1 - v + z*math.Sqrt(v)
	return float64(k) * root * root * root
}

// ksUniform is the Kolmogorov-Smirnov distance of a sample to the unit interval.
func ksUniform(x []float64) float64 {
	slices.Sort(x)
	d, n := 0.0, float64(len(x))
	for i, v := range x {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	return d
}
