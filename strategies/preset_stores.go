package strategies

import (
	"time"

	"retrystorm/sim"
)

// moreGoPresets are of Go clients whose delays are built in stages.
func moreGoPresets() []Preset {
	return []Preset{stripeGoPreset(), azcorePreset(), goRedisPreset(), kafkaGoPreset(), natsPreset()}
}

func stripeGoPreset() Preset {
	return Preset{
		Name: "stripe-go", Version: "83.2.1", Aliases: []string{"stripe"}, Language: "Go",
		Source: "github.com/stripe/stripe-go v83.2.1, read and run",
		Policy: Policy{ // min(500ms + 500ms x n^2, 5s), less up to a quarter, at least 500ms
			Backoff: &Stages{Growth: GrowthList, List: []time.Duration{500 * time.Millisecond, time.Second, 2500 * time.Millisecond, 5 * time.Second},
				From: 0.75, To: 1, Floor: 500 * time.Millisecond},
			MaxAttempts: 3,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways, // it sends an idempotency key with every POST
			Final:       ObeyFinal,    // Stripe-Should-Retry: false
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 80 * time.Second, Call: NoTimeout},
		NotModelled: []string{
			"an answer with one of Stripe's error objects is final whatever its code, 409 and 5xx too, but for a lock_timeout; what has none is retried whatever its code: here 4xx have one, and 5xx, which then come from something in front of Stripe, have none",
			"Stripe-Should-Retry: true retries an answer without an error object",
			"the wait goes on when the caller's context has ended",
		},
	}
}

func azcorePreset() Preset {
	return Preset{
		Name: "azcore", Version: "1.24.0", Language: "Go",
		Source: "github.com/Azure/azure-sdk-for-go/sdk/azcore v1.24.0, read and run",
		Policy: Policy{ // (2^try - 1) x 800ms x U(0.8, 1.3), then the cap
			Backoff:     &Stages{Growth: GrowthExpMinus1, Base: 800 * time.Millisecond, From: 0.8, To: 1.3, Ceiling: time.Minute},
			MaxAttempts: 4,
			RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany,
				1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeAlways,
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}, StopAbove: time.Minute},
		},
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"errors that are marked as not retriable",
		},
	}
}

func goRedisPreset() Preset {
	return Preset{
		Name: "go-redis", Version: "9.23.0", Language: "Go",
		Source: "github.com/redis/go-redis v9.23.0, read and run",
		Policy: Policy{ // 10ms + U(0, 10ms x 2^a), or 1s if that is more
			Backoff:     &Stages{Growth: GrowthExponential, Base: 20 * time.Millisecond, Multiplier: 2, From: 0, To: 1, Offset: 10 * time.Millisecond, Ceiling: time.Second},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, Code503},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 5 * time.Second, Attempt: 5 * time.Second, Call: NoTimeout},
		NotModelled: []string{
			"Redis has no HTTP codes: here 503 stands for LOADING, READONLY, MASTERDOWN, CLUSTERDOWN, TRYAGAIN, NOREPLICAS and too many clients",
			"connecting is itself tried 5 times, 100 ms apart",
			"with ContextTimeoutEnabled a timeout of the context ends the call",
		},
	}
}

func kafkaGoPreset() Preset {
	return Preset{
		Name: "kafka-go", Version: "0.4.51", Language: "Go",
		Source: "github.com/segmentio/kafka-go v0.4.51, Writer, read",
		Policy: Policy{ // attempt^2 x 100ms, up to 1s
			Backoff:     &Stages{Growth: GrowthPower, Exponent: 2, Base: 100 * time.Millisecond, Cap: time.Second, From: 1, To: 1},
			MaxAttempts: 10,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, Code503},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: 10 * time.Second, Call: NoTimeout},
		NotModelled: []string{
			"readers wait in the same way and try without end",
			"Kafka's own error codes: here 503 stands for those that are temporary",
		},
	}
}

func natsPreset() Preset {
	return Preset{
		Name: "nats.go", Version: "1.55.0", Aliases: []string{"nats"}, Language: "Go",
		Source: "github.com/nats-io/nats.go v1.55.0, reconnecting, read",
		Policy: Policy{
			Backoff:     &Stages{Growth: GrowthExponential, Base: 2 * time.Second, Multiplier: 1, From: 1, To: 1, Add: 100 * time.Millisecond},
			MaxAttempts: 60,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 2 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"the wait is between rounds over all servers, and 60 tries are for each",
			"with TLS up to 1 s is added",
		},
	}
}
