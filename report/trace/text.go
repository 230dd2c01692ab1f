package trace

import (
	"fmt"

	"retrystorm/sim"
)

// text says what a record tells, "" if what follows says it all. next is what the
// service does next with the attempt.
func (s *story) text(r, next *sim.Record) string {
	node := s.t.Links[r.Link].Node
	switch r.Kind {
	case sim.AttemptHeld:
		return fmt.Sprintf("attempt %d held for %s%s", r.Attempt+1, millis(r.D), because(r.Reason))
	case sim.AttemptSent:
		return sent(r)
	case sim.PoolWaited:
		return fmt.Sprintf("attempt %d waits for a connection", r.Attempt)
	case sim.Connecting:
		return fmt.Sprintf("attempt %d opens a connection, for %s", r.Attempt, millis(r.D))
	case sim.EffectLeft:
		return fmt.Sprintf("%s has done what attempt %d asked for", node, r.Attempt)
	case sim.RequestLost:
		return fmt.Sprintf("request of attempt %d lost", r.Attempt)
	case sim.RequestArrived:
		return fmt.Sprintf("attempt %d arrives at %s%s", r.Attempt, node, waits(r, next))
	case sim.RequestStarted:
		return fmt.Sprintf("%s begins %s of work on attempt %d", replica(node, r), millis(r.D), r.Attempt)
	case sim.RequestWoken:
		if next != nil && next.At == r.At && next.Kind == sim.Replied {
			return ""
		}
		return fmt.Sprintf("%s goes on with attempt %d", node, r.Attempt)
	case sim.Replied:
		return fmt.Sprintf("%s answers attempt %d: %s%s", node, r.Attempt, r.Status, hint(r))
	case sim.Dropped:
		return fmt.Sprintf("%s drops attempt %d: nobody waits for it", node, r.Attempt)
	case sim.ResponseLost:
		return fmt.Sprintf("answer to attempt %d (%s) lost", r.Attempt, r.Status)
	case sim.AttemptEnded:
		return attemptEnded(r)
	case sim.LateReply:
		return fmt.Sprintf("answer to attempt %d (%s) comes too late, %s after it was sent", r.Attempt, r.Status, millis(r.D))
	case sim.CancelSent:
		return fmt.Sprintf("%s is told that nobody waits for attempt %d", node, r.Attempt)
	case sim.RetryDecided:
		return fmt.Sprintf("retries after %s%s", millis(r.D), because(r.Reason))
	case sim.CallStopped:
		if r.Status == sim.GateClosed {
			return fmt.Sprintf("attempt %d refused%s", uint32(r.Attempt)+1, because(r.Reason))
		}
		return "no more attempts" + because(r.Reason)
	}
	return callEnded(r)
}

// replica names the one of several that works on an attempt; the first needs no number.
func replica(node string, r *sim.Record) string {
	if r.Replica == 0 {
		return node
	}
	return fmt.Sprintf("replica %d of %s", r.Replica+1, node)
}

func because(why sim.Reason) string {
	if why == sim.NoReason {
		return ""
	}
	return ": " + why.String()
}

func sent(r *sim.Record) string {
	switch {
	case r.Reason == sim.Hedge:
		return fmt.Sprintf("attempt %d sent as a hedge: the answer is slow", r.Attempt)
	case r.Attempt > 1:
		return fmt.Sprintf("attempt %d sent after a backoff of %s", r.Attempt, millis(r.D))
	}
	return fmt.Sprintf("attempt %d sent", r.Attempt)
}

func waits(r, next *sim.Record) string {
	if next == nil || next.At > r.At && next.Kind != sim.Replied {
		return ", waits"
	}
	return ""
}

func hint(r *sim.Record) string {
	if r.D == 0 {
		return ""
	}
	return ", retry after " + millis(r.D)
}

func attemptEnded(r *sim.Record) string {
	switch r.Status {
	case sim.OK:
		return fmt.Sprintf("attempt %d succeeded after %s", r.Attempt, millis(r.D))
	case sim.TimedOut:
		return fmt.Sprintf("attempt %d timed out after %s", r.Attempt, millis(r.D))
	case sim.Expired:
		return fmt.Sprintf("attempt %d given up at the deadline after %s", r.Attempt, millis(r.D))
	case sim.Cancelled:
		return fmt.Sprintf("attempt %d given up after %s", r.Attempt, millis(r.D))
	}
	return fmt.Sprintf("attempt %d failed after %s: %s", r.Attempt, millis(r.D), r.Status)
}

func callEnded(r *sim.Record) string {
	after := "after " + millis(r.D) + " and " + attempts(r.Attempt)
	switch {
	case r.Status == sim.OK:
		return fmt.Sprintf("call %d succeeded %s", r.Call, after)
	case r.Status == sim.Unfinished:
		return fmt.Sprintf("call %d still open as the run ends, %s", r.Call, after)
	case r.Status == sim.GateClosed && r.Attempt == 0:
		return fmt.Sprintf("call %d refused after %s", r.Call, millis(r.D))
	}
	return fmt.Sprintf("call %d failed %s: %s", r.Call, after, r.Status)
}

func attempts(n uint16) string {
	if n == 1 {
		return "1 attempt"
	}
	return thousands(uint64(n)) + " attempts"
}
