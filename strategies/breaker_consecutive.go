package strategies

import (
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ConsecutiveBreaker opens after a number of failures without a success between
// them. While it is open no attempt leaves, and a call that is refused is not
// retried. From the instant openedAt + open-for on (that instant included) it is
// half-open: so many probes are let through; a failure opens it again, and when all
// have succeeded it is closed.
type ConsecutiveBreaker struct {
	Failures int           `key:"failures" doc:"failures in a row that open it, at least 1; default 5"`
	OpenFor  time.Duration `key:"open-for" doc:"how long it stays open, above 0s; default 30s; a probe that has not ended after this time is given up, and the next one let through"`
	Probes   int           `key:"probes" doc:"attempts let through when half-open, and successes that close it, 1 to 255; default 1"`
	Reopen   int           `key:"reopen-after" doc:"half-open: failures that open it again, 1 to 255; default 1; failsafe-go takes as many as opened it, unless a number of successes is said"`
	Close    int           `key:"close-after" doc:"half-open: successes that close it, at most probes; default probes"`
	Strict   bool          `key:"strict" doc:"it is still open at the very instant open-for is over, as in gobreaker"`
	Block    bool          `key:"block" doc:"a probe that does not end is never given up, so that it bars all others, as in gobreaker"`
	Counts   []Class       `key:"counts" doc:"outcomes that count as failures; default transient and deadline; all other answers are successes; cancelled attempts are ignored"`
	Scope    Scope         `key:"scope" doc:"who shares a breaker: client (default), process or fleet"`
}

const (
	defaultFailures = 5
	defaultOpenFor  = 30 * time.Second
)

func newConsecutiveBreaker() Breaker {
	return &ConsecutiveBreaker{Failures: defaultFailures, OpenFor: defaultOpenFor, Probes: 1,
		Counts: []Class{Transient, late}, Scope: PerClient}
}

// Point says that it is asked for every attempt.
func (ConsecutiveBreaker) Point() Point { return AtAttempt }

// New makes closed breakers.
func (b ConsecutiveBreaker) New(s sim.Scopes) Gate {
	scope := b.Scope.of(s, PerClient)
	g := &consecutiveGate{
		scope:    scope,
		failures: uint32(b.Failures),
		openFor:  b.OpenFor,
		probes:   uint16(max(b.Probes, 1)),
		reopen:   uint16(max(b.Reopen, 1)),
		close:    uint16(b.Close),
		strict:   b.Strict,
		block:    b.Block,
		counts:   union(b.Counts, Transient|late),
		state:    make([]breaker, scope.slots(s.Clients)),
	}
	if b.Failures == 0 {
		g.failures = defaultFailures
	}
	if b.OpenFor == 0 {
		g.openFor = defaultOpenFor
	}
	if b.Close == 0 {
		g.close = g.probes
	}
	return g
}

// Validate names the keys that make no sense. Zero values stand for the defaults.
func (b ConsecutiveBreaker) Validate() error {
	return catalog.Join(
		catalog.Problem(b.Failures < 0 || b.Failures > 1e9, "failures", "is "+strconv.Itoa(b.Failures)+", want 1 or more"),
		catalog.Problem(b.OpenFor < 0, "open-for", "is "+b.OpenFor.String()+", want more than 0s"),
		catalog.Problem(b.Probes < 0 || b.Probes > 255, "probes", "is "+strconv.Itoa(b.Probes)+", want 1 to 255"),
		catalog.Problem(b.Reopen < 0 || b.Reopen > 255, "reopen-after", "is "+strconv.Itoa(b.Reopen)+", want 1 to 255"),
		catalog.Problem(b.Close < 0 || b.Close > max(b.Probes, 1), "close-after", "is "+strconv.Itoa(b.Close)+", want 1 to "+strconv.Itoa(max(b.Probes, 1))+" (probes)"),
		catalog.Problem(b.Counts != nil && len(b.Counts) == 0, "counts", "is empty, so that it never opens: name outcomes, or leave the breaker out"),
	)
}

// consecutiveGate is the state of a ConsecutiveBreaker.
type consecutiveGate struct {
	deaf
	scope    scoped
	failures uint32
	openFor  time.Duration
	probes   uint16
	reopen   uint16
	close    uint16
	strict   bool
	block    bool
	counts   Class
	state    []breaker
}

// breaker is one breaker. Changes of state are lazy: it becomes half-open as the
// first probe leaves.
type breaker struct {
	since  sim.Time // closed: when it was closed; open, half-open: when it was opened
	probed sim.Time // half-open: when the latest probe left
	anew   sim.Time // half-open: when probes were last given up; those sent before hold no place
	row    uint32   // closed: failures in a row
	is     uint8
	out    uint16 // half-open: probes that left, less those that were cancelled
	good   uint16 // half-open: probes that succeeded
	bad    uint16 // half-open: probes that failed
}

const (
	closed = iota
	open
	halfOpen
)

func (g *consecutiveGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	b := &g.state[g.scope.slot(who)]
	end := b.since.Add(g.openFor)
	if b.is == open && (now < end || g.strict && now == end) ||
		b.is == halfOpen && b.out >= g.probes && (g.block || now < b.probed.Add(g.openFor)) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
	}
	return sim.Decision{}
}

func (g *consecutiveGate) Take(now sim.Time, who uint32, _ *sim.Call) {
	b := &g.state[g.scope.slot(who)]
	switch {
	case b.is == closed:
		return
	case b.is == open:
		b.is, b.out, b.good, b.bad, b.anew = halfOpen, 0, 0, 0, now
	case b.out >= g.probes: // they hang
		b.out, b.anew = b.good+b.bad, now
	}
	b.out++
	b.probed = now
}

// Ended counts an outcome, unless it is stale: of an attempt that left before the
// breaker was closed, or not after it was opened.
func (g *consecutiveGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	b := &g.state[g.scope.slot(who)]
	failed := g.counts.Has(out.Status)
	ignored := !failed && (out.Status == sim.Cancelled || out.Status == sim.GateClosed ||
		out.Status == sim.Unfinished || out.Status == sim.Expired)
	switch {
	case b.is == closed && out.Sent >= b.since && !ignored:
		b.row++
		if !failed {
			b.row = 0
		} else if b.row >= g.failures {
			b.is, b.since = open, now
		}
	case b.is == halfOpen && out.Sent > b.since:
		g.probeEnded(b, now, out.Sent < b.anew, failed, ignored)
	}
}

func (g *consecutiveGate) probeEnded(b *breaker, now sim.Time, givenUp, failed, ignored bool) {
	switch {
	case failed:
		if b.bad++; b.bad >= g.reopen {
			b.is, b.since = open, now
		}
	case ignored && givenUp:
	case ignored:
		b.out--
	default:
		b.good++
		if givenUp {
			b.out++
		}
		if b.good >= g.close {
			b.is, b.since, b.row = closed, now, 0
		}
	}
}
