package strategies

import (
	"time"

	"retrystorm/sim"
)

// javascriptPresets are of npm packages, but for axios-retry.
func javascriptPresets() []Preset {
	ps := append(javascriptLoops(), javascriptHTTP()...)
	return append(append(ps, javascriptClients()...), javascriptSDKs()...)
}

func javascriptLoops() []Preset {
	pRetry := Policy{Backoff: &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 1, To: 1}, MaxAttempts: 11}
	asyncRetry := Policy{Backoff: &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 1, To: 2}, MaxAttempts: 11}
	return []Preset{{
		Name: "p-retry", Version: "7.1.1", Language: "JavaScript", Source: "p-retry 7.1.1, read and run",
		Policy: functions(pRetry), Timeouts: untimed(),
		NotModelled: []string{"a TypeError that is no network error ends it", "maxRetryTime shortens the last delay: say max-elapsed, elapsed: shorten"},
	}, {
		Name: "async-retry", Version: "1.3.3", Language: "JavaScript", Source: "async-retry 1.3.3 with retry 0.13.1, read and run",
		Policy: functions(asyncRetry), Timeouts: untimed(), NotModelled: []string{"all delays are drawn beforehand, and sorted"},
	}, {
		Name: "cockatiel", Version: "3.2.1", Language: "JavaScript", Source: "cockatiel 3.2.1, ExponentialBackoff, read and run",
		Policy: functions(Policy{Backoff: &PollyJitter{Base: 128 * time.Millisecond, Cap: 30 * time.Second}, MaxAttempts: 4}), Timeouts: untimed(),
		NotModelled: []string{"retry without a backoff does not wait, and has no limit unless maxAttempts says: the preset has 3 retries"},
	}, {
		Name: "exponential-backoff", Version: "3.1.3", Language: "JavaScript", Source: "exponential-backoff 3.1.3, read and run",
		Policy:   functions(Policy{Backoff: &Stages{Growth: GrowthExponential, Base: 100 * time.Millisecond, Multiplier: 2, From: 1, To: 1}, MaxAttempts: 10}),
		Timeouts: untimed(), NotModelled: []string{"jitter: full is off by default"},
	}}
}

func javascriptHTTP() []Preset {
	idempotent := func(b Backoff, attempts Attempts, on []Class, hint RetryAfter) Policy {
		return Policy{Backoff: b, MaxAttempts: attempts, RetryOn: on, UnsafeOn: []Class{Nothing}, Unsafe: UnsafeAlways,
			Final: IgnoreFinal, RetryAfter: hint}
	}
	got := []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	undici := []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	ky := []Class{Connect, Lost, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	methods := "methods other than GET, PUT, HEAD, DELETE, OPTIONS and TRACE are never retried"
	return []Preset{{
		Name: "got", Version: "14.6.6", Language: "JavaScript", Source: "got 14.6.6, read and run",
		Policy: idempotent(&Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 1, To: 1, Add: 100 * time.Millisecond}, 3, got,
			RetryAfter{Mode: OverrideByHint, On: []Class{Any}}),
		Timeouts: untimed(), NotModelled: []string{methods, "a hint that is longer than the request's timeout ends it", "413 and 521 to 524"},
	}, {
		Name: "ky", Version: "1.14.3", Language: "JavaScript", Source: "ky 1.14.3, read and run",
		Policy: idempotent(&Stages{Growth: GrowthExponential, Base: 300 * time.Millisecond, Multiplier: 2, From: 1, To: 1}, 3, ky,
			RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}}),
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 10 * time.Second, Call: NoTimeout}, NotModelled: []string{methods, "the RateLimit-Reset fields are hints too"},
	}, {
		Name: "undici", Version: "7.30.2", Language: "JavaScript", Source: "undici 7.30.2, RetryHandler, read and run",
		Policy: idempotent(ptr(Exponential(window(500*time.Millisecond, 30*time.Second))), 6, undici,
			RetryAfter{Mode: OverrideByHint, On: []Class{Any}, Cap: 30 * time.Second}),
		Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: 5 * time.Minute, Call: NoTimeout}, NotModelled: []string{methods},
	}}
}

func javascriptClients() []Preset {
	conn := func(b Backoff, attempts Attempts) Policy {
		return Policy{Backoff: b, MaxAttempts: attempts, RetryOn: []Class{Connect, Lost}, Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}}}
	}
	exp := func(base, longest, add time.Duration) Backoff {
		return &Stages{Growth: GrowthExponential, Base: base, Multiplier: 2, Cap: longest, From: 1, To: 1, Add: add, Quantum: time.Millisecond}
	}
	kafka := conn(&Compounding{Base: 300 * time.Millisecond, Cap: 30 * time.Second, FirstFrom: 0.8, FirstTo: 1.2, From: 1.6, To: 2.4}, 6)
	octokit := conn(&Stages{Growth: GrowthPower, Exponent: 2, Base: time.Second, From: 1, To: 1}, 4)
	octokit.RetryOn = []Class{Connect, Lost, Code409, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime, 1 << sim.TooMany, 1 << sim.RequestTime}
	return []Preset{{
		Name: "ioredis", Version: "6.0.0", Language: "JavaScript", Source: "ioredis 6.0.0, retryStrategy, read and run",
		Policy: conn(exp(50*time.Millisecond, 5*time.Second, 200*time.Millisecond), Unlimited), Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{"a command is given up after 20 reconnections"},
	}, {
		Name: "ioredis", Version: "5.11.1", Language: "JavaScript", Source: "ioredis 5.11.1, retryStrategy, read and run",
		Policy: conn(&Linear{50 * time.Millisecond, 2 * time.Second}, Unlimited), Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{"a command is given up after 20 reconnections"},
	}, {
		Name: "node-redis", Version: "6.3.1", Language: "JavaScript", Source: "node-redis 6.3.1, reconnectStrategy, read and run",
		Policy: conn(exp(50*time.Millisecond, 2*time.Second, 200*time.Millisecond), Unlimited), Timeouts: Timeouts{Connect: 5 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{"a timeout of the socket is not followed by another connection"},
	}, {
		Name: "postgres.js", Version: "3.4.9", Language: "JavaScript", Source: "postgres.js 3.4.9, read and run",
		Policy:   conn(&Stages{Growth: GrowthExponential, Base: 30 * time.Millisecond, Multiplier: 3, Cap: 20 * time.Second, From: 0.5, To: 1}, Unlimited),
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout}, NotModelled: []string{"after a connection that ended without an error, the first delay is 5 to 10 ms"},
	}, {
		Name: "kafkajs", Version: "2.2.4", Language: "JavaScript", Source: "kafkajs 2.2.4, retry, read and run",
		Policy: kafka, Timeouts: Timeouts{Connect: time.Second, Attempt: 30 * time.Second, Call: NoTimeout},
		NotModelled: []string{"what is drawn is rounded up to a millisecond, before it is doubled"},
	}, {
		Name: "octokit-retry", Version: "8.1.1", Aliases: []string{"octokit"}, Language: "JavaScript", Source: "@octokit/plugin-retry 8.1.1, read and run",
		Policy: octokit, Timeouts: untimed(), NotModelled: []string{"all but 400, 401, 403, 404, 410, 422 and 451 is retried"},
	}}
}

func javascriptSDKs() []Preset {
	next := awsGoPolicy(50*time.Millisecond, 3)
	web := []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, Code409, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	old := awsGoPolicy(100*time.Millisecond, 3)
	old.Throttled, old.RetryAfter = ptr(FullJitter(window(500*time.Millisecond, 20*time.Second))), RetryAfter{Mode: IgnoreHint, On: []Class{Any}}
	old.Budget = &TokensBudget{Capacity: 500, Cost: 10, Throttled: 5, TimedOut: 10, Charge: ChargeRetry, Reserve: 0.5, Success: 500, Take: BeforeBackoff, Scope: PerClient}
	stainless := Policy{Backoff: &ScaledJitter{Window: window(500*time.Millisecond, 8*time.Second), From: 0.75, To: 1}, MaxAttempts: 3,
		RetryOn: web, Unsafe: UnsafeAlways, Final: ObeyFinal, RetryAfter: RetryAfter{Mode: OverrideByHint, On: []Class{Any}}}
	stripe := stainless
	// Its exponent lags by one, so that the floor makes the second delay the same for all too.
	stripe.Backoff = &ScaledJitter{Window: window(250*time.Millisecond, 5*time.Second), From: 0.5, To: 1, Floor: 500 * time.Millisecond}
	stripe.RetryOn = []Class{Connect, Lost, 1 << sim.TimedOut, Code409, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	stripe.RetryAfter = RetryAfter{Mode: IgnoreHint, On: []Class{Any}}
	azure := stainless
	azure.Backoff, azure.MaxAttempts = ptr(EqualJitter(window(time.Second, 64*time.Second))), 4
	azure.Final = IgnoreFinal
	azure.RetryOn = []Class{Connect, Lost, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	azure.RetryAfter = RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}}
	gax := Policy{Backoff: ptr(FullJitter(Window{Base: 100 * time.Millisecond, Cap: time.Minute, Multiplier: 1.3})), MaxAttempts: Unlimited, MaxElapsed: 10 * time.Minute, Elapsed: ElapsedNext,
		RetryOn: []Class{Connect, Lost, Code503}, Unsafe: UnsafeAlways, Final: IgnoreFinal, RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}}}
	slow := Timeouts{Connect: NoTimeout, Attempt: 10 * time.Minute, Call: NoTimeout}
	should := []string{"x-should-retry: true retries any answer"}
	return []Preset{{
		Name: "aws-sdk-js-v3", Version: "3.41.1", Language: "JavaScript", Source: "@smithy/core 3.41.1, which clients bring along, read and run", Policy: next, Timeouts: untimed(),
		NotModelled: []string{"delays are whole milliseconds"},
	}, {
		Name: "aws-sdk-js-v3-2025", Version: "4.2.5", Language: "JavaScript", Source: "@smithy/util-retry 4.2.5 with @smithy/middleware-retry 4.4.13, read and run", Policy: old, Timeouts: untimed(),
		NotModelled: []string{"delays are whole milliseconds", "a hint that is a date is waited for; one in seconds is taken for a date of 1970, and counts for nothing",
			"a success fills the bucket, and one that is full already beyond 500"},
	}, {
		Name: "openai-node", Version: "6.49.0", Language: "JavaScript", Source: "openai-node 6.49.0, read and run", Policy: stainless, Timeouts: slow, NotModelled: should,
	}, {
		Name: "anthropic-node", Version: "1.14.0", Language: "JavaScript", Source: "@anthropic-ai/sdk 1.14.0, read and run", Policy: stainless, Timeouts: slow,
		NotModelled: append([]string{"a hint of more than 2^31 - 1 ms is not believed"}, should...),
	}, {
		Name: "stripe-node", Version: "23.1.0", Language: "JavaScript", Source: "stripe-node 23.1.0, read and run", Policy: stripe,
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 80 * time.Second, Call: NoTimeout}, NotModelled: []string{"Stripe-Should-Retry: true retries any answer", "a connection that was closed is tried once more even without retries"},
	}, {
		Name: "azure-js", Version: "0.3.6", Language: "JavaScript", Source: "@typespec/ts-http-runtime 0.3.6, read and run", Policy: azure, Timeouts: untimed(),
		NotModelled: []string{"delays are whole milliseconds", "a 429 without a hint is not tried again"},
	}, {
		Name: "google-gax", Version: "5.0.8", Language: "JavaScript", Source: "google-gax 5.0.8, read and run", Policy: gax, Timeouts: Timeouts{Connect: NoTimeout, Attempt: UnknownTimeout, Call: 10 * time.Minute},
		NotModelled: []string{"generated clients say which codes are retried, and for how long", "the delay that passes the time limit is waited before the call is given up"}, Unknown: []string{"generated clients differ in their first delay, growth, cap and time limit"},
	}}
}
