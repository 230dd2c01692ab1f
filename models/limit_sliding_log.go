package models

import (
	"strconv"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// SlidingLog lets a request pass if fewer than Rate x Window have passed in the Window
// before it, to the nanosecond: one that came exactly a Window ago counts no more. It
// remembers that many instants for each state, 8 bytes each.
type SlidingLog struct {
	Windowed
	LimitKeys
}

const maxLog = 100_000 // requests per window: the memory of one state

// Validate reports settings that cannot be.
func (l *SlidingLog) Validate() error {
	return catalog.Join(
		l.Windowed.Validate(),
		catalog.Problem(l.requests() > maxLog && l.requests() <= maxBurst, "rate", "gives more than "+strconv.Itoa(maxLog)+" requests in a window, too many to remember; take sliding-window"),
		l.LimitKeys.Validate())
}

func (l *SlidingLog) newLimiter(n int) limiter {
	quota := l.quota()
	return &slidingLog{quota, sim.Time(l.Window), make([]sim.Time, n*int(quota)), make([]ring, n)}
}

// ring is where the instants of a state are in its part of the log.
type ring struct{ oldest, count uint32 }

type slidingLog struct {
	quota  uint32
	length sim.Time
	log    []sim.Time // quota places for each state
	rings  []ring
}

func (l *slidingLog) take(now sim.Time, who uint32) ruling {
	g := &l.rings[who]
	log := l.log[int(who)*int(l.quota):][:l.quota]
	for g.count > 0 && log[g.oldest] <= now-l.length {
		g.oldest = g.place(1, l.quota)
		g.count--
	}
	r := ruling{ok: g.count < l.quota, limit: l.quota}
	if r.ok {
		log[g.place(g.count, l.quota)] = now
		g.count++
	} else {
		r.wait = (log[g.oldest] + l.length).Sub(now)
	}
	r.remaining = l.quota - g.count
	r.reset = (log[g.place(g.count-1, l.quota)] + l.length).Sub(now)
	return r
}

// place is that of the nth instant from the oldest, of quota places.
func (g *ring) place(nth, quota uint32) uint32 {
	return uint32((uint64(g.oldest) + uint64(nth)) % uint64(quota))
}
