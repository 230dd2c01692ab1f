package strategies

import (
	"time"

	"retrystorm/sim"
)

// articlePresets are the backoffs that the AWS article of 2015 compares, with the
// numbers of its simulator: 5 ms, 2 s, no limit of attempts. Its first window is
// 2 x base.
func articlePresets() (ps []Preset) {
	doubling := Window{Base: 5 * time.Millisecond, Cap: 2 * time.Second, Multiplier: 2, First: GrownFirst}
	for _, b := range []struct {
		name    string
		backoff Backoff
	}{
		{"aws-article-none", &Immediate{}},
		{"aws-article-exponential", ptr(Exponential(doubling))},
		{"aws-article-equal-jitter", ptr(EqualJitter(doubling))},
		{"aws-article-full-jitter", ptr(FullJitter(doubling))},
		{"aws-article-decorrelated-jitter", &DecorrelatedJitter{Base: 5 * time.Millisecond, Cap: 2 * time.Second}},
	} {
		ps = append(ps, Preset{
			Name: b.name, Language: "any",
			Source: awsArticle + "; its simulator, aws-arch-backoff-simulator at 66cb169, read",
			Policy: Policy{
				Backoff:     b.backoff,
				MaxAttempts: Unlimited,
				RetryOn:     []Class{Any},
				Unsafe:      UnsafeAlways,
				Final:       IgnoreFinal,
				RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
			},
			Timeouts:    Timeouts{Connect: NoTimeout, Attempt: NoTimeout, Call: NoTimeout},
			NotModelled: []string{},
		})
	}
	return ps
}

// awsGoPresets are of aws-sdk-go-v2, before and after its new defaults of November
// 2026 ("retry behaviour 2.1").
func awsGoPresets() []Preset {
	const (
		before = "github.com/aws/aws-sdk-go-v2 v1.36.0, aws/retry, read and run"
		after  = "github.com/aws/aws-sdk-go-v2 v1.48.0, aws/retry, read and run"
	)
	const polls = "long polls (SQS ReceiveMessage and others) wait for the backoff even when the quota is used up"
	standard := awsGo("aws-sdk-go-v2", "1.48.0", after, awsGoPolicy(50*time.Millisecond, 3), polls)
	standard.Aliases = []string{"aws-standard-2.1"}
	old := awsGo("aws-sdk-go-v2", "1.36.0", before, awsGoLegacyPolicy(),
		"429 stands for one of AWS's error codes of throttling: without such a code it is final")
	old.Aliases = []string{"aws-standard-2.0"}
	adaptive := awsGo("aws-sdk-go-v2-adaptive", "1.48.0", after, awsGoPolicy(50*time.Millisecond, 3), polls)
	adaptive.Policy.Limiter = newAWSAdaptive()
	dynamo := awsGo("aws-sdk-go-v2-dynamodb", "1.48.0", after+"; service/dynamodb v1.74.0, run", awsGoPolicy(25*time.Millisecond, 4))
	return []Preset{standard, old, adaptive, dynamo}
}

// awsGo adds what all of them leave out, and more.
func awsGo(name, version, source string, p Policy, more ...string) Preset {
	return Preset{
		Name: name, Version: version, Language: "Go", Source: source, Policy: p,
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: append(more,
			"a clock that is wrong by more than 4 minutes is corrected and the request sent again",
			"a host that is not found in the DNS is not retried",
			"408 stands for the error code RequestTimeout: without it it is final",
		),
	}
}

// awsRetries is what the SDKs retry; error codes of modelled exceptions are not
// outcomes here.
func awsRetries() []Class {
	return []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.RequestTime, 1 << sim.TooMany,
		1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
}

// awsGoPolicy waits U(0, min(20 s, base x 2^k)), base 1 s after a throttle, and heeds
// x-amz-retry-after within 5 s of that.
func awsGoPolicy(base time.Duration, attempts Attempts) Policy {
	return Policy{
		Backoff:     ptr(FullJitter(window(base, 20*time.Second))),
		Throttled:   ptr(FullJitter(window(time.Second, 20*time.Second))),
		MaxAttempts: attempts,
		RetryOn:     awsRetries(),
		Unsafe:      UnsafeAlways,
		Final:       IgnoreFinal,
		RetryAfter:  RetryAfter{Mode: ClampHint, On: []Class{Any}, Beyond: 5 * time.Second},
		Budget:      awsQuota(14, 5, 14),
	}
}

// awsGoLegacyPolicy waits U(0, 2^a s), a being 1 at the first retry, and from the fifth
// retry on 20 s exactly.
func awsGoLegacyPolicy() Policy {
	p := awsGoPolicy(time.Second, 3)
	p.Backoff = &Stages{Base: 2 * time.Second, Multiplier: 2, Cap: 20 * time.Second, CapExact: true, From: 0, To: 1}
	p.Throttled = nil
	p.RetryAfter = RetryAfter{Mode: IgnoreHint, On: []Class{Any}}
	quota := awsQuota(5, 5, 10)
	quota.FirstSuccess, quota.Success = 0, 1 // a retry that succeeds gains it too
	p.Budget = quota
	return p
}

// awsQuota is the bucket of 500 tokens that each client of an SDK has.
func awsQuota(retry, throttled, timedOut float64) *TokensBudget {
	return &TokensBudget{Capacity: 500, Cost: retry, Throttled: throttled, TimedOut: timedOut, Charge: ChargeRetry, Reserve: 0.5,
		Refund: true, FirstSuccess: 1, Take: BeforeBackoff, Scope: PerClient}
}
