package strategies

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// WindowBudget allows retries up to a share of the calls of the last while. Unlike the
// ratio ledger it counts what has been, rather than saving up: retries that left count
// against it until they are out of the window.
//
//	library                            ratio  window  min-calls  at-least
//	.NET HttpRetryBudgetOptions        10%    10s     10         1
//	Gateway API retryConstraint        20%    10s     0          10/s x window = 100
//	Google SRE book, chapter 21        10%    any     0          0
type WindowBudget struct {
	Ratio    sim.Share     `key:"ratio,required" doc:"retries for each call in the window, rounded down; 0% to 100%"`
	Window   time.Duration `key:"window" doc:"how long calls and retries count, to a tenth of it, 1ms to 24h; default 10s"`
	MinCalls int           `key:"min-calls" doc:"below so many calls in the window retries are free; default 0"`
	AtLeast  int           `key:"at-least" doc:"retries in a window in any case; default 0"`
	Take     When          `key:"take" doc:"a retry counts before (default) or after the backoff"`
	Scope    Scope         `key:"scope" doc:"who shares a budget: client, process (default) or fleet"`
}

func newWindowBudget() Budget {
	return &WindowBudget{Window: defaultTTL, Take: BeforeBackoff, Scope: PerProcess}
}

// Point says where retries are counted.
func (b WindowBudget) Point() Point {
	if b.Take == AfterBackoff {
		return AtRetry
	}
	return AtDecision
}

// New makes empty windows, of 192 bytes each.
func (b WindowBudget) New(s sim.Scopes) Gate {
	if b.Window == 0 {
		b.Window = defaultTTL
	}
	scope := b.Scope.of(s, PerProcess)
	n := scope.slots(s.Clients)
	return &windowGate{
		scope: scope, slice: sim.Time(b.Window / sliceCount), ratio: int64(math.Round(float64(float64(b.Ratio) * wholeToken))),
		minCalls: int64(b.MinCalls), atLeast: int64(b.AtLeast),
		calls: make([]ledger, n), retries: make([]ledger, n),
	}
}

// Validate names the keys that make no sense.
func (b WindowBudget) Validate() error {
	return catalog.Join(
		share("ratio", b.Ratio),
		catalog.Problem(b.Window != 0 && (b.Window < time.Millisecond || b.Window > 24*time.Hour), "window", "is "+b.Window.String()+", want 1ms to 24h, 10s is usual"),
		catalog.Problem(b.MinCalls < 0, "min-calls", "is "+strconv.Itoa(b.MinCalls)+", want 0 or more"),
		catalog.Problem(b.AtLeast < 0, "at-least", "is "+strconv.Itoa(b.AtLeast)+", want 0 or more"),
	)
}

// windowGate is the state of a WindowBudget.
type windowGate struct {
	deaf
	scope                    scoped
	slice                    sim.Time
	ratio, minCalls, atLeast int64
	calls, retries           []ledger
}

// aged is a ledger of who, brought up to now.
func (g *windowGate) aged(of []ledger, now sim.Time, who uint32) *ledger {
	l := &of[g.scope.slot(who)]
	l.age(int64(now/g.slice), 0)
	return l
}

func (g *windowGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	calls := g.aged(g.calls, now, who).sum
	if calls < g.minCalls {
		return sim.Decision{}
	}
	if g.aged(g.retries, now, who).sum >= max(g.ratio*calls/wholeToken, g.atLeast) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	}
	return sim.Decision{}
}

func (g *windowGate) Take(now sim.Time, who uint32, _ *sim.Call) {
	g.aged(g.retries, now, who).add(1)
}

func (g *windowGate) Left(now sim.Time, who uint32, c *sim.Call) {
	if c.Attempts == 0 {
		g.aged(g.calls, now, who).add(1)
	}
}
