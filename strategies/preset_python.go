package strategies

import (
	"time"

	"retrystorm/sim"
)

// pythonPresets are of Python libraries.
func pythonPresets() []Preset {
	ps := append(pythonLoops(), urllibPresets()...)
	ps = append(ps, botocorePresets()...)
	return append(ps, pythonClients()...)
}

// pythonLoops are libraries that retry a function.
func pythonLoops() []Preset {
	return []Preset{{
		Name: "tenacity", Version: "9.1", Language: "Python",
		Source:   "tenacity 9.x at c650fb4, read",
		Policy:   functions(Policy{Backoff: &Immediate{}, MaxAttempts: Unlimited}),
		Timeouts: untimed(), NotModelled: []string{"this is @retry with nothing said: for ever, at once"},
	}, {
		Name: "litl-backoff", Version: "2.2.1", Language: "Python",
		Source: "litl/backoff 2.2.1, on_exception(expo), read",
		Policy: functions(Policy{ // U(0, 2^n s), without a cap
			Backoff:     &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 0, To: 1},
			MaxAttempts: Unlimited,
		}),
		Timeouts: untimed(), NotModelled: []string{"with max_time say max-elapsed, elapsed: begun"},
	}, {
		Name: "celery", Version: "5.6", Language: "Python",
		Source: "Celery 5.6.x at 5dc781f, autoretry_for with retry_backoff, read",
		Policy: functions(Policy{ // whole seconds, 0 and the window included
			Backoff:     &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, Cap: 600 * time.Second, From: 0, To: 1, Add: time.Second, Quantum: time.Second},
			MaxAttempts: 4,
		}),
		Timeouts: untimed(), NotModelled: []string{"a task that calls retry itself waits 180 s each time", "a delay counts from when a worker takes the task"},
	}, {
		Name: "psycopg-pool", Version: "3.2", Language: "Python",
		Source: "psycopg_pool, ConnectionAttempt, read",
		Policy: Policy{
			Backoff:     &Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 0.9, To: 1.1},
			MaxAttempts: Unlimited, MaxElapsed: 5 * time.Minute, Elapsed: ElapsedNext,
			RetryOn: []Class{Connect}, Unsafe: UnsafeAlways, Final: IgnoreFinal, RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: 30 * time.Second},
		NotModelled: []string{"one draw is made for the first delay, and all others are multiples of it"},
		Unknown:     []string{"the release that was read"},
	}}
}

func urllibPresets() []Preset {
	policy := func(attempts Attempts) Policy {
		return Policy{
			Backoff:     &Immediate{},
			MaxAttempts: attempts,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.TooMany, Code503},
			UnsafeOn:    []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}, Cap: 6 * time.Hour},
		}
	}
	omissions := []string{
		"a 429 or 503 without Retry-After is not retried: here it is",
		"with a backoff_factor f the delays are 0, 2f, 4f, 8f, up to 120 s",
		"a redirect lets the backoff begin anew",
	}
	return []Preset{{
		Name: "urllib3", Version: "2.7.0", Language: "Python",
		Source: "urllib3 at 6a8536b (after 2.7.0), util.Retry, read",
		Policy: policy(11), Timeouts: untimed(), NotModelled: omissions,
	}, {
		Name: "requests", Version: "2.32", Language: "Python",
		Source: "requests, adapters.HTTPAdapter, and urllib3 at 6a8536b, read",
		Policy: policy(4), Timeouts: untimed(),
		NotModelled: append([]string{"nothing is retried unless an HTTPAdapter says max_retries: the preset has 3"}, omissions...),
		Unknown:     []string{"the release of requests that was read"},
	}}
}

func botocorePresets() []Preset {
	policy := func(b Backoff, attempts Attempts, quota Budget) Policy {
		return Policy{
			Backoff: b, MaxAttempts: attempts, RetryOn: awsRetries(), Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}}, Budget: quota,
		}
	}
	full := func(base time.Duration) Backoff { return ptr(FullJitter(window(base, 20*time.Second))) }
	next := policy(full(50*time.Millisecond), 3, awsQuota(14, 5, 14))
	next.Throttled = full(time.Second)
	next.RetryAfter = RetryAfter{Mode: ClampHint, On: []Class{Any}, Beyond: 5 * time.Second}
	adaptive := policy(full(time.Second), 3, awsQuota(5, 5, 10))
	adaptive.Limiter = newAWSAdaptive()
	legacy := policy(&Stages{Growth: GrowthExponential, Base: time.Second, Multiplier: 2, From: 0, To: 1}, 5, nil)
	preset := func(name string, p Policy, doc string, omissions ...string) Preset {
		return Preset{
			Name: name, Version: "1.43.67", Language: "Python", Source: "botocore 1.43.67 at 0e6e240, " + doc + ", read",
			Policy: p, Timeouts: Timeouts{Connect: time.Minute, Attempt: time.Minute, Call: NoTimeout},
			NotModelled: append([]string{"the error codes of services"}, omissions...),
		}
	}
	plain := preset("botocore-legacy", legacy, "retryhandler, the default mode", "DynamoDB: 10 attempts, 50 ms doubled without jitter or cap")
	plain.Aliases = []string{"botocore", "boto3"}
	return []Preset{
		plain,
		preset("botocore-standard", policy(full(time.Second), 3, awsQuota(5, 5, 10)), "retries.standard"),
		preset("botocore-standard-2026", next, "retries.standard with AWS_NEW_RETRIES_2026=true"),
		preset("botocore-adaptive", adaptive, "retries.adaptive"),
	}
}

func pythonClients() []Preset {
	web := []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, Code409, 1 << sim.TooMany,
		1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
	stainless := func(hint RetryAfter) Policy {
		hint.Mode, hint.On = OverrideByHint, []Class{Any}
		return Policy{
			Backoff:     &ScaledJitter{Window: window(500*time.Millisecond, 8*time.Second), From: 0.75, To: 1},
			MaxAttempts: 3, RetryOn: web, Unsafe: UnsafeAlways, Final: ObeyFinal, RetryAfter: hint,
		}
	}
	slow := Timeouts{Connect: 5 * time.Second, Attempt: 10 * time.Minute, Call: NoTimeout}
	should := []string{"x-should-retry: true retries any answer"}
	return []Preset{{
		Name: "openai-python", Version: "3.3.1", Aliases: []string{"openai"}, Language: "Python",
		Source: "openai-python 3.3.1, read", Policy: stainless(RetryAfter{StopAbove: 120 * time.Second}), Timeouts: slow, NotModelled: should,
	}, {
		Name: "anthropic-python", Version: "0.121.0", Aliases: []string{"anthropic"}, Language: "Python",
		Source: "anthropic-python 0.121.0, read", Policy: stainless(RetryAfter{IgnoreAbove: time.Minute}), Timeouts: slow, NotModelled: should,
	}, {
		Name: "google-api-core", Version: "2.29.0", Language: "Python",
		Source: "google-api-core 2.29.0, retry.Retry, read",
		Policy: Policy{
			Backoff:     ptr(FullJitter(window(time.Second, time.Minute))),
			MaxAttempts: Unlimited, MaxElapsed: 120 * time.Second, Elapsed: ElapsedNext,
			RetryOn: []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.Internal, Code503}, Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: 120 * time.Second}, NotModelled: []string{},
	}, {
		Name: "redis-py", Version: "8.1", Language: "Python",
		Source: "redis-py 8.1 at 34817ce, ExponentialWithJitterBackoff, read",
		Policy: Policy{ // min(1s, U(0, 10ms x 2^failures)), failures from 1
			Backoff:     &ScaledJitter{Window: window(20*time.Millisecond, 20*time.Millisecond<<20), From: 0, To: 1, Ceiling: time.Second},
			MaxAttempts: 11, RetryOn: []Class{Connect, Lost, 1 << sim.TimedOut}, Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: UnknownTimeout, Attempt: UnknownTimeout, Call: NoTimeout},
		NotModelled: []string{"errors of the server are not retried"},
		Unknown:     []string{"its timeouts"},
	}, {
		Name: "elastic-transport-python", Version: "8.17", Aliases: []string{"elasticsearch-py"}, Language: "Python",
		Source: "elastic-transport-python, Transport, read",
		Policy: Policy{
			Backoff: &Immediate{}, MaxAttempts: 4,
			RetryOn: []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}, Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: NoTimeout, Attempt: 10 * time.Second, Call: NoTimeout},
		NotModelled: []string{"a retry goes to another node; a node that failed is left out for 1 s doubled, up to 30 s"},
		Unknown:     []string{"the release that was read"},
	}}
}
