package strategies

import (
	"cmp"
	"math"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// TokensBudget is a bucket without a clock: what is spent comes back through successes
// alone. It starts full. Amounts are integers, in millionths of a token.
//
//	library                  capacity  cost (throttled, timed out)  gains                         refund  reserve
//	AWS SDKs, standard 2.1   500       14 (5, 14) a retry           first-success 1               yes
//	AWS SDKs, standard 2.0   500       5 (5, 10) a retry            first-success 1               yes
//	aws-sdk-go-v2 1.36       500       5 (5, 10) a retry            success 1                     yes
//	avast/retry-go v5        100       5 a retry                    first-success 1               yes
//	gRPC retryThrottling     10 (max)  1 a failure                  call-success 0.1 (ratio)      no      50%
//	Brooker, Feb 2022        any       1 a retry                    success 0.1, or start 0.1     no
type TokensBudget struct {
	Capacity     float64   `key:"capacity,required" doc:"tokens when full, above 0 and at most 1000000"`
	Cost         float64   `key:"cost" doc:"tokens of a retry, or of a failure; default 1"`
	Needs        float64   `key:"needs" doc:"with charge retry: tokens that must be there for a retry; default what it costs"`
	Throttled    float64   `key:"throttled" doc:"the same after an answer that says slow down (429, shed); default as cost"`
	TimedOut     float64   `key:"timed-out" doc:"the same after a timeout; default as cost"`
	Charge       Charge    `key:"charge" doc:"what costs: a retry (default), which needs its tokens, or a failure, after which retries need more than reserve"`
	Counts       []Class   `key:"counts" doc:"with charge failure: outcomes that cost; default transient; an answer marked do-not-retry costs too"`
	Reserve      sim.Share `key:"reserve" doc:"with charge failure: retries need more than this share of the capacity to be left; 50% in gRPC, and the default"`
	Refund       bool      `key:"refund" doc:"a retry that succeeds gives back what it took"`
	FirstSuccess float64   `key:"first-success" doc:"tokens gained when a first attempt succeeds; default 0"`
	Success      float64   `key:"success" doc:"tokens gained when any attempt succeeds; default 0"`
	CallSuccess  float64   `key:"call-success" doc:"tokens gained once for each call that succeeds; default 0"`
	Start        float64   `key:"start" doc:"tokens gained when a first attempt leaves; default 0"`
	Take         When      `key:"take" doc:"a retry takes its tokens before (default) or after the backoff"`
	Scope        Scope     `key:"scope" doc:"who shares a bucket: client (default), process or fleet"`
}

func newTokensBudget() Budget {
	return &TokensBudget{Cost: 1, Charge: ChargeRetry, Reserve: 0.5, Take: BeforeBackoff, Scope: PerClient}
}

// Point says where tokens are taken.
func (b TokensBudget) Point() Point {
	if b.Take == AfterBackoff {
		return AtRetry
	}
	return AtDecision
}

// micro is tokens in the ledger's units.
func micro(tokens float64) int64 { return int64(math.Round(float64(tokens * wholeToken))) }

// New makes full buckets, of 8 bytes each.
func (b TokensBudget) New(s sim.Scopes) Gate {
	scope := b.Scope.of(s, PerClient)
	cost := cmp.Or(b.Cost, 1)
	g := &tokensGate{
		scope:  scope,
		full:   micro(b.Capacity),
		cost:   [4]int64{micro(cost), micro(cost), micro(cmp.Or(b.TimedOut, cost)), micro(cmp.Or(b.Throttled, cost))},
		needs:  micro(b.Needs),
		refund: b.Refund,
		first:  micro(b.FirstSuccess), success: micro(b.Success), call: micro(b.CallSuccess), start: micro(b.Start),
		left: make([]int64, scope.slots(s.Clients)),
	}
	if b.Charge == ChargeFailure {
		g.counts = union(b.Counts, Transient)
		g.floor = micro(b.Capacity * float64(b.Reserve))
	}
	for i := range g.left {
		g.left[i] = g.full
	}
	return g
}

// Validate names the keys that make no sense.
func (b TokensBudget) Validate() error {
	amount := func(key string, v float64) error {
		return catalog.Problem(!(v >= 0 && v <= 1e6), key, "is "+number(v)+", want 0 to 1000000 tokens")
	}
	return catalog.Join(
		catalog.Problem(!(b.Capacity > 0 && b.Capacity <= 1e6), "capacity", "is "+number(b.Capacity)+", want more than 0 and at most 1000000 tokens"),
		amount("cost", b.Cost), amount("needs", b.Needs), amount("throttled", b.Throttled), amount("timed-out", b.TimedOut),
		amount("first-success", b.FirstSuccess), amount("success", b.Success), amount("call-success", b.CallSuccess), amount("start", b.Start),
		share("reserve", b.Reserve),
		catalog.Problem(b.Charge == ChargeRetry && len(b.Counts) > 0, "counts", "needs charge: failure"),
		catalog.Problem(b.Counts != nil && len(b.Counts) == 0, "counts", "is empty, so that nothing costs: name outcomes, or leave it out"),
	)
}

// Charge says what costs tokens; the zero value is [ChargeRetry].
type Charge string

// What costs.
const (
	ChargeRetry   Charge = "retry"
	ChargeFailure Charge = "failure"
)

// Values lists what a file may say.
func (Charge) Values() []string { return []string{string(ChargeRetry), string(ChargeFailure)} }

// tokensGate is the state of a TokensBudget. What a call notes is which of the costs
// applies to its next retry, and so what the last one took.
type tokensGate struct {
	scope                       scoped
	full, floor, needs          int64
	cost                        [4]int64 // by note: none yet, plain, timed out, throttled
	refund                      bool
	first, success, call, start int64
	counts                      Class // failures that cost; 0: retries do
	left                        []int64
}

const (
	notePlain = 1 + iota
	noteTimedOut
	noteThrottled
)

func (g *tokensGate) Ask(_ sim.Time, who uint32, c *sim.Call) sim.Decision {
	left := g.left[g.scope.slot(who)]
	if g.counts != 0 && left <= g.floor || g.counts == 0 && left < max(g.needs, g.cost[noteOf(c)]) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	}
	return sim.Decision{}
}

func (g *tokensGate) Take(_ sim.Time, who uint32, c *sim.Call) {
	if g.counts == 0 {
		g.left[g.scope.slot(who)] -= g.cost[noteOf(c)]
	}
}

func (g *tokensGate) Left(_ sim.Time, who uint32, c *sim.Call) {
	if c.Attempts == 0 {
		g.gain(who, g.start)
	}
}

func (g *tokensGate) Ended(_ sim.Time, who uint32, c *sim.Call, out *sim.Outcome) {
	switch {
	case out.Status == sim.OK:
		g.gain(who, g.success)
		if out.Attempt == 1 {
			g.gain(who, g.first)
		} else if g.refund && g.counts == 0 {
			g.gain(who, g.cost[noteOf(c)])
		}
		return
	case g.counts.Has(out.Status) || g.counts != 0 && out.Final:
		left := &g.left[g.scope.slot(who)]
		*left = max(0, *left-g.cost[noteFor(out.Status)])
	}
	if out.Decide {
		setNote(c, noteFor(out.Status))
	}
}

func noteFor(st sim.Status) int {
	switch {
	case st == sim.TimedOut:
		return noteTimedOut
	case throttling.Has(st):
		return noteThrottled
	}
	return notePlain
}

// Over implements [Closing].
func (g *tokensGate) Over(_ sim.Time, who uint32, _ *sim.Call, st sim.Status) {
	if st == sim.OK {
		g.gain(who, g.call)
	}
}

func (g *tokensGate) gain(who uint32, n int64) {
	left := &g.left[g.scope.slot(who)]
	*left = min(g.full, *left+n)
}
