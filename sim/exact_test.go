package sim

import (
	"math"
	"math/big"
)

// The references of the tests of Log, Exp and NormInv: plain series, summed to many
// more bits than a float64 has.

func exact(prec uint, x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

// exactLog is log(x) for x > 0, by log(x) = k log(2) + 2 artanh((m-1)/(m+1)).
func exactLog(prec uint, x float64) *big.Float {
	m, k := math.Frexp(x)
	one, frac := exact(prec, 1), exact(prec, m)
	sum := artanh(new(big.Float).Sub(frac, one), new(big.Float).Add(frac, one))
	ln2 := artanh(exact(prec, 1), exact(prec, 3))
	sum.Add(sum, ln2.Mul(ln2, exact(prec, float64(k))))
	return sum.Mul(sum, exact(prec, 2))
}

// artanh is that of num/den; twice artanh(1/3) is log(2).
func artanh(num, den *big.Float) *big.Float {
	t := new(big.Float).Quo(num, den)
	square := new(big.Float).Mul(t, t)
	sum := new(big.Float).Set(t)
	for n := 3.0; t.Sign() != 0 && t.MantExp(nil)+int(t.Prec()) > sum.MantExp(nil); n += 2 {
		t.Mul(t, square)
		sum.Add(sum, new(big.Float).Quo(t, exact(t.Prec(), n)))
	}
	return sum
}

// exactExp is e^x, by (e^(x/2^s))^(2^s) with |x/2^s| < 1/256.
func exactExp(x *big.Float) *big.Float {
	s := max(0, x.MantExp(nil)+8)
	small := new(big.Float).SetMantExp(x, -s)
	sum, t := exact(x.Prec(), 1), exact(x.Prec(), 1)
	for n := 1.0; t.Sign() != 0 && t.MantExp(nil) > -int(x.Prec()); n++ {
		t.Mul(t, small)
		t.Quo(t, exact(x.Prec(), n))
		sum.Add(sum, t)
	}
	for range s {
		sum.Mul(sum, sum)
	}
	return sum
}

// exactDensity is the standard normal density; pi is 16 artan(1/5) - 4 artan(1/239).
func exactDensity(prec uint, z float64) *big.Float {
	half := exact(prec, z)
	half.Mul(half, half)
	half.Quo(half, exact(prec, -2))
	pi := new(big.Float).Sub(
		new(big.Float).Mul(exact(prec, 16), artan(prec, 5)),
		new(big.Float).Mul(exact(prec, 4), artan(prec, 239)))
	root := new(big.Float).Sqrt(pi.Mul(pi, exact(prec, 2)))
	return new(big.Float).Quo(exactExp(half), root)
}

// artan is that of 1/n.
func artan(prec uint, n float64) *big.Float {
	t := new(big.Float).Quo(exact(prec, 1), exact(prec, n))
	sum := new(big.Float).Set(t)
	for i := 3.0; t.MantExp(nil) > -int(prec); i += 2 {
		t.Quo(t, exact(prec, -n*n))
		sum.Add(sum, new(big.Float).Quo(t, exact(prec, i)))
	}
	return sum
}

// exactNormal is the normal distribution function, 1/2 + density(z) (z + z^3/3 +
// z^5/15 + ..). For z < 0 nearly all cancels: prec must exceed z^2 by what is wanted.
func exactNormal(prec uint, z float64) *big.Float {
	t := exact(prec, z)
	square := new(big.Float).Mul(t, t)
	sum := new(big.Float).Set(t)
	for n := 3.0; t.Sign() != 0 && t.MantExp(nil)+int(prec) > sum.MantExp(nil); n += 2 {
		t.Mul(t, square)
		t.Quo(t, exact(prec, n))
		sum.Add(sum, t)
	}
	sum.Mul(sum, exactDensity(prec, z))
	return sum.Add(sum, exact(prec, 0.5))
}

// ulps is how far got is from want, in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	diff := new(big.Float).Sub(exact(want.Prec(), got), want)
	d, _ := diff.Float64()
	return math.Abs(d) / unit
}
