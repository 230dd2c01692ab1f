package models

import (
	"math"

	"retrystorm/sim"
)

// band is keys of about the same popularity.
type band struct {
	keys float64
	rate float64 // lookups of one of them per second
}

// bands are about 20 for each e-fold of rank: too few to matter for the sums.
func (c *ZipfCache) bands(perSec sim.Rate) (all []band) {
	z := newZipf(c.Keys, c.Exponent)
	for from := 0; from < c.Keys; {
		to := min(c.Keys, from+1+from/20)
		keys := float64(to - from)
		all = append(all, band{keys, float64(z.share(from, to) / keys * float64(perSec))})
		from = to
	}
	return all
}

// MissShare implements [Cache]. An object has a place until it has not been asked for
// during the idle time of the cache, which is such that on average all places are taken
// (Che, Tung and Wang, "Hierarchical Web Caching Systems", 2002). Its loads are a renewal
// process: each is good for [band.stay], and the next comes with the first lookup after
// that. Loads are taken to succeed, in no time.
func (c *ZipfCache) MissShare(perSec sim.Rate) float64 {
	bands := c.bands(perSec)
	idle := math.Inf(1)
	if c.Entries < c.Keys {
		idle = idleTime(bands, float64(c.Entries))
	}
	ttl := math.Inf(1)
	if c.TTL > 0 {
		ttl = c.TTL.Seconds()
	}
	misses := 0.0
	for _, b := range bands {
		misses += b.keys * b.rate / (1 + float64(b.rate*b.stay(idle, ttl)))
	}
	return misses / float64(perSec)
}

// idleTime is the time, in seconds, within which as many objects are asked for as there
// are entries. It lies between the time in which the most popular object is asked for
// once in a million runs and that in which the least popular is missed as seldom.
func idleTime(bands []band, entries float64) float64 {
	low, high := 1e-6/bands[0].rate, 20/bands[len(bands)-1].rate
	for range 200 {
		mid, asked := sim.Exp((sim.Log(low)+sim.Log(high))/2), 0.0
		for _, b := range bands {
			asked -= float64(b.keys * expm1(float64(-b.rate*mid)))
		}
		if asked > entries {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// stay is for how long a load is good on average, in seconds: until the ttl is over, or
// for idle after a lookup with none since. Infinite if neither happens.
//
// It is the integral to the ttl of the probability that no gap of idle has ended by then:
// inclusion and exclusion over which gaps are as long. Where it is next to certain that
// one is (e^-10 at most are left), the mean time to the first is as good, and the sum would
// lose its digits.
func (b band) stay(idle, ttl float64) float64 {
	if b.rate*idle > 50 {
		return ttl
	}
	long := sim.Exp(float64(-b.rate * idle)) // share of gaps
	if b.rate*ttl*long > 10 {
		return expm1(float64(b.rate*idle)) / b.rate
	}
	sum := ttl
	for j := 1.0; ttl > float64(j*idle); j++ {
		u := float64(b.rate * (ttl - float64(j*idle)))
		term := (float64(u/(j+1)) + 1) / b.rate
		for i := 1.0; i <= j; i++ {
			term *= -long * u / i
		}
		sum += term
		if math.Abs(term) < 1e-14*ttl {
			break
		}
	}
	return sum
}
