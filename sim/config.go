package sim

import "time"

// Fleet is the clients of one link.
type Fleet struct {
	Name       string // keys its draws
	Clients    uint32 // at least 1
	PerProcess uint32 // clients that share a process; 0 is one process for all
	Workload   Workload
	Link       uint8 // the link its calls go over
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
}

// Target says where a fault acts: exactly one of the fields is used, by kind.
type Target struct {
	Fault
	On int // node (Stall, Slow, Refuse, Errors), link (Lose) or fleet (Spike) number
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
	Limits  Limits
	Observe Observer        // nil is none
	Stop    <-chan struct{} // closing it ends the run soon; nil: never
}
