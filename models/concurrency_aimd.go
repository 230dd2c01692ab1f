package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// AIMD is the law of TCP's congestion window on requests: a request that was dropped or
// took longer than Timeout multiplies the limit by BackoffRatio, rounded down; any
// other adds 1, provided at least half the limit was in use. Netflix
// concurrency-limits, AIMDLimit.
type AIMD struct {
	InFlight
	Timeout      time.Duration `key:"timeout" doc:"a request that takes longer counts as dropped; default 5s, mostly far beyond the timeout of the callers"`
	BackoffRatio float64       `key:"backoff-ratio" doc:"the limit is multiplied by this at a drop, 0.5 to less than 1; default 0.9"`
}

// Validate reports settings that cannot be.
func (l *AIMD) Validate() error {
	return catalog.Join(l.InFlight.Validate(),
		catalog.Problem(l.Timeout <= 0, "timeout", "must be more than 0"),
		catalog.Problem(!(l.BackoffRatio >= 0.5 && l.BackoffRatio < 1), "backoff-ratio", "must be at least 0.5 and less than 1"))
}

func (l *AIMD) newLimit(uint64) concurrency { return &aimd{AIMD: l, limit: l.Initial} }

type aimd struct {
	*AIMD
	limit int
}

func (l *aimd) allows(inFlight int) bool { return inFlight < l.limit }

func (l *aimd) ended(_ sim.Time, rtt time.Duration, inFlight int, dropped bool) {
	next := l.limit
	switch {
	case dropped || rtt > l.Timeout:
		next = int(float64(l.limit) * l.BackoffRatio)
	case inFlight*2 >= l.limit:
		next++
	}
	l.limit = min(l.Max, max(l.Min, next))
}
