package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Shifted is a time that is never shorter than By: the speed of light, a fixed cost, and
// what comes on top.
type Shifted struct {
	By   time.Duration `key:"by,required" doc:"added to each time, such as 240ms"`
	Time sim.Dist      `key:"time,required" doc:"the distribution of the rest"`
}

// At implements [sim.Dist].
func (d *Shifted) At(u uint64) time.Duration { return plus(d.Time.At(u), d.By) }

// Mean implements [sim.Dist].
func (d *Shifted) Mean() time.Duration { return plus(d.Time.Mean(), d.By) }

// plus adds times of 0 or more, up to the longest there is.
func plus(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Validate reports a negative shift and a rest that is missing.
func (d *Shifted) Validate() error {
	return catalog.Join(
		catalog.Problem(d.By < 0, "by", "must not be negative"),
		catalog.Problem(d.Time == nil, "time", "is missing"))
}
