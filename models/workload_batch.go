package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Batch is bursts of calls at equal distances, the first at the beginning: cron
// jobs, polling on the minute. The calls of a burst belong to clients drawn at
// random.
type Batch struct {
	Size  int           `key:"size,required" doc:"calls of a burst"`
	Every time.Duration `key:"every,required" doc:"time from burst to burst"`
}

// Closed implements [sim.Workload].
func (b *Batch) Closed() bool { return false }

// Gap implements [sim.Workload].
func (b *Batch) Gap(nth uint32, _ uint64) (time.Duration, bool) {
	switch {
	case b.Size < 1: // the part of a group that gets no call
		return 0, false
	case nth > 0 && int(nth)%b.Size == 0:
		return b.Every, true
	}
	return 0, true
}

// Rate implements [sim.Workload].
func (b *Batch) Rate(uint32) sim.Rate { return sim.Rate(float64(b.Size) / b.Every.Seconds()) }

// Validate reports an empty burst and a distance that is not above 0.
func (b *Batch) Validate() error {
	return catalog.Join(
		catalog.Problem(b.Size < 1, "size", "must be at least 1"),
		catalog.Problem(b.Every <= 0, "every", "must be above 0s"))
}
