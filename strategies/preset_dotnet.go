package strategies

import (
	"time"

	"retrystorm/sim"
)

// dotnetPresets are of .NET.
func dotnetPresets() []Preset {
	return []Preset{{
		Name: "polly", Version: "8.7.0", Language: ".NET",
		Source:   "Polly.Core 8.7.0 at 173d6d1, RetryStrategyOptions, read",
		Policy:   functions(Policy{Backoff: &Fixed{2 * time.Second}, MaxAttempts: 4}),
		Timeouts: untimed(), NotModelled: []string{"UseJitter is off by default: say scaled-jitter 0.75 to 1.25, or polly-jitter with exponential backoff"},
	}, {
		Name: "polly-contrib-jitter-v2", Version: "1.1.1", Language: ".NET",
		Source:   "Polly.Contrib.WaitAndRetry at 7596d2d, DecorrelatedJitterBackoffV2, read",
		Policy:   functions(Policy{Backoff: &PollyJitter{Base: time.Second}, MaxAttempts: 6}),
		Timeouts: untimed(), NotModelled: []string{"it has no defaults: the preset has a median of 1 s and 5 retries, as its documentation shows"},
		Unknown: []string{"the release of that commit: the version is the last one published"},
	}, {
		Name: "dotnet-http-resilience", Version: "10.0", Aliases: []string{"dotnet-standard-pipeline"}, Language: ".NET",
		Source: "Microsoft.Extensions.Http.Resilience, dotnet/extensions at 5862342, AddStandardResilienceHandler, read",
		Policy: Policy{
			Backoff:     &PollyJitter{Base: 2 * time.Second},
			MaxAttempts: 4,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}},
			Breaker: &RateBreaker{Rate: 0.1, Compare: AtLeast, Window: 30 * time.Second, Slices: 10, MinCalls: 100, OpenFor: 5 * time.Second, Probes: 1,
				Decide: ByEach, Stale: IgnoreStale, Refused: RefusedNothing, Failing: true, Lenient: true,
				Counts: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
				Scope:  PerProcess},
			Limiter: &ConcurrencyLimit{Limit: 1000, Scope: PerProcess},
			Order:   []GateName{TheLimiter, TheBreaker},
			PerCall: []GateName{TheLimiter},
			Tokens:  InOrder,
		},
		Timeouts:    Timeouts{Connect: NoTimeout, Attempt: 10 * time.Second, Call: 30 * time.Second},
		NotModelled: []string{"an open breaker ends the call", "the release of that commit"},
	}, {
		Name: "azure-core-dotnet", Version: "1.35", Language: ".NET",
		Source: "Azure.Core at 011de68 (mid-2023), RetryOptions, read",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(800*time.Millisecond, 800*time.Millisecond<<20), From: 0.8, To: 1.2, Ceiling: time.Minute},
			MaxAttempts: 4,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: HintAtLeast, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: NoTimeout, Attempt: 100 * time.Second, Call: NoTimeout},
		NotModelled: []string{"errors that are marked as not retriable"},
		Unknown:     []string{"the release of that commit: the version is near it"},
	}}
}
