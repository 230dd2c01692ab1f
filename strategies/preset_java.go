package strategies

import (
	"time"

	"retrystorm/sim"
)

// javaPresets are of libraries of the JVM.
func javaPresets() []Preset {
	ps := append(resiliencePresets(), springPresets()...)
	ps = append(ps, awsJavaPresets()...)
	ps = append(ps, gaxJavaPreset(), finaglePreset(), kafkaJavaPreset(), hikariPreset())
	return append(ps, lettucePresets()...)
}

func resiliencePresets() []Preset {
	fixed := Policy{Backoff: &Fixed{500 * time.Millisecond}, MaxAttempts: 3}
	breaker := fixed
	breaker.Breaker = &RateBreaker{Rate: 0.5, Last: 100, MinCalls: 100, OpenFor: time.Minute, Strict: true, Probes: 10, Decide: ByRate,
		Stale: IgnoreStale, Refused: RefusedNothing, Compare: AtLeast, Counts: []Class{Any}, Scope: PerProcess}
	breaker.WhenOpen = RetryWhenOpen
	breaker.Tokens = InOrder
	breaker.Order = []GateName{TheBreaker}
	return []Preset{{
		Name: "resilience4j", Version: "2.4.0", Language: "Java",
		Source: "resilience4j 2.4.0 at af9e7c9, RetryConfig, read",
		Policy: functions(fixed), Timeouts: untimed(), NotModelled: []string{},
	}, {
		Name: "resilience4j-circuitbreaker", Version: "2.4.0", Language: "Java",
		Source: "resilience4j 2.4.0 at af9e7c9, RetryConfig around CircuitBreakerConfig, read",
		Policy: functions(breaker), Timeouts: untimed(),
		NotModelled: []string{"the slow-call rate of 100 % above 60 s", "results of before a change of state count in the metrics of the open state, without effect"},
	}, {
		Name: "failsafe-java", Version: "3.3", Aliases: []string{"failsafe"}, Language: "Java",
		Source:   "Failsafe 3.3.x at ed3f927, RetryPolicy, read",
		Policy:   functions(Policy{Backoff: &Immediate{}, MaxAttempts: 3}),
		Timeouts: untimed(), NotModelled: []string{"the blocking form sleeps whole milliseconds"},
	}}
}

func springPresets() []Preset {
	return []Preset{{
		Name: "spring-framework", Version: "7.1", Language: "Java",
		Source:   "Spring Framework 7.1, core.retry.RetryPolicy, read",
		Policy:   functions(Policy{Backoff: &Fixed{time.Second}, MaxAttempts: 4}),
		Timeouts: untimed(), NotModelled: []string{"the time limit is on the sum of delays, not on the clock"},
	}, {
		Name: "spring-retry", Version: "2.0", Aliases: []string{"spring"}, Language: "Java",
		Source:   "Spring Retry 2.0.x at c8977dd, @Retryable, read",
		Policy:   functions(Policy{Backoff: &Fixed{time.Second}, MaxAttempts: 3}),
		Timeouts: untimed(), NotModelled: []string{"the random policies: ExponentialRandom is cut to its cap after jitter, so that all delays are equal there"},
	}}
}

func awsJavaPresets() []Preset {
	policy := func(base, throttled time.Duration, attempts Attempts, quota Budget) Policy {
		return Policy{
			Backoff:     ptr(FullJitter(window(base, 20*time.Second))),
			Throttled:   ptr(FullJitter(window(throttled, 20*time.Second))),
			MaxAttempts: attempts,
			RetryOn:     awsRetries(),
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: HintAtLeast, On: []Class{Any}},
			Budget:      quota,
		}
	}
	legacy := policy(100*time.Millisecond, 500*time.Millisecond, 4, awsQuota(5, 0, 5))
	legacy.Throttled = ptr(EqualJitter(window(500*time.Millisecond, 20*time.Second)))
	omissions := []string{"the error codes of modelled exceptions"}
	timeouts := Timeouts{Connect: 2 * time.Second, Attempt: NoTimeout, Call: NoTimeout}
	return []Preset{{
		Name: "aws-sdk-java-v2", Version: "2.1", Language: "Java",
		Source: "aws-sdk-java-v2, retries, read; announcement aws-sdk-java-v2#6987 of retry behaviour 2.1",
		Policy: policy(50*time.Millisecond, time.Second, 3, awsQuota(14, 5, 14)), Timeouts: timeouts, NotModelled: omissions,
		Unknown: []string{"the release that makes this the default: the version is that of the behaviour"},
	}, {
		Name: "aws-sdk-java-v2", Version: "2.0", Language: "Java",
		Source: "aws-sdk-java-v2, StandardRetryStrategy, read",
		Policy: policy(100*time.Millisecond, time.Second, 3, awsQuota(5, 5, 5)), Timeouts: timeouts, NotModelled: omissions,
		Unknown: []string{"its Javadoc says a base of 1 s, its source 100 ms: the version is that of the behaviour"},
	}, {
		Name: "aws-sdk-java-v2-legacy", Version: "2.0", Language: "Java",
		Source: "aws-sdk-java-v2, LegacyRetryStrategy, the default before 2026, read",
		Policy: legacy, Timeouts: timeouts,
		NotModelled: append([]string{"a throttle costs nothing: here the least there is, a millionth"}, omissions...),
	}}
}

func gaxJavaPreset() Preset {
	return Preset{
		Name: "gax-java", Version: "2.67.0", Language: "Java",
		Source: "sdk-platform-java v2.67.0, gax, RetrySettings, read",
		Policy: Policy{
			Backoff:     ptr(FullJitter(window(100*time.Millisecond, time.Minute))),
			MaxAttempts: Unlimited,
			MaxElapsed:  10 * time.Minute,
			Elapsed:     ElapsedNext,
			RetryOn:     []Class{Connect, Lost, Code503}, // UNAVAILABLE
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: UnknownTimeout, Call: 10 * time.Minute},
		NotModelled: []string{
			"the settings of a builder are 0, which never retries: the preset has those that many generated clients have",
			"the timeout of an attempt grows too, and is cut to the time that is left",
		},
		Unknown: []string{"generated clients differ in their first delay, cap and time limit"},
	}
}

func finaglePreset() Preset {
	return Preset{
		Name: "finagle", Version: "24.5", Language: "Scala",
		Source: "twitter/finagle at 4feb34c (October 2024), RequeueFilter and RetryBudget, read",
		Policy: Policy{
			Backoff:     &Immediate{},
			MaxAttempts: 26,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
			Budget:      &RatioBudget{Ratio: 0.2, Floor: 10, Deposit: OnSuccess, TTL: defaultTTL, Forget: ForgetBoth, Take: BeforeBackoff, Scope: PerProcess},
			Breaker: &ConsecutiveBreaker{Failures: 5, OpenFor: 5 * time.Second, Probes: 1,
				Counts: []Class{Connect, Lost, 1 << sim.TimedOut, Code503, 1 << sim.Internal}, Scope: PerProcess},
		},
		Timeouts: Timeouts{Connect: time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"requeues of a request are at most 20 % of the budget when it began: the preset has 25",
			"failure accrual is for each endpoint, and also by success rate; dead times grow to 300 s with jitter",
		},
		Unknown: []string{"the release of that commit: the version is near it"},
	}
}

func kafkaJavaPreset() Preset {
	return Preset{
		Name: "kafka-java", Version: "4.0", Aliases: []string{"kafka"}, Language: "Java",
		Source: "Apache Kafka clients 4.0 (October 2024), ExponentialBackoff and ProducerConfig, read",
		Policy: Policy{ // the cap comes after the jitter: about half of all late delays are 1s exactly
			Backoff:     &ScaledJitter{Window: window(100*time.Millisecond, time.Second), From: 0.8, To: 1.2, Ceiling: time.Second},
			MaxAttempts: Unlimited,
			MaxElapsed:  120 * time.Second, // delivery.timeout.ms
			Elapsed:     ElapsedNext,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut, Code503},
			Unsafe:      UnsafeAlways,
			Final:       ObeyFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: 30 * time.Second, Call: 120 * time.Second},
		NotModelled: []string{
			"reconnecting waits from 50 ms in the same form; reconnect.backoff.ms alone makes it constant",
			"Kafka's own error codes: here 503 stands for those that may be retried",
		},
	}
}

// lettucePresets are the reconnecting of Lettuce as it comes, and with each of its
// jitters, which do what the other's name says.
func lettucePresets() []Preset {
	full, equal := lettucePreset(), lettucePreset()
	full.Name, full.Policy.Backoff = "lettuce-full-jitter", ptr(EqualJitter(window(time.Millisecond, 30*time.Second)))
	equal.Name, equal.Policy.Backoff = "lettuce-equal-jitter", ptr(FullJitter(window(time.Millisecond, 30*time.Second)))
	return []Preset{lettucePreset(), full, equal}
}

func lettucePreset() Preset {
	return Preset{
		Name: "lettuce", Version: "6", Language: "Java",
		Source: "Lettuce 6, resource.Delay, read",
		Policy: Policy{
			Backoff:     ptr(Exponential(window(time.Millisecond, 30*time.Second))),
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: 10 * time.Second, Attempt: time.Minute, Call: NoTimeout},
		NotModelled: []string{"its full jitter is what others call equal, and its equal jitter what others call full: say the backoff by what it does"},
		Unknown:     []string{"the minor version that was read"},
	}
}

func hikariPreset() Preset {
	return Preset{
		Name: "hikaricp", Version: "6", Language: "Java",
		Source: "HikariCP 6, HikariPool.PoolEntryCreator, read",
		Policy: Policy{
			Backoff:     ptr(Exponential(window(10*time.Millisecond, 5*time.Second))),
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{"these are the connections of a pool, not the statements"},
		Unknown:     []string{"the minor version that was read"},
	}
}
