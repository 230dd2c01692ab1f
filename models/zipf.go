package models

import (
	"sort"

	"retrystorm/sim"
)

// mostRanks is how many ranks have their probabilities in a table. From there on they
// are an integral by the midpoint rule, which is s(s+1)/(24 r^2) of them too small: 5e-9
// at exponent 1.
const mostRanks = 4096

// zipf draws ranks by Zipf's law: rank r, from 1, has a weight of r^-s.
type zipf struct {
	sum   []float64 // weights of ranks up to i+1
	n     int       // ranks there are
	s     float64
	from  float64 // integral up to the last rank of the table
	total float64 // of all weights
}

func newZipf(keys int, exponent float64) *zipf {
	z := &zipf{n: keys, s: exponent, sum: make([]float64, 0, min(keys, mostRanks))}
	acc := 0.0
	for r := 1; r <= min(keys, mostRanks); r++ {
		acc += sim.Pow(float64(r), -exponent)
		z.sum = append(z.sum, acc)
	}
	z.total = acc
	if keys > mostRanks {
		z.from = z.integral(mostRanks + 0.5)
		z.total += z.integral(float64(keys)+0.5) - z.from
	}
	return z
}

// integral is that of x^-s from 1: between two half ranks it is the weights of those
// between. It is continuous in s at 1, where x^(1-s) alone would lose all its digits.
func (z *zipf) integral(x float64) float64 {
	if z.s == 1 {
		return sim.Log(x)
	}
	return expm1(float64((1-z.s)*sim.Log(x))) / (1 - z.s)
}

// inverse is the x at which the integral is y.
func (z *zipf) inverse(y float64) float64 {
	if z.s == 1 {
		return sim.Exp(y)
	}
	return sim.Exp(log1p(float64((1-z.s)*y)) / (1 - z.s))
}

// expm1 is e^x - 1, with all its digits where x is small: the rounding of e^x cancels
// against that of its logarithm (Kahan; Higham, "Accuracy and Stability of Numerical
// Algorithms", 1.14.1).
func expm1(x float64) float64 {
	e := sim.Exp(x)
	switch {
	case e == 1:
		return x
	case x < -1 || x > 1:
		return e - 1
	}
	return float64((e-1)*x) / sim.Log(e)
}

// log1p is log(1+x), in the same way.
func log1p(x float64) float64 {
	if one := 1 + x; one != 1 {
		return float64(sim.Log(one)*x) / (one - 1)
	}
	return x
}

// rank is a rank, from 0, by inversion of a random word: the larger the word, the less
// popular.
func (z *zipf) rank(u uint64) uint32 {
	x := float64(sim.Unit(u) * z.total)
	last := len(z.sum) - 1
	if x < z.sum[last] || z.n <= mostRanks {
		return uint32(min(last, sort.SearchFloat64s(z.sum, x)))
	}
	r := z.inverse(z.from+(x-z.sum[last])) - 0.5
	return uint32(min(z.n-1, max(mostRanks, int(r))))
}

// share is the probability of ranks from, included, to to, excluded, both from 0. It adds
// them up: a difference of two of the sums would have no digits left where they are rare.
func (z *zipf) share(from, to int) float64 {
	sum := 0.0
	for ; from < min(to, len(z.sum)); from++ {
		sum += sim.Pow(float64(from+1), -z.s)
	}
	if from < to {
		sum += z.between(float64(from)+0.5, float64(to)+0.5)
	}
	return sum / z.total
}

// between is the integral of x^-s from a to b.
func (z *zipf) between(a, b float64) float64 {
	long := sim.Log(b / a)
	if z.s == 1 {
		return long
	}
	return sim.Pow(a, 1-z.s) * expm1(float64((1-z.s)*long)) / (1 - z.s)
}
