package models

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// draw is the nth word of a row; the seeds of the rows are 1, 2, 3, ..
func draw(row int, nth uint64) uint64 { return sim.Key(uint64(row+1), sim.ForService, nth) }

// scores gathers standard scores: each must be within 4 standard errors, and the sum
// of their squares between its 0.1 % and 99.9 % points.
type scores []float64

func (s *scores) add(t *testing.T, what string, got, want, standardError float64) {
	t.Helper()
	z := (got - want) / standardError
	*s = append(*s, z)
	if !(math.Abs(z) <= 4) {
		t.Errorf("%s is %v, want %v: %.1f standard errors off, want at most 4", what, got, want, z)
	}
}

func (s scores) pooled(t *testing.T) {
	t.Helper()
	sum := 0.0
	for _, z := range s {
		sum += z * z
	}
	point := func(z float64) float64 { // Wilson and Hilferty, 1931
		k := float64(len(s))
		return k * math.Pow(1-2/(9*k)+z*math.Sqrt(2/(9*k)), 3)
	}
	if low, high := point(-3.0902), point(3.0902); !(low <= sum && sum <= high) {
		t.Errorf("the sum of squares of %d scores is %.1f, want %.1f to %.1f", len(s), sum, low, high)
	}
}

// fourth is the fourth central moment, E[(X-m)^4], by the trapezoid rule on
// log x: m^4 + integral of 4 (x-m)^3 (1-F(x)) dx.
func fourth(r distRow) float64 {
	const n = 20000
	from, to := math.Log(r.mean*1e-6), math.Log(r.mean*1e6)
	h := (to - from) / n
	sum := 0.0
	for i := range n {
		x := math.Exp(from + (float64(i)+0.5)*h)
		sum += 4 * math.Pow(x-r.mean, 3) * (1 - r.cdf(x)) * x * h
	}
	return sum + math.Pow(r.mean, 4)
}

// Mean, variance and the shares of draws up to fixed points, the tail included.
func TestDistAgainstClosedForms(t *testing.T) {
	const n = 400000
	x := make([]float64, n)
	var means, variances, shares scores
	for i, r := range distRows() {
		for k := range x {
			x[k] = float64(r.dist.At(draw(i, uint64(k))))
		}
		checkShares(t, r, x, &shares)
		if r.sd > 0 {
			checkMoments(t, r, x, &means, &variances)
		}
	}
	means.pooled(t)
	variances.pooled(t)
	shares.pooled(t)
}

func checkMoments(t *testing.T, r distRow, x []float64, means, variances *scores) {
	sum, squares, n := 0.0, 0.0, float64(len(x))
	for _, v := range x {
		sum += v - r.mean
		squares += (v - r.mean) * (v - r.mean)
	}
	variance := r.sd * r.sd
	means.add(t, r.why+": mean", r.mean+sum/n, r.mean, r.sd/math.Sqrt(n))
	variances.add(t, r.why+": variance", squares/n, variance, math.Sqrt((fourth(r)-variance*variance)/n))
	if half := 2.576 * r.sd / math.Sqrt(n) / r.mean; half > 0.01 {
		t.Errorf("%s: the 99 %% interval of the mean has half-width %.2g of it, want at most 1 %%", r.why, half)
	}
}

func checkShares(t *testing.T, r distRow, x []float64, shares *scores) {
	n := float64(len(x))
	for _, sds := range []float64{-1, -0.5, 0, 1, 2, 4} {
		at := math.Floor(r.mean + sds*r.sd)
		p := r.cdf(at + 0.5) // draws are rounded to whole nanoseconds
		count := 0.0
		for _, v := range x {
			if v <= at {
				count++
			}
		}
		if p == 0 || p == 1 {
			if count != p*n {
				t.Errorf("%s: %v of %v draws are up to %v, want %v", r.why, count, n, time.Duration(at), p*n)
			}
			continue
		}
		if n*p*(1-p) >= 10 {
			shares.add(t, r.why+": share up to "+time.Duration(at).String(), count/n, p, math.Sqrt(p*(1-p)/n))
		}
	}
}

func TestDistKolmogorovSmirnov(t *testing.T) {
	const n = 20000
	for i, r := range distRows() {
		x := make([]float64, n)
		for k := range x {
			x[k] = float64(r.dist.At(draw(i, uint64(k)+1e9)))
		}
		slices.Sort(x)
		d := 0.0
		for first := 0; first < n; {
			last := first
			for last < n && x[last] == x[first] {
				last++
			}
			d = max(d, math.Abs(r.cdf(x[first]-0.5)-float64(first)/n), math.Abs(r.cdf(x[first]+0.5)-float64(last)/n))
			first = last
		}
		if !(d <= 0.019) {
			t.Errorf("%s: Kolmogorov-Smirnov distance %.4f, want at most 0.019", r.why, d)
		}
	}
}

// words are many of all sizes in rising order, with neighbours around the seams of the
// approximations.
func words() []uint64 {
	const n = 20000
	var all []uint64
	for k := range uint64(n) {
		all = append(all, draw(99, k), draw(98, k)>>(k%52), ^(draw(97, k) >> (k % 52)))
	}
	for _, p := range []float64{0.075, 0.25, 0.5, 0.75, 0.925, 0.9, 1.3888e-11} {
		at := uint64(p * 0x1p64)
		for k := range uint64(200) {
			all = append(all, at+k<<14, at-k<<14)
		}
	}
	all = append(all, 0, 1, math.MaxUint64, math.MaxUint64-1)
	slices.Sort(all)
	return all
}

func TestDistRisesWithTheWord(t *testing.T) {
	rising := words()
	for _, r := range distRows() {
		falls := 0
		for i := 1; i < len(rising); i++ {
			if r.dist.At(rising[i]) < r.dist.At(rising[i-1]) {
				falls++
			}
		}
		if r.unlike != (falls > 0) {
			t.Errorf("%s: At falls %d times as the word rises, want so only where documented (%v)", r.why, falls, r.unlike)
		}
	}
}

func TestDistEnds(t *testing.T) {
	for _, r := range distRows() {
		least, most := r.dist.At(0), r.dist.At(math.MaxUint64)
		if r.unlike {
			least, most = min(least, most), max(least, most)
		}
		if least < 0 || most < least || most == math.MaxInt64 {
			t.Errorf("%s: At goes from %v to %v, want 0 or more, and finite", r.why, least, most)
		}
		if r.unlike {
			continue
		}
		if p := r.cdf(float64(most) + 0.5); p < 1-1e-12 {
			t.Errorf("%s: F(%v) = %v at the greatest word, want 1", r.why, most, p)
		}
		if p := r.cdf(float64(least) - 0.5); p > 1e-12 {
			t.Errorf("%s: F(%v) = %v at word 0, want 0", r.why, least, p)
		}
	}
}

func TestDistMean(t *testing.T) {
	for _, r := range distRows() {
		got, want := float64(r.dist.Mean()), r.mean
		if math.Abs(got-want) > 1+1e-9*want {
			t.Errorf("%s: mean %v ns, want %v", r.why, got, want)
		}
	}
}

func TestDistAllocatesNothing(t *testing.T) {
	for i, r := range distRows() {
		k := uint64(0)
		got := testing.AllocsPerRun(100, func() {
			k++
			r.dist.At(draw(i, k))
		})
		if got != 0 {
			t.Errorf("%s: At allocates %v times a draw, want 0", r.why, got)
		}
	}
}

// BenchmarkDist includes the hash that makes the word.
func BenchmarkDist(b *testing.B) {
	seen := map[string]bool{}
	for _, r := range distRows() {
		kind := reflect.TypeOf(r.dist).Elem().Name()
		if seen[kind] {
			continue
		}
		seen[kind] = true
		b.Run(kind, func(b *testing.B) {
			k, sum := uint64(0), time.Duration(0)
			for b.Loop() {
				k++
				sum += r.dist.At(draw(0, k))
			}
			if sum < 0 {
				b.Fatal("sum overflows")
			}
		})
	}
}
