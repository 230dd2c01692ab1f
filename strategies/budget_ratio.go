package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RatioBudget allows retries (and hedges) in proportion to first attempts. With fleet
// scope and no floor, a service that fails altogether gets 1 + ratio times its
// offered load, whatever max-attempts says.
//
// A first attempt deposits ratio of a token, a retry takes one, the oldest first, and
// a token that nobody has taken within ttl is forgotten, so that at most ttl of
// deposits can be spent at once. The floor deposits by itself. Amounts are integers,
// in millionths of a token. Finagle's RetryBudget forgets withdrawals too; see
// [ForgetBoth].
type RatioBudget struct {
	Ratio   sim.Share     `key:"ratio,required" doc:"retries per first attempt, 0% to 100%"`
	Floor   sim.Rate      `key:"floor" doc:"retries per second that each scope may spend in any case, up to floor x ttl at once; default 0/s, and beware of many scopes"`
	Deposit Deposit       `key:"deposit" doc:"when a call deposits: at the start; on success, so that nothing is deposited while everything fails; or at the end: on success and on failures that are not transient"`
	TTL     time.Duration `key:"ttl" doc:"how long a deposit can be spent, to a tenth of it, 1ms to 24h; default 10s"`
	Forget  Forget        `key:"forget" doc:"what is forgotten after ttl: deposits, or both deposits and withdrawals, as in Finagle, where a burst of retries is followed by none for a ttl"`
	Whole   bool          `key:"whole" doc:"a retry costs a whole number of deposits, 1 / ratio rounded down, as in tower and Linkerd: 30% is 33.3% then, and anything above 50% is 100%"`
	Take    When          `key:"take" doc:"a retry takes its token before or after the backoff"`
	Scope   Scope         `key:"scope" doc:"who shares a ledger: client, process or fleet (default)"`
}

const (
	wholeToken = 1_000_000 // of the ledger's units
	defaultTTL = 10 * time.Second
)

func newRatioBudget() Budget {
	return &RatioBudget{Deposit: AtStart, TTL: defaultTTL, Forget: ForgetDeposits, Take: BeforeBackoff, Scope: PerFleet}
}

// Point says where tokens are taken.
func (b RatioBudget) Point() Point {
	if b.Take == AfterBackoff {
		return AtRetry
	}
	return AtDecision
}

// New makes ledgers that hold their floor.
func (b RatioBudget) New(s sim.Scopes) Gate {
	if b.TTL == 0 {
		b.TTL = defaultTTL
	}
	slice := b.TTL / sliceCount
	scope := b.Scope.of(s, PerFleet)
	g := &ratioGate{
		scope:   scope,
		slice:   sim.Time(slice),
		deposit: int64(math.Round(float64(b.Ratio) * wholeToken)),
		grant:   int64(math.Round(float64(b.Floor) * slice.Seconds() * wholeToken)),
		when:    b.Deposit,
		both:    b.Forget == ForgetBoth,
		ledgers: make([]ledger, scope.slots(s.Clients)),
	}
	if b.Whole && b.Ratio > 0 {
		n := int64(1 / float64(b.Ratio))
		g.deposit = (wholeToken + n - 1) / n
	}
	for i := range g.ledgers {
		g.ledgers[i] = newLedger(g.grant)
	}
	return g
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
	scope          scoped
	slice          sim.Time
	deposit, grant int64
	when           Deposit
	both           bool // withdrawals are entries too
	ledgers        []ledger
}

// at is the ledger of who, aged to now.
func (g *ratioGate) at(now sim.Time, who uint32) *ledger {
	l := &g.ledgers[g.scope.slot(who)]
	l.age(int64(now/g.slice), g.grant)
	return l
}

func (g *ratioGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	if g.at(now, who).sum < wholeToken {
		return sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	}
	return sim.Decision{}
}

func (g *ratioGate) Take(now sim.Time, who uint32, _ *sim.Call) {
	l := g.at(now, who)
	if g.both {
		l.add(-wholeToken)
		return
	}
	l.spend(wholeToken)
}

func (g *ratioGate) Left(now sim.Time, who uint32, c *sim.Call) {
	if c.Attempts == 0 && (g.when == AtStart || g.when == "") {
		g.at(now, who).add(g.deposit)
	}
}

func (g *ratioGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	ok := out.Status == sim.OK
	if ok && g.when == OnSuccess || g.when == OnEnd && (ok || (Any&^Transient).Has(out.Status)) {
		g.at(now, who).add(g.deposit)
	}
}
