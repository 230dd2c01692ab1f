package strategies

import "retrystorm/sim"

// Unsafe says what is retried on links where to repeat a request may do harm (POST,
// PATCH) if its work may have been done already; the zero value is [UnsafeKeyed].
// What surely was not done is retried by all of them.
type Unsafe string

// The modes.
const (
	UnsafeNever  Unsafe = "never"  // not at all
	UnsafeKeyed  Unsafe = "keyed"  // with an idempotency key that all attempts share
	UnsafeAlways Unsafe = "always" // as on other links: effects may be done twice
)

// Values lists what a file may say.
func (Unsafe) Values() []string {
	return []string{string(UnsafeNever), string(UnsafeKeyed), string(UnsafeAlways)}
}

// Final says what an answer marked "do not retry" counts for; the zero value is
// [ObeyFinal].
type Final string

// What it counts for.
const (
	ObeyFinal   Final = "obey"
	IgnoreFinal Final = "ignore"
)

// Values lists what a file may say.
func (Final) Values() []string { return []string{string(ObeyFinal), string(IgnoreFinal)} }

// classifier is which outcomes are retried on a link: always, and once in a call.
type classifier struct{ always, once Class }

// classify resolves the words of a policy for a link.
func (p Policy) classify(s sim.Scopes) (k classifier) {
	cs := p.RetryOn
	if len(cs) == 0 {
		cs = []Class{Transient, contended}
	}
	if s.Unsafe && p.UnsafeOn != nil {
		cs = p.UnsafeOn
	}
	for _, c := range cs {
		if c&byTable == 0 {
			k.always |= c
			continue
		}
		t := byOutcome(!s.Unsafe || s.Keyed)
		k.always |= t.always
		k.once |= t.once
	}
	if s.Unsafe && p.Unsafe != UnsafeAlways && !(p.Unsafe != UnsafeNever && s.Keyed) {
		k.always &^= perhapsDone()
		k.once &^= perhapsDone()
	}
	k.once &^= k.always
	return k
}

// byOutcome is what the outcome table says of a link.
func byOutcome(repeatable bool) (k classifier) {
	for st, row := range sim.Statuses {
		switch {
		case row.Again == sim.ForAll, row.Again == sim.IfRepeatable && repeatable:
			k.always |= 1 << st
		case row.Again == sim.OnceMore:
			k.once |= 1 << st
		}
	}
	return k
}

// perhapsDone is the outcomes after which the work may have been done.
func perhapsDone() (c Class) {
	for st, row := range sim.Statuses {
		if row.Executed == sim.PerhapsDone {
			c |= 1 << st
		}
	}
	return c
}
