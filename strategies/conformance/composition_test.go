package conformance

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// Ten operations that all fail, one after the other, three attempts each, and a breaker
// that opens after five failures: retries around the breaker, and the breaker around the
// retries. How many attempts reach the service hangs on how long the breaker stays open.
func TestComposition(t *testing.T) {
	const operations = 10
	seen := map[string]bool{}
	for _, wait := range []time.Duration{0, 100 * time.Millisecond, 500 * time.Millisecond, time.Second} {
		for _, open := range []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second, time.Minute} {
			for _, outside := range []string{"retry", "breaker"} {
				theirs := 0
				synctest.Test(t, func(*testing.T) {
					retry := retrypolicy.NewBuilder[any]().WithMaxAttempts(3).WithDelay(wait).Build()
					breaker := circuitbreaker.NewBuilder[any]().WithFailureThreshold(5).WithDelay(open).Build()
					executor := failsafe.With[any](retry, breaker)
					if outside == "breaker" {
						executor = failsafe.With[any](breaker, retry)
					}
					for range operations {
						executor.Run(func() error { theirs++; time.Sleep(Latency); return ErrFailed })
						time.Sleep(Latency)
					}
				})
				p := strategies.Policy{
					Backoff: &strategies.Fixed{Wait: wait}, MaxAttempts: 3, WhenOpen: strategies.RetryWhenOpen,
					Breaker: &strategies.ConsecutiveBreaker{Failures: 5, OpenFor: open, Probes: 5, Reopen: 5, Close: 1, Block: true}, RetryOn: []strategies.Class{strategies.Any},
				}
				if outside == "breaker" {
					p.PerCall, p.WhenOpen = []strategies.GateName{strategies.TheBreaker}, strategies.StopWhenOpen
				}
				if mine := oneAfterTheOther(t, p, operations); theirs != mine {
					t.Errorf("%s outside, %v apart, open for %v: theirs made %d attempts, ours %d", outside, wait, open, theirs, mine)
				}
				seen[fmt.Sprint(outside, theirs)] = true
			}
		}
	}
	if !seen["retry10"] || !seen["breaker15"] {
		t.Errorf("neither 10 attempts with retries outside nor 15 with the breaker outside were among them: %v", seen)
	}
	Report(t, "failsafe-go", "retry and circuitbreaker composed both ways round: attempts of ten operations at 32 settings")
}

// oneAfterTheOther is how many attempts a client makes in so many calls that all fail,
// each 1 ms after the end of the one before.
func oneAfterTheOther(t *testing.T, p strategies.Policy, calls int) int {
	t.Helper()
	done := 0
	res, err := sim.New().Run(&sim.Config{
		Seed:    1,
		Fleets:  []sim.Fleet{{Name: "clients", Clients: 1, Workload: &models.Think{Time: &models.Constant{Value: Latency}}}},
		Nodes:   []sim.Node{{Name: "service", Model: scripted{func(time.Duration, int) Answer { return Answer{Code: 503} }, Latency}}},
		Links:   []sim.Link{{Name: "clients/service", From: -1, Policy: p}},
		Horizon: time.Hour,
		Observe: &stopper{calls: calls, attempts: &done},
	})
	if err != nil || res.Links[0].Calls < uint64(calls) {
		t.Fatal(err, res.Links[0].Calls)
	}
	return done
}

// stopper counts the attempts of the first so many calls.
type stopper struct {
	calls    int
	attempts *int
}

func (*stopper) Wants() sim.Kinds { return sim.Of(sim.AttemptSent, sim.CallEnded) }
func (s *stopper) Observe(r *sim.Record) {
	switch {
	case s.calls == 0:
	case r.Kind == sim.CallEnded:
		s.calls--
	default:
		*s.attempts++
	}
}
