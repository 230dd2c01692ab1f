package conformance

import (
	"math"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/budget"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-kratos/aegis/circuitbreaker/sre"
	"k8s.io/client-go/util/flowcontrol"

	"retrystorm/sim"
	"retrystorm/strategies"
)

// So many operations at once that all fail, with up to three retries after 1 s and the
// budget as it comes: attempts in all.
func TestFailsafeBudget(t *testing.T) {
	for _, tt := range []struct{ calls, attempts int }{{1, 4}, {10, 19}, {100, 136}, {1000, 1330}} {
		theirs := 0
		synctest.Test(t, func(*testing.T) {
			policy := retrypolicy.NewBuilder[any]().WithMaxRetries(3).WithDelay(time.Second).WithBudget(budget.NewBuilder().Build()).Build()
			executor := failsafe.With[any](policy)
			var mu sync.Mutex
			var wait sync.WaitGroup
			for range tt.calls {
				wait.Go(func() {
					executor.Run(func() error {
						mu.Lock()
						theirs++
						mu.Unlock()
						time.Sleep(Latency)
						return ErrFailed
					})
				})
			}
			wait.Wait()
		})
		mine := 0
		for _, tr := range Ours(t, strategies.Policy{
			Backoff: &strategies.Fixed{Wait: time.Second}, MaxAttempts: 4, RetryOn: []strategies.Class{strategies.Any},
			Budget: &strategies.ActiveBudget{Ratio: 0.2, AtLeast: 3, Of: strategies.OfCalls, Compare: strategies.AtMost, Take: strategies.AfterBackoff, Scope: strategies.PerFleet},
		}, Always(503), tt.calls) {
			mine += len(tr.Sent)
		}
		if theirs != tt.attempts || mine != tt.attempts {
			t.Errorf("%d operations at once: theirs made %d attempts, ours %d, want %d", tt.calls, theirs, mine, tt.attempts)
		}
	}
	Report(t, "failsafe-go", "budget: 4, 19, 136 and 1,330 attempts for 1, 10, 100 and 1,000 operations at once")
}

// One more attempt after 20 ms, whichever answers first; the answer comes after so long.
func TestFailsafeHedge(t *testing.T) {
	for _, latency := range []time.Duration{10 * time.Millisecond, 19 * time.Millisecond, 25 * time.Millisecond, 100 * time.Millisecond} {
		theirs := 0
		var over time.Duration
		synctest.Test(t, func(*testing.T) {
			start := time.Now()
			executor := failsafe.With[any](hedgepolicy.NewWithDelay[any](20 * time.Millisecond))
			var mu sync.Mutex
			executor.RunWithExecution(func(e failsafe.Execution[any]) error {
				mu.Lock()
				theirs++
				mu.Unlock()
				select {
				case <-time.After(latency):
				case <-e.Canceled():
				}
				return nil
			})
			over = time.Since(start)
			time.Sleep(time.Second)
		})
		tr := hedgedCall(t, latency)
		if theirs != len(tr.Sent) || over != tr.Over {
			t.Errorf("an answer after %v: theirs made %d attempts in %v, ours %d in %v", latency, theirs, over, len(tr.Sent), tr.Over)
		}
	}
	Report(t, "failsafe-go", "hedgepolicy after 20 ms: attempts and completion at four latencies")
}

func hedgedCall(t *testing.T, latency time.Duration) Trace {
	t.Helper()
	p := strategies.Policy{Hedge: &strategies.FixedHedge{After: 20 * time.Millisecond, Max: 1, Ends: strategies.EndsOnAny}}
	return oursAfter(t, p, func(time.Duration, int) Answer { return Answer{Code: 200} }, 1, latency)[0]
}

// The chance of a refusal after so many failures and successes, from 2,000 draws of the
// library; the breaker looks at three seconds, from 100 attempts on, with k 1/0.6.
func TestAegis(t *testing.T) {
	for _, tt := range []struct {
		ok, bad int
		idle    time.Duration
	}{{0, 99, 0}, {0, 200, 0}, {100, 300, 0}, {100, 60, 0}, {50, 500, time.Second}, {0, 200, 4 * time.Second}} {
		const draws = 2000
		refused := 0
		synctest.Test(t, func(*testing.T) {
			b := sre.NewBreaker()
			for range tt.ok {
				b.MarkSuccess()
			}
			for range tt.bad {
				b.MarkFailed()
			}
			time.Sleep(tt.idle)
			for range draws {
				if b.Allow() != nil {
					refused++
				}
			}
		})
		g := (&strategies.AdaptiveThrottle{K: 1 / 0.6, Window: 3 * time.Second, MinCalls: 100, Refused: strategies.RefusedNothing, Scope: strategies.PerFleet}).
			New(sim.Scopes{Clients: 1, PerProcess: 1})
		for i := range tt.ok + tt.bad {
			st := sim.OK
			if i >= tt.ok {
				st = sim.Unavailable
			}
			g.Ended(0, 0, &sim.Call{}, &sim.Outcome{Status: st, Attempt: 1})
		}
		mine := 0
		for i := range uint64(draws) {
			c := sim.CallOf(sim.Key(i, sim.ForCall, 0))
			if g.Ask(sim.Time(tt.idle), 0, &c).Verb == sim.Stop {
				mine++
			}
		}
		p := float64(refused+mine) / (2 * draws)
		if math.Abs(float64(refused-mine)) > 5*math.Sqrt(2*draws*p*(1-p))+1e-9 {
			t.Errorf("after %d successes and %d failures and %v: theirs refused %d of %d, ours %d", tt.ok, tt.bad, tt.idle, refused, draws, mine)
		}
	}
	Report(t, "aegis@0.2.0", "SRE breaker: share of refusals in six states, of 2,000 draws")
}

// The delay of an item, asked for as soon as the one before is over.
func TestFlowcontrol(t *testing.T) {
	const n = 4000
	var b *flowcontrol.Backoff // its draws begin with the clock: two that are made at once are equal
	items := 0
	theirs := Theirs(t, n, Always(503), func() Call {
		if b == nil {
			b = flowcontrol.NewBackOffWithJitter(100*time.Millisecond, 10*time.Second, 0.5)
		}
		items++
		item := strconv.Itoa(items)
		return func(attempt func() error) {
			attempt()
			for range 5 {
				b.Next(item, time.Now())
				time.Sleep(b.Get(item))
				attempt()
			}
		}
	})
	p := strategies.Policy{Backoff: &strategies.Compounding{Base: 100 * time.Millisecond, Cap: 10 * time.Second, FirstFrom: 1, FirstTo: 1.5, From: 2, To: 2.5},
		MaxAttempts: 6, RetryOn: []strategies.Class{strategies.Any}}
	AlikeWithin(t, "flowcontrol", theirs, Ours(t, p, Always(503), n), 5)
	Report(t, "client-go flowcontrol@0.37.2", "delays of 5 steps with jitter 0.5 that compounds: means, distributions")
}
