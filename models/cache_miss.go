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
			asked -= b.keys * expm1(float64(-b.rate*mid))
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
// the object was idle for too long. The mean time to the first such gap between lookups
// is (e^(rate idle) - 1)/rate; with a share of e^(-rate idle) it is the first gap, and
// else it is taken for exponential. Infinite if both are.
func (b band) stay(idle, ttl float64) float64 {
	if ttl <= idle || b.rate*idle > 50 {
		return ttl
	}
	rest := expm1(float64(b.rate*idle))/b.rate - idle // beyond the first gap
	if rest <= 0 || math.IsInf(ttl, 1) {
		return idle + rest
	}
	asked := -expm1(float64(-b.rate * idle))
	return idle - float64(rest*expm1(-float64((ttl-idle)*asked)/rest))
}
