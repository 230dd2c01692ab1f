package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RatioBudget allows retries (and hedges) in proportion to the first attempts of the
// last ten seconds. With fleet scope and no floor a service that fails altogether
// gets 1 + ratio times its offered load, whatever max-attempts says.
//
// It is a ledger as in Finagle's RetryBudget: a first attempt deposits ratio of a
// token, a retry withdraws one, and both are forgotten after ttl. In any window of
// ttl there are therefore at most ratio x first attempts + floor x ttl retries; the
// floor is no rate but an allowance that may be spent at once. Amounts are integers,
// in millionths of a token.
type RatioBudget struct {
	Ratio   sim.Share     `key:"ratio,required" doc:"Retries per first attempt, 0% to 100%."`
	Floor   sim.Rate      `key:"floor" doc:"Retries per second that each scope may spend in any case, up to floor x ttl at once; default 0/s, and beware of many scopes."`
	Deposit Deposit       `key:"deposit" doc:"When a call deposits: at the start, or on success, so that nothing is deposited while everything fails."`
	TTL     time.Duration `key:"ttl" doc:"How long deposits and withdrawals count, to a tenth of it, at least 1ms; default 10s."`
	Take    When          `key:"take" doc:"A retry takes its token before or after the backoff."`
	Scope   Scope         `key:"scope" doc:"Who shares a ledger: client, process or fleet (default)."`
}

const (
	wholeToken = 1_000_000 // of the ledger's units
	defaultTTL = 10 * time.Second
)

func newRatioBudget() Budget {
	return &RatioBudget{TTL: defaultTTL, Scope: PerFleet}
}

// Point says where tokens are taken.
func (b RatioBudget) Point() Point {
	if b.Take == AfterBackoff {
		return AtRetry
	}
	return AtDecision
}

// New makes empty ledgers.
func (b RatioBudget) New(s sim.Scopes) Gate {
	if b.TTL == 0 {
		b.TTL = defaultTTL
	}
	scope := b.Scope.of(s, PerFleet)
	return &ratioGate{
		scope:   scope,
		slice:   sim.Time(b.TTL / slices),
		deposit: int64(math.Round(float64(b.Ratio) * wholeToken)),
		reserve: int64(math.Round(float64(b.Floor) * b.TTL.Seconds() * wholeToken)),
		success: b.Deposit == OnSuccess,
		ledgers: make([]ledger, scope.slots(s.Clients)),
	}
}

// Validate names the keys that make no sense.
func (b RatioBudget) Validate() error {
	return catalog.Join(
		share("ratio", b.Ratio),
		catalog.Problem(!(b.Floor >= 0 && b.Floor <= 1e6), "floor", "is "+number(float64(b.Floor))+"/s, want 0/s to 1000000/s"),
		catalog.Problem(b.TTL != 0 && (b.TTL < time.Millisecond || b.TTL > 24*time.Hour), "ttl", "is "+b.TTL.String()+", want 1ms to 24h, 10s is usual"),
	)
}

// ratioGate is the state of a RatioBudget.
type ratioGate struct {
	scope            scoped
	slice            sim.Time
	deposit, reserve int64
	success          bool // deposit then, not at the start
	ledgers          []ledger
}

// at is the ledger of who, aged to now.
func (g *ratioGate) at(now sim.Time, who uint32) *ledger {
	l := &g.ledgers[g.scope.slot(who)]
	l.age(int64(now / g.slice))
	return l
}

func (g *ratioGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	if g.at(now, who).sum+g.reserve < wholeToken {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	}
	return sim.Decision{}
}

func (g *ratioGate) Take(now sim.Time, who uint32, _ *sim.Call) { g.at(now, who).add(-wholeToken) }

func (g *ratioGate) Began(now sim.Time, who uint32) {
	if !g.success {
		g.at(now, who).add(g.deposit)
	}
}

func (g *ratioGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	if g.success && out.Status == sim.OK {
		g.at(now, who).add(g.deposit)
	}
}
