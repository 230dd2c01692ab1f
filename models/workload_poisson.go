package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Poisson is arrivals at random at a constant rate of the whole fleet; each call
// belongs to a client drawn at random, who may have other calls open. It is the
// usual model of very many independent users, and does not wait for answers.
type Poisson struct {
	PerSec sim.Rate `key:"rate,required" doc:"mean arrivals of the whole fleet, such as 800/s"`
}

// Closed implements [sim.Workload].
func (p *Poisson) Closed() bool { return false }

// Gap is exponential with mean 1/rate, by inversion.
func (p *Poisson) Gap(_ uint32, u uint64) (time.Duration, bool) {
	return time.Duration(min(1<<62, -sim.Log(sim.Open(u))*1e9/float64(p.PerSec))), true
}

// Rate implements [sim.Workload].
func (p *Poisson) Rate(uint32) sim.Rate { return p.PerSec }

// Validate reports a rate that is not above 0.
func (p *Poisson) Validate() error { return positive(p.PerSec) }

func positive(r sim.Rate) error {
	return catalog.Problem(!(r > 0), "rate", "must be above 0/s")
}
