package strategies

import (
	"strconv"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ConcurrencyLimit refuses an attempt while so many are in flight: the bulkhead of
// resilience4j (25) and Polly, max_requests of Envoy (1024), the rate limiter of the
// .NET standard pipeline (1000). None of them lets it wait by default.
type ConcurrencyLimit struct {
	Limit int   `key:"limit,required" doc:"attempts in flight at most, 1 to 1000000000"`
	Scope Scope `key:"scope" doc:"who shares a limit: client, process (default) or fleet"`
}

// Point says that it is asked for every attempt.
func (ConcurrencyLimit) Point() Point { return AtAttempt }

// New makes limits of 4 bytes each.
func (l ConcurrencyLimit) New(s sim.Scopes) Gate {
	scope := l.Scope.of(s, PerProcess)
	return &concurrencyGate{scope: scope, limit: int32(l.Limit), inFlight: make([]int32, scope.slots(s.Clients))}
}

// Validate names the key that makes no sense.
func (l ConcurrencyLimit) Validate() error {
	return catalog.Join(catalog.Problem(l.Limit < 1 || l.Limit > 1e9, "limit", "is "+strconv.Itoa(l.Limit)+", want 1 to 1000000000"))
}

// concurrencyGate is the state of a ConcurrencyLimit.
type concurrencyGate struct {
	deaf
	scope    scoped
	limit    int32
	inFlight []int32
}

func (g *concurrencyGate) Ask(_ sim.Time, who uint32, _ *sim.Call) sim.Decision {
	if g.inFlight[g.scope.slot(who)] >= g.limit {
		return sim.Decision{Verb: sim.Stop, Reason: sim.LimitedHere}
	}
	return sim.Decision{}
}

func (g *concurrencyGate) Take(_ sim.Time, who uint32, _ *sim.Call) { g.inFlight[g.scope.slot(who)]++ }

func (g *concurrencyGate) Ended(_ sim.Time, who uint32, _ *sim.Call, _ *sim.Outcome) {
	g.inFlight[g.scope.slot(who)]--
}
