package strategies

import (
	"cmp"
	"math"
	"slices"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Policy is what a client does, as data. The zero value sends one attempt and never
// retries.
//
// After a failure the stops are asked in this order: retry-on, with unsafe-on and
// unsafe; final; max-attempts; the hint; max-elapsed; the deadline of the call; the
// budget. What stops earlier costs nothing later. A retry that could not leave before
// the deadline takes no token.
type Policy struct {
	Preset      PresetName    `key:"preset,first,omitzero" doc:"a policy by name: that of a library, or none; the other keys change it; without @version it is the newest"`
	Backoff     Backoff       `key:"backoff" doc:"how long to wait before a retry; without one there are no retries"`
	MaxAttempts Attempts      `key:"max-attempts,omitzero" doc:"attempts of one call at most, the first and hedges included: 1 to 65535, or unlimited; must be said with a backoff"`
	MaxElapsed  time.Duration `key:"max-elapsed" doc:"no retry that would leave later than this after the call began; 0s is no limit"`
	Elapsed     Elapsed       `key:"elapsed" doc:"what max-elapsed is compared with: next-attempt (default), when the retry would leave; now; shorten, now, and the last delay is cut to end there; begun, as shorten, but measured when the attempt left"`
	Throttled   Backoff       `key:"throttled" doc:"the backoff after an answer that says slow down (429, shed); default as backoff"`
	RetryOn     []Class       `key:"retry-on" doc:"outcomes to retry: transient, any, nothing, correct (what a client may retry that makes no mistake: by method, key and outcome), or outcomes by name or HTTP code; default transient and conflict, since a contended row is to be read again"`
	UnsafeOn    []Class       `key:"unsafe-on" doc:"the same for links where to repeat a request may do harm (POST, PATCH); default as retry-on"`
	Unsafe      Unsafe        `key:"unsafe" doc:"on such links, retry what may have been done already (timeout, reset, 500, 502, 503 of unknown origin, 504): never, keyed (default: if all attempts carry one idempotency key) or always; what surely was not done is retried in any case"`
	Final       Final         `key:"final" doc:"an answer marked do-not-retry: obey (default) or ignore"`
	RetryAfter  RetryAfter    `key:"retry-after" doc:"what the hint of an answer counts for: override (default), at-least, clamp or ignore"`
	Budget      Budget        `key:"budget" doc:"bounds retries over many calls; a bare percentage is the ratio ledger"`
	Breaker     Breaker       `key:"breaker" doc:"stops all attempts while the service fails"`
	Limiter     Limiter       `key:"limiter" doc:"bounds how many attempts leave, and holds the others back; a bare rate is a token bucket"`
	Hedge       Hedge         `key:"hedge" doc:"sends one more attempt when an answer is slow; a bare duration is how slow"`
	Order       []GateName    `key:"order" doc:"gates in the order in which an attempt meets them; those not named follow as budget, breaker, limiter"`
	Tokens      Tokens        `key:"tokens" doc:"together (default): gates take when all have agreed; in-order: each as it agrees, and what a later one refuses counts for those before it as gate-closed"`
	PerCall     []GateName    `key:"per-call" doc:"gates that stand around the retries: asked once for a call, and told how the call ends, not its attempts"`
	WhenOpen    WhenOpen      `key:"when-open" doc:"an attempt that the breaker refuses: stop (default) ends the call; retry tries again after the backoff, as where retries stand around the breaker"`
}

// Short is the key that a bare word stands for: `policy: none`.
func (*Policy) Short() string { return "preset" }

// None is `policy: none`: one attempt, whatever happens.
func None() Policy { return Policy{} }

// New implements [sim.Policy]. The result is a [sim.Hedger] only if the policy
// hedges.
func (p Policy) New(s sim.Scopes) sim.Strategy {
	st := strategy{
		backoff:    p.Backoff,
		retryOn:    p.classify(s),
		obey:       p.Final != IgnoreFinal,
		limit:      uint32(p.limit()),
		throttled:  p.Throttled,
		maxElapsed: p.MaxElapsed,
		elapsed:    p.Elapsed,
		hint:       p.RetryAfter.rule(),
		inOrder:    p.Tokens == InOrder,
		reopen:     p.WhenOpen == RetryWhenOpen,
	}
	st.ending, _ = p.Backoff.(ending)
	if st.maxElapsed == 0 {
		st.maxElapsed = math.MaxInt64
	}
	guards, perCall := p.guards()
	for i, g := range guards {
		st.guard(g, perCall[i], s)
	}
	if p.Hedge != nil {
		return &hedged{st, p.Hedge.New(s), p.Hedge.End()}
	}
	return &st
}

// limit is how many attempts a call may have.
func (p Policy) limit() Attempts {
	switch {
	case p.MaxAttempts == 0 && p.Backoff == nil && p.Hedge != nil:
		return Attempts(1 + p.Hedge.Most())
	case p.MaxAttempts == 0 || p.Backoff == nil && p.Hedge == nil:
		return 1
	}
	return p.MaxAttempts
}

// MostAttempts is how many attempts a call may have, 0 if there is no limit.
func (p Policy) MostAttempts() int {
	if n := p.limit(); n != Unlimited {
		return int(n)
	}
	return 0
}

// Prepare writes out which outcomes are retried.
func (p *Policy) Prepare() error {
	if p.RetryOn == nil {
		p.RetryOn = []Class{Transient, contended}
	}
	p.Unsafe = cmp.Or(p.Unsafe, UnsafeKeyed)
	p.Final = cmp.Or(p.Final, ObeyFinal)
	return nil
}

// Validate names the keys that make no sense together.
func (p Policy) Validate() error {
	empty := func(cs []Class) bool { return cs != nil && len(cs) == 0 }
	outside := slices.Contains(p.PerCall, TheBudget)
	const over = "has deadline: a call is over when its deadline has passed"
	return catalog.Join(
		catalog.Problem(p.Backoff != nil && p.MaxAttempts == 0, "max-attempts", "is missing: a backoff needs a number of attempts (the first counts) or unlimited"),
		catalog.Problem(p.Backoff == nil && p.MaxAttempts > 1 && p.Hedge == nil, "backoff", "is missing: say how to wait before a retry, such as full-jitter, or immediate to retry at once"),
		catalog.Problem(p.MaxElapsed < 0, "max-elapsed", "is "+p.MaxElapsed.String()+", want 0s (no limit) or more"),
		catalog.Problem(empty(p.RetryOn), "retry-on", "is empty: name outcomes, or write policy: none to retry nothing"),
		catalog.Problem(union(p.RetryOn, 0).Has(sim.Expired), "retry-on", over),
		catalog.Problem(empty(p.UnsafeOn), "unsafe-on", "is empty: name outcomes, or write unsafe: never to retry only what surely was not done"),
		catalog.Problem(union(p.UnsafeOn, 0).Has(sim.Expired), "unsafe-on", over),
		catalog.Problem(p.Throttled != nil && p.Backoff == nil, "throttled", "needs a backoff, which says that there are retries"),
		p.wrongGates("order", p.Order),
		p.wrongGates("per-call", p.PerCall),
		catalog.Problem(outside, "per-call", "names the budget, which bounds retries and so stands among them"),
	)
}
