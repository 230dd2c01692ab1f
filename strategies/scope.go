package strategies

import (
	"math"

	"retrystorm/sim"
)

// Scope says whose attempts a gate sees together.
type Scope uint8

// The scopes. The zero value is the usual one of the gate in question.
const (
	UsualScope Scope = iota
	PerClient        // each client, or each replica of a service that calls on, has its own
	PerProcess       // clients that share a process share it
	PerFleet         // one for all: what one would want, and few libraries can offer
)

// Words lists what a file may say.
func (Scope) Words() []string { return []string{"client", "process", "fleet"} }

func (s Scope) String() string {
	if s == UsualScope {
		return "usual"
	}
	return s.Words()[s-PerClient]
}

// MarshalText gives the word of s.
func (s Scope) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a word.
func (s *Scope) UnmarshalText(text []byte) error {
	if err := readWord(s, text, s.Words()); err != nil {
		return err
	}
	*s += PerClient
	return nil
}

// scoped maps callers to slots of dense state.
type scoped struct {
	per uint32 // callers that share a slot
}

func (s Scope) of(all sim.Scopes, usual Scope) scoped {
	if s == UsualScope {
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
