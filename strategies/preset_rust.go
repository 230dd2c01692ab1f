package strategies

import (
	"time"

	"retrystorm/sim"
)

// rustPresets are of Rust crates.
func rustPresets() []Preset {
	return []Preset{{
		Name: "backoff-rs", Version: "0.4", Language: "Rust",
		Source: "ihrwein/backoff 0.4 at 587e2da, read",
		Policy: functions(Policy{
			Backoff:     &ScaledJitter{Window: Window{Base: 500 * time.Millisecond, Cap: time.Minute, Multiplier: 1.5, First: BaseFirst}, From: 0.5, To: 1.5},
			MaxAttempts: Unlimited, MaxElapsed: 15 * time.Minute, Elapsed: ElapsedNext,
		}),
		Timeouts: untimed(), NotModelled: []string{},
	}, {
		Name: "tokio-retry", Version: "0.3", Language: "Rust",
		Source: "tokio-retry 0.3 at 88eab61, ExponentialBackoff::from_millis(10) with jitter, read",
		Policy: functions(Policy{ // base^(k+1), base in ms
			Backoff:     &Stages{Growth: GrowthSelfPower, Base: 10 * time.Millisecond, From: 0, To: 1},
			MaxAttempts: 4,
		}),
		Timeouts: untimed(), NotModelled: []string{"nothing has a default: the preset is the example of its documentation, from_millis(10), jitter and 3 retries"},
	}, {
		Name: "reqwest-retry", Version: "0.9.1", Language: "Rust",
		Source: "reqwest-retry 0.9.1 with retry-policies 0.5.1, read",
		Policy: Policy{
			Backoff: ptr(FullJitter(window(time.Second, 30*time.Minute))), MaxAttempts: 4,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:  UnsafeAlways, Final: IgnoreFinal, RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: untimed(), NotModelled: []string{"the number of retries has no default: the preset has 3", "a body that cannot be cloned is not sent again"},
	}, {
		Name: "backon", Version: "1", Language: "Rust",
		Source:   "backon at db212c0, ExponentialBuilder, read",
		Policy:   functions(Policy{Backoff: ptr(Exponential(window(time.Second, time.Minute))), MaxAttempts: 4}),
		Timeouts: untimed(), NotModelled: []string{"with_jitter adds up to the delay itself, beyond the cap"},
		Unknown: []string{"the release of that commit"},
	}, {
		Name: "tower", Version: "0.5", Language: "Rust",
		Source: "tower at 8358ee7 (February 2026), retry with TpsBudget, read",
		Policy: functions(Policy{
			Backoff: &Immediate{}, MaxAttempts: Unlimited,
			Budget: &RatioBudget{Ratio: 0.2, Floor: 10, Deposit: AtStart, TTL: defaultTTL, Forget: ForgetBoth, Whole: true, Take: BeforeBackoff, Scope: PerProcess},
		}),
		Timeouts: untimed(),
		NotModelled: []string{
			"what is retried, and how often, is the caller's policy: the preset has everything, without end",
			"slots of the budget begin anew at each look, so that sparse traffic stretches them",
		},
		Unknown: []string{"the release of that commit"},
	}}
}
