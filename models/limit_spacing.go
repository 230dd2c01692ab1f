package models

import (
	"math"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// spacing is the time between two requests at a rate: num/den ns.
type spacing struct{ num, den int64 }

// spacingOf is exact for rates of up to three decimals per s and for whole numbers per
// min, h and d; other rates are within 1 in 2048 of a nanosecond of it.
func spacingOf(r sim.Rate) spacing {
	for _, unit := range [...]int64{1, 10, 100, 1000, 60, 3600, 86400} {
		x := float64(float64(r) * float64(unit))
		n := math.Round(x)
		if n >= 1 && math.Abs(x-n) <= n*1e-14 {
			num, den := unit*1e9, int64(n)
			g := divisor(num, den)
			return spacing{num / g, den / g}
		}
	}
	return spacing{int64(math.Round(1024e9 / float64(r))), 1024}
}

// divisor is the greatest common divisor of two positive numbers.
func divisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// ns is the spacing in whole nanoseconds, rounded down.
func (s spacing) ns() int64 { return s.num / s.den }

// room says whether n requests can be added up without overflow.
func (s spacing) room(n int64) bool { return n <= math.MaxInt64/4/s.num }

// wrongRate is the problem of a rate that no limit can have.
func wrongRate(r sim.Rate) error {
	return catalog.Problem(!isRate(r), "rate", "must lie between 1/d and 1000000000/s")
}

func isRate(r sim.Rate) bool { return r >= 1/86400.0 && r <= 1e9 }

// wrongBurst is the problem of a burst that is too small or would take ages to save up.
func wrongBurst(r sim.Rate, burst, least int) error {
	tooMany := isRate(r) && !spacingOf(r).room(int64(burst)+1)
	switch {
	case burst < least && least == 0:
		return &catalog.KeyError{Key: "burst", Message: "must not be negative"}
	case burst < least:
		return &catalog.KeyError{Key: "burst", Message: "must be at least 1"}
	}
	return catalog.Problem(burst > maxBurst || tooMany, "burst", "is too large for this rate; at most 1000000000, and at most some years of the rate")
}

const maxBurst = 1_000_000_000

// ceil is a/b rounded up, for a from 0 on.
func ceil(a, b int64) int64 { return (a + b - 1) / b }
