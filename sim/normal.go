package sim

import "math"

// NormInv returns the z below which a standard normal variable lies with probability
// p, to about 1 part in 10^15 and with the same bits on every processor. NormInv(0)
// is -Inf, NormInv(1) is +Inf, outside it is NaN. Near 1 the result is as coarse as
// p is there; who has 1-p exactly takes -NormInv(1-p).
//
// Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477-484: ratios of
// polynomials, in p - 1/2 for the centre, in sqrt(-log p) for the tails.
func NormInv(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		return float64(q * normCentre.at(0.180625-float64(q*q)))
	}
	tail := min(p, 1-p)
	if !(tail > 0) {
		return normEnd(p)
	}
	r := math.Sqrt(-Log(tail))
	if r > 5 {
		return math.Copysign(normFar.at(r-5), q)
	}
	return math.Copysign(normTail.at(r-1.6), q)
}

// normEnd is NormInv where nothing is left of a tail.
func normEnd(p float64) float64 {
	if p == 0 || p == 1 {
		return math.Copysign(math.Inf(1), p-0.5)
	}
	return math.NaN()
}

// normRatio is a ratio of two polynomials of degree 7, lowest power first; the
// denominator begins with 1.
type normRatio struct {
	num [8]float64
	den [7]float64
}

// at pairs the terms of both polynomials, so that the processor can work on several.
func (f *normRatio) at(x float64) float64 {
	n, d := &f.num, &f.den
	x2 := float64(x * x)
	x4 := float64(x2 * x2)
	num := n[0] + float64(n[1]*x) + float64(x2*(n[2]+float64(n[3]*x))) +
		float64(x4*(n[4]+float64(n[5]*x)+float64(x2*(n[6]+float64(n[7]*x)))))
	den := 1 + float64(d[0]*x) + float64(x2*(d[1]+float64(d[2]*x))) +
		float64(x4*(d[3]+float64(d[4]*x)+float64(x2*(d[5]+float64(d[6]*x)))))
	return num / den
}
