package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// defaultLine is how long a limiter holds an attempt.
const defaultLine = time.Minute

// hold lets an attempt wait until an instant after now, unless that is longer than
// most, or the call would be over by then.
func hold(now, until sim.Time, c *sim.Call, most time.Duration) sim.Decision {
	if until.Sub(now) > most || c.Deadline != 0 && until >= c.Deadline {
		return sim.Decision{Verb: sim.Stop, Reason: sim.LimitedHere}
	}
	return sim.Decision{Verb: sim.Hold, Reason: sim.LimitedHere, Delay: until.Sub(now)}
}

// place is hold for an attempt that is new in the line: it tells whether there is a
// place to note.
func place(now, until sim.Time, c *sim.Call, most time.Duration) (d sim.Decision, noted bool) {
	d = hold(now, until, c, most)
	if d.Verb == sim.Hold {
		c.Memo |= lined
	}
	return d, d.Verb == sim.Hold
}

// wrongWait is the problem of a wait that is none.
func wrongWait(d time.Duration) error {
	return catalog.Problem(d < 0, "wait", "is "+d.String()+", want 0s (no line) or more")
}
