package strategies

import (
	"time"

	"retrystorm/sim"
)

// axiosPresets are of axios-retry, for axios.
func axiosPresets() []Preset {
	plain := axiosRetry()
	exponential := axiosRetry()
	exponential.Name, exponential.Aliases = "axios-retry-exponential", nil
	exponential.Source = "axios-retry 4.5.0 with retryDelay: exponentialDelay, read and run"
	exponential.Policy.Backoff = &Stages{Growth: GrowthExponential, Base: 200 * time.Millisecond, Multiplier: 2, From: 1, To: 1.2}
	exponential.Policy.RetryAfter = RetryAfter{Mode: HintAtLeast, On: []Class{Any}, Jitter: 0.2}
	return []Preset{plain, exponential}
}

func axiosRetry() Preset {
	return Preset{
		Name: "axios-retry", Version: "4.5.0", Aliases: []string{"axios"}, Language: "JavaScript",
		Source: "axios-retry 4.5.0, read and run",
		Policy: Policy{
			Backoff:     &Immediate{},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			UnsafeOn:    []Class{Connect, Lost}, // no answer: any method; an answer: GET, HEAD, OPTIONS, PUT, DELETE
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"the timeout of axios is one for all attempts and waits, unless shouldResetTimeout is set: give the link a deadline instead",
		},
	}
}
