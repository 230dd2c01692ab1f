package strategies

import "retrystorm/sim/catalog"

const awsArticle = "AWS Architecture Blog, Exponential Backoff and Jitter, 2015"

// Backoffs lists the kinds of backoff.
func Backoffs() []catalog.Row[Backoff] {
	return []catalog.Row[Backoff]{
		{
			Name: "immediate", Doc: "Retries at once: the default of many clients, harmless only while failures are rare.",
			Source: "axios-retry, failsafe-go and others by default; None of the AWS article",
			New:    func() Backoff { return &Immediate{} },
		},
		{
			Name: "fixed", Doc: "Waits the same time before every retry.", Short: "wait",
			Source: "resilience4j, Spring Retry by default",
			New:    func() Backoff { return &Fixed{} },
		},
		{
			Name: "linear", Doc: "Waits base, 2 base, 3 base, up to cap.",
			Source: "ioredis 5",
			New:    func() Backoff { return &Linear{} },
		},
		{
			Name: "exponential", Doc: "Waits twice as long each time, up to cap, without jitter: clients that failed together come back together.",
			Source: "hashicorp/go-retryablehttp; " + awsArticle,
			New:    func() Backoff { b := Exponential(newWindow()); return &b },
		},
		{
			Name: "equal-jitter", Doc: "Waits half of an exponential window and a random part of the other half: never short, less spread than full jitter.",
			Source: awsArticle,
			New:    func() Backoff { b := EqualJitter(newWindow()); return &b },
		},
		{
			Name: "full-jitter", Doc: "Waits a random part of an exponential window: the usual choice, least work when many clients contend.",
			Source: awsArticle + "; AWS SDKs, gax",
			New:    func() Backoff { b := FullJitter(newWindow()); return &b },
		},
		{
			Name: "scaled-jitter", Doc: "Waits an exponential window times a random factor, with a floor and a ceiling after jitter: the form of most libraries' jitter.",
			Source: "openai-go (0.75 to 1), gRPC (0.8 to 1.2), cenkalti/backoff (0.5 to 1.5), azcore (0.8 to 1.3)",
			New:    func() Backoff { return &ScaledJitter{Window: newWindow()} },
		},
		{
			Name: "decorrelated-jitter", Doc: "Waits between base and three times its last delay, up to cap: no attempt counter, more attempts than full jitter.",
			Source: awsArticle,
			New:    func() Backoff { return &DecorrelatedJitter{} },
		},
		{
			Name: "polly-jitter", Doc: "Waits the decorrelated jitter of Polly: a median that doubles, and no two peaks.",
			Source: "Polly.Core 8.7.0 at 173d6d1, UseJitter with exponential backoff; cockatiel 3.2.1",
			New:    func() Backoff { return &PollyJitter{} },
		},
		{
			Name: "compounding", Doc: "Multiplies its last delay, jitter and all, by a random factor.",
			Source: "kafkajs 2.2.4; k8s.io/client-go v0.37.2, flowcontrol",
			New:    func() Backoff { return &Compounding{FirstFrom: 1, FirstTo: 1} },
		},
		{
			Name: "stages", Doc: "Builds a delay step by step: a curve, a cap, a random factor, a random addition, a floor and a ceiling: what backoffs without a name do.",
			Source: "stripe-go (power), azcore (exp-minus-1), urllib3, resty and grpc-go reconnect (a first delay of its own), NATS and retry-go (an addition), go-retry (fibonacci), Envoy (whole milliseconds)",
			New:    func() Backoff { return &Stages{Growth: GrowthExponential, Multiplier: 2, Exponent: 2, From: 1, To: 1} },
		},
	}
}

// Budgets lists the kinds of budget.
func Budgets() []catalog.Row[Budget] {
	return []catalog.Row[Budget]{{ // a bare percentage is the first
		Name: "ratio", Doc: "Allows retries in proportion to first attempts of the last ten seconds, plus a floor: bounds the load however many calls fail.", Short: "ratio",
		Source: "after Finagle RetryBudget (ten slices of ttl, 10s), in exact millionths, spending the oldest deposits; Google SRE book, ch. 21, for the 10 %",
		New:    newRatioBudget,
	}, {
		Name: "tokens", Doc: "A bucket that only successes fill: retries cost more than successes bring, so that they stop when little succeeds.",
		Source: "retry quota of the AWS SDKs, gRPC retryThrottling (gRFC A6), avast/retry-go v5; Brooker, Fixing retries with token buckets and circuit breakers, 2022",
		New:    newTokensBudget,
	}, {
		Name: "active", Doc: "Bounds how many retries are under way at once, by a number or a share of what else is.",
		Source: "Envoy retry_budget and max_retries, source at 01c2c1f and API v1.40; failsafe-go v0.9.8 budget",
		New:    newActiveBudget,
	}, {
		Name: "window", Doc: "Allows retries up to a share of the calls of the last ten seconds, counting both.",
		Source: ".NET HttpRetryBudgetOptions (preview of .NET 11), Kubernetes Gateway API GEP-3388, Google SRE book ch. 21",
		New:    newWindowBudget,
	}}
}

// Breakers lists the kinds of breaker.
func Breakers() []catalog.Row[Breaker] {
	return []catalog.Row[Breaker]{{
		Name: "consecutive", Doc: "Opens after so many failures in a row, and lets probes through after a while.", Short: "failures",
		Source: "5 failures: Finagle failure accrual, Envoy consecutive_5xx; 30s: Envoy base_ejection_time; one probe, stale outcomes ignored: sony/gobreaker",
		New:    newConsecutiveBreaker,
	}, {
		Name: "failure-rate", Doc: "Opens when too large a share of the recent attempts failed or was slow, and decides by probes when to close.",
		Source: "resilience4j 2.4, Hystrix 1.5, Polly 8, sony/gobreaker 2.4, failsafe-go 0.9.8, opossum 9, cockatiel 3.2",
		New:    newRateBreaker,
	}, {
		Name: "cumulative", Doc: "Stops retries while more than a share of all attempts so far has failed; first attempts always leave.",
		Source: "Brooker, Fixing retries with token buckets and circuit breakers, 2022",
		New:    newCumulativeBreaker,
	}}
}

// Hedges lists the kinds of hedge.
func Hedges() []catalog.Row[Hedge] {
	return []catalog.Row[Hedge]{{
		Name: "fixed", Doc: "Sends one more attempt when one has been in flight for a fixed time.", Short: "after",
		Source: "Dean and Barroso, The Tail at Scale, 2013; one hedge as in failsafe-go",
		New:    func() Hedge { return &FixedHedge{Max: 1, Ends: EndsOnSuccess} },
	}, {
		Name: "percentile", Doc: "Sends one more attempt when one has been in flight for longer than most of late.",
		Source: "failsafe-go v0.9.8 hedge policy; Dean and Barroso, The Tail at Scale, 2013",
		New:    newPercentileHedge,
	}}
}

// Limiters lists the kinds of limiter.
func Limiters() []catalog.Row[Limiter] {
	return []catalog.Row[Limiter]{
		{
			Name: "token-bucket", Doc: "Lets attempts leave at a rate, with bursts, and holds the others in line: what a client does that knows its quota.", Short: "rate",
			Source: "golang.org/x/time/rate Wait, client-go's rest client (5/s, burst 10): places in line, given in the order in which they are asked for",
			New:    func() Limiter { return &TokenBucket{Burst: 1, Wait: defaultLine, Scope: PerClient} },
		},
		{
			Name: "follow-ratelimit", Doc: "Follows the quota that answers announce: no more attempts than remain leave before it is whole again.",
			Source: "IETF draft ratelimit-headers-10: r remain for t seconds; spread after t, since the draft warns of resets that synchronise clients",
			New:    func() Limiter { return &FollowRateLimit{Wait: defaultLine, Scope: PerClient} },
		},
		{
			Name: "adaptive", Doc: "Refuses attempts at random, the more the fewer the service has accepted of late.",
			Source: "Google SRE book, chapter 21; Envoy admission control v1.40, failsafe-go v0.9.8, go-kratos/aegis v0.2.0, go-zero v1.10.3",
			New:    newAdaptiveThrottle,
		},
		{
			Name: "aws-adaptive", Doc: "Slows attempts down after the first throttle, to a rate that follows the CUBIC curve: adaptive mode of the AWS SDKs.",
			Source: "botocore at 0e6e240, retries; github.com/aws/aws-sdk-go-v2 v1.48.0, aws/ratelimit",
			New:    newAWSAdaptive,
		},
		{
			Name: "concurrency", Doc: "Refuses an attempt while too many are in flight: a bulkhead.", Short: "limit",
			Source: "resilience4j bulkhead, Polly rate limiter, Envoy max_requests",
			New:    func() Limiter { return &ConcurrencyLimit{Scope: PerProcess} },
		},
	}
}
