package simtest_test

import (
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/simtest"
)

// in gives records the time at which they happen.
func in(d time.Duration, recs ...sim.Record) []sim.Record {
	for i := range recs {
		recs[i].At = sim.Time(d)
	}
	return recs
}

// TestHandmadeTraces: traces written by hand, of what ought to happen, are sound.
func TestHandmadeTraces(t *testing.T) {
	_, rules := fixed()
	_, node := worker()
	one := simtest.Rules{Links: []simtest.LinkRules{rules}, Nodes: []simtest.NodeRules{node}}
	two := simtest.Rules{
		Links: []simtest.LinkRules{rules, {From: 0, To: 1, MaxAttempts: 1, Deadline: 80 * ms}},
		Nodes: []simtest.NodeRules{node, {}},
	}
	for _, row := range []struct {
		name  string
		rules simtest.Rules
		parts [][]sim.Record
	}{
		{"nothing", one, nil},
		{"answered at once", one, [][]sim.Record{
			in(5*ms, sim.Record{Kind: sim.CallBegan, Call: 1},
				sim.Record{Kind: sim.AttemptSent, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.RequestArrived, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.RequestStarted, Call: 1, Seq: 1, Attempt: 1, D: 10 * ms}),
			in(15*ms, sim.Record{Kind: sim.RequestWoken, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.Replied, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.AttemptEnded, Call: 1, Seq: 1, Attempt: 1, D: 10 * ms},
				sim.Record{Kind: sim.CallEnded, Call: 1, Attempt: 1, D: 10 * ms}),
		}},
		{"lost, then answered exactly at the timeout", one, [][]sim.Record{
			in(0, sim.Record{Kind: sim.CallBegan, Call: 1},
				sim.Record{Kind: sim.AttemptSent, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.RequestLost, Call: 1, Seq: 1, Attempt: 1}),
			in(100*ms, sim.Record{Kind: sim.AttemptEnded, Call: 1, Seq: 1, Attempt: 1, D: 100 * ms, Status: sim.TimedOut},
				sim.Record{Kind: sim.RetryDecided, Call: 1, Attempt: 1, D: 20 * ms, Status: sim.TimedOut}),
			in(120*ms, sim.Record{Kind: sim.AttemptSent, Call: 1, Seq: 2, Attempt: 2, D: 20 * ms},
				sim.Record{Kind: sim.RequestArrived, Call: 1, Seq: 2, Attempt: 2},
				sim.Record{Kind: sim.RequestStarted, Call: 1, Seq: 2, Attempt: 2, D: 100 * ms}),
			in(220*ms, sim.Record{Kind: sim.RequestWoken, Call: 1, Seq: 2, Attempt: 2},
				sim.Record{Kind: sim.Replied, Call: 1, Seq: 2, Attempt: 2},
				sim.Record{Kind: sim.AttemptEnded, Call: 1, Seq: 2, Attempt: 2, D: 100 * ms},
				sim.Record{Kind: sim.CallEnded, Call: 1, Attempt: 2, D: 220 * ms}),
		}},
		{"a nested call past its deadline, then an answer that is not retried", two, [][]sim.Record{
			in(0, sim.Record{Kind: sim.CallBegan, Call: 1},
				sim.Record{Kind: sim.AttemptSent, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.RequestArrived, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.RequestStarted, Call: 1, Seq: 1, Attempt: 1}),
			in(0, sim.Record{Kind: sim.RequestWoken, Call: 1, Seq: 1, Attempt: 1},
				sim.Record{Kind: sim.CallBegan, Call: 2, Seq: 1, Link: 1, D: 80 * ms},
				sim.Record{Kind: sim.AttemptSent, Call: 2, Seq: 2, Attempt: 1, Link: 1},
				sim.Record{Kind: sim.RequestArrived, Call: 2, Seq: 2, Attempt: 1, Link: 1},
				sim.Record{Kind: sim.RequestStarted, Call: 2, Seq: 2, Attempt: 1, Link: 1, D: 90 * ms}),
			in(80*ms, sim.Record{Kind: sim.AttemptEnded, Call: 2, Seq: 2, Attempt: 1, Link: 1, D: 80 * ms, Status: sim.Expired},
				sim.Record{Kind: sim.CallEnded, Call: 2, Attempt: 1, Link: 1, D: 80 * ms, Status: sim.Expired, Reason: sim.PastDeadline},
				sim.Record{Kind: sim.Replied, Call: 1, Seq: 1, Attempt: 1, Status: sim.GatewayTime},
				sim.Record{Kind: sim.AttemptEnded, Call: 1, Seq: 1, Attempt: 1, D: 80 * ms, Status: sim.GatewayTime},
				sim.Record{Kind: sim.RetryDecided, Call: 1, Attempt: 1, D: 20 * ms, Status: sim.GatewayTime}),
			in(90*ms, sim.Record{Kind: sim.RequestWoken, Seq: 2, Attempt: 1, Link: 1},
				sim.Record{Kind: sim.Replied, Seq: 2, Attempt: 1, Link: 1},
				sim.Record{Kind: sim.LateReply, Seq: 2, Attempt: 1, Link: 1, D: 90 * ms}),
			in(100*ms, sim.Record{Kind: sim.AttemptSent, Call: 1, Seq: 3, Attempt: 2, D: 20 * ms},
				sim.Record{Kind: sim.RequestArrived, Call: 1, Seq: 3, Attempt: 2},
				sim.Record{Kind: sim.Replied, Call: 1, Seq: 3, Attempt: 2, Status: sim.Forbidden},
				sim.Record{Kind: sim.AttemptEnded, Call: 1, Seq: 3, Attempt: 2, Status: sim.Forbidden},
				sim.Record{Kind: sim.CallStopped, Call: 1, Attempt: 2, Status: sim.Forbidden, Reason: sim.NotRetried},
				sim.Record{Kind: sim.CallEnded, Call: 1, Attempt: 2, D: 100 * ms, Status: sim.Forbidden, Reason: sim.NotRetried}),
		}},
	} {
		var recs []sim.Record
		for _, part := range row.parts {
			recs = append(recs, part...)
		}
		for _, err := range simtest.Check(row.rules, recs) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}
