package models

import (
	"math/bits"
	"time"

	"retrystorm/sim/catalog"
)

// Uniform is any whole number of nanoseconds from Min to Max, both included, with
// equal probability.
type Uniform struct {
	Min time.Duration `key:"min" doc:"the shortest time"`
	Max time.Duration `key:"max,required" doc:"the longest time"`
}

// At implements [sim.Dist].
func (d *Uniform) At(u uint64) time.Duration {
	steps, _ := bits.Mul64(u, uint64(d.Max-d.Min)+1)
	return d.Min + time.Duration(steps)
}

// Mean is (Min + Max) / 2.
func (d *Uniform) Mean() time.Duration { return d.Min + (d.Max-d.Min)/2 }

// Validate reports an interval that is empty or begins below 0.
func (d *Uniform) Validate() error {
	return catalog.Join(
		catalog.Problem(d.Min < 0, "min", "must not be negative"),
		catalog.Problem(d.Max < d.Min, "max", "must not be less than min"),
	)
}
