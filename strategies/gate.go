package strategies

import "retrystorm/sim"

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

// Point is where a gate is asked. The gates of one point are asked first, in the
// order of the policy, and the first objection counts; all take when all have
// agreed. So nothing is spent on an attempt that another gate refuses or holds at
// the same point.
type Point uint8

// The points. A hedge meets all three as it leaves.
const (
	AtDecision Point = iota // retries, before the backoff; must not hold, and what is taken is gone even if the retry never leaves
	AtRetry                 // retries, after the backoff
	AtAttempt               // every attempt, first ones too
)

// Gate is the live state of a guard: dense slices without pointers, indexed by
// scope. who is the caller.
type Gate interface {
	// Ask says whether an attempt of c may go on, wait, or may not. It spends
	// nothing: the answer may be asked for again, or overruled by another gate. A gate
	// that holds may give the attempt a place in its line, see lined.
	Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision
	// Take spends what the attempt costs. It follows an Ask at the same instant that
	// said Go.
	Take(now sim.Time, who uint32, c *sim.Call)
	// Began tells that the first attempt of a call leaves.
	Began(now sim.Time, who uint32)
	// Ended tells how an attempt has ended, once for each that left, OK included.
	Ended(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome)
}

// agree asks all gates; the first that objects decides.
func agree(gates []Gate, now sim.Time, who uint32, c *sim.Call) sim.Decision {
	for _, g := range gates {
		if d := g.Ask(now, who, c); d.Verb != sim.Go {
			return d
		}
	}
	return sim.Decision{}
}

// take lets all gates take.
func take(gates []Gate, now sim.Time, who uint32, c *sim.Call) {
	for _, g := range gates {
		g.Take(now, who, c)
	}
}
