package proof_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

const scriptedHedges = `
name: scripted-hedges
question: When do hedges leave, and what ends the call?
trials: 1
fleet: {clients: 1, workload: herd}
service: {kind: scripted, answers: %s, delay: %s, retry-after: %s}
link: {cancel: true, policy: %s}
`

// The hedgingPolicy of gRPC (gRFC A6, summary of retry and hedging logic), and what ends a
// call elsewhere. A script says how each attempt is answered and how long that takes.
func TestWhenHedgesLeave(t *testing.T) {
	const (
		grpc     = `{hedge: {after: 10ms, max: 3, ends: fatal}, backoff: immediate, max-attempts: 4, retry-on: [503]}`
		atOnce   = `{hedge: {after: 0s, max: 3, ends: fatal}, backoff: immediate, max-attempts: 4, retry-on: [503]}`
		plain    = `{hedge: 10ms}`
		failsafe = `{hedge: {after: 10ms, ends: any}}`
		throttle = `{hedge: {after: 10ms, max: 3, ends: fatal}, backoff: immediate, max-attempts: 4, retry-on: [503], budget: {kind: tokens, capacity: 2, charge: failure}}`
	)
	for _, row := range []struct {
		reason, policy, answers, delay, hints string
		sent                                  []int // ms
		ends                                  int   // ms
		st                                    sim.Status
	}{
		{"one more each 10 ms, up to four", grpc, "[200]", "[100ms]", "[0s]", []int{0, 10, 20, 30}, 100, sim.OK},
		{"no delay: all at once", atOnce, "[200]", "[50ms, 60ms, 30ms, 40ms]", "[0s]", []int{0, 0, 0, 0}, 30, sim.OK},
		{"OK cancels what is in flight and what is to come", grpc, "[200]", "[15ms, 100ms]", "[0s]", []int{0, 10}, 15, sim.OK},
		{"a non-fatal outcome sends the next at once, and those after it follow from there", grpc, "[503, 200]", "[4ms, 50ms]", "[0s]", []int{0, 4, 14, 24}, 54, sim.OK},
		{"also while others are in flight", grpc, "[200, 503, 200]", "[100ms, 5ms, 50ms]", "[0s]", []int{0, 10, 15, 25}, 65, sim.OK},
		{"all have failed: the last outcome", grpc, "[503]", "[4ms]", "[0s]", []int{0, 4, 8, 12}, 16, sim.Unavailable},
		{"a fatal outcome cancels what is in flight", grpc, "[200, 400]", "[100ms, 5ms]", "[0s]", []int{0, 10}, 15, sim.BadRequest},
		{"a pushback of 30 ms: the next after it, then each 10 ms", grpc, "[503, 200]", "[4ms, 50ms]", "[30ms, 0s]", []int{0, 34, 44, 54}, 84, sim.OK},
		{"throttled, since half of the tokens are gone: nothing follows", throttle, "[503]", "[4ms]", "[0s]", []int{0}, 4, sim.Unavailable},
		{"throttled: what is in flight is waited for", throttle, "[200, 503]", "[100ms, 5ms]", "[0s]", []int{0, 10}, 100, sim.OK},
		{"else the call waits for the other attempt", plain, "[200, 400]", "[100ms, 5ms]", "[0s]", []int{0, 10}, 100, sim.OK},
		{"failsafe-go does not", failsafe, "[200, 400]", "[100ms, 5ms]", "[0s]", []int{0, 10}, 15, sim.BadRequest},
	} {
		x := expand(t, scenario(t, "scripted-hedges", fmt.Sprintf(scriptedHedges, row.answers, row.delay, row.hints, row.policy)))
		var sent []int
		ends, st := -1, sim.OK
		for _, r := range records(t, x, x.Cells[0], 1, sim.AttemptSent, sim.CallEnded) {
			if r.Kind == sim.AttemptSent {
				sent = append(sent, int(time.Duration(r.At)/time.Millisecond))
				continue
			}
			ends, st = int(time.Duration(r.At)/time.Millisecond), r.Status
		}
		if !slices.Equal(sent, row.sent) || ends != row.ends || st != row.st {
			t.Errorf("%s: sent at %v ms, %v at %d ms, want %v, %v at %d", row.reason, sent, st, ends, row.sent, row.st, row.ends)
		}
	}
}
