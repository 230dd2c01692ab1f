package simtest

import (
	"time"

	"retrystorm/sim"
)

// Rules is what the records of a run are held to: the settings of the run, as plain
// data.
type Rules struct {
	Links   []LinkRules // by number
	Nodes   []NodeRules // by number
	Horizon sim.Time    // no call of a fleet begins from then on; 0 is none
	Cut     bool        // a limit or the end of the drain ended the run: what is open then may stay so
}

// LinkRules is what callers over one link keep to.
type LinkRules struct {
	From, To    int           // nodes; From is -1 for a fleet
	Closed      bool          // each client has one call at a time
	Timeout     time.Duration // of an attempt, 0 is none
	Deadline    time.Duration // of a call, its own; 0 is none
	Propagate   bool          // the service is told when its caller stops waiting
	Cancel      bool          // the service is told when its caller has gone
	MaxAttempts int           // 0 is unlimited
	MaxElapsed  time.Duration // a retry leaves at most so long after its call began; 0 is no limit
	Retried     Set           // outcomes that are retried

	// Backoff is the shortest and the longest delay that may be decided on when n
	// attempts have been sent (1 at the first retry), the call's decision before was
	// previous (0 at the first) and the answer came with a hint (0 is none). nil: there
	// are no retries.
	Backoff func(n uint16, previous, hint time.Duration) (low, high time.Duration)

	Limiter bool // a gate of the client may hold attempts, and stop them

	OtherBudget  bool // there is a budget that is not followed: it may be empty at any time
	OtherBreaker bool // there is a breaker that is not followed: it may be open at any time

	Connections    int           // of a caller, 0: as many as it needs
	ConnectWait    time.Duration // for one at most, 0 is no limit
	ConnectTimeout time.Duration // 0 is none
	Handshakes     bool          // an attempt may have to connect before it is on its way

	Hedged      int           // only the first so many attempts of a call are hedged; 0: there are no hedges
	Hedge       time.Duration // how long an attempt is in flight before another is sent
	HedgeVaries bool          // or any other time that is not followed
	// EndsOn reports whether a decision to send no more, for this reason, ends the call
	// whatever is in flight. nil: none does.
	EndsOn func(sim.Reason) bool

	Budget  *BudgetRules  // nil is none
	Breaker *BreakerRules // nil is none
}

// connects reports whether an attempt may leave later than it is sent.
func (r *LinkRules) connects() bool { return r.Connections > 0 || r.Handshakes }

// BudgetRules is a ledger of retries. Time is counted in slices of a tenth of TTL,
// the first of which begins at 0; a deposit lives in its own slice and the nine
// after it.
type BudgetRules struct {
	RatioMicro       int64         // deposit of a call, in millionths of a token
	FloorMicro       int64         // deposit of each slice, from nine before the first on, in millionths
	TTL              time.Duration // above 0
	DepositOnSuccess bool          // not as the first attempt leaves
	TakeAtDecision   bool          // a retry takes its token before its backoff, not after; a hedge takes it as it leaves
	KeepDebts        bool          // a withdrawal is an entry of its own that is forgotten like a deposit; otherwise it takes of the oldest deposits
	Shared           uint32        // so many clients, in order, share a ledger; 0: all of them
}

// BreakerRules is a breaker that counts failures in a row.
type BreakerRules struct {
	Failures int
	OpenFor  time.Duration
	Probes   int
	Counts   Set    // outcomes that are failures
	Shared   uint32 // so many clients, in order, share a breaker; 0: all of them
}

// NodeRules is what a service keeps to.
type NodeRules struct {
	Workers      int // of each replica; 0: it has as many as it needs, and the next four say nothing
	Order        Order
	Limit        int  // most that wait, -1 is unlimited
	HoldWorker   bool // a worker is held until the request is answered, otherwise until its work is done
	CountsItself bool // a request counts as arrived only after the service has begun with it
	Steady       bool // work takes exactly its time: no fault slows it
	NeedsAll     bool // it answers OK only if all calls made for the request have succeeded
	Front        bool // a request may stay elsewhere before it waits for a worker, and workers may be missing
	Crashes      bool // it may break what it holds
	Final        bool // its failures may be marked: do not retry
	Once         bool // an effect happens at most once for each call of a client
	Bucket       *BucketRules
}

// Order says who starts next.
type Order uint8

// The orders.
const (
	AnyOrder Order = iota
	FirstFirst
	LastFirst
)

// BucketRules is a token bucket that refuses with a status what it has no token for:
// one for all, or one for each caller.
type BucketRules struct {
	PerSec, Burst int64
	PerClient     bool
	Status        sim.Status
}

// Set is a set of statuses.
type Set uint32

// SetOf makes a set.
func SetOf(all ...sim.Status) (s Set) {
	for _, st := range all {
		s |= 1 << st
	}
	return s
}

// Has reports whether st is in the set.
func (s Set) Has(st sim.Status) bool { return s>>st&1 == 1 }
