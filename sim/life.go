package sim

import "time"

// The life of a call is this file: begin -> try -> send -> arrive -> answer -> reply,
// or lost, or timed out -> settle -> try again later, or finish. Strategies and
// services are leaves that get values and return a decision or note acts.

// States of a call.
const (
	callWaiting = 1 << iota // an evTry is pending
	callStopped             // no more attempts will be sent
)

// States of a request.
const (
	callerGone = 1 << iota // settled, as the caller sees it
	serverGone             // answered, dropped or lost
	replying               // the reply is under way
	cancelled              // the service knows that its caller has gone
	arrived                // the service has seen it
	working                // a service time of it is running
	noted                  // the service has noted its answer, or that it drops it
	begun                  // a service time of it has been decided on, 0 included
	final                  // the answer is marked "do not retry"
	quoted                 // the answer tells of a limit, see Sim.quotas
	pooled                 // waits for a connection
	dialling               // connects
	doomed                 // and will not succeed in time
	connected              // holds a connection
)

// arrival begins the nth call of a client that waits for the end of its calls, or the
// nth of an open fleet, and then plans the one after it.
func (s *Sim) arrival(global, nth uint32) {
	f := s.fleetOf(global)
	if !f.closed {
		client := below(Key(f.key, ForWho, uint64(nth)), f.Clients)
		s.begin(s.linkOf(f, client), Key(f.key, ForCall, uint64(nth)), client, f.numberOf(client, nth), 0, 0)
		s.planArrival(f, nth+1)
		return
	}
	client := global - f.first
	s.begin(s.linkOf(f, client), Key(f.key, ForCall, uint64(client)<<32|uint64(nth)), client, nth, 0, 0)
}

// begin starts a call on a link, of a client or (parent != 0) of a request.
func (s *Sim) begin(link uint8, key uint64, client, nth, parent uint32, deadline Time) {
	l := &s.links[link]
	ci := s.newCall()
	c := &s.calls[ci]
	s.ids++
	c.key, c.Started, c.Deadline, c.LastDelay, c.Memo = key, s.now, deadline, 0, 0
	c.ID, c.Client, c.nth, c.parent, c.live = s.ids, client, nth, parent, 0
	c.Attempts, c.link, c.state = 0, link, 0
	if parent != 0 {
		p := &s.requests[parent]
		c.nth, p.child = p.child, ci
		p.nested++
	}
	s.enter(l.count)
	own := s.now.Add(l.Deadline)
	if l.Deadline > 0 && (deadline == 0 || own <= deadline) {
		c.Deadline = own
		s.after(l.dlane, own, ci, c.ID)
	} else if deadline != 0 {
		s.q.push(max(deadline, s.now), evExpire<<idxBits|ci, c.ID)
	}
	if s.want&(1<<CallBegan) != 0 {
		s.recordCall(CallBegan, c, max(0, c.Deadline.Sub(s.now)), OK, NoReason)
	}
	if c.Deadline != 0 && c.Deadline <= s.now {
		s.finish(ci, Expired, PastDeadline)
		return
	}
	s.try(ci, NoReason)
}

// try asks the strategy, and sends.
func (s *Sim) try(ci uint32, why Reason) {
	c := &s.calls[ci]
	l := &s.links[c.link]
	if c.Deadline != 0 && s.now >= c.Deadline { // a hedge, or held: the deadline's own event ends the call
		return
	}
	if c.Attempts == 1<<16-1 {
		s.note = "a call reached the limit of 65,535 attempts and was stopped"
		s.stop(ci, GateClosed, AttemptLimit)
		return
	}
	switch d := l.strategy.Before(s.now, c.Client, c); d.Verb {
	case Go:
		s.send(ci, c, l, why)
	case Hold:
		c.state |= callWaiting
		s.q.push(s.now.Add(max(d.Delay, 1)), evTry<<idxBits|ci, c.ID)
		if s.want&(1<<AttemptHeld) != 0 {
			s.recordCall(AttemptHeld, c, d.Delay, OK, d.Reason)
		}
	case Stop:
		if c.live == 0 { // otherwise an attempt in flight may still succeed, or ask again
			s.stop(ci, GateClosed, d.Reason)
		}
	}
}

func (s *Sim) send(ci uint32, c *Call, l *link, why Reason) {
	id := s.newRequest()
	r := &s.requests[id]
	c.Attempts++
	s.seqs++
	r.Key, r.Sent, r.due, r.work, r.wake = Key(c.key, ForAttempt, uint64(c.Attempts)), s.now, 0, 0, 0
	r.ID, r.Memo, r.call, r.seq, r.next, r.child = id, 0, ci, s.seqs, c.live, 0
	r.N, r.nested, r.link, r.state, r.status = c.Attempts, 0, c.link, 0, OK
	r.Client, r.Replica = c.Client, 0
	if s.identify {
		s.name(l, c, r)
	}
	n := l.count
	n.Attempts++
	switch {
	case c.live != 0:
		n.Hedges++
	case c.Attempts > 1:
		n.Retries++
	default:
		n.First++
	}
	c.live = id
	if l.Propagate {
		r.due = c.Deadline
	}
	if l.Timeout > 0 {
		ends := s.now.Add(l.Timeout)
		if l.Propagate && (r.due == 0 || ends < r.due) {
			r.due = ends
		}
		s.after(l.tlane, ends, id, r.seq)
	}
	if l.hedger != nil {
		if d, ok := l.hedger.Hedge(s.now, c.Client, c); ok {
			s.hedgeAfter(l, s.now.Add(d), id, r.seq)
		}
	}
	if s.want&(1<<AttemptSent) != 0 {
		s.recordRequest(AttemptSent, r, c, c.LastDelay, OK, why)
	}
	if l.ports != nil {
		s.connect(r, l)
		return
	}
	s.transmit(r, l)
}

// transmit puts a request on its way.
func (s *Sim) transmit(r *Request, l *link) {
	switch {
	case l.lossy && Unit(Key(r.Key, ForLostRequest, 0)) < l.loseRequest(s.now, r.Client):
		l.count.LostRequests++
		if s.want&(1<<RequestLost) != 0 {
			s.recordServed(RequestLost, r, 0, OK)
		}
		s.release(r, serverGone)
	case l.Request == nil:
		s.arrive(r)
	default:
		s.q.push(s.now.Add(l.Request.At(Key(r.Key, ForRequest, 0))), evArrive<<idxBits|r.ID, r.seq)
	}
}

// --- at the service ---

func (s *Sim) arrive(r *Request) {
	n := &s.nodes[s.links[r.link].To]
	if r.state&cancelled != 0 { // overtaken by the cancellation: the service never sees it
		s.letGo(r)
		return
	}
	r.state |= arrived
	if !n.countsItself {
		s.countArrival(r)
	}
	s.env.node = n
	n.impl.Arrive(&s.env, r)
}

func (s *Sim) countArrival(r *Request) {
	s.nodes[s.links[r.link].To].count.Arrived++
	if s.want&(1<<RequestArrived) != 0 {
		s.recordServed(RequestArrived, r, 0, OK)
	}
}

// flush carries out what services have noted, in order, at this instant.
func (s *Sim) flush() {
	for i := 0; i < len(s.env.acts); i++ { // acts may add acts
		a := s.env.acts[i]
		if a.what == actTurn {
			s.env.node = &s.nodes[a.id]
			s.env.node.turner.Turn(&s.env, uint32(a.d))
			continue
		}
		r := &s.requests[a.id]
		if r.state&(serverGone|replying) != 0 || r.seq == 0 {
			panic("sim: a service acts for a request that it has answered or dropped")
		}
		switch arg := a.what >> 8; a.what & 255 {
		case actReply:
			s.answer(r, Status(arg), a.d)
		case actServe:
			s.serve(r, a.d)
		case actWake:
			s.q.push(s.now.Add(a.d), evWake<<idxBits|a.id, r.seq)
		case actCall:
			s.ask(r, uint8(arg), uint64(arg>>8))
		case actDrop:
			s.letGo(r)
		case actBreak:
			s.breakOff(r, Status(arg))
		case actRemind:
			s.q.push(s.now.Add(a.d), evRemind<<idxBits|a.id, r.seq)
		}
	}
	s.env.acts = s.env.acts[:0]
}

func (s *Sim) serve(r *Request, d time.Duration) {
	r.state |= working
	r.wake = s.now.Add(d)
	if n := &s.nodes[s.links[r.link].To]; n.paces != nil {
		r.wake = s.now.Add(n.paces[r.Replica].stretch(s.now, d))
	}
	if s.want&(1<<RequestStarted) != 0 {
		s.recordServed(RequestStarted, r, d, OK)
	}
	s.q.push(r.wake, evWake<<idxBits|r.ID, r.seq)
}

func (s *Sim) woken(r *Request) {
	r.state &^= working
	if s.want&(1<<RequestWoken) != 0 {
		s.recordServed(RequestWoken, r, 0, OK)
	}
	s.env.node = &s.nodes[s.links[r.link].To]
	s.env.node.impl.Wake(&s.env, r)
}

// ask begins a call of a service on behalf of a request, which passes on the
// deadline it was told.
func (s *Sim) ask(r *Request, link uint8, nth uint64) {
	s.begin(link, Key(Key(r.Key, ForChild, nth), ForName, s.links[link].key), uint32(r.Replica), 0, r.ID, r.due)
}

// answer sends the reply on its way.
func (s *Sim) answer(r *Request, st Status, hint time.Duration) {
	l := &s.links[r.link]
	n := s.nodes[l.To].count
	n.Replied++
	if st != OK && r.state&begun == 0 {
		n.Rejected++
	}
	if s.want&(1<<Replied) != 0 {
		s.recordServed(Replied, r, hint, st)
	}
	r.state |= replying
	r.status, r.due = st, Time(hint)
	if r.child != 0 {
		s.orphan(r)
	}
	switch {
	case l.lossy && Unit(Key(r.Key, ForLostResponse, 0)) < l.loseResponse(s.now, r.Client):
		l.count.LostResponses++
		n.Wasted += r.work
		if s.want&(1<<ResponseLost) != 0 {
			s.recordServed(ResponseLost, r, 0, st)
		}
		s.release(r, serverGone)
	case l.Response == nil:
		s.reply(r)
	default:
		s.q.push(s.now.Add(l.Response.At(Key(r.Key, ForResponse, 0))), evReply<<idxBits|r.ID, r.seq)
	}
}

// halt stops the work on r that is running: what was not yet done is not counted.
func (s *Sim) halt(n *node, r *Request) {
	if r.state&working == 0 {
		return
	}
	r.state &^= working
	left := r.wake.Sub(s.now)
	if n.paces != nil {
		left = n.paces[r.Replica].work(s.now, r.wake)
	}
	n.count.Work -= left
	n.count.Wasted -= max(0, left-r.work) // of the overhead, which comes first
	r.work = max(0, r.work-left)
}

// letGo ends the service's part in a request without an answer.
func (s *Sim) letGo(r *Request) {
	n := &s.nodes[s.links[r.link].To]
	s.halt(n, r)
	n.count.Dropped++
	n.count.Wasted += r.work
	if s.want&(1<<Dropped) != 0 {
		s.recordServed(Dropped, r, 0, OK)
	}
	r.state |= replying // its nested calls have nobody to tell
	s.orphan(r)
	s.release(r, serverGone)
}

// breakOff ends the service's part in a request by a broken connection: the process
// that served it is gone, and with it the calls that it had made.
func (s *Sim) breakOff(r *Request, st Status) {
	n := &s.nodes[s.links[r.link].To]
	s.halt(n, r)
	n.count.Wasted += r.work
	r.work = 0
	r.state |= replying // its nested calls have nobody to tell
	for ci := r.child; ci != 0; {
		next := s.calls[ci].nth
		s.finish(ci, Cancelled, Answered)
		ci = next
	}
	s.answer(r, st, 0)
}

// orphan cancels the nested calls that still run for a request which needs them no
// more, on links that cancel; the others run on for nobody.
func (s *Sim) orphan(r *Request) {
	for ci := r.child; ci != 0; {
		c := &s.calls[ci]
		next := c.nth
		if s.links[c.link].Cancel {
			s.finish(ci, Cancelled, Answered)
		}
		ci = next
	}
}

// --- back at the caller ---

func (s *Sim) reply(r *Request) {
	l := &s.links[r.link]
	if r.state&callerGone != 0 {
		l.count.Late++
		s.nodes[l.To].count.Wasted += r.work
		if s.want&(1<<LateReply) != 0 {
			s.recordServed(LateReply, r, s.now.Sub(r.Sent), r.status)
		}
		if l.From >= 0 && s.nodes[l.From].late != nil {
			s.env.node = &s.nodes[l.From]
			s.env.node.late.Late(&s.env, r, r.status)
		}
		s.release(r, serverGone)
		return
	}
	st := r.status
	s.release(r, serverGone)
	s.settle(r, st, time.Duration(r.due))
}

// timeout settles an attempt whose time is over.
func (s *Sim) timeout(r *Request) {
	s.links[r.link].count.TimedOut++
	s.settle(r, TimedOut, 0)
}

// settle ends an attempt for the caller and decides what follows.
func (s *Sim) settle(r *Request, st Status, hint time.Duration) {
	ci := r.call
	c := &s.calls[ci]
	l := &s.links[c.link]
	d := s.ended(ci, c, l, r, st, hint)
	switch {
	case st == OK:
		s.finish(ci, OK, NoReason)
	case c.state != 0: // a hedge failed while a retry is on its way, or after the last word
		s.endIfIdle(ci, st, NoReason)
	case d.Verb == End:
		s.endNow(ci, st, d.Reason)
	case d.Verb == Stop:
		s.stop(ci, st, d.Reason)
	case d.Delay < 0:
		panic("sim: a strategy wants a retry in the past")
	case c.Deadline > 0 && s.now.Add(d.Delay) >= c.Deadline:
		s.stop(ci, st, PastDeadline)
	default:
		c.LastDelay = d.Delay
		c.state |= callWaiting
		s.q.push(s.now.Add(d.Delay), evTry<<idxBits|ci, c.ID)
		if s.want&(1<<RetryDecided) != 0 {
			s.recordCall(RetryDecided, c, d.Delay, st, d.Reason)
		}
	}
}

// ended takes an attempt off its call, tells the strategy, and tells the service if
// the link cancels and the service may still be at it.
func (s *Sim) ended(ci uint32, c *Call, l *link, r *Request, st Status, hint time.Duration) Decision {
	s.unlink(c, r)
	l.count.Ended[st]++
	if s.want&(1<<AttemptEnded) != 0 {
		s.recordRequest(AttemptEnded, r, c, s.now.Sub(r.Sent), st, NoReason)
	}
	o := &s.out
	o.Status, o.Attempt, o.Sent, o.Latency, o.RetryAfter = st, r.N, r.Sent, s.now.Sub(r.Sent), hint
	o.Final, o.Quota = r.state&final != 0, Quota{}
	if r.state&quoted != 0 {
		o.Quota = s.quotas[r.ID]
	}
	o.Uniform, o.Decide = 0, st != OK && st != Cancelled && st != Expired && c.state == 0
	if o.Decide {
		o.Uniform = Unit(Key(c.key, ForJitter, uint64(r.N)))
	}
	if r.state&(pooled|dialling) != 0 { // it never left
		s.release(r, serverGone)
	} else if l.Cancel && r.state&(serverGone|replying|noted) == 0 {
		s.cancel(r)
	}
	if l.ports != nil {
		s.disconnect(r, l, st)
	}
	s.release(r, callerGone)
	return l.strategy.After(s.now, c.Client, c, o)
}

// stop ends a call that sends no more, once nothing is in flight.
func (s *Sim) stop(ci uint32, st Status, why Reason) {
	c := &s.calls[ci]
	c.state = c.state&^callWaiting | callStopped
	if s.want&(1<<CallStopped) != 0 {
		s.recordCall(CallStopped, c, 0, st, why)
	}
	s.endIfIdle(ci, st, why)
}

// endNow is stop for a call that does not wait for what is in flight.
func (s *Sim) endNow(ci uint32, st Status, why Reason) {
	if c := &s.calls[ci]; s.want&(1<<CallStopped) != 0 {
		s.recordCall(CallStopped, c, 0, st, why)
	}
	s.finish(ci, st, why)
}

func (s *Sim) endIfIdle(ci uint32, st Status, why Reason) {
	if c := &s.calls[ci]; c.live == 0 && c.state&callWaiting == 0 {
		s.finish(ci, st, why)
	}
}

// finish ends the call: what is still in flight is abandoned, the caller told.
func (s *Sim) finish(ci uint32, st Status, why Reason) {
	c := &s.calls[ci]
	l := &s.links[c.link]
	for c.live != 0 {
		end := st
		if st != Expired {
			end = Cancelled
		}
		s.ended(ci, c, l, &s.requests[c.live], end, 0)
	}
	if l.concluder != nil {
		l.concluder.Over(s.now, c.Client, c, st)
	}
	s.leave(l.count, c.Started)
	n := l.count
	switch {
	case st == OK:
		n.OK++
		if c.parent == 0 {
			s.lastOK = s.now
		}
	case c.Attempts == 0:
		n.Refused++
	default:
		n.Failed++
	}
	if s.want&(1<<CallEnded) != 0 {
		s.recordCall(CallEnded, c, s.now.Sub(c.Started), st, why)
	}
	if s.effects != nil && c.parent == 0 {
		s.told(c, st)
	}
	parent, client, nth, link := c.parent, c.Client, c.nth, c.link
	if parent != 0 {
		s.disown(parent, ci)
	}
	s.freeCall(ci)
	if parent != 0 {
		s.childDone(&s.requests[parent], st)
	} else if f := &s.fleets[s.links[link].fleet]; f.closed {
		s.planCall(f, client, nth+1, s.now)
	}
}

// childDone tells a service that one of the calls it made for r has ended, unless it
// has noted its answer to r; if r is gone, its calls were the last to hold its slot.
func (s *Sim) childDone(r *Request, st Status) {
	if r.state&(serverGone|replying|noted) != 0 {
		s.release(r, 0)
		return
	}
	s.env.node = &s.nodes[s.links[r.link].To]
	s.env.node.caller.Done(&s.env, r, int(r.nested), st)
}

// cancel tells the service that nobody waits. It has not let go yet, and no reply is
// under way.
func (s *Sim) cancel(r *Request) {
	l := &s.links[r.link]
	r.state |= cancelled
	l.count.Cancelled++
	if s.want&(1<<CancelSent) != 0 {
		s.recordServed(CancelSent, r, 0, OK)
	}
	if n := &s.nodes[l.To]; n.canceller != nil && r.state&arrived != 0 {
		s.env.node = n
		n.canceller.Cancel(&s.env, r)
	}
}

func (s *Sim) abandoned(r *Request) bool {
	return r.state&cancelled != 0 || r.due != 0 && s.now > r.due
}
