package sim

import "time"

// FaultKind is what a fault does.
type FaultKind uint8

const (
	Stall    FaultKind = iota // a node's workers stop; requests queue up and are served afterwards
	Slow                      // service takes Factor times as long, also what is in service
	Refuse                    // a node answers Refused at once
	Errors                    // a node answers a share of requests with Status
	Lose                      // a link loses shares of requests and responses
	Spike                     // a fleet's clients call Factor times as often
	Crash                     // a node, or a replica, breaks all connections, is gone for For, and comes back cold
	Capacity                  // a node has Factor times its workers
	Flush                     // a node loses its cache, at once
)

// Fault is something that goes wrong from At (included) until At+For (excluded).
// That is decided by value: it holds for what arrives, is sent or is worked on then.
type Fault struct {
	Name      string
	Kind      FaultKind
	At        Time
	For       time.Duration
	Factor    float64 // Slow, Spike, Capacity
	Replica   uint16  // of the node, from 1; 0 is all
	Share     Share   // Errors: of the requests
	Status    Status  // Errors
	AfterWork bool    // Errors: the work is done before the error
	Request   Share   // Lose
	Response  Share   // Lose
}

// acts reports whether a service must be told when the fault begins and ends; the
// others hold by value.
func (k FaultKind) acts() bool { return k == Crash || k == Capacity || k == Flush }

// Holds reports whether the fault is on at t.
func (f *Fault) Holds(t Time) bool { return t >= f.At && t < f.At.Add(f.For) }
