package models

import (
	"math"
	"time"

	"retrystorm/sim"
)

// codel is CoDel at work: the control law of RFC 8289, section 5, asked for each request
// as it is taken out.
type codel struct {
	CoDel
	firstAbove sim.Time // when the wait will have been above the target for an interval; 0: it is not above
	dropNext   sim.Time
	count      uint32 // drops since it began to drop
	last       uint32 // count when it began
	dropping   bool
	owing      bool // dropNext is that of the last drop: whether another follows is not known
}

// drops reports whether a request that has waited so long is to be dropped. empty: nobody
// waits behind it.
func (c *codel) drops(now sim.Time, waited time.Duration, empty bool) bool {
	ok := c.overlong(now, waited, empty)
	if c.owing && ok {
		c.dropNext = c.law(c.dropNext)
	}
	c.owing = false
	switch {
	case c.dropping && !ok:
		c.dropping = false
	case c.dropping:
		if now < c.dropNext {
			return false
		}
		c.count++
		c.owing = true
		return true
	case ok:
		c.dropping = true
		// Who dropped a short while ago goes on from about the rate it had then.
		delta := c.count - c.last
		c.count = 1
		if delta > 1 && now.Sub(c.dropNext) < 16*c.Interval {
			c.count = delta
		}
		c.dropNext = c.law(now)
		c.last = c.count
		return true
	}
	return false
}

// emptied tells that the last one has left by itself: nobody waits too long any more.
func (c *codel) emptied() { c.firstAbove, c.dropping, c.owing = 0, false, false }

// overlong reports whether waits have been above the target for a whole interval.
func (c *codel) overlong(now sim.Time, waited time.Duration, empty bool) bool {
	switch {
	case waited < c.Target || empty:
		c.firstAbove = 0
	case c.firstAbove == 0:
		c.firstAbove = now.Add(c.Interval)
	default:
		return now >= c.firstAbove
	}
	return false
}

// law is the time of the next drop: square roots are correctly rounded everywhere.
func (c *codel) law(t sim.Time) sim.Time {
	return t.Add(time.Duration(float64(c.Interval) / math.Sqrt(float64(c.count))))
}

// follyCodel is the variant of Facebook's folly: the shortest wait of each interval says
// whether the next one is overloaded.
type follyCodel struct {
	CoDel
	ends     sim.Time // of the interval
	shortest time.Duration
	over     bool
	fresh    bool // no request of this interval has been seen
}

func (c *follyCodel) drops(now sim.Time, waited time.Duration) bool {
	if now > c.ends && !c.fresh {
		c.ends = now.Add(c.Interval)
		c.over = c.shortest > c.Target
		c.fresh = true
	}
	if c.fresh { // the first one of an interval is never dropped
		c.fresh = false
		c.shortest = waited
		return false
	}
	c.shortest = min(c.shortest, waited)
	return c.over && waited > 2*c.Target
}

// failAtScale knows since when the queue has not been empty.
type failAtScale struct {
	FailAtScale
	busySince sim.Time
	queueing  bool // it has not been empty for an interval
}

// pushed notes a request that comes to a queue of n.
func (f *failAtScale) pushed(now sim.Time, n int) {
	if n == 0 {
		f.busySince, f.queueing = now, false
	} else {
		f.queueing = now.Sub(f.busySince) > f.Interval
	}
}

func (f *failAtScale) drops(now sim.Time, waited time.Duration, empty bool) bool {
	limit := f.Interval
	if now.Sub(f.busySince) > f.Interval {
		f.queueing, limit = true, f.Target
	}
	if empty {
		f.queueing = false
	}
	return waited > limit
}
