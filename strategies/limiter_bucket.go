package strategies

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// TokenBucket lets at most Burst + Rate x t attempts leave in any interval of length t,
// first attempts and retries alike. An attempt that finds no token gets a place in
// line and is held until its token is there. The place of a call that ends meanwhile
// (another attempt was answered, a breaker opened) is lost.
type TokenBucket struct {
	Rate  sim.Rate      `key:"rate,required" doc:"attempts per second of each scope, 0.001/s to 1000000/s; the time between two is rounded up to a nanosecond"`
	Burst int           `key:"burst" doc:"attempts that may leave at once after a pause, 1 to 1000000; default 1"`
	Wait  time.Duration `key:"wait" doc:"an attempt that would be held for longer, or to the deadline of its call, is refused at once; 0s refuses what cannot leave now; default 1m"`
	Scope Scope         `key:"scope" doc:"who shares a bucket: client (default), process or fleet"`
}

// Point says that it is asked for every attempt.
func (TokenBucket) Point() Point { return AtAttempt }

// New makes full buckets.
func (l TokenBucket) New(s sim.Scopes) Gate {
	scope := l.Scope.of(s, PerClient)
	every := sim.Time(math.Ceil(float64(time.Second) / float64(l.Rate)))
	return &bucketGate{
		scope:   scope,
		every:   every,
		slack:   every * sim.Time(max(l.Burst, 1)-1),
		wait:    l.Wait,
		buckets: make([]schedule, scope.slots(s.Clients)),
	}
}

// Validate names the keys that make no sense. Burst 0 stands for the default.
func (l TokenBucket) Validate() error {
	return catalog.Join(
		catalog.Problem(!(l.Rate >= 0.001 && l.Rate <= 1e6), "rate", "is "+number(float64(l.Rate))+"/s, want 0.001/s to 1000000/s"),
		catalog.Problem(l.Burst < 0 || l.Burst > 1e6, "burst", "is "+strconv.Itoa(l.Burst)+", want 1 to 1000000"),
		wrongWait(l.Wait),
	)
}

// bucketGate is the state of a TokenBucket, as a schedule: a bucket with tokens is one
// whose next turn is past (GCRA, ITU-T I.371).
type bucketGate struct {
	deaf
	scope        scoped
	every, slack sim.Time
	wait         time.Duration
	buckets      []schedule
}

// schedule is when the next attempt would be due if attempts left evenly. Each may
// leave slack early.
type schedule struct {
	next sim.Time // after those that have left
	line sim.Time // after those too that have a place
}

func (g *bucketGate) Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	b := &g.buckets[g.scope.slot(who)]
	if c.Memo&lined != 0 {
		if at := max(b.next, now) - g.slack; at > now {
			return hold(now, at, c, g.wait)
		}
		return sim.Decision{}
	}
	due := max(b.next, b.line, now)
	if due-g.slack <= now {
		return sim.Decision{}
	}
	d, noted := place(now, due-g.slack, c, g.wait)
	if noted {
		b.line = due + g.every
	}
	return d
}

func (g *bucketGate) Take(now sim.Time, who uint32, c *sim.Call) {
	b := &g.buckets[g.scope.slot(who)]
	b.next = max(b.next, now) + g.every
	if c.Memo&lined == 0 {
		b.line = max(b.line, now) + g.every
	}
	b.line = max(b.line, b.next)
}
