package sim

import "time"

// Kind is what a record tells.
type Kind uint8

// The kinds of records: the first ones in the order in which every call meets them.
const (
	CallBegan      Kind = iota // Seq: the parent's request, 0 if none; D: time to its deadline, 0 if none
	AttemptHeld                // D: until it is asked again
	AttemptSent                // D: backoff before it
	RequestLost                // by the network
	RequestArrived             // at the node
	RequestStarted             // a worker begins; D: the work
	RequestWoken               // the work, or another delay of the service, is over
	Replied                    // the node answers with Status; D: the hint
	Dropped                    // the node lets go without an answer
	ResponseLost               // by the network
	AttemptEnded               // as the caller sees it; D: since it was sent
	LateReply                  // nobody waits for it; D: since it was sent
	CancelSent                 // the caller tells the node that it has gone
	RetryDecided               // D: the backoff that begins now
	CallStopped                // no more attempts, for Reason
	CallEnded                  // D: since it began
	PoolWaited                 // the attempt waits for a connection
	Connecting                 // it opens one; D: how long that takes
	EffectLeft                 // the node has done what the call is about
	kinds
)

var kindNames = [kinds]string{
	"call-began", "attempt-held", "attempt-sent", "request-lost", "request-arrived", "request-started",
	"request-woken", "replied", "dropped", "response-lost", "attempt-ended", "late-reply", "cancel-sent",
	"retry-decided", "call-stopped", "call-ended",
	"pool-waited", "connecting", "effect-left",
}

// String is the name of k in trace files.
func (k Kind) String() string { return kindNames[k] }

// KindOf finds a kind by its name; ok is false if there is none.
func KindOf(name string) (k Kind, ok bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// Kinds is a set of kinds.
type Kinds uint32

// AllKinds is every kind; a trace wants them.
const AllKinds = Kinds(1<<kinds - 1)

// Of makes a set.
func Of(ks ...Kind) Kinds {
	var s Kinds
	for _, k := range ks {
		s |= 1 << k
	}
	return s
}

// Record is one thing that happened. The kernel re-uses it: observers copy what
// they keep.
type Record struct {
	At      Time
	D       time.Duration // see the kind
	Call    uint32        // number of the call in the run, from 1; 0 when it has gone (late replies)
	Seq     uint32        // number of the attempt in the run, from 1; 0 if the record is of no attempt
	Client  uint32        // of its fleet, or replica
	Attempt uint16        // 1 is the first of its call
	Replica uint16        // of the node, from 0; of records at the node
	Link    uint8
	Kind    Kind
	Status  Status
	Reason  Reason
}

// Observer sees records in the order in which things happen.
type Observer interface {
	Wants() Kinds // asked once, before the run
	Observe(r *Record)
}

// Sampler is an option of an observer: it sees the counters at multiples of Every, of
// everything before that instant, and once at the end of the run.
type Sampler interface {
	Every() time.Duration // asked again after each sample; 0 is never
	Sample(at Time, t *Tally)
}

// Tally is the counters of a run so far, cumulative, and the gauges of the instant.
type Tally struct {
	Links []LinkCount // by link number
	Nodes []NodeCount // by node number
}

// LinkCount counts what happened on one link.
type LinkCount struct {
	Calls, OK, Failed, Refused, Unfinished uint64
	Attempts, First, Retries, Hedges       uint64
	TimedOut, Late, Cancelled              uint64
	LostRequests, LostResponses            uint64
	Replayed                               uint64           // answered with a stored result: executions that a key saved
	Connects                               uint64           // connections opened
	Ended                                  [statuses]uint64 // attempts by outcome, as their caller sees it
	Ledger
	Open   uint64 // gauge: calls begun and not ended
	unsent uint64 // unfinished before the first attempt
}

// Ledger says what became of the effects of calls. It is complete at the end of a run,
// for calls that began after the warm-up; before that it is zero.
type Ledger struct {
	Effects           uint64 // executions that left one
	Duplicates        uint64 // effects beyond the first of their call
	ToldFailedButDone uint64 // calls that failed for their client, but have an effect
	ToldOKButUndone   uint64 // calls that succeeded for their client without any, unless their link has [Link.NoEffect]
}

// NodeCount counts what happened at one node.
type NodeCount struct {
	Arrived, Started, Replied, Dropped, Rejected uint64        // Dropped: also those cancelled on their way
	Work                                         time.Duration // service time begun
	Wasted                                       time.Duration // of it, for nobody: late, lost or abandoned answers, rejections
	Limited, Shed                                uint64        // refused by a limit; by the queue, a shedder or a concurrency limit
	Hits, Misses                                 uint64        // of its cache
	Crashes, Ejections                           uint64        // of its replicas
	Gauge
}
