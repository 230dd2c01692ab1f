package strategies

import (
	"math"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// CumulativeBreaker lets retries leave only while at most a share of all attempts so far
// has failed (Brooker, Fixing retries with token buckets and circuit breakers, 2022).
// First attempts always leave, and nothing is ever forgotten.
type CumulativeBreaker struct {
	Rate   sim.Share `key:"failure-rate" doc:"failures / attempts of the scope up to which retries leave, 0% to 100%; default 10%"`
	Counts []Class   `key:"counts" doc:"outcomes that are failures; default transient and deadline; cancelled attempts do not count at all"`
	Scope  Scope     `key:"scope" doc:"who shares a breaker: client (default), process or fleet"`
}

func newCumulativeBreaker() Breaker {
	return &CumulativeBreaker{Rate: 0.1, Counts: []Class{Transient, late}, Scope: PerClient}
}

// Point says that it is asked for retries, before the backoff.
func (CumulativeBreaker) Point() Point { return AtDecision }

// New makes breakers of 16 bytes each.
func (b CumulativeBreaker) New(s sim.Scopes) Gate {
	scope := b.Scope.of(s, PerClient)
	if b.Rate == 0 {
		b.Rate = 0.1
	}
	return &cumulativeGate{scope: scope, rate: int64(math.Round(float64(float64(b.Rate) * wholeToken))),
		counts: union(b.Counts, Transient|late), state: make([]cumulative, scope.slots(s.Clients))}
}

// Validate names the keys that make no sense. Zero values stand for the defaults.
func (b CumulativeBreaker) Validate() error {
	return catalog.Join(
		share("failure-rate", b.Rate),
		catalog.Problem(b.Counts != nil && len(b.Counts) == 0, "counts", "is empty, so that it never opens: name outcomes, or leave the breaker out"),
	)
}

type cumulative struct{ attempts, failures int64 }

// cumulativeGate is the state of a CumulativeBreaker.
type cumulativeGate struct {
	deaf
	scope  scoped
	rate   int64
	counts Class
	state  []cumulative
}

func (g *cumulativeGate) Ask(_ sim.Time, who uint32, _ *sim.Call) sim.Decision {
	if b := &g.state[g.scope.slot(who)]; b.failures*wholeToken > g.rate*b.attempts {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
	}
	return sim.Decision{}
}

func (*cumulativeGate) Take(sim.Time, uint32, *sim.Call) {}

func (g *cumulativeGate) Ended(_ sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	b := &g.state[g.scope.slot(who)]
	switch {
	case g.counts.Has(out.Status):
		b.failures++
		b.attempts++
	case out.Status != sim.Cancelled && out.Status != sim.Unfinished && out.Status != sim.GateClosed:
		b.attempts++
	}
}
