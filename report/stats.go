package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Summary is what the trials of a cell say of one measure.
type Summary struct {
	N     int // trials to which the measure applies
	Never int // of them +Inf: not recovered, failed

	// Of the mean, NaN if a trial is +Inf: a mean of the others would flatter. The 95 %
	// interval is Student's for numbers and Wilson's for flags, NaN below 2 trials.
	Mean, Low, High, SD float64

	Min, P50, Max float64 // over trials, where +Inf counts as the largest
}

// Summarize sums up the values of one measure over trials. NaN is left out.
func Summarize(values []float64, shape Shape) Summary {
	nan := math.NaN()
	s := Summary{Mean: nan, Low: nan, High: nan, SD: nan, Min: nan, P50: nan, Max: nan}
	x := applicable(values)
	s.N = len(x)
	if s.N == 0 {
		return s
	}
	for _, v := range x {
		if math.IsInf(v, 1) {
			s.Never++
		}
	}
	slices.Sort(x)
	s.Min, s.P50, s.Max = x[0], Quantile(x, 0.5), x[s.N-1]
	if s.Never > 0 {
		return s
	}
	s.Mean, s.SD = moments(x)
	if shape == Flag {
		s.Low, s.High = Wilson(count(x, 1), s.N, z95)
	} else if s.N > 1 {
		half := studentHalf(s.SD, s.N)
		s.Low, s.High = s.Mean-half, s.Mean+half
	}
	return s
}

// Half is half the width of the interval of the mean.
func (s Summary) Half() float64 { return (s.High - s.Low) / 2 }

func applicable(values []float64) []float64 {
	var x []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			x = append(x, v)
		}
	}
	return x
}

func count(x []float64, value float64) int {
	n := 0
	for _, v := range x {
		if v == value {
			n++
		}
	}
	return n
}

// moments are mean and standard deviation (n-1; NaN for one value) of finite values.
func moments(x []float64) (mean, sd float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v
	}
	mean /= n
	ss := 0.0
	for _, v := range x {
		d := v - mean
		ss += float64(d * d)
	}
	if len(x) < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(ss / (n - 1))
}

// studentHalf is half the 95 % interval of a mean of n values with standard deviation
// sd: t(0.975, n-1) sd / sqrt(n).
func studentHalf(sd float64, n int) float64 {
	return float64(student(0.975, n-1)*sd) / math.Sqrt(float64(n))
}

// student is a quantile of Student's t with so many degrees of freedom.
func student(p float64, freedom int) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(freedom)}.Quantile(p)
}

const (
	z95    = 1.959963984540054 // normal quantile of 0.975: two-sided 95 %
	z95one = 1.644853626951473 // of 0.95: one-sided 95 %
)

// Wilson is the interval of a proportion, k of n, that lies within z standard errors
// of where it would have to be (E. B. Wilson, 1927).
func Wilson(k, n int, z float64) (low, high float64) {
	p, m, zz := float64(k)/float64(n), float64(n), float64(z*z)
	mid := p + zz/(2*m)
	half := z * math.Sqrt(float64(p*(1-p))/m+zz/float64(4*m*m))
	low, high = (mid-half)/(1+zz/m), (mid+half)/(1+zz/m)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

// Quantile is the least of the sorted values that a share q of them does not exceed:
// the one of rank ceil(q n).
func Quantile(sorted []float64, q float64) float64 {
	return sorted[rankOf(q, uint64(len(sorted)))-1]
}

// QuantileBounds are one-sided 95 % bounds of the q-quantile by order statistics, with
// exact binomial coverage: -Inf or +Inf where there are too few values for one.
func QuantileBounds(sorted []float64, q float64) (low, high float64) {
	n := len(sorted)
	b := distuv.Binomial{N: float64(n), P: q}
	low, high = math.Inf(-1), math.Inf(1)
	for k := 1; k <= n && 1-b.CDF(float64(k-1)) >= 0.95; k++ {
		low = sorted[k-1] // P(at least k values below the quantile)
	}
	for k := n; k >= 1 && b.CDF(float64(k-1)) >= 0.95; k-- {
		high = sorted[k-1] // P(at most k-1 values below it)
	}
	return low, high
}

// TrialsFor is how many trials the upper bound of the q-quantile needs: the least n
// with 1 - q^n >= 95 %.
func TrialsFor(q float64) int {
	return int(math.Ceil(math.Log(0.05) / math.Log(q)))
}

// Difference is a mean difference between two variants over trials that share their
// seeds, with its 95 % interval (paired t).
type Difference struct {
	N               int // pairs of finite values
	Mean, Low, High float64
}

// Paired is the difference a - b, trial by trial. It is NaN if a trial of one is +Inf
// and below 2 pairs.
func Paired(a, b []float64) Difference {
	nan := math.NaN()
	none := Difference{0, nan, nan, nan}
	var d []float64
	for i := range min(len(a), len(b)) {
		if math.IsInf(a[i], 0) || math.IsInf(b[i], 0) {
			return none
		}
		if x := a[i] - b[i]; !math.IsNaN(x) {
			d = append(d, x)
		}
	}
	if len(d) < 2 {
		return none
	}
	mean, sd := moments(d)
	half := studentHalf(sd, len(d))
	return Difference{len(d), mean, mean - half, mean + half}
}

// Clear reports whether the interval leaves no doubt about the sign.
func (d Difference) Clear() bool { return d.Low > 0 || d.High < 0 }
