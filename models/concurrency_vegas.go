package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Vegas estimates how many requests wait from the least time seen: q = ceil(L (1 -
// least / now)), for the limit L. With s = log10 L in whole numbers, at least 1: a drop
// takes s off; q up to s adds Beta s; q below Alpha s adds s; q above Beta s takes s
// off; in between, or while less than half the limit is in use, nothing changes.
//
// The least time is taken anew every Probe x L decisions, times a random number between
// 0.5 and 1, whatever it is then: a probe during an overload takes the overload for
// normal. Netflix concurrency-limits, VegasLimit; the random number is a draw of the
// seed and of how many probes there were.
type Vegas struct {
	InFlight
	Smoothing float64 `key:"smoothing" doc:"weight of the new limit, more than 0 to 1; default 1"`
	Alpha     int     `key:"alpha" doc:"the limit grows while fewer requests wait than this times log10 of it; default 3"`
	Beta      int     `key:"beta" doc:"it shrinks while more wait than this times log10 of it; default 6"`
	Probe     int     `key:"probe" doc:"the least time is taken anew every so many times limit decisions, or down to half of that at random; default 30"`
	SampleWindow
}

// Validate reports settings that cannot be.
func (l *Vegas) Validate() error {
	return catalog.Join(l.InFlight.Validate(), l.SampleWindow.Validate(),
		catalog.Problem(!(l.Smoothing > 0 && l.Smoothing <= 1), "smoothing", "must be more than 0 and at most 1"),
		catalog.Problem(l.Alpha < 1, "alpha", "must be at least 1"),
		catalog.Problem(l.Beta < l.Alpha, "beta", "must be at least alpha"),
		catalog.Problem(l.Probe < 1, "probe", "must be at least 1"))
}

func (l *Vegas) newLimit(seed uint64) concurrency {
	v := &vegas{Vegas: l, limit: float64(l.Initial), seed: seed, sampler: sampler{SampleWindow: &l.SampleWindow}}
	v.draw()
	return v
}

type vegas struct {
	*Vegas
	limit  float64
	least  time.Duration // 0 is not known
	seed   uint64
	probes uint64  // draws taken
	part   float64 // of the decisions until the next probe, 0.5 to 1
	since  int     // decisions since the last probe
	sampler
}

func (l *vegas) allows(inFlight int) bool { return inFlight < int(l.limit) }

func (l *vegas) draw() {
	l.part = 0.5 + float64(0.5*sim.Unit(sim.Key(l.seed, sim.ForShed, l.probes)))
	l.probes++
}

func (l *vegas) ended(now sim.Time, rtt time.Duration, inFlight int, dropped bool) {
	s, ready := l.add(now, rtt, inFlight, dropped)
	if !ready {
		return
	}
	l.since++
	if float64(float64(l.part*float64(l.Probe))*l.limit) <= float64(l.since) {
		l.draw()
		l.since, l.least = 0, s.rtt
		return
	}
	if l.least == 0 || s.rtt < l.least {
		l.least = s.rtt
		return
	}
	next := max(float64(l.Min), min(float64(l.Max), l.limit+float64(l.step(s))))
	l.limit = float64((1-l.Smoothing)*l.limit) + float64(l.Smoothing*next)
}

// step is what is added to the limit after s.
func (l *vegas) step(s sample) int {
	unit := digits(int(l.limit))
	queue := int(math.Ceil(float64(l.limit * (1 - float64(l.least)/float64(s.rtt)))))
	switch {
	case s.dropped:
		return -unit
	case float64(s.inFlight)*2 < l.limit:
		return 0
	case queue <= unit:
		return l.Beta * unit
	case queue < l.Alpha*unit:
		return unit
	case queue > l.Beta*unit:
		return -unit
	}
	return 0
}

// digits is log10 of n rounded down, at least 1.
func digits(n int) int {
	d := 0
	for ; n >= 10; n /= 10 {
		d++
	}
	return max(1, d)
}
