package strategies

import (
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// FixedHedge sends one more attempt when one has been in flight for a fixed time,
// whichever answers first (Dean and Barroso, The Tail at Scale, 2013). A hedge is an
// attempt: it counts towards max-attempts, takes a token of the budget, and asks the
// breaker; if one of them refuses it, the call goes on without. What becomes of the
// attempts that have lost is the link's: with `cancel` the service is told.
//
// gRPC's hedgingPolicy (gRFC A6) is this with backoff immediate, so that an outcome which
// is retried sends the next attempt at once, or after its pushback, ends fatal, max one
// below max-attempts, and cancel on the link. An answer marked "do not retry" lets no
// more hedges leave, but those in flight may still answer. While a pushback is waited
// for, the other attempts of the call send none at once. failsafe-go's hedge ends on any.
type FixedHedge struct {
	After time.Duration `key:"after,required" doc:"how long an attempt is in flight before another is sent; 0s sends all at once; the 95th percentile of the latency costs 5 % more"`
	Ends  Ends          `key:"ends" doc:"what ends the call while others are in flight: success (default), fatal (also an outcome that is never retried) or any (also one that is not retried now, such as the last)"`
	Max   int           `key:"max" doc:"only the first so many attempts of a call are hedged, so that at most so many hedges are sent when nothing fails; default 1"`
}

// End says which outcomes end a call.
func (h FixedHedge) End() Ends { return h.Ends }

// Most is how many hedges of a call there may be.
func (h FixedHedge) Most() int { return max(h.Max, 1) }

// New returns what it hedges by: nothing that changes.
func (h FixedHedge) New(sim.Scopes) Hedging { return fixedHedge{FixedHedge: h} }

// fixedHedge is a FixedHedge at work.
type fixedHedge struct {
	deaf
	FixedHedge
}

// Hedge implements [Hedging].
func (h fixedHedge) Hedge(_ sim.Time, _ uint32, c *sim.Call) (time.Duration, bool) {
	return h.After, int(c.Attempts) <= h.Most()
}

// Validate names the keys that make no sense.
func (h FixedHedge) Validate() error {
	return catalog.Join(
		notBelow0("after", h.After),
		catalog.Problem(h.Max < 0, "max", "is "+strconv.Itoa(h.Max)+", want 1 or more"),
	)
}

// Ends says what ends a call while other attempts are in flight; the zero value is
// [EndsOnSuccess].
type Ends string

// What ends it.
const (
	EndsOnSuccess Ends = "success"
	EndsOnFatal   Ends = "fatal"
	EndsOnAny     Ends = "any"
)

// Values lists what a file may say.
func (Ends) Values() []string {
	return []string{string(EndsOnSuccess), string(EndsOnFatal), string(EndsOnAny)}
}
