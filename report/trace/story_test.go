package trace

import (
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

const t0 = sim.Time(31_204 * 1e6)

// at is a record of call 17 of client 203, d after it began.
func at(d time.Duration, r sim.Record) sim.Record {
	r.At = t0.Add(d)
	if r.Call == 0 && r.Kind != sim.LateReply {
		r.Call, r.Client = 17, 203
	}
	return r
}

// timedOut is a call that is retried, and answered late.
var timedOut = []sim.Record{
	at(0, sim.Record{Kind: sim.CallBegan, D: 5 * time.Second}),
	at(0, sim.Record{Kind: sim.AttemptSent, Attempt: 1, Seq: 40}),
	at(200*time.Microsecond, sim.Record{Kind: sim.RequestArrived, Attempt: 1, Seq: 40}),
	at(1000*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 1, Seq: 40, D: 1000 * ms, Status: sim.TimedOut}),
	at(1000*ms, sim.Record{Kind: sim.RetryDecided, Attempt: 1, D: 63*ms + 214*time.Microsecond, Status: sim.TimedOut}),
	at(1001*ms, sim.Record{Kind: sim.RequestStarted, Attempt: 1, Seq: 40, D: 12 * ms}),
	at(1013*ms, sim.Record{Kind: sim.RequestWoken, Attempt: 1, Seq: 40}),
	at(1013*ms, sim.Record{Kind: sim.Replied, Attempt: 1, Seq: 40}),
	at(1013*ms, sim.Record{Kind: sim.LateReply, Attempt: 1, Seq: 40, D: 1013 * ms}),
	at(1063*ms, sim.Record{Kind: sim.CallStopped, Attempt: 1, Status: sim.GateClosed, Reason: sim.BudgetEmpty}),
	at(1063*ms, sim.Record{Kind: sim.CallEnded, Attempt: 1, D: 1063 * ms, Status: sim.GateClosed, Reason: sim.BudgetEmpty}),
}

var stories = []struct {
	name string
	recs []sim.Record
	want string
}{
	{"timed out, then refused by the budget", timedOut, `call 17 of client 203 over fleet/gateway began at 31.204 s, to end within 5,000 ms
      +0 ms  attempt 1 sent
    +0.2 ms  attempt 1 arrives at gateway, waits
  +1,000 ms  attempt 1 timed out after 1,000 ms
  +1,000 ms  retries after 63.2 ms
  +1,001 ms  gateway begins 12 ms of work on attempt 1
  +1,013 ms  gateway answers attempt 1: ok
  +1,013 ms  answer to attempt 1 (ok) comes too late, 1,013 ms after it was sent
  +1,063 ms  attempt 2 refused: budget empty
  +1,063 ms  call 17 failed after 1,063 ms and 1 attempt: gate
`},
	{"no connection, then a charge at the second replica", []sim.Record{
		at(0, sim.Record{Kind: sim.CallBegan}),
		at(0, sim.Record{Kind: sim.AttemptSent, Attempt: 1, Seq: 40}),
		at(0, sim.Record{Kind: sim.PoolWaited, Attempt: 1, Seq: 40}),
		at(5*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 1, Seq: 40, D: 5 * ms, Status: sim.NoConnection}),
		at(5*ms, sim.Record{Kind: sim.RetryDecided, Attempt: 1, Status: sim.NoConnection}),
		at(5*ms, sim.Record{Kind: sim.AttemptSent, Attempt: 2, Seq: 41}),
		at(5*ms, sim.Record{Kind: sim.Connecting, Attempt: 2, Seq: 41, D: 2 * ms}),
		at(8*ms, sim.Record{Kind: sim.RequestArrived, Attempt: 2, Seq: 41}),
		at(8*ms, sim.Record{Kind: sim.RequestStarted, Attempt: 2, Seq: 41, D: ms, Replica: 1}),
		at(9*ms, sim.Record{Kind: sim.RequestWoken, Attempt: 2, Seq: 41, Replica: 1}),
		at(9*ms, sim.Record{Kind: sim.EffectLeft, Attempt: 2, Seq: 41, Replica: 1}),
		at(9*ms, sim.Record{Kind: sim.Replied, Attempt: 2, Seq: 41, Replica: 1}),
		at(10*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 2, Seq: 41, D: 5 * ms}),
		at(10*ms, sim.Record{Kind: sim.CallEnded, Attempt: 2, D: 10 * ms}),
	}, `call 17 of client 203 over fleet/gateway began at 31.204 s
   +0 ms  attempt 1 sent
   +0 ms  attempt 1 waits for a connection
   +5 ms  attempt 1 failed after 5 ms: no-connection
   +5 ms  retries after 0 ms
   +5 ms  attempt 2 sent after a backoff of 0 ms
   +5 ms  attempt 2 opens a connection, for 2 ms
   +8 ms  attempt 2 arrives at gateway
   +8 ms  replica 2 of gateway begins 1 ms of work on attempt 2
   +9 ms  gateway has done what attempt 2 asked for
   +9 ms  gateway answers attempt 2: ok
  +10 ms  attempt 2 succeeded after 5 ms
  +10 ms  call 17 succeeded after 10 ms and 2 attempts
`},
	{"lost twice, hedged, cancelled", []sim.Record{
		at(0, sim.Record{Kind: sim.CallBegan}),
		at(0, sim.Record{Kind: sim.AttemptHeld, D: ms, Reason: sim.BreakerOpen}),
		at(ms, sim.Record{Kind: sim.AttemptSent, Attempt: 1, Seq: 40}),
		at(ms, sim.Record{Kind: sim.RequestLost, Attempt: 1, Seq: 40}),
		at(21*ms, sim.Record{Kind: sim.AttemptSent, Attempt: 2, Seq: 41, Reason: sim.Hedge}),
		at(22*ms, sim.Record{Kind: sim.RequestArrived, Attempt: 2, Seq: 41}),
		at(22*ms, sim.Record{Kind: sim.Replied, Attempt: 2, Seq: 41, Status: sim.Unavailable, D: 2 * time.Second}),
		at(23*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 2, Seq: 41, D: 2 * ms, Status: sim.Unavailable}),
		at(23*ms, sim.Record{Kind: sim.RetryDecided, Attempt: 2, D: 0, Status: sim.Unavailable}),
		at(23*ms, sim.Record{Kind: sim.AttemptSent, Attempt: 3, Seq: 42}),
		at(24*ms, sim.Record{Kind: sim.RequestArrived, Attempt: 3, Seq: 42}),
		at(24*ms, sim.Record{Kind: sim.Replied, Attempt: 3, Seq: 42}),
		at(24*ms, sim.Record{Kind: sim.ResponseLost, Attempt: 3, Seq: 42}),
		at(50*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 3, Seq: 42, D: 27 * ms, Status: sim.Expired}),
		at(50*ms, sim.Record{Kind: sim.CancelSent, Attempt: 3, Seq: 42}),
		at(50*ms, sim.Record{Kind: sim.AttemptEnded, Attempt: 1, Seq: 40, D: 49 * ms, Status: sim.Expired}),
		at(50*ms, sim.Record{Kind: sim.CallEnded, Attempt: 3, D: 50 * ms, Status: sim.Expired, Reason: sim.PastDeadline}),
	}, `call 17 of client 203 over fleet/gateway began at 31.204 s
   +0 ms  attempt 1 held for 1 ms: breaker open
   +1 ms  attempt 1 sent
   +1 ms  request of attempt 1 lost
  +21 ms  attempt 2 sent as a hedge: the answer is slow
  +22 ms  attempt 2 arrives at gateway
  +22 ms  gateway answers attempt 2: 503, retry after 2,000 ms
  +23 ms  attempt 2 failed after 2 ms: 503
  +23 ms  retries after 0 ms
  +23 ms  attempt 3 sent after a backoff of 0 ms
  +24 ms  attempt 3 arrives at gateway
  +24 ms  gateway answers attempt 3: ok
  +24 ms  answer to attempt 3 (ok) lost
  +50 ms  attempt 3 given up at the deadline after 27 ms
  +50 ms  gateway is told that nobody waits for attempt 3
  +50 ms  attempt 1 given up at the deadline after 49 ms
  +50 ms  call 17 failed after 50 ms and 3 attempts: deadline
`},
	{"a nested call, with a stranger in between", []sim.Record{
		at(0, sim.Record{Kind: sim.CallBegan}),
		at(0, sim.Record{Kind: sim.AttemptSent, Attempt: 1, Seq: 40}),
		at(0, sim.Record{Kind: sim.RequestArrived, Attempt: 1, Seq: 40}),
		at(0, sim.Record{Kind: sim.RequestStarted, Attempt: 1, Seq: 40, D: ms}),
		at(ms, sim.Record{Kind: sim.RequestWoken, Attempt: 1, Seq: 40}),
		at(ms, sim.Record{Kind: sim.CallBegan, Call: 19, Seq: 40, Link: 1}),
		at(ms, sim.Record{Kind: sim.AttemptSent, Call: 19, Attempt: 1, Seq: 42, Link: 1}),
		at(ms, sim.Record{Kind: sim.CallBegan, Call: 18, Seq: 39, Link: 1}),
		at(ms, sim.Record{Kind: sim.AttemptSent, Call: 18, Attempt: 1, Seq: 41, Link: 1}),
		at(2*ms, sim.Record{Kind: sim.AttemptEnded, Call: 19, Attempt: 1, Seq: 42, Link: 1, D: ms, Status: sim.Cancelled}),
		at(2*ms, sim.Record{Kind: sim.CallStopped, Call: 19, Attempt: 1, Link: 1, Status: sim.TimedOut, Reason: sim.MaxAttempts}),
		at(2*ms, sim.Record{Kind: sim.CallEnded, Call: 19, Attempt: 1, Link: 1, D: ms, Status: sim.TimedOut}),
		at(2*ms, sim.Record{Kind: sim.Dropped, Attempt: 1, Seq: 40}),
		at(3*ms, sim.Record{Kind: sim.CallEnded, Attempt: 1, D: 3 * ms, Status: sim.Unfinished}),
	}, `call 17 of client 203 over fleet/gateway began at 31.204 s
  +0 ms  attempt 1 sent
  +0 ms  attempt 1 arrives at gateway
  +0 ms  gateway begins 1 ms of work on attempt 1
  +1 ms  gateway goes on with attempt 1
  +1 ms    for attempt 1, call 19 over gateway/store, "big" begins
  +1 ms      attempt 1 sent
  +2 ms      attempt 1 given up after 1 ms
  +2 ms      no more attempts: max attempts
  +2 ms      call 19 failed after 1 ms and 1 attempt: timeout
  +2 ms  gateway drops attempt 1: nobody waits for it
  +3 ms  call 17 still open as the run ends, after 3 ms and 1 attempt
`},
}

func TestStory(t *testing.T) {
	for _, row := range stories {
		if got := storyOf(t, 17, row.recs...); got != row.want {
			t.Errorf("%s:\n%swant\n%s", row.name, got, row.want)
		}
	}
}

// TestUnknownCall: the message says which calls there are.
func TestUnknownCall(t *testing.T) {
	for _, row := range []struct {
		recs []sim.Record
		call uint32
		want string
	}{
		{timedOut, 18, "there is no call 18; the trace has calls 17 to 17"},
		{timedOut, 0, "there is no call 0"},
		{nil, 1, "no call begins in this trace"},
	} {
		tr, err := Read(strings.NewReader(written(t, row.recs...)))
		if err != nil {
			t.Fatal(err)
		}
		if err := Story(new(strings.Builder), tr, row.call); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("call %d: error %v, want %q", row.call, err, row.want)
		}
	}
}

func TestMillis(t *testing.T) {
	for _, row := range []struct {
		d    time.Duration
		want string
	}{
		{0, "0 ms"},
		{1, "0.000001 ms"},
		{1234, "0.00123 ms"},
		{1236, "0.00124 ms"},
		{200_000, "0.2 ms"},
		{999_999, "1 ms"},
		{63_214_000, "63.2 ms"},
		{99_960_000, "100 ms"},
		{123_600_000, "124 ms"},
		{1000 * ms, "1,000 ms"},
		{12_345_678 * ms, "12,345,678 ms"},
		{-1500 * time.Microsecond, "-1.5 ms"},
		{-1 << 63, "-9,223,372,036,855 ms"},
	} {
		if got := millis(row.d); got != row.want {
			t.Errorf("millis(%d ns) = %q, want %q", int64(row.d), got, row.want)
		}
	}
}
