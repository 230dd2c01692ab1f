package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Poisson is arrivals at random at a constant rate of the whole fleet, or one that
// changes by its shape; each call belongs to a client drawn at random, who may have other calls open. It is the
// usual model of very many independent users, and does not wait for answers.
type Poisson struct {
	PerSec sim.Rate `key:"rate,required" doc:"mean arrivals of the whole fleet, such as 800/s"`
	Shape  Shape    `key:"shape" doc:"how the rate changes over time; none: it does not"`
}

// Closed implements [sim.Workload].
func (p *Poisson) Closed() bool { return false }

// Gap is exponential with mean 1/rate, by inversion.
func (p *Poisson) Gap(_ uint32, u uint64) (time.Duration, bool) {
	return time.Duration(min(1<<62, -sim.Log(sim.Open(u))*1e9/float64(p.PerSec))), true
}

// Shaped reports whether the rate changes over time.
func (p *Poisson) Shaped() bool { return p.Shape != nil }

// Stretch implements [sim.Shaped].
func (p *Poisson) Stretch(from sim.Time, gap time.Duration) time.Duration {
	return stretched(p.Shape, from, gap)
}

// Rate is the mean rate in the long run: after a ramp, over whole days.
func (p *Poisson) Rate(uint32) sim.Rate { return shapedRate(p.Shape, p.PerSec) }

// Validate reports a rate that is not above 0.
func (p *Poisson) Validate() error { return positive(p.PerSec) }

func positive(r sim.Rate) error {
	return catalog.Problem(!(r > 0), "rate", "must be above 0/s")
}
