package simtest

import (
	"fmt"

	"retrystorm/sim"
)

// Rule is a rule in words.
type Rule string

// The rules.
const (
	TimeForward    Rule = "time never goes back"
	Consistent     Rule = "records of one call or attempt agree"
	Numbered       Rule = "calls and attempts are numbered from 1 on without a gap"
	AfterEnd       Rule = "nothing happens to a call that has ended"
	CallEndsOnce   Rule = "each call ends exactly once"
	EndsOnce       Rule = "each attempt ends exactly once for its caller"
	WithinMax      Rule = "at most max-attempts attempts"
	RetryInTime    Rule = "a retry leaves exactly when its backoff is over"
	BackoffWindow  Rule = "a backoff lies in its window"
	Decision       Rule = "one decision follows each failure"
	StopReason     Rule = "a call stops for a reason that holds"
	OneInFlight    Rule = "a second attempt in flight is a hedge, sent when the first has been in flight for its time"
	TimeoutKept    Rule = "an attempt ends at its timeout at the latest"
	DeadlineKept   Rule = "a call ends at its deadline at the latest"
	ReplyUsed      Rule = "a reply is used once, by the attempt it answers, while that is in flight"
	LateReplyOnly  Rule = "a late reply is one to an attempt that has ended"
	EndFollows     Rule = "a call ends when nothing more is to come, and only then"
	ClosedClient   Rule = "a client that waits has one call at a time"
	HorizonKept    Rule = "no call begins after the horizon"
	NestedInPlace  Rule = "a service calls on while it has the request"
	OneAnswer      Rule = "each request is lost, answered or dropped exactly once"
	LostIsLost     Rule = "what is lost never arrives"
	InOrder        Rule = "service starts in the order of the queue"
	WithinWorkers  Rule = "no more requests at once than workers"
	WithinLimit    Rule = "no more requests wait than the limit"
	NoneIdle       Rule = "no worker is idle while requests wait"
	RejectedIsOver Rule = "what is answered or dropped never starts"
	WorkDone       Rule = "work takes its time and is done before the answer"
	DropAbandoned  Rule = "only what is known to be abandoned is dropped"
	CancelAfterEnd Rule = "cancelled is what has ended for its caller and not for its service"
	BudgetAgrees   Rule = "the budget has a token for what leaves, and none for what it refuses"
	PoolKept       Rule = "no caller has more attempts under way than connections"
	ConnectKept    Rule = "an attempt that gets no connection ends when its wait, or its connect timeout, is over"
	BucketAgrees   Rule = "the bucket has a token for what passes, and none for what it refuses"
	EffectOnce     Rule = "with a key per call, an effect happens once for each call of a client"
	EffectInPlace  Rule = "an effect happens at the node that has the request"
	BreakerAgrees  Rule = "the breaker is closed for what leaves, and open for what it refuses"
)

// Violation is a record that breaks a rule.
type Violation struct {
	Rule   Rule
	Index  int        // of the record in the trace; the number of records for what is missing at the end
	Record sim.Record // the zero value for what is missing at the end
	What   string
}

func (v *Violation) Error() string {
	r := &v.Record
	return fmt.Sprintf("%s: %s (record %d: %s at %d ns, link %d, call %d, attempt %d, seq %d, %s, %q, %d ns)", v.Rule, v.What,
		v.Index, r.Kind, r.At, r.Link, r.Call, r.Attempt, r.Seq, r.Status, r.Reason, r.D)
}
