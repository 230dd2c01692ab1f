package strategies

import (
	"time"

	"retrystorm/sim"
)

// Guard is the settings of a gate: a value that runs share and none changes.
type Guard interface {
	New(s sim.Scopes) Gate // fresh state for all scopes of a link, in one value
	Point() Point
}

// Budget is a guard that bounds retries. It is a type of its own so that a scenario
// file's `budget` names those of [Budgets].
type Budget interface{ Guard }

// Breaker is a guard that stops all attempts while a service fails; see [Breakers].
type Breaker interface{ Guard }

// Limiter is a guard that bounds how many attempts leave; see [Limiters].
type Limiter interface{ Guard }

// Hedge says when to send one more attempt while one is in flight; see [Hedges].
type Hedge interface {
	New(s sim.Scopes) Hedging
	Most() int // hedges of one call
	End() Ends
}

// Point is where a gate is asked. A policy says in which order those of one point are
// asked, and whether they take together or one by one; see [Tokens].
type Point uint8

// The points. A hedge meets all three as it leaves.
const (
	AtDecision Point = iota // retries, before the backoff; must not hold, and what is taken is gone even if the retry never leaves
	AtRetry                 // retries, after the backoff
	AtAttempt               // every attempt, first ones too
)

// Gate is the live state of a guard: dense slices without pointers, indexed by
// scope. who is the caller.
//
// For an attempt the order is Ask (perhaps several times), Take, Left, Ended. A gate
// may keep a note of two bits for each call, see noteOf.
type Gate interface {
	// Ask says whether an attempt of c may go on, wait, or may not. Going on and waiting
	// spend nothing: the answer may be asked for again, or overruled by another gate. Stop
	// is the last word on the attempt, so a gate that counts what it refuses does so here.
	// A gate that holds may give the attempt a place in its line, see lined.
	Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision
	// Take spends what the attempt costs. It follows an Ask at the same instant that
	// said Go.
	Take(now sim.Time, who uint32, c *sim.Call)
	// Left tells that an attempt leaves, also one at which the gate was not asked.
	// c.Attempts is how many have left before: 0 at the first.
	Left(now sim.Time, who uint32, c *sim.Call)
	// Ended tells how an attempt has ended, once for each that left, OK included, and
	// before a decision on it. out.Attempt is its number. An attempt that a later gate
	// refused after this one had taken ends at once, with GateClosed, see [InOrder].
	Ended(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome)
}

// Closing is an option of a gate: it is told when a call is over, after the ends of
// its attempts, whether one has left or not.
type Closing interface {
	Over(now sim.Time, who uint32, c *sim.Call, st sim.Status)
}

// Hedging is the live state of a Hedge. It hears what gates hear.
type Hedging interface {
	// Hedge is how long after an attempt of c has left the next one is sent, if that
	// has not been answered. c.Attempts counts it.
	Hedge(now sim.Time, who uint32, c *sim.Call) (after time.Duration, ok bool)
	Ended(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome)
}

// deaf is embedded by gates that need not be told all.
type deaf struct{}

func (deaf) Left(sim.Time, uint32, *sim.Call)                {}
func (deaf) Ended(sim.Time, uint32, *sim.Call, *sim.Outcome) {}

// agree asks all gates; the first that objects decides. All take when all have agreed,
// so nothing is spent on an attempt that another gate refuses or holds.
func agree(gates []Gate, now sim.Time, who uint32, c *sim.Call) sim.Decision {
	for _, g := range gates {
		if d := g.Ask(now, who, c); d.Verb != sim.Go {
			return d
		}
	}
	for _, g := range gates {
		g.Take(now, who, c)
	}
	return sim.Decision{}
}
