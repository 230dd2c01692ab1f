package strategies

import (
	"time"

	"retrystorm/sim"
)

// temporalPresets are the retries of activities, which the server makes, and those of
// the SDK's own calls.
func temporalPresets() []Preset {
	return []Preset{{
		Name: "temporal-server", Version: "1.31.5", Aliases: []string{"temporal"}, Language: "Go",
		Source: "go.temporal.io/server v1.31.5, read",
		Policy: Policy{
			Backoff:     ptr(Exponential(window(time.Second, 100*time.Second))),
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Any},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal, // a failure that is not retryable
			RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{Any}, Cap: 100 * time.Second},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: UnknownTimeout, Call: NoTimeout},
		NotModelled: []string{
			"a retry that would begin after the expiration of the workflow or activity is not made",
		},
		Unknown: []string{"the timeout of an activity has no default: StartToClose or ScheduleToClose must be stated"},
	}, {
		Name: "temporal-sdk-go", Version: "1.51.0", Language: "Go",
		Source: "go.temporal.io/sdk v1.51.0, read",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: Window{Base: 200 * time.Millisecond, Cap: time.Second, Multiplier: 2, First: GrownFirst}, From: 0.8, To: 1.2},
			MaxAttempts: Unlimited,
			MaxElapsed:  time.Minute,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: HintAtLeast, On: []Class{1 << sim.TooMany}},
		},
		Timeouts: Timeouts{Connect: UnknownTimeout, Attempt: NoTimeout, Call: 10 * time.Second},
		NotModelled: []string{
			"the cap is a tenth of the call's timeout, at least 200 ms: the preset has that of 10 s",
			"pollers wait 0.8 to 1 of the window",
		},
	}}
}

// grpcPresets are the retries of calls and those of the connection.
func grpcPresets() []Preset {
	return []Preset{{
		Name: "grpc-go", Version: "1.85.0", Aliases: []string{"grpc"}, Language: "Go",
		Source: "google.golang.org/grpc v1.85.0, read and run; numbers of the policy from gRFC A6",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(100*time.Millisecond, time.Second), From: 0.8, To: 1.2},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}, // UNAVAILABLE
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal, // a pushback below 0
			RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{Any}, Reset: true},
			Budget: &TokensBudget{Capacity: 10, Cost: 1, Charge: ChargeFailure, Reserve: 0.5, CallSuccess: 0.1, Take: BeforeBackoff, Scope: PerClient,
				Counts: []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}},
		},
		Timeouts: Timeouts{Connect: 20 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"without a retryPolicy in the service config nothing is retried: the preset has that of gRFC A6, and its retryThrottling",
			"maxAttempts above 5 counts as 5 unless WithMaxCallAttempts says otherwise",
			"an attempt that the server surely has not seen is sent again at once, beside the policy",
			"once headers have come the call is committed",
		},
	}, {
		Name: "grpc-go-reconnect", Version: "1.85.0", Language: "Go",
		Source: "google.golang.org/grpc v1.85.0, internal/backoff, read and run",
		Policy: Policy{
			Backoff:     &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 1.6, Cap: 120 * time.Second, From: 0.8, To: 1.2, First: time.Second},
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 20 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"calls that do not wait for the connection fail while it is down",
		},
	}}
}
