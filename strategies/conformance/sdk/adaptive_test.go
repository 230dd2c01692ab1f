package sdk

import (
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"

	"retrystorm/sim"
	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// The rate limiter of the adaptive mode, step by step: attempts come in at random, 100 a
// second, to a service that answers 10 a second and throttles the others, with pauses in
// which nothing comes. The SDK refuses where it would wait; a wait of ours is that.
//
// Where it waits itself, a wait that is cut to 0 ns would stop a virtual clock.
func TestAWSAdaptive(t *testing.T) {
	const steps = 6000
	refused, throttled := 0, 0
	for seed := range uint64(20) {
		draw := rand.New(rand.NewPCG(seed, 1))
		synctest.Test(t, func(t *testing.T) {
			r := retry.NewAdaptiveMode(func(o *retry.AdaptiveModeOptions) { o.FailOnNoAttemptTokens = true })
			gate := strategies.AWSAdaptive{}.New(sim.Scopes{Clients: 1, PerProcess: 1})
			start, second, served := time.Now(), int64(0), 0
			for i := range steps {
				pause := time.Duration(draw.Int64N(int64(20 * time.Millisecond)))
				if i%1500 == 1499 {
					pause += time.Duration(draw.Int64N(int64(5 * time.Second)))
				}
				time.Sleep(pause)
				now, c := sim.Time(time.Since(start)), sim.CallOf(uint64(i))
				release, err := r.GetAttemptToken(context.Background())
				ours := gate.Ask(now, 0, &c)
				if (err != nil) != (ours.Verb != sim.Go) {
					t.Fatalf("seed %d, step %d, at %v: theirs says %v, ours %v", seed, i, time.Duration(now), err, ours)
				}
				if err != nil {
					refused++
					continue
				}
				gate.Take(now, 0, &c)
				c.Attempts++
				gate.Left(now, 0, &c)
				time.Sleep(Latency)
				now = sim.Time(time.Since(start))
				if s := int64(now / sim.Time(time.Second)); s != second {
					second, served = s, 0
				}
				a := Answer{Code: 200}
				if served++; served > 10 {
					a.Code, throttled = 429, throttled+1
				}
				release(awsError(a))
				gate.Ended(now, 0, &c, &sim.Outcome{Status: a.Status(), Attempt: 1})
			}
		})
	}
	if refused < 1000 || throttled < 500 {
		t.Errorf("%d attempts were refused and %d throttled: the walks say nothing", refused, throttled)
	}
	Report(t, "aws-sdk-go-v2-adaptive@1.48.0", "rate limiter: 20 walks of 6,000 attempts, refused or not")
}
