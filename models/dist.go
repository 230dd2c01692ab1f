package models

import (
	"math"
	"time"

	"retrystorm/sim"
)

// What all distributions share. Each inverts its distribution function, so one random
// word gives one time, and a larger word no smaller one (exceptions say so). The last
// bits of a float64 may disturb that where two words are closer than 2^-50.
//
// Prepare, where there is one, checks the settings and derives constants from them.
// The New functions have called it; who changes a setting later calls it again. A
// literal works without it, only slower: At then derives them anew each time, with
// the same result.

// middle maps a word to (0, 1): the middle of one of 2^52 equal steps. It is exact,
// and middle(^u) = 1 - middle(u), also exactly.
func middle(u uint64) float64 { return float64((float64(u>>12) + 0.5) * 0x1p-52) }

// exponential is the quantile of the exponential distribution with mean 1.
func exponential(u uint64) float64 { return -sim.Log(middle(^u)) }

// normal is the quantile of the standard normal distribution, from -8.2 to 8.2.
func normal(u uint64) float64 { return sim.NormInv(middle(u)) }

// normalBelow is the probability that a standard normal variable lies below z, by
// bisection of its inverse: slow, but as exact and as portable as that one.
func normalBelow(z float64) float64 {
	if z > 0 {
		return 1 - normalBelow(-z)
	}
	low, high := uint64(0), math.Float64bits(0.5)
	for low < high {
		mid := low + (high-low)/2
		if sim.NormInv(math.Float64frombits(mid)) < z {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return math.Float64frombits(low)
}

// normalDensity is the standard normal density.
func normalDensity(z float64) float64 {
	const rootOf2Pi = 2.50662827463100050241576528481104525
	return sim.Exp(float64(z*z)/-2) / rootOf2Pi
}

// duration rounds to whole nanoseconds, from 0 to the longest duration there is.
func duration(ns float64) time.Duration {
	if !(ns > 0) {
		return 0
	}
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns + 0.5)
}

// preparer is a distribution that derives constants from its settings.
type preparer interface {
	sim.Dist
	Prepare() error
}

// prepared is for settings written in code: bad ones are a bug of the program.
func prepared[D preparer](d D) D {
	if err := d.Prepare(); err != nil {
		panic("models: " + err.Error())
	}
	return d
}
