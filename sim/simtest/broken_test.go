package simtest_test

import (
	"errors"
	"strings"
	"testing"

	"retrystorm/sim"
	"retrystorm/sim/simtest"
)

// TestRealTraces: the runs that are broken below are sound before.
func TestRealTraces(t *testing.T) {
	for _, c := range []small{crowded(), patient(), broke(), tripped(), lossy(), hasty(), layered()} {
		for _, err := range simtest.Check(c.rules, c.play(t)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// breaks are traces of real runs with one thing wrong each.
var breaks = []struct {
	rule simtest.Rule
	why  string
	run  func() small
	edit func(t tape) tape
}{
	{simtest.TimeForward, "two records change places", crowded, func(t tape) tape {
		i := t.at(sim.RetryDecided, 0)
		for t[i].At == t[i+1].At {
			i++
		}
		t[i], t[i+1] = t[i+1], t[i]
		return t
	}},
	{simtest.Consistent, "an attempt changes its number on the way", crowded, func(t tape) tape {
		t[t.at(sim.RequestArrived, 0)].Attempt++
		return t
	}},
	{simtest.Numbered, "attempt 3 follows attempt 1", crowded, func(t tape) tape {
		t[t.at(sim.AttemptSent, 0, attempt(2))].Attempt++
		return t
	}},
	{simtest.Numbered, "a call number is left out", crowded, func(t tape) tape {
		t[t.at(sim.CallBegan, 1)].Call++
		return t
	}},
	{simtest.RetryInTime, "a retry leaves 1 ns early", crowded, func(t tape) tape {
		t[t.at(sim.AttemptSent, 0, attempt(2))].At--
		return t
	}},
	{simtest.RetryInTime, "a retry leaves 1 ns late", crowded, func(t tape) tape {
		t[t.at(sim.AttemptSent, 0, attempt(2))].At++
		return t
	}},
	{simtest.RetryInTime, "a retry is said to have waited for less", crowded, func(t tape) tape {
		t[t.at(sim.AttemptSent, 0, attempt(2))].D--
		return t
	}},
	{simtest.BackoffWindow, "a backoff is 1 ns short", crowded, func(t tape) tape {
		t[t.at(sim.RetryDecided, 0)].D--
		return t
	}},
	{simtest.BackoffWindow, "a backoff is 1 ns long", crowded, func(t tape) tape {
		t[t.at(sim.RetryDecided, 0)].D++
		return t
	}},
	{simtest.WithinMax, "a retry is decided on after the last attempt", crowded, func(t tape) tape {
		r := &t[t.at(sim.CallStopped, 0, reason(sim.MaxAttempts))]
		r.Kind, r.Reason, r.D = sim.RetryDecided, sim.NoReason, 20*ms
		return t
	}},
	{simtest.StopReason, "the attempts are said to be used up after the first", crowded, func(t tape) tape {
		r := &t[t.at(sim.RetryDecided, 0)]
		r.Kind, r.Reason, r.D = sim.CallStopped, sim.MaxAttempts, 0
		return t
	}},
	{simtest.Decision, "no decision follows a failure", crowded, func(t tape) tape {
		i := t.at(sim.RetryDecided, 0)
		return t.cut(i, i+1)
	}},
	{simtest.Decision, "a retry is decided on for no failure", crowded, func(t tape) tape {
		i := t.at(sim.RequestWoken, 0)
		return t.put(i, sim.Record{At: t[i].At, Kind: sim.RetryDecided, Call: 1, Attempt: 1, D: 20 * ms, Status: sim.TimedOut})
	}},
	{simtest.TimeoutKept, "a reply is used that came after the timeout", crowded, func(t tape) tape {
		late := t.at(sim.LateReply, 0)
		i := t.at(sim.AttemptEnded, 0, seq(t[late].Seq))
		t[late].Kind, t[late].Call, t[late].Client = sim.AttemptEnded, t[i].Call, t[i].Client
		return t.cut(i, i+1)
	}},
	{simtest.TimeoutKept, "a timeout 1 ns early", crowded, func(t tape) tape {
		t[t.at(sim.AttemptEnded, 0, status(sim.TimedOut))].D--
		return t
	}},
	{simtest.ReplyUsed, "the late reply to an attempt is taken for the one after it", patient, func(t tape) tape {
		late, r := 0, sim.Record{}
		for n := 0; r.Kind != sim.AttemptSent; n++ { // until the next attempt is out
			late = t.at(sim.LateReply, n)
			call := t[t.at(sim.AttemptEnded, 0, seq(t[late].Seq))].Call
			for _, q := range t[:late] {
				if q.Call == call && (q.Kind == sim.AttemptSent || q.Kind == sim.AttemptEnded) {
					r = q
				}
			}
		}
		r.At, r.Kind, r.D = t[late].At, sim.AttemptEnded, t[late].At.Sub(r.At)
		return t.put(late+1, r)
	}},
	{simtest.ReplyUsed, "the caller sees another status than was answered", crowded, func(t tape) tape {
		t[t.at(sim.AttemptEnded, 0, status(sim.Shed))].Status = sim.Internal
		return t
	}},
	{simtest.ReplyUsed, "an answer never comes", crowded, func(t tape) tape {
		i := t.at(sim.LateReply, 0)
		return t.cut(i, i+1)
	}},
	{simtest.LateReplyOnly, "a late reply to an attempt in flight", crowded, func(t tape) tape {
		i := t.at(sim.AttemptEnded, 0, status(sim.OK))
		r := t[i]
		r.Kind, r.Call, r.Client = sim.LateReply, 0, 0
		return t.put(i, r)
	}},
	{simtest.EndsOnce, "an attempt ends twice", crowded, func(t tape) tape {
		i := t.at(sim.AttemptEnded, 0)
		return t.put(i, t[i])
	}},
	{simtest.EndsOnce, "an attempt never ends", crowded, func(t tape) tape {
		i := t.at(sim.AttemptEnded, 0, status(sim.OK))
		return t.cut(i, i+1)
	}},
	{simtest.CallEndsOnce, "a call ends twice", crowded, func(t tape) tape {
		i := t.at(sim.CallEnded, 0)
		return t.put(i, t[i])
	}},
	{simtest.CallEndsOnce, "a call never ends", crowded, func(t tape) tape {
		i := t.at(sim.CallEnded, 5)
		return t.cut(i, i+1)
	}},
	{simtest.EndFollows, "a call succeeds without an answer", crowded, func(t tape) tape {
		i := t.at(sim.CallEnded, 0, status(sim.OK))
		j := t.at(sim.RequestWoken, 0)
		r := t[i]
		r.At, r.D = t[j].At-1, r.D-1
		return t.cut(i, i+1).put(j, r)
	}},
	{simtest.AfterEnd, "an attempt leaves after its call has ended", crowded, func(t tape) tape {
		i, s := t.at(sim.CallEnded, 0), t.at(sim.AttemptSent, 5)
		r := t[s]
		r.At, r.Call, r.Client, r.Attempt = t[i].At, t[i].Call, t[i].Client, t[i].Attempt+1
		return t.put(i+1, r)
	}},
	{simtest.AfterEnd, "a call is unfinished while others go on", crowded, func(t tape) tape {
		t[t.at(sim.CallEnded, 0)].Status = sim.Unfinished
		return t
	}},
	{simtest.ClosedClient, "a client calls while its call is out", crowded, func(t tape) tape {
		t[t.at(sim.CallBegan, 1)].Client = 0
		return t
	}},
	{simtest.HorizonKept, "a call begins at the horizon", tripped, func(t tape) tape {
		i := len(t) - 1
		for ; t[i].Kind != sim.CallBegan; i-- {
		}
		t[i].At = sim.Time(500 * ms)
		return t
	}},
	{simtest.InOrder, "two that wait change places", crowded, func(t tape) tape {
		i, j := t.at(sim.RequestStarted, 1), t.at(sim.RequestStarted, 2)
		t[i].Seq, t[j].Seq = t[j].Seq, t[i].Seq
		return t
	}},
	{simtest.WithinWorkers, "two are served by one worker", crowded, func(t tape) tape {
		i, j := t.at(sim.RequestStarted, 1), t.at(sim.RequestWoken, 0)
		r := t[i]
		r.At = t[j].At
		return t.cut(i, i+1).put(j, r)
	}},
	{simtest.WithinLimit, "a third waits in two places", crowded, func(t tape) tape {
		i := t.at(sim.Replied, 0, status(sim.Shed))
		return t.cut(i, i+1)
	}},
	{simtest.NoneIdle, "a worker does not take the next", crowded, func(t tape) tape {
		i := t.at(sim.RequestStarted, 1)
		return t.cut(i, i+1)
	}},
	{simtest.RejectedIsOver, "a rejected request starts", crowded, func(t tape) tape {
		i := t.at(sim.Replied, 0, status(sim.Shed))
		r := t[i]
		r.Kind, r.Status, r.D = sim.RequestStarted, sim.OK, 60*ms
		return t.put(i+1, r)
	}},
	{simtest.WorkDone, "work is done 1 ns early", crowded, func(t tape) tape {
		t[t.at(sim.RequestWoken, 0)].At--
		return t
	}},
	{simtest.WorkDone, "an answer before the work is done", crowded, func(t tape) tape {
		i := t.at(sim.RequestWoken, 0)
		return t.cut(i, i+1)
	}},
	{simtest.OneAnswer, "a request is answered twice", crowded, func(t tape) tape {
		i := t.at(sim.Replied, 0)
		return t.put(i, t[i])
	}},
	{simtest.OneAnswer, "a request is never answered", crowded, func(t tape) tape {
		i := t.at(sim.LateReply, 0)
		j := t.at(sim.Replied, 0, seq(t[i].Seq))
		return t.cut(i, i+1).cut(j, j+1)
	}},
	{simtest.LostIsLost, "a lost request arrives", lossy, func(t tape) tape {
		i := t.at(sim.RequestLost, 0)
		r := t[i]
		r.Kind = sim.RequestArrived
		return t.put(i+1, r)
	}},
	{simtest.LateReplyOnly, "a lost answer comes", lossy, func(t tape) tape {
		i := t.at(sim.ResponseLost, 0)
		j := t.at(sim.AttemptEnded, 0, seq(t[i].Seq))
		r := t[j]
		r.Kind, r.Call, r.Client, r.Status = sim.LateReply, 0, 0, t[i].Status
		return t.put(j+1, r)
	}},
	{simtest.OneInFlight, "a hedge leaves 1 ns early", lossy, func(t tape) tape {
		t[t.at(sim.AttemptSent, 0, reason(sim.Hedge))].At--
		return t
	}},
	{simtest.EndFollows, "a call outlives the outcome that ends it by 1 ns", hasty, func(t tape) tape {
		for i := t.at(sim.AttemptEnded, 0, status(sim.Cancelled)); i < len(t); i++ {
			t[i].At++
			if k := t[i].Kind; k == sim.AttemptEnded || k == sim.CallEnded {
				t[i].D++
			}
		}
		return t
	}},
	{simtest.EndFollows, "a call ends although a hedge is in flight", func() small {
		c := hasty()
		c.rules.Links[0].EndsOn = nil
		return c
	}, func(t tape) tape { return t }},
	{simtest.OneInFlight, "an attempt beside another is no hedge", crowded, func(t tape) tape {
		i := t.at(sim.RetryDecided, 0)
		last := t.at(sim.CallBegan, 5)
		r := t[t.at(sim.AttemptSent, 0)]
		r.Attempt, r.Seq = 2, 7
		return t.put(max(last, i), r)
	}},
	{simtest.DeadlineKept, "a call ends 1 ns after its deadline", lossy, func(t tape) tape {
		i := t.at(sim.CallEnded, 0, status(sim.Expired))
		t[i].At++
		t[i].D++
		return t
	}},
	{simtest.DeadlineKept, "a call has more time than its deadline", lossy, func(t tape) tape {
		t[t.at(sim.CallBegan, 0)].D++
		return t
	}},
	{simtest.DropAbandoned, "work is dropped that nobody has cancelled", layered, func(t tape) tape {
		i := t.at(sim.CancelSent, 0, seq(t[t.at(sim.Dropped, 0)].Seq))
		return t.cut(i, i+1)
	}},
	{simtest.CancelAfterEnd, "a service is told twice", layered, func(t tape) tape {
		i := t.at(sim.CancelSent, 0)
		return t.put(i, t[i])
	}},
	{simtest.BudgetAgrees, "a retry without a token", broke, func(t tape) tape {
		r := &t[t.at(sim.CallStopped, 0, reason(sim.BudgetEmpty))]
		r.Kind, r.Reason, r.D = sim.RetryDecided, sim.NoReason, 20*ms
		return t
	}},
	{simtest.StopReason, "a refusal although there is a token", broke, func(t tape) tape {
		r := &t[t.at(sim.RetryDecided, 0)]
		r.Kind, r.Reason, r.D = sim.CallStopped, sim.BudgetEmpty, 0
		return t
	}},
	{simtest.BreakerAgrees, "an attempt while the breaker is open", tripped, func(t tape) tape {
		i := t.at(sim.CallStopped, 0, reason(sim.BreakerOpen), attempt(0))
		n := uint32(1)
		for _, r := range t[:i] {
			if r.Kind == sim.AttemptSent {
				n++
			}
		}
		r := &t[i]
		r.Kind, r.Status, r.Reason, r.Attempt, r.Seq = sim.AttemptSent, sim.OK, sim.NoReason, 1, n
		return t
	}},
	{simtest.StopReason, "a refusal although the breaker is closed", tripped, func(t tape) tape {
		i := t.at(sim.AttemptSent, 0)
		r := t[i]
		r.Kind, r.Status, r.Reason, r.Attempt, r.Seq = sim.CallStopped, sim.GateClosed, sim.BreakerOpen, 0, 0
		return t.put(i, r)
	}},
	{simtest.NestedInPlace, "a call is made for a request that has been answered", layered, func(t tape) tape {
		i := t.at(sim.Replied, 0, link(0))
		r := t[t.at(sim.CallBegan, 0, link(1))]
		r.At, r.Call = t[i].At, 0
		for _, q := range t[:i] {
			if q.Kind == sim.CallBegan {
				r.Call = q.Call + 1
			}
		}
		return t.put(i+1, r)
	}},
	{simtest.NestedInPlace, "an answer says OK although a nested call has failed", layered, func(t tape) tape {
		t[t.at(sim.Replied, 0, link(0))].Status = sim.OK
		return t
	}},
	{simtest.EndFollows, "a nested call goes on after it was cancelled", layered, func(t tape) tape {
		i := t.at(sim.CallEnded, 0, link(1), status(sim.Cancelled))
		return t.cut(i, i+1)
	}},
}

// TestBrokenTraces: the referee sees each, and says which rule is broken.
func TestBrokenTraces(t *testing.T) {
	for _, row := range breaks {
		c := row.run()
		found := simtest.Check(c.rules, row.edit(c.play(t)))
		if !names(found, row.rule) {
			t.Errorf("%s: %s: found %v, want %q", c.name, row.why, found, row.rule)
		}
	}
}

// names reports whether one of the errors is a violation of rule and says so.
func names(found []error, rule simtest.Rule) bool {
	for _, err := range found {
		var v *simtest.Violation
		if errors.As(err, &v) && v.Rule == rule && strings.Contains(err.Error(), string(rule)) {
			return true
		}
	}
	return false
}
