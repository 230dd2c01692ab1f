package simtest

import (
	"fmt"
	"time"

	"retrystorm/sim"
)

// most is how many violations are reported: what follows the first is often its
// consequence.
const most = 20

// Check replays records and reports what breaks the rules, each a [*Violation], at
// most the first 20.
func Check(rules Rules, records []sim.Record) []error {
	f := &referee{
		rules:    rules,
		calls:    make([]call, 1),
		requests: make([]request, 1),
		links:    make([]link, len(rules.Links)),
		nodes:    make([]node, len(rules.Nodes)),
	}
	for i := range records {
		if len(f.found) >= most {
			return f.found[:most]
		}
		f.i, f.r = i, &records[i]
		f.see()
	}
	f.i, f.r = len(records), &sim.Record{At: f.now}
	f.instantOver()
	f.runOver()
	return f.found[:min(len(f.found), most)]
}

// referee is what has been seen so far.
type referee struct {
	rules    Rules
	i        int         // place of the record
	r        *sim.Record // that is looked at
	now      sim.Time
	calls    []call    // by number
	requests []request // by seq
	links    []link
	nodes    []node
	touched  []uint32       // calls that something happened to at this instant
	over     bool           // the run has ended: a call was reported unfinished
	effects  map[uint32]int // by call of a client
	found    []error
}

// link is the state of one link.
type link struct {
	open     map[uint32]int // calls by client
	busy     map[uint32]int // connections in use by client
	ledgers  map[uint32]*ledger
	breakers map[uint32]*breaker
}

// call is one call.
type call struct {
	link, client  uint32
	parent        uint32 // seq of the request it is made for, 0 is none
	began         sim.Time
	deadline      sim.Time // 0 is none
	attempts      uint16
	live          []uint32      // seqs in flight
	pending       bool          // an attempt is to leave
	next          sim.Time      // pending: when
	delay         time.Duration // latest backoff decided on
	outcome       outcome       // the latest
	stopped       bool          // no more attempts
	stopStatus    sim.Status
	cutOff        bool // stopped at next, and that is its end, whatever is in flight
	must          bool // it must end at this instant
	ended         bool
	endedOK, open bool // open: reported unfinished
}

// outcome is how an attempt ended.
type outcome struct {
	at      sim.Time
	status  sim.Status
	hint    time.Duration
	is      bool // there has been one
	decided bool
}

// request is one attempt as the service sees it.
type request struct {
	call, link uint32
	n          uint16
	sent       sim.Time
	due        sim.Time // as the service knows, 0 is never
	ended      bool     // for the caller
	endedAt    sim.Time
	status     sim.Status // of the end, for the caller
	lost       bool
	arrived    bool
	started    bool
	working    bool
	wakes      sim.Time // when its work is over
	waiting    bool     // in the queue
	holding    bool     // a worker
	replica    uint16   // of which
	refused    bool     // the bucket has no token for it
	bucketed   bool     // the bucket has been asked
	replied    bool
	repliedAt  sim.Time
	answer     sim.Status
	hint       time.Duration
	answerLost bool
	used, late bool
	dropped    bool
	cancelled  bool
	pooled     bool // it waits for a connection
	connected  bool // it has one
	stayed     bool // it ended for its caller before it was seen to leave
	dialled    bool
	dialAt     sim.Time
	children   []uint32 // calls made for it
}

// gone reports whether the service has nothing to do with it any more.
func (q *request) gone() bool { return q.lost || q.replied || q.dropped }

func (f *referee) bad(rule Rule, format string, args ...any) {
	f.found = append(f.found, &Violation{rule, f.i, *f.r, fmt.Sprintf(format, args...)})
}

// check reports a violation unless ok.
func (f *referee) check(ok bool, rule Rule, format string, args ...any) bool {
	if !ok {
		f.bad(rule, format, args...)
	}
	return ok
}

func (f *referee) see() {
	r := f.r
	f.check(r.At >= f.now, TimeForward, "it was %d ns before", f.now)
	if r.At > f.now {
		f.instantOver()
		f.now = r.At
	}
	f.check(!f.over || r.Kind == sim.CallEnded && r.Status == sim.Unfinished, AfterEnd, "the run has ended")
	if !f.check(int(r.Link) < len(f.links), Consistent, "there are %d links", len(f.links)) {
		return
	}
	switch r.Kind {
	case sim.CallBegan:
		f.callBegan()
	case sim.AttemptHeld, sim.AttemptSent, sim.AttemptEnded, sim.RetryDecided, sim.CallStopped, sim.CallEnded:
		if c := f.callOf(); c != nil {
			f.touched = append(f.touched, r.Call)
			f.lapse(c)
			f.ofCall(c)
		}
	default:
		if q := f.requestOf(); q != nil {
			f.ofRequest(q)
		}
	}
}

func (f *referee) ofCall(c *call) {
	switch f.r.Kind {
	case sim.AttemptHeld:
		f.held(c)
	case sim.AttemptSent:
		f.sent(c)
	case sim.AttemptEnded:
		if q := f.requestOf(); q != nil {
			f.attemptEnded(c, q)
		}
	case sim.RetryDecided:
		f.retryDecided(c)
	case sim.CallStopped:
		f.callStopped(c)
	case sim.CallEnded:
		f.callEnded(c)
	}
}

func (f *referee) ofRequest(q *request) {
	n, rules := f.nodeOf(q)
	switch f.r.Kind {
	case sim.RequestLost:
		f.goesOn(q)
		f.requestLost(q)
	case sim.RequestArrived:
		f.goesOn(q)
		f.requestArrived(q, n, rules)
	case sim.RequestStarted:
		f.requestStarted(q, n, rules)
	case sim.RequestWoken:
		f.requestWoken(q, n, rules)
	case sim.Replied:
		f.replied(q, n, rules)
	case sim.Dropped:
		f.dropped(q, n)
	case sim.ResponseLost:
		f.responseLost(q)
	case sim.LateReply:
		f.lateReply(q)
	case sim.CancelSent:
		f.cancelSent(q)
	case sim.PoolWaited:
		f.poolWaited(q)
	case sim.Connecting:
		f.connecting(q)
	case sim.EffectLeft:
		f.effectLeft(q, rules)
	}
}

// callOf is the call of a record of its caller, nil if the record makes no sense.
func (f *referee) callOf() *call {
	r := f.r
	if !f.check(r.Call > 0 && int(r.Call) < len(f.calls), Consistent, "no such call has begun") {
		return nil
	}
	c := &f.calls[r.Call]
	f.check(c.link == uint32(r.Link) && c.client == r.Client, Consistent, "the call began on link %d, client %d", c.link, c.client)
	if c.ended {
		rule := AfterEnd
		if r.Kind == sim.CallEnded {
			rule = CallEndsOnce
		}
		f.bad(rule, "the call has ended")
		return nil
	}
	return c
}

// requestOf is the attempt of a record, nil if the record makes no sense.
func (f *referee) requestOf() *request {
	r := f.r
	if !f.check(r.Seq > 0 && int(r.Seq) < len(f.requests), Consistent, "no such attempt has been sent") {
		return nil
	}
	q := &f.requests[r.Seq]
	f.check(q.link == uint32(r.Link) && q.n == r.Attempt, Consistent, "it was sent on link %d as attempt %d", q.link, q.n)
	f.check(r.Call == q.call || r.Call == 0 && q.ended, Consistent, "it is an attempt of call %d", q.call)
	return q
}

// instantOver checks what must hold when all that happens at an instant has happened.
func (f *referee) instantOver() {
	for _, id := range f.touched {
		c := &f.calls[id]
		f.poolOver(c)
		if c.ended {
			continue
		}
		f.check(!c.must, EndFollows, "call %d should have ended at %d ns", id, f.now)
		f.check(c.pending || len(c.live) > 0, Decision, "call %d has nothing in flight and nothing to come after %d ns", id, f.now)
	}
	f.touched = f.touched[:0]
	for i := range f.nodes {
		f.nodeInstantOver(&f.nodes[i], &f.rules.Nodes[i], i)
	}
}
