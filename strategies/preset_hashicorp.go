package strategies

import (
	"time"

	"retrystorm/sim"
)

// hashicorpPresets are of go-retryablehttp.
func hashicorpPresets() []Preset {
	return []Preset{{
		Name: "go-retryablehttp", Version: "0.7.8", Aliases: []string{"retryablehttp"}, Language: "Go",
		Source: "github.com/hashicorp/go-retryablehttp v0.7.8, read and run",
		Policy: Policy{
			Backoff:     ptr(Exponential(window(time.Second, 30*time.Second))),
			MaxAttempts: 5,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}}, // to the letter: no cap
		},
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"a Retry-After of 0 or of a date that is past retries at once: here a hint of 0 is none",
			"a request whose body cannot be sent again is not retried",
			"redirect limits, bad schemes and untrusted certificates are not retried",
		},
	}}
}
