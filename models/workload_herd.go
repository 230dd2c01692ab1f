package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Herd is one call of each client, all at the beginning or spread evenly at random
// over a time. It is how clients meet after a restart or a broken connection.
type Herd struct {
	Spread time.Duration `key:"spread" doc:"the calls begin at random within this time; 0s: all at once"`
}

// Closed implements [sim.Workload].
func (h *Herd) Closed() bool { return true }

// Gap implements [sim.Workload].
func (h *Herd) Gap(nth uint32, u uint64) (time.Duration, bool) {
	return time.Duration(sim.Unit(u) * float64(h.Spread)), nth == 0
}

// Rate implements [sim.Workload]; a herd has none.
func (h *Herd) Rate(uint32) sim.Rate { return 0 }

// Validate reports a negative spread.
func (h *Herd) Validate() error {
	return catalog.Problem(h.Spread < 0, "spread", "must not be negative")
}
