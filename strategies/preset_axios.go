package strategies

import "retrystorm/sim"

// axiosPresets are of axios-retry, for axios.
func axiosPresets() []Preset {
	return []Preset{{
		Name: "axios-retry", Version: "4.5.0", Aliases: []string{"axios"}, Language: "JavaScript",
		Source: "axios-retry 4.5.0, read",
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
	}}
}
