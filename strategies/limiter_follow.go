package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// FollowRateLimit holds attempts by what a limit of the service announces with its
// answers: after an answer that says how many remain, no more leave before its reset
// is over. Attempts that were out when the answer came are taken for not counted yet,
// which errs on the safe side. Without an announcement, and after the reset until the
// next one, all may leave; but those that were held leave one after the other, at the
// pace reset / limit of the announcement, for a quota that is whole again is there for
// all at once.
//
// A scope knows its own attempts alone: where several share a quota, each takes what
// remains for its own.
type FollowRateLimit struct {
	Wait  time.Duration `key:"wait" doc:"an attempt that would be held for longer, or to the deadline of its call, is refused at once; 0s refuses what cannot leave now; default 1m"`
	Scope Scope         `key:"scope" doc:"who shares what answers tell: client (default), process or fleet"`
}

// Point says that it is asked for every attempt.
func (FollowRateLimit) Point() Point { return AtAttempt }

// New makes gates that have been told nothing.
func (l FollowRateLimit) New(s sim.Scopes) Gate {
	scope := l.Scope.of(s, PerClient)
	return &followGate{scope: scope, wait: l.Wait, quotas: make([]quota, scope.slots(s.Clients))}
}

// Validate names the key that makes no sense.
func (l FollowRateLimit) Validate() error { return catalog.Join(wrongWait(l.Wait)) }

// followGate is the state of a FollowRateLimit.
type followGate struct {
	deaf
	scope  scoped
	wait   time.Duration
	quotas []quota
}

// quota is what is known of a limit.
type quota struct {
	until sim.Time // its reset is over, 0 before the first announcement
	sent  sim.Time // when the attempt left that told it
	line  sim.Time // the turn of the next attempt that is held
	pace  sim.Time // between two turns
	left  int64    // attempts that may leave before until; below 0 if more were out than remained
	out   int64    // attempts in flight
}

func (g *followGate) Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	q := &g.quotas[g.scope.slot(who)]
	barred := now < q.until && q.left <= 0
	if c.Memo&lined != 0 && !barred || c.Memo&lined == 0 && !barred && q.line <= now {
		return sim.Decision{}
	}
	turn := max(q.line, now)
	if barred {
		turn = max(turn, q.until)
	}
	d, noted := place(now, turn, c, g.wait)
	if noted {
		q.line = turn + q.pace
	}
	return d
}

func (g *followGate) Take(_ sim.Time, who uint32, _ *sim.Call) {
	q := &g.quotas[g.scope.slot(who)]
	q.left--
	q.out++
}

// Ended takes what an answer says, unless the attempt left before that of the last.
func (g *followGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	q := &g.quotas[g.scope.slot(who)]
	q.out--
	if out.Quota.Limit == 0 || out.Sent < q.sent {
		return
	}
	q.sent = out.Sent
	q.until = now.Add(out.Quota.Reset)
	q.left = int64(out.Quota.Remaining) - q.out
	q.pace = sim.Time(out.Quota.Reset) / sim.Time(out.Quota.Limit)
}
