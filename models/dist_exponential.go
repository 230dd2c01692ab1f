package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Exponential is the time to an event that is equally likely at every instant: the
// usual first guess for service times, with as much spread as its mean.
//
// F(x) = 1 - exp(-x / mean).
type Exponential struct {
	MeanTime time.Duration `key:"mean,required" doc:"the mean, such as 100ms"`
}

// At implements [sim.Dist].
func (d *Exponential) At(u uint64) time.Duration {
	return duration(float64(float64(d.MeanTime) * exponential(u)))
}

// Mean implements [sim.Dist].
func (d *Exponential) Mean() time.Duration { return d.MeanTime }

// Validate reports a mean that is not above 0.
func (d *Exponential) Validate() error {
	return catalog.Problem(d.MeanTime <= 0, "mean", "must be above 0s")
}
