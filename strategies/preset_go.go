package strategies

import (
	"time"

	"retrystorm/sim"
)

// goPresets are of Go libraries that retry whatever they are given.
func goPresets() []Preset {
	ps := append(cenkaltiPresets(), retryGoPresets()...)
	ps = append(ps, goRetryPreset(), jpilloraPreset())
	return append(ps, failsafeGoPresets()...)
}

// functions is the part of a policy that all libraries share that retry a function: an
// error is an error.
func functions(p Policy) Policy {
	p.RetryOn = []Class{Any}
	p.Unsafe = UnsafeAlways
	p.Final = ObeyFinal // an error that is marked as permanent
	if p.RetryAfter.Mode == "" {
		p.RetryAfter = RetryAfter{Mode: IgnoreHint}
	}
	p.RetryAfter.On = []Class{Any}
	return p
}

// untimed is a library that leaves time to its caller.
func untimed() Timeouts { return Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout} }

func cenkaltiPresets() []Preset {
	policy := Policy{ // cur x U(0.5, 1.5): up to 90s
		Backoff:     &ScaledJitter{Window: Window{Base: 500 * time.Millisecond, Cap: time.Minute, Multiplier: 1.5, First: BaseFirst}, From: 0.5, To: 1.5},
		MaxAttempts: Unlimited,
		MaxElapsed:  15 * time.Minute,
		Elapsed:     ElapsedNext,
	}
	five, four := policy, policy
	five.RetryAfter = RetryAfter{Mode: OverrideByHint, Reset: true}
	return []Preset{{
		Name: "cenkalti-backoff", Version: "5.0.3", Language: "Go",
		Source: "github.com/cenkalti/backoff v5.0.3, read and run",
		Policy: functions(five), Timeouts: untimed(),
		NotModelled: []string{"a hint is an error that the caller returns, RetryAfter: here that of the answer"},
	}, {
		Name: "cenkalti-backoff", Version: "4.3.0", Language: "Go",
		Source: "github.com/cenkalti/backoff v4.3.0, read and run",
		Policy: functions(four), Timeouts: untimed(),
		NotModelled: []string{"one value that several calls share mixes their states"},
	}}
}

func retryGoPresets() []Preset {
	policy := functions(Policy{ // 100ms x 2^n, and up to 100ms
		Backoff:     &Stages{Growth: GrowthExponential, Base: 100 * time.Millisecond, Multiplier: 2, From: 1, To: 1, Add: 100 * time.Millisecond},
		MaxAttempts: 10,
	})
	return []Preset{{
		Name: "retry-go", Version: "5.1.1", Language: "Go",
		Source: "github.com/avast/retry-go v5.1.1, read and run",
		Policy: policy, Timeouts: untimed(),
		NotModelled: []string{"WithFixedTokenBucketThrottle is off by default: say budget {kind: tokens, capacity: 100, cost: 5, refund: true, first-success: 1}"},
	}, {
		Name: "retry-go", Version: "4.7.0", Language: "Go",
		Source: "github.com/avast/retry-go v4.7.0, read and run",
		Policy: policy, Timeouts: untimed(),
		NotModelled: []string{"FullJitterBackoffDelay without a MaxDelay panics after many attempts"},
	}}
}

func goRetryPreset() Preset {
	return Preset{
		Name: "sethvargo-go-retry", Version: "0.5.0", Language: "Go",
		Source: "github.com/sethvargo/go-retry v0.5.0, read and run",
		Policy: functions(Policy{
			Backoff:     &Stages{Growth: GrowthFibonacci, Base: time.Second, From: 1, To: 1},
			MaxAttempts: 4,
		}),
		Timeouts: untimed(),
		NotModelled: []string{
			"nothing has a default: the preset is Fibonacci from 1 s with 3 retries",
			"only errors wrapped in RetryableError are retried: here all",
			"WithMaxDuration counts from when the backoff was made, not from the call: say max-elapsed, elapsed: shorten",
		},
	}
}

func jpilloraPreset() Preset {
	return Preset{
		Name: "jpillora-backoff", Version: "1.1.0", Language: "Go",
		Source: "github.com/jpillora/backoff v1.1.0, read and run",
		Policy: functions(Policy{
			Backoff:     ptr(Exponential(window(100*time.Millisecond, 10*time.Second))),
			MaxAttempts: Unlimited,
		}),
		Timeouts:    untimed(),
		NotModelled: []string{"with Jitter the delay lies between 100 ms and the window, so that the first is 100 ms exactly"},
	}
}

func failsafeGoPresets() []Preset {
	web := Policy{
		Backoff:     &Immediate{},
		MaxAttempts: 3,
		RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
		Unsafe:      UnsafeAlways,
		Final:       IgnoreFinal,
		RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}},
	}
	return []Preset{{
		Name: "failsafe-go", Version: "0.9.8", Language: "Go",
		Source:   "github.com/failsafe-go/failsafe-go v0.9.8, retrypolicy, read and run",
		Policy:   functions(Policy{Backoff: &Immediate{}, MaxAttempts: 3}),
		Timeouts: untimed(), NotModelled: []string{},
	}, {
		Name: "failsafe-go-http", Version: "0.9.8", Language: "Go",
		Source: "github.com/failsafe-go/failsafe-go v0.9.8, failsafehttp, read and run",
		Policy: web, Timeouts: untimed(),
		NotModelled: []string{"of 5xx a 501 is not retried"},
	}}
}
