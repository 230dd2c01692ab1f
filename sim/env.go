package sim

import "time"

// Env is how a service acts: a list of what it wants done, carried out in order
// when its handler has returned, at the same instant. Now is the present.
type Env struct {
	Now  Time
	acts []act
	s    *Sim
	node *node // whose handler runs
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
	actTurn // id is a node
	actBreak
	actRemind
)

func (e *Env) note(d time.Duration, id, verb, arg uint32) {
	e.acts = append(e.acts, act{d, id, verb | arg<<8})
}

// last notes the end of the service's part in a request.
func (e *Env) last(d time.Duration, id, verb, arg uint32) {
	r := &e.s.requests[id]
	if r.state&noted != 0 {
		panic("sim: a service answers or drops a request twice")
	}
	r.state |= noted
	e.note(d, id, verb, arg)
}

// Reply answers request id. hint is a Retry-After, 0 for none.
func (e *Env) Reply(id uint32, st Status, hint time.Duration) { e.last(hint, id, actReply, uint32(st)) }

// ReplyFinal answers request id with a mark that it should not be tried again, neither
// by its caller nor by the callers before it.
func (e *Env) ReplyFinal(id uint32, st Status, hint time.Duration) {
	e.s.requests[id].state |= final
	e.Reply(id, st, hint)
}

// Quote adds to the answer of request id what a limit announces of itself.
func (e *Env) Quote(id uint32, q Quota) {
	for uint32(len(e.s.quotas)) <= id {
		e.s.quotas = append(e.s.quotas, Quota{})
	}
	e.s.quotas[id] = q
	e.s.requests[id].state |= quoted
}

// Break answers request id as a process does that dies: the connection breaks, and the
// caller sees st. Work on it stops, and so do the calls made for it.
func (e *Env) Break(id uint32, st Status) { e.last(0, id, actBreak, uint32(st)) }

// Drop lets request id go without an answer.
func (e *Env) Drop(id uint32) { e.last(0, id, actDrop, 0) }

// Serve spends work on request id and wakes the service for it when it is done. It
// is counted as work of the node and takes longer while the node is slowed or
// stalled by a fault. extra is overhead that comes first and is wasted in any case,
// such as the cost of rejections.
func (e *Env) Serve(id uint32, work, extra time.Duration) {
	r, n := &e.s.requests[id], e.node.count
	if r.state&begun == 0 {
		r.state |= begun
		n.Started++
	}
	r.work += work
	n.Work += work + extra
	n.Wasted += extra
	e.note(work+extra, id, actServe, 0)
}

// WakeAfter wakes the service for request id after d, which is not work.
func (e *Env) WakeAfter(id uint32, d time.Duration) { e.note(d, id, actWake, 0) }

// Remind calls [Reminded.Remind] for request id after d, unless the service has
// answered or dropped it by then. At one instant reminders come after timers.
func (e *Env) Remind(id uint32, d time.Duration) { e.note(d, id, actRemind, 0) }

// Alarm calls [Alarmed.Alarm] of this service at an instant, at the earliest now. It
// does not keep a run going: an alarm due when all calls have ended does not come.
func (e *Env) Alarm(at Time, token uint32) {
	e.s.q.push(max(at, e.Now), evAlarm<<idxBits|e.node.index, token)
}

// Effect notes that the work of request id has left an effect, for the ledger.
func (e *Env) Effect(id uint32) { e.s.effect(&e.s.requests[id]) }

// Replayed notes that request id is answered with a stored result.
func (e *Env) Replayed(id uint32) { e.s.links[e.s.requests[id].link].count.Replayed++ }

// BreakConnections breaks those that callers of this service keep open: their next
// attempts connect anew.
func (e *Env) BreakConnections() { e.node.epoch++ }

// Count is the counters of this service, for what only it knows.
func (e *Env) Count() *NodeCount { return e.node.count }

// Callers says who calls on the link of r.
func (e *Env) Callers(r *Request) Scopes { return e.s.links[r.link].scopes }

// Home is the link on which the callers of r call, or did before a roll-out moved them:
// with r.Client it names who calls.
func (e *Env) Home(r *Request) uint8 {
	if f := e.s.links[r.link].fleet; f >= 0 {
		return e.s.cfg.Fleets[f].Link
	}
	return r.link
}

// Priority is that of the link on which r came.
func (e *Env) Priority(r *Request) uint8 { return e.s.links[r.link].Priority }

// Seed is a word of this service in this trial, for draws that are about no request.
func (e *Env) Seed() uint64 { return KeyOf(e.s.cfg.Seed, e.s.cfg.Nodes[e.node.index].Name) }

// Turn calls [Turner.Turn] of this service once everything noted so far has happened.
// A worker that answers and then takes the next request sees what the answer has led
// to, such as the cancellation of a hedge. which is the service's own word, such as the
// replica.
func (e *Env) Turn(which uint32) { e.note(time.Duration(which), e.node.index, actTurn, 0) }

// InHand calls each for every request that has reached this service and has not been
// answered or dropped, by its place in the slab.
func (e *Env) InHand(each func(r *Request)) {
	for i := 1; i < len(e.s.requests); i++ {
		r := &e.s.requests[i]
		if r.seq != 0 && r.state&arrived != 0 && r.state&(serverGone|replying|noted) == 0 &&
			e.s.links[r.link].To == uint8(e.node.index) {
			each(r)
		}
	}
}

// Call begins a call on link number link on behalf of request id; nth tells apart
// several calls of one request on the same link.
func (e *Env) Call(id uint32, link uint8, nth uint16) {
	e.note(0, id, actCall, uint32(link)|uint32(nth)<<8)
}

// Abandoned reports whether the service knows that nobody waits for request id: its
// caller has cancelled it, or the deadline that came with it has passed.
func (e *Env) Abandoned(id uint32) bool { return e.s.abandoned(&e.s.requests[id]) }

// Request returns request id, valid until the handler returns.
func (e *Env) Request(id uint32) *Request { return &e.s.requests[id] }

// Arrived counts r as arrived now, for a [SelfCounting] service.
func (e *Env) Arrived(r *Request) { e.s.countArrival(r) }

// Hop draws a one-way network delay of the link on which r came: the nth inside the
// attempt. It is 0 on a link without delay.
func (e *Env) Hop(r *Request, nth uint64) time.Duration {
	d := e.s.links[r.link].Request
	if d == nil {
		return 0
	}
	return d.At(Key(r.Key, ForHop, nth))
}

// Faults lists the faults that a service must look up itself, [Refuse] and [Errors],
// also those that do not hold now.
func (e *Env) Faults() []*Fault { return e.node.faults }
