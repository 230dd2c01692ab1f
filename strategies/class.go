package strategies

import (
	"fmt"
	"strings"

	"retrystorm/sim"
)

// Class is a set of outcomes: what one word of a list such as `retry-on` names.
type Class uint32

// The sets that have a word of their own; a code that several outcomes share names
// them all.
const (
	// Transient is what may well be different next time.
	Transient = Connect | Lost | Code503 | Class(1<<sim.TimedOut|1<<sim.RequestTime|1<<sim.InProgress|
		1<<sim.TooMany|1<<sim.Internal|1<<sim.BadGateway|1<<sim.GatewayTime)
	// Any is every failure after which the call is still open.
	Any = Class(1<<len(sim.Statuses)-1) &^
		(1<<sim.OK | 1<<sim.Expired | 1<<sim.GateClosed | 1<<sim.Cancelled | 1<<sim.Unfinished)
	// Correct is what [sim.Statuses] says may be tried again: what nobody has begun for
	// every method, what may have been done only where to repeat it does no harm, a
	// missing token once. Has reports what it holds where the link is harmless.
	Correct = byTable | Transient | contended | renewable

	// Nothing is no outcome: for a list that must say so.
	Nothing = Class(1 << 30)

	Connect = Class(1<<sim.Refused | 1<<sim.ConnectTimeout | 1<<sim.NoConnection) // nothing was sent
	Lost    = Class(1 << sim.Reset)                                               // the connection broke after the request was sent
	Code409 = Class(1<<sim.Conflict | 1<<sim.InProgress | 1<<sim.KeyReused)
	Code422 = Class(1 << sim.KeyMismatch)
	Code503 = Class(1<<sim.Unavailable | 1<<sim.Shed)
)

// The sets without one.
const (
	late       = Class(1 << sim.Expired)             // the call is over, but a breaker may take it for a failure
	contended  = Class(1 << sim.Conflict)            // a row that was written in between
	renewable  = Class(1 << sim.Unauthorized)        // once, with a new token
	throttling = Class(1<<sim.TooMany | 1<<sim.Shed) // slow down
	byTable    = Class(1 << 31)                      // no outcome: tells Correct from the same set by name
)

// words are the sets with a word that is no name of a status. A set that has another
// word too is written back by the first.
func words() []struct {
	word string
	set  Class
} {
	return []struct {
		word string
		set  Class
	}{
		{"transient", Transient}, {"any", Any}, {"correct", Correct}, {"nothing", Nothing}, {"connect", Connect},
		{"409", Code409}, {"503", Code503}, {"reset", Lost}, {"lost", Lost}, {"key-mismatch", Code422}, {"422", Code422},
	}
}

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
func (Class) Words() string { return "an outcome: " + strings.Join(allWords(), ", ") }

// Example is the usual word.
func (Class) Example() string { return "transient" }

// Pattern is what UnmarshalText accepts, as a regular expression.
func (Class) Pattern() string { return "^(" + strings.Join(allWords(), "|") + ")$" }

// allWords lists the words of sets, then the other names.
func allWords() (all []string) {
	seen := Class(0)
	for _, w := range words() {
		all = append(all, w.word)
		if w.set&(w.set-1) == 0 {
			seen |= w.set
		}
	}
	for _, name := range ((Any | late) &^ seen).names() {
		if name != "503" { // the code, not this one outcome
			all = append(all, name)
		}
	}
	return all
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
	for _, w := range words() {
		if w.set == c {
			return w.word
		}
	}
	return strings.Join(c.names(), " ")
}

// MarshalText gives what UnmarshalText reads, for a set that one word names.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a word of a set, or the name of a status.
func (c *Class) UnmarshalText(text []byte) error {
	for _, w := range words() {
		if w.word == string(text) {
			*c = w.set
			return nil
		}
	}
	st, ok := sim.StatusOf(string(text))
	if !ok || !(Any | late).Has(st) {
		return fmt.Errorf("unknown outcome %q: want %s", text, strings.Join(allWords(), ", "))
	}
	*c = 1 << st
	return nil
}
