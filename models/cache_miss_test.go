package models

import (
	"fmt"
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// missesOf is the share of lookups of a Poisson stream that miss, by independent runs,
// each after as many lookups as let it settle.
func missesOf(c ZipfCache, perSec float64, runs, settle, n int) (mean, se float64) {
	x := make([]float64, runs)
	for run := range x {
		s, now, misses := c.newCache(uint64(run+1)), sim.Time(0), 0
		for i := range settle + n {
			now = now.Add(time.Duration(-sim.Log(sim.Open(sim.Key(uint64(run+1), sim.ForGap, uint64(i)))) / perSec * 1e9))
			key := s.key(sim.Key(uint64(run+1), sim.ForCall, uint64(i)))
			if !s.lookup(now, key) {
				s.fill(now, key)
				if i >= settle {
					misses++
				}
			}
		}
		x[run] = float64(misses) / float64(n)
	}
	return meanAndError(x)
}

// TestMissesWithoutEviction: a lookup of a key that is asked for lambda times a second
// misses with probability 1/(1 + lambda ttl), exactly.
func TestMissesWithoutEviction(t *testing.T) {
	var all scores
	for _, r := range []struct {
		keys     int
		exponent float64
		ttl      time.Duration
		start    CacheStart
	}{
		{100, 0, 500 * time.Millisecond, "cold"},
		{1000, 1, 10 * time.Second, "cold"},
		{1000, 1, 10 * time.Second, "warm"},
		{5000, 0.8, 20 * time.Second, "warm"},
		{5000, 1.5, time.Second, "warm"},
	} {
		const perSec = 100.0
		c := ZipfCache{Keys: r.keys, Exponent: r.exponent, Entries: r.keys, TTL: r.ttl, Start: r.start}
		want, total := 0.0, zipfSum(0, r.keys, r.exponent)
		for k := range r.keys {
			p := math.Pow(float64(k+1), -r.exponent) / total
			want += p / (1 + p*perSec*r.ttl.Seconds())
		}
		what := fmt.Sprintf("%d keys, exponent %v, ttl %v, %s: the share of misses", r.keys, r.exponent, r.ttl, r.start)
		mean, se := missesOf(c, perSec, 20, 6000, 20_000)
		if se > 0.004*want {
			t.Errorf("%s has a standard error of %v, want at most 0.4 %% of it", what, se)
		}
		all.add(t, what, mean, want, se)
		if got := c.MissShare(perSec); math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%s is foretold as %v, want %v", what, got, want)
		}
	}
	all.pooled(t)
}

// TestMissesWithEviction: Che's approximation, which is good to half a percent here.
func TestMissesWithEviction(t *testing.T) {
	for _, r := range []struct {
		why      string
		exponent float64
		entries  int
		ttl      time.Duration
		within   float64
	}{
		{"places alone", 1, 200, 0, 0.005},
		{"places alone, all alike: what is there is the share of places", 0, 500, 0, 0.005},
		{"many places", 0.8, 1500, 0, 0.005},
		{"places, a ttl of about twice the idle time", 1, 600, 40 * time.Second, 0.005},
		{"places, a ttl of many idle times", 1, 200, 60 * time.Second, 0.005},
		{"a ttl below the idle time: as without eviction", 1, 1500, 10 * time.Second, 0.005},
	} {
		c := ZipfCache{Keys: 2000, Exponent: r.exponent, Entries: r.entries, TTL: r.ttl, Start: "warm"}
		want := c.MissShare(100)
		mean, se := missesOf(c, 100, 24, 20_000, 50_000)
		if off := math.Abs(mean - want); off > 4*se+r.within*want || se > 0.003*want {
			t.Errorf("%s: %.5f (standard error %.5f) of the lookups miss, want %.5f within %g", r.why, mean, se, want, r.within)
		}
	}
}

func TestMissShareAtTheEnds(t *testing.T) {
	const hour = time.Hour
	rows := []struct {
		why    string
		cache  ZipfCache
		perSec sim.Rate
		want   float64
	}{
		{"all fits, for ever", ZipfCache{Keys: 1000, Exponent: 1, Entries: 1000}, 10, 0},
		{"more places than objects", ZipfCache{Keys: 1000, Exponent: 1, Entries: 5000}, 10, 0},
		{"half of the objects, all alike", ZipfCache{Keys: 1000, Entries: 500}, 10, 0.5},
		{"half of them at any rate", ZipfCache{Keys: 1000, Entries: 500}, 1e6, 0.5},
		{"half of them, hardly asked for", ZipfCache{Keys: 1000, Entries: 500}, 1e-6, 0.5},
		{"one object", ZipfCache{Keys: 1, Entries: 1, TTL: hour}, 1, 1.0 / 3601},
		{"hardly ever asked for", ZipfCache{Keys: 10, Exponent: 1, Entries: 10, TTL: time.Second}, 1e-9, 1},
		// rank r is asked for 417/r times a second, which misses 417/(r + 417 x 3600) times
		{"a million objects, an hour", ZipfCache{Keys: 1_000_000, Exponent: 1, Entries: 1_000_000, TTL: hour}, 6000, 213.0 / 6000},
	}
	for _, r := range rows {
		if got := r.cache.MissShare(r.perSec); math.Abs(got-r.want) > 0.002*r.want+1e-9 {
			t.Errorf("%s: %v of the lookups miss, want %v", r.why, got, r.want)
		}
	}
	for _, s := range []float64{3, 4, 6, 10} { // the rare objects are asked for 1e-80 of the time
		for _, n := range []int{5000, 1_000_000, 100_000_000} {
			c := ZipfCache{Keys: n, Exponent: s, Entries: n / 100}
			// next to n/100, the share is about that of the ranks beyond, and below a few times it
			beyond := math.Pow(float64(n/100), 1-s) / (s - 1)
			if got := c.MissShare(10); !(got > 0.5*beyond && got < 10*beyond) {
				t.Errorf("exponent %v, places for 1 %% of %d: %v of the lookups miss, want some %.2g", s, n, got, beyond)
			}
		}
	}
	c := ZipfCache{Keys: 1000, Exponent: 1, Entries: 1000, TTL: 300 * time.Second}
	least, less := c.MissShare(10), 1.0
	for c.Entries = 1; c.Entries <= 1000; c.Entries += 37 {
		got := c.MissShare(10)
		if !(got < less || c.Entries > 600 && got == least) {
			t.Errorf("with %d places %v of the lookups miss, want fewer than the %v with 37 less", c.Entries, got, less)
		}
		less = got
	}
}

func TestStayOfALoad(t *testing.T) {
	forever := math.Inf(1)
	rows := []struct {
		why             string
		rate, idle, ttl float64
		want            float64
	}{
		{"the ttl comes first", 1, 2, 1.5, 1.5},
		{"at the same time", 1, 2, 2, 2},
		{"one long gap at most: 2 - (1 + 1/2)/e", 1, 1, 2, 2 - 1.5/math.E},
		{"two: 3 - (2 + 2)/e + (1/2 + 1/6)/e^2", 1, 1, 3, 3 - 4/math.E + 2/(3*math.E*math.E)},
		{"for ever: (e - 1)/1", 1, 1, forever, math.E - 1},
		{"times scale", 0.001, 1000, 3000, 1000 * (3 - 4/math.E + 2/(3*math.E*math.E))},
		{"hardly asked for: once idle", 1e-9, 1, 1000, 1},
		{"asked for so often that only the ttl counts", 1000, 1, 3, 3},
		{"and without one nothing does", 1000, 1, forever, forever},
	}
	for _, r := range rows {
		if got := (band{rate: r.rate}).stay(r.idle, r.ttl); got != r.want && !(math.Abs(got/r.want-1) < 1e-8) {
			t.Errorf("%s: %v, want %v", r.why, got, r.want)
		}
	}
	for _, rate := range []float64{0.01, 0.1, 0.5, 1, 2, 4, 8} { // where the sum gives way to the mean too
		last := 0.5 // the ttl comes first
		for ttl := 0.5; ttl < 5e4; ttl *= 1.01 {
			got := (band{rate: rate}).stay(1, ttl)
			if got < last*(1-1e-9) || got > last+0.02*ttl || got > math.Expm1(rate)/rate*(1+1e-9) {
				t.Fatalf("rate %v, ttl %v: %v, and %v with a ttl 1 %% shorter; want a bit more, and no more than for ever", rate, ttl, got, last)
			}
			last = got
		}
	}
}
