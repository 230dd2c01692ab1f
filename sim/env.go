package sim

import "time"

// Env is how a service acts: a list of what it wants done, carried out in order
// when its handler has returned, at the same instant. Now is the present.
type Env struct {
	Now  Time
	acts []act
	s    *Sim
}

// act has 3 fields on purpose: a struct of more than 4 is built in memory and
// copied, and the copy stalls on its own stores.
type act struct {
	d    time.Duration
	id   uint32
	what uint32 // verb, argument << 8
}

const (
	actReply = iota
	actServe
	actWake
	actCall
	actDrop
)

func (e *Env) note(d time.Duration, id, verb, arg uint32) {
	e.acts = append(e.acts, act{d, id, verb | arg<<8})
}

// Reply answers request id. hint is a Retry-After, 0 for none.
func (e *Env) Reply(id uint32, st Status, hint time.Duration) { e.note(hint, id, actReply, uint32(st)) }

// Serve spends work on request id and wakes the service for it when it is done. It
// is counted as work of the node and takes longer while the node is slowed or
// stalled by a fault. extra is overhead that comes first, wasted in any case.
func (e *Env) Serve(id uint32, work, extra time.Duration) {
	e.s.noteWork(id, work, extra)
	e.note(work+extra, id, actServe, 0)
}

// WakeAfter wakes the service for request id after d, which is not work.
func (e *Env) WakeAfter(id uint32, d time.Duration) { e.note(d, id, actWake, 0) }

// Call begins a call on link number link on behalf of request id; nth tells apart
// several calls of one request on the same link.
func (e *Env) Call(id uint32, link uint8, nth uint16) {
	e.note(0, id, actCall, uint32(link)|uint32(nth)<<8)
}

// Drop lets request id go without an answer.
func (e *Env) Drop(id uint32) { e.note(0, id, actDrop, 0) }

// Abandoned reports whether the service knows that nobody waits for request id: its
// caller has cancelled it, or the deadline that came with it has passed.
func (e *Env) Abandoned(id uint32) bool { return e.s.abandoned(&e.s.requests[id]) }

// Waste counts overhead that holds no worker by itself, such as a rejection's cost
// that is paid before the next service begins.
func (e *Env) Arrived(r *Request) { e.s.countArrival(r) }

// Hop draws a one-way network delay of the link on which r came: the nth inside the
// attempt.
func (e *Env) Hop(r *Request, nth uint64) time.Duration { return e.s.hop(r, nth) }

// Fault returns the fault of kind k that holds now at the service of r, nil if none.
func (e *Env) Fault(r *Request, k FaultKind) *Fault { return e.s.fault(r, k) }
