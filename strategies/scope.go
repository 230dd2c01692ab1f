package strategies

import (
	"math"

	"retrystorm/sim"
)

// Scope says whose attempts a gate sees together; the zero value is the usual scope of
// the gate in question.
type Scope string

// The scopes.
const (
	PerClient  Scope = "client"  // each client, or each replica of a service that calls on, has its own
	PerProcess Scope = "process" // clients that share a process share it
	PerFleet   Scope = "fleet"   // one for all: what one would want, and few libraries can offer
)

// Values lists what a file may say.
func (Scope) Values() []string {
	return []string{string(PerClient), string(PerProcess), string(PerFleet)}
}

// scoped maps callers to slots of dense state.
type scoped struct {
	per uint32 // callers that share a slot
}

func (s Scope) of(all sim.Scopes, usual Scope) scoped {
	if s == "" {
		s = usual
	}
	switch s {
	case PerClient:
		return scoped{1}
	case PerProcess:
		return scoped{max(all.PerProcess, 1)}
	}
	return scoped{math.MaxUint32}
}

func (s scoped) slot(who uint32) uint32 { return who / s.per }

// slots is how many there are for n callers.
func (s scoped) slots(n uint32) uint32 { return s.slot(max(n, 1)-1) + 1 }
