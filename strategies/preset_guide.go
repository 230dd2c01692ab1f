package strategies

import (
	"time"

	"retrystorm/sim"
)

// guidePresets are loops that people copy from guides rather than import.
func guidePresets() []Preset {
	return []Preset{{
		Name: "guide-python", Language: "Python",
		Source: "the production loop of a retry guide",
		Policy: Policy{
			Backoff:     ptr(FullJitter(window(500*time.Millisecond, 30*time.Second))),
			MaxAttempts: 6,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut,
				1 << sim.TooMany, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways, // the loop does not look at the method
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}, Cap: 30 * time.Second},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"the loop does not look at methods, so all are retried: whoever copies it must not call it for what does harm when it is done twice",
		},
	}}
}
