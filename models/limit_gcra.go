package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// GCRA is the generic cell rate algorithm as throttled/v2 has it. With T = 1/Rate in
// whole nanoseconds, rounded down, a state is the instant at which it is whole again:
// a request would move it to max(now, it) + T and passes unless that is further than
// (Burst + 1) x T away. In any interval of length t at most Burst + 1 + t/T requests
// pass. Mind that Burst does not count the first one: a [TokenBucket] of 5 is a GCRA
// of 4.
type GCRA struct {
	Rate  sim.Rate `key:"rate,required" doc:"requests per second"`
	Burst int      `key:"burst" doc:"requests that pass at once beyond the first; default 0"`
	LimitKeys
}

// Validate reports settings that cannot be.
func (l *GCRA) Validate() error {
	return catalog.Join(wrongRate(l.Rate), wrongBurst(l.Rate, l.Burst, 0), l.LimitKeys.Validate())
}

func (l *GCRA) newLimiter(n int) limiter {
	t := spacingOf(l.Rate).ns()
	return &gcra{
		limit:     uint32(l.Burst) + 1,
		interval:  sim.Time(t),
		tolerance: sim.Time(t * (int64(l.Burst) + 1)),
		whole:     make([]sim.Time, n),
	}
}

type gcra struct {
	limit               uint32
	interval, tolerance sim.Time
	whole               []sim.Time // when the quota of each state is whole again
}

func (l *gcra) take(now sim.Time, who uint32) ruling {
	at := max(now, l.whole[who])
	next := at + l.interval
	early := next - l.tolerance - now
	r := ruling{ok: early <= 0, limit: l.limit}
	if r.ok {
		l.whole[who], at = next, next
	} else {
		r.wait = time.Duration(early)
	}
	r.reset = at.Sub(now)
	r.remaining = uint32((l.tolerance - sim.Time(r.reset)) / l.interval)
	return r
}
