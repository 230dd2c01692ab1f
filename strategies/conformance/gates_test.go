package conformance

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
	"golang.org/x/time/rate"

	"retrystorm/sim"
	"retrystorm/strategies"
)

// deed is one step of a walk: time passes, an attempt is asked for, and if it may leave it
// succeeds or fails at once, or hangs.
type deed struct {
	pause time.Duration
	ok    bool
}

// walk is so many steps with pauses that often fall on whole seconds, so that limits of
// time are hit exactly, and on either side by a nanosecond.
func walk(seed uint64, steps int, failures float64, pauses ...time.Duration) (ds []deed) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range steps {
		ds = append(ds, deed{pauses[r.IntN(len(pauses))], r.Float64() >= failures})
	}
	return ds
}

// gate plays a walk on a gate of ours; it returns which attempts left.
func gate(g strategies.Gate, ds []deed) (left []bool) {
	now, c := sim.Time(0), sim.CallOf(1)
	for _, d := range ds {
		now = now.Add(d.pause)
		if g.Ask(now, 0, &c).Verb != sim.Go {
			left = append(left, false)
			continue
		}
		left = append(left, true)
		g.Take(now, 0, &c)
		g.Left(now, 0, &c)
		out := sim.Outcome{Status: sim.OK, Attempt: 1, Sent: now}
		if !d.ok {
			out.Status = sim.Unavailable
		}
		g.Ended(now, 0, &c, &out)
	}
	return left
}

// real plays it on a library.
func real(t *testing.T, ds []deed, make_ func() func(ok bool) (left bool)) (left []bool) {
	synctest.Test(t, func(*testing.T) {
		try := make_()
		for _, d := range ds {
			time.Sleep(d.pause)
			left = append(left, try(d.ok))
		}
	})
	return left
}

func equal(t *testing.T, what string, ds []deed, theirs, ours []bool) {
	t.Helper()
	refused, now := 0, time.Duration(0)
	for i := range theirs {
		now += ds[i].pause
		if theirs[i] != ours[i] {
			t.Fatalf("%s: step %d, at %v: theirs let it leave: %t, ours: %t", what, i, now, theirs[i], ours[i])
		}
		if !theirs[i] {
			refused++
		}
	}
	if refused == 0 || refused == len(theirs) {
		t.Errorf("%s: %d of %d attempts were refused: the walk says nothing", what, refused, len(theirs))
	}
}

var errFailed = errors.New("failed")

func outcome(ok bool) error {
	if ok {
		return nil
	}
	return errFailed
}

func TestGobreaker(t *testing.T) {
	make_ := func(s gobreaker.Settings) func() func(bool) bool {
		return func() func(bool) bool {
			b := gobreaker.NewCircuitBreaker[int](s)
			return func(ok bool) (left bool) {
				b.Execute(func() (int, error) { left = true; return 0, outcome(ok) })
				return left
			}
		}
	}
	tests := []struct {
		what     string
		settings gobreaker.Settings
		ours     strategies.Breaker
		failures float64
	}{
		{"as it comes: the sixth failure, 60 s, one probe", gobreaker.Settings{},
			&strategies.ConsecutiveBreaker{Failures: 6, OpenFor: time.Minute, Strict: true, Block: true}, 0.8},
		{"three probes", gobreaker.Settings{MaxRequests: 3, Timeout: 5 * time.Second},
			&strategies.ConsecutiveBreaker{Failures: 6, OpenFor: 5 * time.Second, Probes: 3, Strict: true, Block: true}, 0.6},
		{"half of a rolling window of 10 s", gobreaker.Settings{Interval: 10 * time.Second, BucketPeriod: time.Second, Timeout: 3 * time.Second,
			ReadyToTrip: func(c gobreaker.Counts) bool { return c.Requests >= 10 && 2*c.TotalFailures >= c.Requests }},
			&strategies.RateBreaker{Rate: 0.5, Window: 10 * time.Second, MinCalls: 10, OpenFor: 3 * time.Second, Strict: true, Failing: true}, 0.5},
	}
	for _, tt := range tests {
		for seed := range uint64(20) {
			ds := walk(seed, 2000, tt.failures, 0, 0, 0, 100*time.Millisecond, time.Second, time.Second-1, time.Second+1, 5*time.Second, time.Minute)
			equal(t, fmt.Sprintf("%s, walk %d", tt.what, seed), ds, real(t, ds, make_(tt.settings)), gate(tt.ours.New(sim.Scopes{Clients: 1, PerProcess: 1}), ds))
		}
	}
	Report(t, "gobreaker@2.4.0", "20 walks of 2,000 steps each: as it comes, three probes, a rolling window")
}

func TestFailsafeBreaker(t *testing.T) {
	make_ := func(b func() circuitbreaker.CircuitBreaker[any]) func() func(bool) bool {
		return func() func(bool) bool {
			executor := failsafe.With(b())
			return func(ok bool) (left bool) {
				executor.Run(func() error { left = true; return outcome(ok) })
				return left
			}
		}
	}
	tests := []struct {
		what     string
		theirs   func() circuitbreaker.CircuitBreaker[any]
		ours     strategies.Breaker
		failures float64
	}{
		{"as it comes: the first failure, 60 s", func() circuitbreaker.CircuitBreaker[any] { return circuitbreaker.NewWithDefaults[any]() },
			&strategies.ConsecutiveBreaker{Failures: 1, OpenFor: time.Minute, Block: true}, 0.3},
		{"five failures, 5 s, three successes", func() circuitbreaker.CircuitBreaker[any] {
			return circuitbreaker.NewBuilder[any]().WithFailureThreshold(5).WithSuccessThreshold(3).WithDelay(5 * time.Second).Build()
		}, &strategies.ConsecutiveBreaker{Failures: 5, OpenFor: 5 * time.Second, Probes: 3, Block: true}, 0.7},
	}
	for _, tt := range tests {
		for seed := range uint64(20) {
			ds := walk(seed, 2000, tt.failures, 0, 0, 0, 100*time.Millisecond, time.Second, time.Second-1, time.Second+1, 5*time.Second, time.Minute)
			equal(t, fmt.Sprintf("%s, walk %d", tt.what, seed), ds, real(t, ds, make_(tt.theirs)), gate(tt.ours.New(sim.Scopes{Clients: 1, PerProcess: 1}), ds))
		}
	}
	Report(t, "failsafe-go", "circuitbreaker: 20 walks of 2,000 steps each: as it comes, five failures and three successes")
}

// A bucket of golang.org/x/time/rate that does not wait.
func TestRateLimiter(t *testing.T) {
	for seed := range uint64(20) {
		ds := walk(seed, 2000, 0, 0, 0, 10*time.Millisecond, 100*time.Millisecond, 99*time.Millisecond, 101*time.Millisecond, time.Second)
		theirs := real(t, ds, func() func(bool) bool {
			l := rate.NewLimiter(10, 5)
			return func(bool) bool { return l.Allow() }
		})
		g := strategies.TokenBucket{Rate: 10, Burst: 5}.New(sim.Scopes{Clients: 1, PerProcess: 1})
		equal(t, fmt.Sprintf("walk %d", seed), ds, theirs, gate(g, ds))
	}
	Report(t, "golang.org/x/time@0.16.0", "rate.Limiter.Allow: 20 walks of 2,000 steps against limiter token-bucket")
}

// GCRA is the same law.
func TestGCRA(t *testing.T) {
	for seed := range uint64(20) {
		ds := walk(seed, 2000, 0, 0, 0, 10*time.Millisecond, 100*time.Millisecond, 99*time.Millisecond, 101*time.Millisecond, time.Second)
		theirs := real(t, ds, func() func(bool) bool {
			store, err := memstore.New(10)
			if err != nil {
				panic(err)
			}
			l, err := throttled.NewGCRARateLimiter(store, throttled.RateQuota{MaxRate: throttled.PerSec(10), MaxBurst: 4})
			if err != nil {
				panic(err)
			}
			return func(bool) bool { limited, _, _ := l.RateLimit("key", 1); return !limited }
		})
		g := strategies.TokenBucket{Rate: 10, Burst: 5}.New(sim.Scopes{Clients: 1, PerProcess: 1})
		equal(t, fmt.Sprintf("walk %d", seed), ds, theirs, gate(g, ds))
	}
	Report(t, "throttled@2.15.0", "GCRA with burst 4: 20 walks of 2,000 steps against limiter token-bucket with burst 5")
}
