package conformance

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"
)

// Sample is how many calls are compared where delays are drawn.
const Sample = 20_000

// Same holds traces to be equal to the nanosecond.
func Same(t *testing.T, what string, theirs, ours []Trace) {
	t.Helper()
	for i := range theirs {
		if !slices.Equal(theirs[i].Sent, ours[i].Sent) || theirs[i].Over != ours[i].Over {
			t.Fatalf("%s: theirs left at %v, over at %v\n   ours left at %v, over at %v", what, theirs[i].Sent, theirs[i].Over, ours[i].Sent, ours[i].Over)
		}
	}
}

// Alike holds the delays before each of the first so many retries to the same
// distribution, by the test of Kolmogorov and Smirnov at alpha 1e-6, the same means, to
// five standard errors, and their ends to one another, to a thousandth of their width or
// the given quantum. Numbers of attempts must be equal.
func Alike(t *testing.T, what string, theirs, ours []Trace, retries int, quantum time.Duration) {
	t.Helper()
	if a, b := attempts(theirs), attempts(ours); !maps.Equal(a, b) {
		t.Fatalf("%s: theirs had %v calls by attempts, ours %v", what, a, b)
	}
	for k := range retries {
		a, b := at(theirs, k), at(ours, k)
		if len(a) == 0 || len(a) != len(b) {
			t.Fatalf("%s: retry %d: %d delays and %d", what, k+1, len(a), len(b))
		}
		if err := agree(a, b, quantum); err != nil {
			t.Errorf("%s: retry %d: %v", what, k+1, err)
		}
	}
}

// AlikeWithin is Alike without the ends of distributions, for small samples.
func AlikeWithin(t *testing.T, what string, theirs, ours []Trace, retries int) {
	t.Helper()
	if a, b := attempts(theirs), attempts(ours); !maps.Equal(a, b) {
		t.Fatalf("%s: theirs had %v calls by attempts, ours %v", what, a, b)
	}
	for k := range retries {
		if err := spread(at(theirs, k), at(ours, k), 1); err != nil {
			t.Errorf("%s: retry %d: %v", what, k+1, err)
		}
	}
}

// agree holds samples to one distribution, one mean and the same ends.
func agree(a, b []time.Duration, quantum time.Duration) error {
	if err := spread(a, b, quantum); err != nil {
		return err
	}
	width := max(a[len(a)-1]-a[0], b[len(b)-1]-b[0])
	tol := width/500 + quantum // of 20,000 draws none is in a five-hundredth of the width once in e^40
	if (a[0]-b[0]).Abs() > tol || (a[len(a)-1]-b[len(b)-1]).Abs() > tol {
		return fmt.Errorf("theirs lie in %v to %v, ours in %v to %v", a[0], a[len(a)-1], b[0], b[len(b)-1])
	}
	return nil
}

// spread holds samples to one distribution and one mean.
func spread(a, b []time.Duration, quantum time.Duration) error {
	n := float64(len(a))
	if d, most := distance(a, b, quantum), math.Sqrt(-math.Log(1e-6/2)/n); d > most {
		return fmt.Errorf("the distributions are %.4f apart, want %.4f at most; theirs %v to %v, ours %v to %v", d, most, a[0], a[len(a)-1], b[0], b[len(b)-1])
	}
	ma, va := moments(a)
	mb, vb := moments(b)
	if tol := 5*math.Sqrt((va+vb)/n) + float64(quantum); math.Abs(ma-mb) > tol {
		return fmt.Errorf("the means are %v and %v", time.Duration(ma), time.Duration(mb))
	}
	return nil
}

// distance is the largest difference of two empirical distributions; values less than a
// quantum apart are equal.
func distance(a, b []time.Duration, quantum time.Duration) float64 {
	if quantum > 1 {
		a, b = rounded(a, quantum), rounded(b, quantum)
	}
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

func rounded(ds []time.Duration, quantum time.Duration) []time.Duration {
	out := make([]time.Duration, len(ds))
	for i, d := range ds {
		out[i] = d.Truncate(quantum)
	}
	return out
}

func moments(ds []time.Duration) (mean, variance float64) {
	for _, d := range ds {
		mean += float64(d) / float64(len(ds))
	}
	for _, d := range ds {
		variance += (float64(d) - mean) * (float64(d) - mean) / float64(len(ds))
	}
	return mean, variance
}
