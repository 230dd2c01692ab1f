package strategies

import (
	"time"

	"retrystorm/sim"
)

// goClientPresets are of Go clients of services, brokers and stores.
func goClientPresets() []Preset {
	return []Preset{anthropicGoPreset(), saramaPreset(), franzPreset(), elasticGoPreset()}
}

func anthropicGoPreset() Preset {
	return Preset{
		Name: "anthropic-sdk-go", Version: "1.84.0", Language: "Go",
		Source: "github.com/anthropics/anthropic-sdk-go v1.84.0, read",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(500*time.Millisecond, 8*time.Second), From: 0.75, To: 1},
			MaxAttempts: 3,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, Code409, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      ObeyFinal, // x-should-retry: false
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 10 * time.Minute, Call: NoTimeout},
		NotModelled: []string{
			"x-should-retry: true retries any answer",
		},
	}
}

func saramaPreset() Preset {
	return Preset{
		Name: "sarama", Version: "1.61.1", Language: "Go",
		Source: "github.com/IBM/sarama v1.61.1, Producer.Retry, read",
		Policy: Policy{
			Backoff:     &Fixed{100 * time.Millisecond},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, Code503},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: 30 * time.Second, Call: NoTimeout},
		NotModelled: []string{
			"metadata is asked for again after 250 ms, 3 times",
			"Kafka's own error codes: here 503 stands for those that may be retried",
		},
	}
}

func franzPreset() Preset {
	return Preset{
		Name: "franz-go", Version: "1.22.3", Language: "Go",
		Source: "github.com/twmb/franz-go v1.22.3, read",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(250*time.Millisecond, 250*time.Millisecond<<10), From: 0.8, To: 1.2, Ceiling: 5 * time.Second},
			MaxAttempts: 21,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, Code503},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: UnknownTimeout, Call: UnknownTimeout},
		NotModelled: []string{
			"records are produced again without limit unless RecordRetries says otherwise: the limit is that of requests",
			"Kafka's own error codes: here 503 stands for those that may be retried",
		},
		Unknown: []string{"the overhead that is added to a request's own timeout"},
	}
}

func elasticGoPreset() Preset {
	return Preset{
		Name: "elastic-transport-go", Version: "8.11.0", Language: "Go",
		Source: "github.com/elastic/elastic-transport-go v8.11.0, read",
		Policy: Policy{
			Backoff:     &Immediate{},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"a retry goes to the next node of the pool",
			"a timeout is retried only with EnableRetryOnTimeout",
		},
	}
}
