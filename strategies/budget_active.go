package strategies

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ActiveBudget bounds how many retries are under way at once, by a number or by a share
// of what else is. It knows nothing of the past, so that it needs no clock, and a
// retry that waits long holds its place long.
//
//	library                    ratio  at-least  of        held                  compare
//	Envoy retry_budget         20%    3         attempts  from before backoff   below
//	Envoy max_retries          0%     3         attempts  from before backoff   below
//	failsafe-go budget         20%    3         calls     after the backoff     at-most
//
// Envoy's places are held during the backoff, in which the retry is not among the
// attempts in flight (envoyproxy/envoy#30205): when all fail at once the base shrinks.
type ActiveBudget struct {
	Ratio    sim.Share     `key:"ratio" doc:"retries under way for each of those that count, 0% to 100%; default 20%"`
	AtLeast  int           `key:"at-least" doc:"retries that may be under way in any case; default 3"`
	Of       Base          `key:"of" doc:"what counts: attempts in flight (default), or calls that are open, in backoff too, and their retries in flight"`
	Compare  Compare       `key:"compare" doc:"a retry needs fewer under way: below (default) the whole part of the ratio; or at most: at-most the ratio"`
	Interval time.Duration `key:"interval" doc:"attempts that have begun in the last so much count although they have ended, to a tenth of it; 0s: none"`
	Take     When          `key:"take" doc:"a retry takes its place before (default) or after the backoff, and gives it back as it ends"`
	Scope    Scope         `key:"scope" doc:"who shares a budget: client, process (default) or fleet"`
}

func newActiveBudget() Budget {
	return &ActiveBudget{Ratio: 0.2, AtLeast: 3, Of: OfAttempts, Compare: Below, Take: BeforeBackoff, Scope: PerProcess}
}

// Point says where places are taken.
func (b ActiveBudget) Point() Point {
	if b.Take == AfterBackoff {
		return AtRetry
	}
	return AtDecision
}

// New makes budgets of 12 bytes each, 108 with an interval.
func (b ActiveBudget) New(s sim.Scopes) Gate {
	scope := b.Scope.of(s, PerProcess)
	g := &activeGate{
		scope: scope, ratio: int64(math.Round(float64(float64(b.Ratio) * wholeToken))), atLeast: int64(b.AtLeast),
		calls: b.Of == OfCalls, inclusive: b.Compare == AtMost, slice: sim.Time(b.Interval / sliceCount),
		state: make([]active, scope.slots(s.Clients)),
	}
	if g.slice > 0 {
		g.begun = make([]ledger, len(g.state))
	}
	return g
}

// Validate names the keys that make no sense.
func (b ActiveBudget) Validate() error {
	return catalog.Join(
		share("ratio", b.Ratio),
		catalog.Problem(b.AtLeast < 0 || b.AtLeast > 1e9, "at-least", "is "+strconv.Itoa(b.AtLeast)+", want 0 or more"),
		catalog.Problem(b.Interval != 0 && (b.Interval < time.Millisecond || b.Interval > time.Hour), "interval", "is "+b.Interval.String()+", want 0s (none) or 1ms to 1h"),
	)
}

// Base is what a ratio is of; the zero value is [OfAttempts].
type Base string

// The bases.
const (
	OfAttempts Base = "attempts"
	OfCalls    Base = "calls"
)

// Values lists what a file may say.
func (Base) Values() []string { return []string{string(OfAttempts), string(OfCalls)} }

// Compare says when one more fits; the zero value is [Below].
type Compare string

// The comparisons.
const (
	Below  Compare = "below"   // what is there is less than the bound
	AtMost Compare = "at-most" // what is there is no more than the bound
)

// Values lists what a file may say.
func (Compare) Values() []string { return []string{string(Below), string(AtMost)} }

// active is what is under way.
type active struct {
	attempts int32 // in flight
	calls    int32 // open, from their first attempt on
	retries  int32 // that hold a place
}

// activeGate is the state of an ActiveBudget. A call notes 1 while it holds a place.
type activeGate struct {
	scope            scoped
	ratio, atLeast   int64
	calls, inclusive bool
	slice            sim.Time
	state            []active
	begun            []ledger // attempts
}

func (g *activeGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	slot := g.scope.slot(who)
	a := &g.state[slot]
	held, base := int64(a.retries), int64(a.attempts)
	if g.calls {
		base = int64(a.calls) + held
	}
	if g.begun != nil {
		g.begun[slot].age(int64(now/g.slice), 0)
		base = max(base, g.begun[slot].sum)
	}
	fits := held < g.ratio*base/wholeToken
	if g.inclusive {
		fits = held*wholeToken <= g.ratio*base
	}
	if !fits && held >= g.atLeast {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	}
	return sim.Decision{}
}

func (g *activeGate) Take(_ sim.Time, who uint32, c *sim.Call) {
	if n := noteOf(c); n < noteMask { // hedges may hold more, up to three places a call
		g.state[g.scope.slot(who)].retries++
		setNote(c, n+1)
	}
}

func (g *activeGate) Left(now sim.Time, who uint32, c *sim.Call) {
	slot := g.scope.slot(who)
	a := &g.state[slot]
	a.attempts++
	if c.Attempts == 0 {
		a.calls++
	}
	if g.begun != nil {
		g.begun[slot].age(int64(now/g.slice), 0)
		g.begun[slot].add(1)
	}
}

func (g *activeGate) Ended(_ sim.Time, who uint32, c *sim.Call, out *sim.Outcome) {
	if out.Status != sim.GateClosed { // else it had not left
		g.state[g.scope.slot(who)].attempts--
	}
	if out.Attempt > 1 {
		g.giveBack(who, c, min(1, noteOf(c)))
	}
}

// Over implements [Closing]: a call may end in its backoff.
func (g *activeGate) Over(_ sim.Time, who uint32, c *sim.Call, _ sim.Status) {
	g.giveBack(who, c, noteOf(c))
	if c.Attempts > 0 {
		g.state[g.scope.slot(who)].calls--
	}
}

func (g *activeGate) giveBack(who uint32, c *sim.Call, n int) {
	g.state[g.scope.slot(who)].retries -= int32(n)
	setNote(c, noteOf(c)-n)
}
