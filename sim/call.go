package sim

import "time"

// Call is one thing a client wants done. It is the kernel's own record (64 bytes,
// one cache line); strategies read its exported fields and write only Memo.
type Call struct {
	key       uint64 // every draw of this call hangs on it
	Started   Time
	Deadline  Time          // 0 is none
	LastDelay time.Duration // backoff before the latest attempt, 0 before the first
	Memo      uint64        // one word a backoff may keep for this call
	ID        uint32        // its number in the run, from 1; 0 in a free slot
	Client    uint32        // who calls: an index among the clients of its fleet, or the replica of a service
	nth       uint32        // of a client's call: it is the nth; of a nested call: the next sibling
	parent    uint32        // the request it is made for, 0 is none
	live      uint32        // first of its attempts in flight, 0 is none; next free slot
	Attempts  uint16        // sent so far: 1 at the first retry decision
	link      uint8
	state     uint8
}

// Chance is the nth draw from [0, 1) for the next attempt: for a gate that refuses at
// random. It is the same however often an attempt that is held is asked for.
func (c *Call) Chance(nth int) float64 {
	return Unit(Key(c.key, ForChance, uint64(nth)<<16|uint64(c.Attempts)))
}

// CallOf is a call with a key of its own, as the kernel makes them; for those who play
// a strategy step by step.
func CallOf(key uint64) Call { return Call{key: key} }

// Request is one attempt of a call, as the service sees it. Caller, service and its
// own nested calls own the slot together: it is free when all have let go. 80 bytes.
type Request struct {
	Key     uint64        // draws of this request are Key(r.Key, purpose, n)
	Sent    Time          // when it left the caller
	due     Time          // when the caller stops waiting, as far as the service is told, 0 is never; after the answer: the Retry-After hint
	work    time.Duration // service time spent or being spent on it
	wake    Time          // when the service time that runs is over
	ID      uint32        // its place in the slab; names it in Env's verbs
	Memo    uint32        // the service's own word, 0 on arrival
	call    uint32        // slot of the call, valid until callerGone
	seq     uint32        // its number in the run, the generation of its slot; 0 in a free slot
	next    uint32        // next attempt in flight of the same call; next free slot
	child   uint32        // first of its nested calls, 0 is none
	nested  uint16        // how many there are
	N       uint16        // 1 is the first attempt of its call
	Replica uint16        // where it is served, set by the service
	state   uint16
	link    uint8
	status  Status
	Client  uint32 // who calls, as in [Call]
}

// Seq is its number in the run, from 1: it tells requests apart that had the same
// place one after the other.
func (r *Request) Seq() uint32 { return r.seq }

// Link is the number of the link on which the request came.
func (r *Request) Link() uint8 { return r.link }
