package sim

import "time"

// Fleet is the clients of one link.
type Fleet struct {
	Name       string // keys its draws
	Clients    uint32 // at least 1
	PerProcess uint32 // clients that share a process; 0 is one process for all
	Workload   Workload
	Link       uint8  // the link its calls go over
	Moves      []Move // in time order
}

// Move is a staged roll-out: clients of a fleet go over to another link, the same
// clients in every variant, and stay there.
type Move struct {
	Link  uint8
	Steps []MoveStep // in time order, shares not falling
}

// MoveStep is one stage: from At on this share of the clients has moved.
type MoveStep struct {
	At    Time
	Share Share
}

// Node is a service in its place.
type Node struct {
	Name  string
	Model Model
}

// Link joins a caller to a node and holds what the caller does.
type Link struct {
	Name         string // caller/callee; keys nested calls
	From         int    // calling node, -1 for a fleet
	To           uint8  // node
	Policy       Policy
	Timeout      time.Duration // of an attempt, 0 is none
	Deadline     time.Duration // of a call, 0 is none
	Propagate    bool          // the service is told when its caller stops waiting
	Cancel       bool          // the service is told when its caller has gone
	Request      Dist          // network delay towards the node, nil is none
	Response     Dist          // and back
	LoseRequest  Share
	LoseResponse Share
	Outages      *Outages     // of each caller's network, nil is none
	Connections  *Connections // nil: they cost nothing and never run out
	Unsafe       bool         // to repeat a request may do harm
	NoEffect     bool         // a call may succeed without an effect: the ledger does not miss it
	Key          KeyMode      // the idempotency key of requests
	Priority     uint8        // of its requests, 0 is the lowest
}

// KeyMode says which idempotency key requests carry.
type KeyMode uint8

// The modes.
const (
	NoKey         KeyMode = iota
	KeyPerCall            // one for all attempts of a call
	KeyPerAttempt         // a new one each time: the classic bug
	KeySequence           // the number of the call at its client: unique only among the keys of one client
	KeyForwarded          // a service passes on the key it was given
)

// Outages are times without any connection, of each caller for itself: those up and
// down times alternate.
type Outages struct{ Up, Down Dist }

// Connections is how a link's callers connect: each attempt has a connection for
// itself from when it is sent until it ends, and an attempt that gets no answer breaks it.
type Connections struct {
	Most       uint32        // of each caller, 0 is no limit
	Wait       time.Duration // for a free one, most; then the attempt ends with NoConnection; 0: as long as the attempt may
	Timeout    time.Duration // to connect, 0 is none; then the attempt ends with ConnectTimeout
	Idle       time.Duration // a connection not used for so long is closed, 0 is never
	Handshakes int           // round trips to open one
}

// Target says where a fault acts: exactly one of the fields is used, by kind.
type Target struct {
	Fault
	On int // link (Lose), fleet (Spike) or node (all others) number
}

// Limits bound a run. Zero values mean the defaults.
type Limits struct {
	Events uint64        // delivered in one run; default 2e9
	Calls  uint32        // open at once; default and most 1<<28 - 1
	Memory uint64        // bytes of open calls and requests; default 8 GiB
	Drain  time.Duration // after the horizon; default 10 min
}

// Config is one run of one trial. The kernel does not change it, so trials share it.
type Config struct {
	Seed    uint64 // of the trial
	Fleets  []Fleet
	Nodes   []Node
	Links   []Link // at most 255
	Faults  []Target
	Horizon time.Duration // arrivals stop; 0: the workload ends by itself
	WarmUp  time.Duration // shapes of workloads and the ledger of effects count from its end
	Ledger  bool          // keep the ledger of effects: a service writes
	Limits  Limits
	Observe Observer        // nil is none
	Stop    <-chan struct{} // closing it ends the run soon; nil: never
}
