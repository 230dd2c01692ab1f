package simtest

import (
	"slices"
	"time"

	"retrystorm/sim"
)

func (f *referee) callBegan() {
	r, rules := f.r, &f.rules.Links[f.r.Link]
	if !f.check(int(r.Call) == len(f.calls), Numbered, "want call %d", len(f.calls)) {
		return
	}
	c := call{link: uint32(r.Link), client: r.Client, began: r.At, pending: true, next: r.At}
	f.touched = append(f.touched, r.Call)
	f.check((r.Seq != 0) == (rules.From >= 0), Consistent, "made for request %d on a link from node %d", r.Seq, rules.From)
	switch {
	case r.Seq == 0:
		f.check(f.rules.Horizon == 0 || r.At < f.rules.Horizon, HorizonKept, "the horizon is %d ns", f.rules.Horizon)
	case int(r.Seq) >= len(f.requests):
		f.bad(Consistent, "no request %d to make it for", r.Seq)
	default:
		c.parent = r.Seq
		q := &f.requests[r.Seq]
		q.children = append(q.children, r.Call)
		c.deadline = q.due
		f.check(f.rules.Links[q.link].To == rules.From, NestedInPlace, "request %d is at node %d, the link leads from node %d", r.Seq, f.rules.Links[q.link].To, rules.From)
		f.check(q.arrived && !q.gone() && !q.working, NestedInPlace, "request %d is not there, or still worked on", r.Seq)
	}
	if own := r.At.Add(rules.Deadline); rules.Deadline > 0 && (c.deadline == 0 || own < c.deadline) {
		c.deadline = own
	}
	left := time.Duration(0)
	if c.deadline != 0 {
		left = max(0, c.deadline.Sub(r.At))
	}
	f.check(r.D == left, DeadlineKept, "it has %d ns, want %d", r.D, left)
	l := &f.links[r.Link]
	if l.open == nil {
		l.open = make(map[uint32]int)
	}
	l.open[r.Client]++
	f.check(!rules.Closed || l.open[r.Client] == 1, ClosedClient, "client %d has %d calls", r.Client, l.open[r.Client])
	f.calls = append(f.calls, c)
}

// lapse takes note of a retry that a gate has refused while another attempt was in
// flight: the call goes on with that one, and nothing is recorded. At the instant
// when it was due, only what cannot happen while it is to leave shows that.
func (f *referee) lapse(c *call) {
	r, rules := f.r, &f.rules.Links[c.link]
	gated := rules.Breaker != nil || rules.Budget != nil && !rules.Budget.TakeAtDecision
	beside := len(c.live) > 0 || c.outcome.is && c.outcome.at == f.now
	if !c.pending || !gated || !beside || f.now < c.next {
		return
	}
	tells := r.Kind == sim.RetryDecided || r.Kind == sim.AttemptSent && r.Reason == sim.Hedge ||
		r.Kind == sim.CallStopped && r.Status != sim.GateClosed ||
		r.Kind == sim.CallEnded && r.Status == sim.Unfinished && !f.rules.Cut
	if f.now > c.next && r.Kind != sim.AttemptHeld && (r.Kind != sim.AttemptSent || r.Reason == sim.Hedge) || tells {
		c.pending = false
	}
}

func (f *referee) held(c *call) {
	f.leaves(c)
	c.next = f.now.Add(max(f.r.D, 1))
}

// leaves checks that the attempt which a gate is asked about is due now.
func (f *referee) leaves(c *call) {
	if f.check(c.pending, Decision, "no attempt is to leave") {
		f.check(f.now == c.next, RetryInTime, "it is due at %d ns, %d ns from now", c.next, c.next.Sub(f.now))
	}
}

func (f *referee) sent(c *call) {
	r, rules := f.r, &f.rules.Links[c.link]
	f.check(!c.stopped, AfterEnd, "no more attempts were to be sent")
	f.check(!c.must, AfterEnd, "the call is over")
	f.check(c.deadline == 0 || f.now < c.deadline, DeadlineKept, "the deadline is %d ns", c.deadline)
	f.check(r.Attempt == c.attempts+1, Numbered, "want attempt %d", c.attempts+1)
	f.check(rules.MaxAttempts == 0 || int(r.Attempt) <= rules.MaxAttempts, WithinMax, "the limit is %d", rules.MaxAttempts)
	f.check(r.D == c.delay, RetryInTime, "its backoff is said to be %d ns, decided was %d ns", r.D, c.delay)
	f.check(len(c.live) == 0 || rules.Hedged > 0, OneInFlight, "%d are in flight, and there are no hedges here", len(c.live))
	hedge := r.Reason == sim.Hedge
	if hedge {
		f.hedge(c, rules)
	} else {
		f.leaves(c)
		c.pending = false
	}
	f.askGates(c, hedge)
	c.attempts = r.Attempt
	if !f.check(int(r.Seq) == len(f.requests), Numbered, "want seq %d", len(f.requests)) {
		return
	}
	q := request{call: r.Call, link: c.link, n: r.Attempt, sent: f.now}
	if rules.Propagate {
		q.due = c.deadline
		if ends := f.now.Add(rules.Timeout); rules.Timeout > 0 && (q.due == 0 || ends < q.due) {
			q.due = ends
		}
	}
	f.requests = append(f.requests, q)
	f.connect(c, &f.requests[r.Seq])
	c.live = append(c.live, r.Seq)
}

// hedge checks that an attempt in flight has been so for its time.
func (f *referee) hedge(c *call, rules *LinkRules) {
	f.check(!c.pending, OneInFlight, "a retry is on its way")
	f.check(int(c.attempts) <= rules.Hedged, WithinMax, "attempt %d is not hedged", c.attempts)
	for _, seq := range c.live {
		if rules.HedgeVaries || f.requests[seq].sent.Add(rules.Hedge) == f.now {
			return
		}
	}
	f.bad(OneInFlight, "none has been in flight for its time, %d ns", rules.Hedge)
}

func (f *referee) attemptEnded(c *call, q *request) {
	r, rules := f.r, &f.rules.Links[c.link]
	i := slices.Index(c.live, r.Seq)
	if !f.check(i >= 0 && !q.ended, EndsOnce, "it has ended before") {
		return
	}
	c.live = slices.Delete(c.live, i, i+1)
	f.check(r.D == f.now.Sub(q.sent), Consistent, "it was sent %d ns ago", f.now.Sub(q.sent))
	f.check(rules.Timeout == 0 || r.D <= rules.Timeout, TimeoutKept, "the timeout is %d ns", rules.Timeout)
	f.check(c.deadline == 0 || f.now <= c.deadline, DeadlineKept, "the deadline is %d ns", c.deadline)
	switch r.Status {
	case sim.TimedOut:
		f.check(r.D == rules.Timeout, TimeoutKept, "the timeout is %d ns", rules.Timeout)
	case sim.Expired:
		c.must = true
		f.check(f.now == c.deadline, DeadlineKept, "the deadline is %d ns", c.deadline)
	case sim.Cancelled:
		c.must = true
	case sim.NoConnection, sim.ConnectTimeout:
		f.noConnection(q, rules)
	default:
		f.useReply(c, q)
	}
	q.ended, q.endedAt, q.status = true, f.now, r.Status
	f.disconnect(c, q)
	c.outcome = outcome{at: f.now, status: r.Status, hint: q.hint, is: true}
	if r.Status == sim.TimedOut {
		c.outcome.hint = 0
	}
	f.tellGates(c, q)
}

func (f *referee) useReply(c *call, q *request) {
	r := f.r
	c.must = c.must || r.Status == sim.OK
	if f.check(q.replied, ReplyUsed, "the service has not answered it") {
		f.check(q.answer == r.Status, ReplyUsed, "the answer was %s", q.answer)
	}
	f.check(!q.answerLost, ReplyUsed, "the answer was lost")
	f.check(!q.late && !q.used, ReplyUsed, "the answer has come before")
	q.used = true
}

// decides checks that a decision follows a failure which is undecided.
func (f *referee) decides(c *call) {
	o := &c.outcome
	f.check(!c.stopped && !c.must, Decision, "the call is over or sends no more")
	f.check(!c.pending, Decision, "an attempt is on its way")
	f.check(o.is && o.at == f.now && !o.decided, Decision, "no attempt has ended to decide on")
	f.check(o.status == f.r.Status, Decision, "the attempt ended with %s", o.status)
	o.decided = true
}

func (f *referee) retryDecided(c *call) {
	r, rules := f.r, &f.rules.Links[c.link]
	f.decides(c)
	f.check(r.Attempt == c.attempts, Consistent, "%d attempts were sent", c.attempts)
	f.check(rules.MaxAttempts == 0 || int(c.attempts) < rules.MaxAttempts, WithinMax, "%d attempts were sent, the limit is %d", c.attempts, rules.MaxAttempts)
	f.check(rules.Retried.Has(r.Status), Decision, "%s is not retried", r.Status)
	if f.check(rules.Backoff != nil, Decision, "there are no retries here") {
		low, high := rules.Backoff(c.attempts, c.delay, c.outcome.hint)
		f.check(low <= r.D && r.D <= high, BackoffWindow, "the window is %d ns to %d ns", low, high)
	}
	f.check(rules.MaxElapsed == 0 || f.now.Add(r.D).Sub(c.began) <= rules.MaxElapsed, Decision, "it would leave after max-elapsed, %d ns", rules.MaxElapsed)
	f.check(c.deadline == 0 || f.now.Add(r.D) < c.deadline, DeadlineKept, "it would leave at or after the deadline, %d ns", c.deadline)
	if b := rules.Budget; b != nil && b.TakeAtDecision {
		f.take(c, b)
	}
	c.pending, c.next, c.delay = true, f.now.Add(r.D), r.D
}

func (f *referee) callStopped(c *call) {
	r, rules := f.r, &f.rules.Links[c.link]
	byGate := c.pending
	if byGate {
		f.leaves(c)
		f.check(r.Status == sim.GateClosed, Decision, "an attempt was to leave")
	} else {
		f.decides(c)
	}
	f.check(f.reasonHolds(c, rules, byGate), StopReason, "it does not")
	c.pending, c.stopped, c.stopStatus = false, true, r.Status
	if !byGate && rules.EndsOn != nil && rules.EndsOn(r.Reason) {
		c.cutOff, c.next = true, f.now
	}
}

// reasonHolds reports whether a call may stop for the reason given. What depends on a
// delay that nobody has seen must be possible.
func (f *referee) reasonHolds(c *call, rules *LinkRules, byGate bool) bool {
	latest := f.now
	if rules.Backoff != nil {
		_, high := rules.Backoff(c.attempts, c.delay, c.outcome.hint)
		latest = f.now.Add(high)
	}
	b := rules.Budget
	switch f.r.Reason {
	case sim.BudgetEmpty:
		return rules.OtherBudget || b != nil && b.TakeAtDecision != byGate && !f.hasToken(c, b)
	case sim.BreakerOpen:
		return rules.OtherBreaker || rules.Breaker != nil && byGate && !f.breaker(c).lets(f.now)
	case sim.AttemptLimit:
		return byGate && c.attempts == 1<<16-1
	case sim.MarkedFinal:
		return !byGate && f.rules.Nodes[rules.To].Final
	case sim.LimitedHere:
		return byGate && rules.Limiter
	case sim.NoPolicy:
		return !byGate && rules.Backoff == nil
	case sim.NotRetried:
		return !byGate && !rules.Retried.Has(f.r.Status)
	case sim.MaxAttempts:
		return !byGate && rules.MaxAttempts > 0 && int(c.attempts) >= rules.MaxAttempts
	case sim.MaxElapsed:
		return !byGate && rules.MaxElapsed > 0 && latest.Sub(c.began) > rules.MaxElapsed
	case sim.PastDeadline:
		return !byGate && c.deadline > 0 && latest >= c.deadline
	}
	return false
}

func (f *referee) callEnded(c *call) {
	r := f.r
	f.check(r.D == f.now.Sub(c.began), Consistent, "it began %d ns ago", f.now.Sub(c.began))
	f.check(r.Attempt == c.attempts, Consistent, "%d attempts were sent", c.attempts)
	f.check(!c.pending || f.now <= c.next, RetryInTime, "an attempt was due at %d ns", c.next)
	f.check(c.deadline == 0 || f.now <= max(c.deadline, c.began), DeadlineKept, "the deadline was %d ns", c.deadline)
	f.check(len(c.live) == 0 || r.Status == sim.Unfinished, EndsOnce, "%d attempts are in flight", len(c.live))
	f.check(f.mayEnd(c), EndFollows, "nothing brings this end about")
	c.ended, c.endedOK = true, r.Status == sim.OK
	c.open = r.Status == sim.Unfinished
	f.over = f.over || c.open
	f.links[c.link].open[c.client]--
}

// mayEnd reports whether a call may end as it does.
func (f *referee) mayEnd(c *call) bool {
	o := &c.outcome
	if c.cutOff && f.now != c.next {
		return false
	}
	switch st := f.r.Status; st {
	case sim.Unfinished:
		return !c.must
	case sim.OK:
		return o.is && o.at == f.now && c.must
	case sim.Expired:
		return c.deadline > 0 && f.now == max(c.deadline, c.began)
	case sim.Cancelled:
		return c.parent > 0 && c.must
	default:
		return c.stopped && (st == c.stopStatus && (c.cutOff || o.status != sim.Cancelled) || o.is && o.at == f.now && st == o.status)
	}
}
