package models

import (
	"time"

	"retrystorm/sim"
)

// Think is clients that each wait for the end of their call, think, and call again:
// a closed system, which slows down with its service instead of overloading it.
type Think struct {
	Time sim.Dist `key:"time,required" doc:"time between the end of a call and the next; also before the first"`
}

// Closed implements [sim.Workload].
func (t *Think) Closed() bool { return true }

// Gap implements [sim.Workload].
func (t *Think) Gap(_ uint32, u uint64) (time.Duration, bool) { return t.Time.At(u), true }

// Rate is that of calls which take no time: the most the clients can offer.
func (t *Think) Rate(n uint32) sim.Rate {
	if m := t.Time.Mean(); m > 0 {
		return sim.Rate(float64(n) / m.Seconds())
	}
	return 0
}
