package proof_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// farthest is how many standard errors a value may lie from what it should be.
const farthest = 4

// sample is what independent runs say of one number.
type sample struct {
	n        int
	mean, sd float64
}

func sampleOf(x []float64) sample {
	s := sample{n: len(x)}
	for _, v := range x {
		s.mean += v
	}
	s.mean /= float64(s.n)
	for _, v := range x {
		s.sd += (v - s.mean) * (v - s.mean)
	}
	s.sd = math.Sqrt(s.sd / float64(s.n-1))
	return s
}

// error is the standard error of the mean.
func (s sample) error() float64 { return s.sd / math.Sqrt(float64(s.n)) }

// from is how many standard errors the mean lies from what it should be.
func (s sample) from(want float64) float64 { return (s.mean - want) / s.error() }

// half is half the width of the 99 % interval of the mean, as a share of it.
func (s sample) half() float64 {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(s.n - 1)}
	return t.Quantile(0.995) * s.error() / s.mean
}

// apart is how many standard errors of the difference lie between two means: both
// sides have errors.
func apart(a, b sample) float64 {
	return (a.mean - b.mean) / math.Hypot(a.error(), b.error())
}

// sharesApart is how many standard errors lie between k of n and l of m, if both are
// trials of the same chance.
func sharesApart(k, n, l, m int) float64 {
	p, q := float64(k)/float64(n), float64(l)/float64(m)
	both := float64(k+l) / float64(n+m)
	if both == 0 || both == 1 {
		return 0
	}
	return (p - q) / math.Sqrt(both*(1-both)*(1/float64(n)+1/float64(m)))
}

// table collects the scores of independent values, to judge them together.
type table struct {
	what string
	z    []float64
}

func (tab *table) add(z float64) { tab.z = append(tab.z, z) }

// squares are the 0.1 % and 99.9 % points of the sum of n squared scores. Scores of r
// runs have a little wider tails than normal ones; their squares are (r-1)/(r-3) times
// as large, 2 % with 100 runs, which is left out.
func squares(n int) (low, high float64) {
	chi := distuv.ChiSquared{K: float64(n)}
	return chi.Quantile(0.001), chi.Quantile(0.999)
}

func (tab *table) judge(t *testing.T) {
	t.Helper()
	sum := 0.0
	for _, z := range tab.z {
		sum += z * z
	}
	low, high := squares(len(tab.z))
	t.Logf("%s: sum of z^2 over %d values %.1f, allowed %.1f to %.1f", tab.what, len(tab.z), sum, low, high)
	if !(low <= sum && sum <= high) {
		t.Errorf("%s: the sum of z^2 over %d values is %.1f, want %.1f to %.1f", tab.what, len(tab.z), sum, low, high)
	}
}

// gap is the statistic of Kolmogorov and Smirnov for two samples: the largest
// difference of their distribution functions.
func gap(a, b []float64) float64 {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	most, i, j := 0.0, 0, 0
	for i < len(a) && j < len(b) {
		x := min(a[i], b[j])
		for i < len(a) && a[i] == x {
			i++
		}
		for j < len(b) && b[j] == x {
			j++
		}
		most = max(most, math.Abs(float64(i)/float64(len(a))-float64(j)/float64(len(b))))
	}
	return most
}

// gapBound is what gap exceeds with probability alpha at most if n and m values come
// from one distribution, by Smirnov's limit; ties make it smaller still.
func gapBound(n, m int, alpha float64) float64 {
	return math.Sqrt(-math.Log(alpha/2) / 2 * float64(n+m) / float64(n*m))
}

// The judges are judged by values from tables.
func TestScores(t *testing.T) {
	s := sampleOf([]float64{1, 2, 3, 4})
	low, high := squares(20)
	for _, row := range []struct {
		name      string
		got, want float64
	}{
		{"mean", s.mean, 2.5},
		{"standard deviation with n-1", s.sd, 1.290994},
		{"standard errors from 2", s.from(2), 0.774597},
		{"half a 99 % interval: 5.8409 standard errors with 3 degrees of freedom", s.half(), 1.508116},
		{"standard errors between two samples", apart(s, sample{n: 4, mean: 0.5, sd: 1.290994}), 2.190890},
		{"0.1 % point of chi^2 with 20 degrees of freedom", low, 5.921041},
		{"99.9 % point", high, 45.314747},
		{"27 of 60 is 23 of 60", sharesApart(27, 60, 23, 60), 0.740656},
		{"all is all", sharesApart(5, 5, 4, 4), 0},
		{"gap between equal samples", gap([]float64{3, 1, 2}, []float64{1, 2, 3}), 0},
		{"gap between samples that overlap by half", gap([]float64{1, 2, 3, 4}, []float64{3, 4, 5, 6}), 0.5},
		{"gap between samples apart", gap([]float64{1, 2}, []float64{3}), 1},
		{"Smirnov's bound at 5 %: 1.358 sqrt(2/n)", gapBound(100, 100, 0.05), 0.192065},
	} {
		if math.Abs(row.got-row.want) > 2e-6 {
			t.Errorf("%s: got %.6f, want %.6f", row.name, row.got, row.want)
		}
	}
}
