package strategies

import (
	"time"

	"retrystorm/sim"
)

// stainlessPresets are of clients that one generator writes for many providers; they
// differ in which hints they believe.
func stainlessPresets() []Preset {
	return []Preset{{
		Name: "openai-go", Version: "3.99.0", Language: "Go",
		Source: "github.com/openai/openai-go v3.99.0, read and run",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(500*time.Millisecond, 8*time.Second), From: 0.75, To: 1},
			MaxAttempts: 3,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, Code409, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      ObeyFinal, // x-should-retry: false
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}, StopAbove: 120 * time.Second},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 10 * time.Minute, Call: NoTimeout},
		NotModelled: []string{
			"x-should-retry: true retries any answer",
		},
	}}
}
