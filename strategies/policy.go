package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Policy is what a client does, as data. The zero value sends one attempt and never
// retries.
//
// After a failure the stops are asked in this order: retry-on, max-attempts,
// max-elapsed, the deadline of the call, the budget; what stops earlier costs
// nothing later. A retry that could not leave before the deadline takes no token.
type Policy struct {
	Backoff     Backoff       `key:"backoff" doc:"How long to wait before a retry; without one there are no retries."`
	MaxAttempts Attempts      `key:"max-attempts" doc:"Attempts of one call at most, the first and hedges included: 1 to 65535, or unlimited. Must be said with a backoff."`
	MaxElapsed  time.Duration `key:"max-elapsed" doc:"No retry that would leave later than this after the call began; 0s is no limit."`
	RetryOn     []Class       `key:"retry-on" doc:"Outcomes to retry: transient, any, or statuses by name or HTTP code; default transient and conflict, since a contended row is to be read again."`
	RetryAfter  RetryAfter    `key:"retry-after" doc:"What the hint of an answer counts for: override (default), at-least or ignore."`
	Budget      Budget        `key:"budget" doc:"Bounds retries over many calls; a bare percentage is the ratio ledger."`
	Breaker     Breaker       `key:"breaker" doc:"Stops all attempts while the service fails."`
	Hedge       sim.Hedger    `key:"hedge" doc:"Sends one more attempt when an answer is slow; a bare duration is how slow."`
}

// None is `policy: none`: one attempt, whatever happens.
func None() Policy { return Policy{} }

// New implements [sim.Policy]. The result is a [sim.Hedger] only if the policy
// hedges.
func (p Policy) New(s sim.Scopes) sim.Strategy {
	st := strategy{
		backoff:    p.Backoff,
		retryOn:    union(p.RetryOn, Transient|row),
		limit:      p.limit(),
		maxElapsed: p.MaxElapsed,
		retryAfter: p.RetryAfter,
	}
	if st.maxElapsed == 0 {
		st.maxElapsed = math.MaxInt64
	}
	if p.Budget != nil {
		st.guard(p.Budget, s)
	}
	if p.Breaker != nil {
		st.guard(p.Breaker, s)
	}
	if p.Hedge != nil {
		return &hedged{st, p.Hedge}
	}
	return &st
}

// limit is how many attempts a call may have.
func (p Policy) limit() uint32 {
	switch {
	case p.MaxAttempts != 0:
		return uint32(p.MaxAttempts)
	case p.Hedge != nil && p.Backoff == nil:
		return math.MaxUint32 // the hedge has its own
	}
	return 1
}

// Validate names the keys that make no sense together.
func (p Policy) Validate() error {
	empty := p.RetryOn != nil && len(p.RetryOn) == 0
	return catalog.Join(
		catalog.Problem(p.Backoff != nil && p.MaxAttempts == 0, "max-attempts", "is missing: a backoff needs a number of attempts (the first counts) or unlimited"),
		catalog.Problem(p.Backoff == nil && p.MaxAttempts > 1 && p.Hedge == nil, "backoff", "is missing: say how to wait before a retry, such as full-jitter, or immediate to retry at once"),
		catalog.Problem(p.MaxElapsed < 0, "max-elapsed", "is "+p.MaxElapsed.String()+", want 0s (no limit) or more"),
		catalog.Problem(empty, "retry-on", "is empty: name outcomes, or write policy: none to retry nothing"),
		catalog.Problem(union(p.RetryOn, 0).Has(sim.Expired), "retry-on", "has deadline: a call is over when its deadline has passed"),
	)
}
