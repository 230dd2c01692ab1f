package strategies

import (
	"slices"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// GateName is a gate of a policy.
type GateName string

// The gates.
const (
	TheBudget  GateName = "budget"
	TheBreaker GateName = "breaker"
	TheLimiter GateName = "limiter"
)

// Values lists what a file may say.
func (GateName) Values() []string {
	return []string{string(TheBudget), string(TheBreaker), string(TheLimiter)}
}

// Tokens says when gates that are asked at one point take; the zero value is
// [Together].
type Tokens string

// When they take.
const (
	Together Tokens = "together" // all when all have agreed: what one refuses or holds costs nothing at the others
	InOrder  Tokens = "in-order" // each as it agrees, as nested decorators do: what a later one refuses has ended for those before it, with gate-closed
)

// Values lists what a file may say.
func (Tokens) Values() []string { return []string{string(Together), string(InOrder)} }

// WhenOpen says what follows on an attempt that a breaker has refused; the zero value
// is [StopWhenOpen].
type WhenOpen string

// What follows.
const (
	StopWhenOpen  WhenOpen = "stop"  // the call ends
	RetryWhenOpen WhenOpen = "retry" // another try after the backoff; it counts as an attempt, at most 63 times
)

// Values lists what a file may say.
func (WhenOpen) Values() []string { return []string{string(StopWhenOpen), string(RetryWhenOpen)} }

// guards are the gates of a policy in the order in which they are asked.
func (p Policy) guards() (gs []Guard, perCall []bool) {
	order := p.Order
	for _, name := range []GateName{TheBudget, TheBreaker, TheLimiter} { // a limiter last, so that it gives no token to what another refuses
		if !slices.Contains(order, name) {
			order = append(order[:len(order):len(order)], name)
		}
	}
	for _, name := range order {
		if g := p.guard(name); g != nil {
			gs = append(gs, g)
			perCall = append(perCall, slices.Contains(p.PerCall, name))
		}
	}
	return gs, perCall
}

func (p Policy) guard(name GateName) Guard {
	switch {
	case name == TheBudget && p.Budget != nil:
		return p.Budget
	case name == TheBreaker && p.Breaker != nil:
		return p.Breaker
	case name == TheLimiter && p.Limiter != nil:
		return p.Limiter
	}
	return nil
}

// wrongGates is what is wrong with a list of gates.
func (p Policy) wrongGates(key string, names []GateName) error {
	for i, name := range names {
		switch {
		case slices.Contains(names[:i], name):
			return catalog.Problem(true, key, "names the "+string(name)+" twice")
		case p.guard(name) == nil:
			return catalog.Problem(true, key, "names the "+string(name)+", but the policy has none")
		}
	}
	return nil
}

// pass asks the gates of an attempt, and lets them take.
func (s *strategy) pass(gates []Gate, now sim.Time, who uint32, c *sim.Call) sim.Decision {
	if !s.inOrder {
		return agree(gates, now, who, c)
	}
	for i := passed(c); i < len(gates); i++ {
		switch d := gates[i].Ask(now, who, c); d.Verb {
		case sim.Hold:
			setPassed(c, i)
			return d
		case sim.Stop:
			s.giveUp(gates[:i], now, who, c)
			return d
		}
		gates[i].Take(now, who, c)
	}
	setPassed(c, 0)
	return sim.Decision{}
}

// giveUp tells gates that have taken that the attempt does not leave.
func (s *strategy) giveUp(gates []Gate, now sim.Time, who uint32, c *sim.Call) {
	setPassed(c, 0)
	s.own = sim.Outcome{Status: sim.GateClosed, Attempt: c.Attempts + 1, Sent: now}
	for _, g := range gates {
		g.Ended(now, who, c, &s.own)
	}
}
