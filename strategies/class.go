package strategies

import (
	"fmt"
	"strings"

	"retrystorm/sim"
)

// Class is a set of outcomes: what one word of a list such as `retry-on` names.
type Class uint32

// The sets that have a word of their own.
const (
	// Transient is what may well be different next time.
	Transient = Class(1<<sim.Refused | 1<<sim.TimedOut | 1<<sim.RequestTime | 1<<sim.TooMany |
		1<<sim.Internal | 1<<sim.BadGateway | 1<<sim.Unavailable | 1<<sim.GatewayTime)
	// Any is every failure after which the call is still open.
	Any = Class(1<<len(sim.Statuses)-1) &^
		(1<<sim.OK | 1<<sim.Expired | 1<<sim.GateClosed | 1<<sim.Cancelled | 1<<sim.Unfinished)
)

// The sets without one.
const (
	late      = Class(1 << sim.Expired)  // the call is over, but a breaker may take it for a failure
	contended = Class(1 << sim.Conflict) // a row that was written in between
)

// Has reports whether st is in the set.
func (c Class) Has(st sim.Status) bool { return c>>st&1 == 1 }

// union is the set of all that is in any of cs, or usual if nothing was said.
func union(cs []Class, usual Class) Class {
	if len(cs) == 0 {
		return usual
	}
	u := Class(0)
	for _, c := range cs {
		u |= c
	}
	return u
}

// Words says what a file may say.
func (Class) Words() string {
	return "transient, any, or a status: " + strings.Join((Any|late).names(), ", ")
}

// Example is the usual word.
func (Class) Example() string { return "transient" }

// Pattern is what UnmarshalText accepts, as a regular expression.
func (Class) Pattern() string {
	return "^(transient|any|409|" + strings.Join((Any|late).names(), "|") + ")$"
}

// names lists the statuses in the set.
func (c Class) names() (names []string) {
	for st, row := range sim.Statuses {
		if c.Has(sim.Status(st)) {
			names = append(names, row.Name)
		}
	}
	return names
}

// String is the word of the set, or the words of what is in it.
func (c Class) String() string {
	switch c {
	case Transient:
		return "transient"
	case Any:
		return "any"
	}
	return strings.Join(c.names(), " ")
}

// MarshalText gives what UnmarshalText reads, for a set that one word names.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a word: `transient`, `any`, or the name or code of a status.
func (c *Class) UnmarshalText(text []byte) error {
	switch string(text) {
	case "transient":
		*c = Transient
		return nil
	case "any":
		*c = Any
		return nil
	}
	st, ok := sim.StatusOf(string(text))
	if !ok || !(Any | late).Has(st) {
		return fmt.Errorf("unknown outcome %q: want %s", text, c.Words())
	}
	*c = 1 << st
	return nil
}
