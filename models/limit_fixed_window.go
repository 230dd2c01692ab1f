package models

import (
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// FixedWindow lets Rate x Window requests pass in each window of the clock, the same
// clock for all. Around the edge of two windows twice as many pass in an instant, so
// in any interval of length t it is (2 + t/Window) times the quota at most.
type FixedWindow struct {
	Windowed
	LimitKeys
}

// Validate reports settings that cannot be.
func (l *FixedWindow) Validate() error {
	return catalog.Join(l.Windowed.Validate(), l.LimitKeys.Validate())
}

func (l *FixedWindow) newLimiter(n int) limiter {
	return &fixedWindow{l.quota(), sim.Time(l.Window), make([]counter, n)}
}

// counter is how many requests passed in a window of the clock.
type counter struct {
	window int64
	count  uint32
}

type fixedWindow struct {
	quota    uint32
	length   sim.Time
	counters []counter
}

func (l *fixedWindow) take(now sim.Time, who uint32) ruling {
	c := &l.counters[who]
	nth, gone := window(now, l.length)
	if c.window != nth {
		*c = counter{window: nth}
	}
	r := ruling{ok: c.count < l.quota, limit: l.quota, reset: l.length.Sub(gone)}
	if r.ok {
		c.count++
	} else {
		r.wait = r.reset
	}
	r.remaining = l.quota - c.count
	return r
}
