package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Constant is always the same time.
type Constant struct {
	Value time.Duration `key:"value,required" doc:"the time, such as 100ms"`
}

// At implements [sim.Dist].
func (d *Constant) At(uint64) time.Duration { return d.Value }

// Mean implements [sim.Dist].
func (d *Constant) Mean() time.Duration { return d.Value }

// Validate reports a negative time.
func (d *Constant) Validate() error {
	return catalog.Problem(d.Value < 0, "value", "must not be negative")
}
