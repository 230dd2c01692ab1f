package simtest

import "retrystorm/sim"

// node is the state of one service.
type node struct {
	line    []uint32 // seqs in order of arrival; what has left may still be in it
	waiting int
	busy    map[uint16]int // by replica
	buckets map[uint64]*bucket
}

func (f *referee) nodeOf(q *request) (*node, *NodeRules) {
	to := f.rules.Links[q.link].To
	return &f.nodes[to], &f.rules.Nodes[to]
}

func (f *referee) requestLost(q *request) {
	connects := f.rules.Links[q.link].connects()
	f.check(!q.arrived && !q.gone() && (f.now == q.sent || connects), OneAnswer, "it has got further than that")
	q.lost = true
}

func (f *referee) requestArrived(q *request, n *node, rules *NodeRules) {
	if f.check(!q.lost, LostIsLost, "the request was lost") {
		f.check(!q.gone() && !q.arrived, OneAnswer, "it has arrived or been answered or dropped before")
	}
	q.arrived = true
	if rules.Bucket != nil {
		f.askBucket(q, n, rules.Bucket)
	}
	if rules.Workers > 0 && !q.gone() {
		n.line = append(n.line, f.r.Seq)
		q.waiting = true
		n.waiting++
	}
}

func (f *referee) requestStarted(q *request, n *node, rules *NodeRules) {
	if q.gone() {
		f.bad(RejectedIsOver, "the service is done with it")
		return
	}
	f.check(q.arrived, LostIsLost, "it has not arrived")
	f.check(!q.working, WorkDone, "it is worked on already")
	q.working, q.wakes = true, f.now.Add(f.r.D)
	if rules.Workers == 0 || q.started {
		return
	}
	q.started = true
	f.inOrder(n, rules.Order)
	if q.waiting {
		q.waiting = false
		n.waiting--
	}
	q.holding, q.replica = true, f.r.Replica
	if n.busy == nil {
		n.busy = make(map[uint16]int)
	}
	n.busy[q.replica]++
	f.check(n.busy[q.replica] <= rules.Workers, WithinWorkers, "%d are being served, there are %d workers", n.busy[q.replica], rules.Workers)
}

// inOrder checks that what starts is the first, or the last, that waits.
func (f *referee) inOrder(n *node, order Order) {
	next := 0
	switch order {
	case AnyOrder:
		return
	case FirstFirst:
		for len(n.line) > 0 && !f.requests[n.line[0]].waiting {
			n.line = n.line[1:]
		}
	case LastFirst:
		for len(n.line) > 0 && !f.requests[n.line[len(n.line)-1]].waiting {
			n.line = n.line[:len(n.line)-1]
		}
		next = len(n.line) - 1
	}
	f.check(len(n.line) > 0 && n.line[next] == f.r.Seq, InOrder, "there are others before it")
}

func (f *referee) requestWoken(q *request, n *node, rules *NodeRules) {
	f.check(!q.gone(), RejectedIsOver, "the service is done with it")
	if q.working && rules.Steady {
		f.check(f.now == q.wakes, WorkDone, "its work is done at %d ns", q.wakes)
	}
	q.working = false
	if !rules.HoldWorker {
		f.letGo(q, n)
	}
}

// letGo frees the worker and the place that a request may hold.
func (f *referee) letGo(q *request, n *node) {
	if q.waiting {
		q.waiting = false
		n.waiting--
	}
	if q.holding {
		q.holding = false
		n.busy[q.replica]--
	}
}

func (f *referee) replied(q *request, n *node, rules *NodeRules) {
	r := f.r
	f.check(!q.lost, LostIsLost, "the request was lost")
	f.check(!q.replied && !q.dropped, OneAnswer, "it has been answered or dropped before")
	f.check(q.arrived, OneAnswer, "it has not arrived")
	broken := r.Status == sim.Reset && rules.Crashes
	f.check(!q.working || broken, WorkDone, "its work is not done")
	f.answersBucket(q, rules)
	q.working = false
	if rules.NeedsAll && r.Status == sim.OK {
		for _, id := range q.children {
			f.check(f.calls[id].endedOK, NestedInPlace, "its call %d has not succeeded", id)
		}
	}
	q.replied, q.repliedAt, q.answer, q.hint = true, f.now, r.Status, r.D
	f.letGo(q, n)
	f.orphan(q, broken)
}

// orphan notes which calls of a request must end at once: on links that cancel, or if
// the process that made them is gone.
func (f *referee) orphan(q *request, all bool) {
	for _, id := range q.children {
		if c := &f.calls[id]; !c.ended && (all || f.rules.Links[c.link].Cancel) {
			c.must = true
			f.touched = append(f.touched, id)
		}
	}
}

func (f *referee) dropped(q *request, n *node) {
	f.check(!q.gone(), OneAnswer, "it has been lost, answered or dropped before")
	f.check(q.cancelled || q.arrived && q.due > 0 && f.now > q.due, DropAbandoned, "its caller has not told that it has gone")
	q.dropped, q.working = true, false
	f.letGo(q, n)
	f.orphan(q, false)
}

func (f *referee) responseLost(q *request) {
	f.check(q.replied && f.now == q.repliedAt && !q.answerLost, OneAnswer, "no answer left at this instant")
	f.check(q.answer == f.r.Status, Consistent, "the answer was %s", q.answer)
	q.answerLost = true
}

func (f *referee) lateReply(q *request) {
	r := f.r
	f.check(q.ended, LateReplyOnly, "it is still in flight")
	if f.check(q.replied && !q.answerLost && !q.late && !q.used, LateReplyOnly, "there is no answer to come") {
		f.check(q.answer == r.Status, Consistent, "the answer was %s", q.answer)
	}
	f.check(r.D == f.now.Sub(q.sent), Consistent, "it was sent %d ns ago", f.now.Sub(q.sent))
	if q.ended && q.status == sim.TimedOut && q.repliedAt < f.now {
		f.check(f.now > q.endedAt, TimeoutKept, "an answer that comes exactly at the timeout counts")
	}
	q.late = true
}

func (f *referee) cancelSent(q *request) {
	f.check(q.ended && f.now == q.endedAt, CancelAfterEnd, "its caller has not gone at this instant")
	f.check(!q.gone() && !q.cancelled, CancelAfterEnd, "the service has let go of it, or knows")
	f.check(f.rules.Links[q.link].Cancel, CancelAfterEnd, "callers on this link do not tell")
	q.cancelled = true
}

func (f *referee) nodeInstantOver(n *node, rules *NodeRules, i int) {
	if rules.Workers == 0 || rules.Front {
		return
	}
	f.check(rules.Limit < 0 || n.waiting <= rules.Limit, WithinLimit, "%d wait at node %d, the limit is %d", n.waiting, i, rules.Limit)
	f.check(n.waiting == 0 || n.busy[0] >= rules.Workers, NoneIdle, "%d wait at node %d, %d of %d workers are held", n.waiting, i, n.busy[0], rules.Workers)
}
