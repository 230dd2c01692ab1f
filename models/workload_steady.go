package models

import (
	"time"

	"retrystorm/sim"
)

// Steady is arrivals of the whole fleet at equal distances, the first at the
// beginning. A load generator with a fixed rate does this; users do not.
type Steady struct {
	PerSec sim.Rate `key:"rate,required" doc:"arrivals of the whole fleet, such as 800/s"`
	Shape  Shape    `key:"shape" doc:"how the rate changes over time; none: it does not"`
}

// Closed implements [sim.Workload].
func (s *Steady) Closed() bool { return false }

// Gap is the difference of the rounded instants nth/rate, so that rounding to
// nanoseconds does not add up.
func (s *Steady) Gap(nth uint32, _ uint64) (time.Duration, bool) {
	if nth == 0 {
		return 0, true
	}
	return s.at(nth) - s.at(nth-1), true
}

func (s *Steady) at(nth uint32) time.Duration {
	return duration(float64(nth) * 1e9 / float64(s.PerSec))
}

// Shaped reports whether the rate changes over time.
func (s *Steady) Shaped() bool { return s.Shape != nil }

// Stretch implements [sim.Shaped]. Each gap is rounded to a nanosecond, so that a million
// arrivals may be half a millisecond off.
func (s *Steady) Stretch(from sim.Time, gap time.Duration) time.Duration {
	return stretched(s.Shape, from, gap)
}

// Rate is the mean rate in the long run: after a ramp, over whole days.
func (s *Steady) Rate(uint32) sim.Rate { return shapedRate(s.Shape, s.PerSec) }

// Validate reports a rate that is not above 0.
func (s *Steady) Validate() error { return positive(s.PerSec) }
