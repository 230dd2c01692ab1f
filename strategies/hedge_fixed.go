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
// breaker; if one of them refuses it, the call goes on without.
type FixedHedge struct {
	After time.Duration `key:"after,required" doc:"how long an attempt is in flight before another is sent, above 0s; the 95th percentile of the latency costs 5 % more"`
	Max   int           `key:"max" doc:"only the first so many attempts of a call are hedged, so that at most so many hedges are sent when nothing fails; default 1"`
}

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
		above0("after", h.After),
		catalog.Problem(h.Max < 0, "max", "is "+strconv.Itoa(h.Max)+", want 1 or more"),
	)
}
