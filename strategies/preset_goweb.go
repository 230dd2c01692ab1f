package strategies

import (
	"time"

	"retrystorm/sim"
)

// goWebPresets are of Go clients of HTTP, Google's and Kubernetes' services.
func goWebPresets() []Preset {
	return append(append(restyPresets(), googleGoPresets()...), kubernetesPresets()...)
}

func restyPresets() []Preset {
	policy := func(hint RetryAfter) Policy {
		return Policy{ // half the window and a random part of the other half, at least 100ms
			Backoff:     &ScaledJitter{Window: window(100*time.Millisecond, 2*time.Second), From: 0.5, To: 1, Floor: 100 * time.Millisecond},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  hint,
		}
	}
	off := "RetryCount is 0 by default: the preset has 3"
	return []Preset{{
		Name: "go-resty", Version: "3.0.0", Aliases: []string{"resty"}, Language: "Go",
		Source: "github.com/go-resty/resty v3.0.0-rc.4, read",
		Policy: policy(RetryAfter{Mode: OverrideByHint, On: []Class{1 << sim.TooMany, Code503}}), Timeouts: untimed(),
		NotModelled: []string{off, "version 3.0.0 is the candidate rc.4"},
		Unknown:     []string{"which answers version 3 retries unless a condition says: here errors alone, as in version 2"},
	}, {
		Name: "go-resty", Version: "2.17.2", Language: "Go",
		Source: "github.com/go-resty/resty v2.17.2, read and run",
		Policy: policy(RetryAfter{Mode: IgnoreHint, On: []Class{Any}}), Timeouts: untimed(),
		NotModelled: []string{off, "a RetryAfter callback may give a delay, cut to 100 ms to 2 s"},
	}}
}

func googleGoPresets() []Preset {
	full := ptr(FullJitter(window(time.Second, 30*time.Second)))
	return []Preset{{
		Name: "gax-go", Version: "2.27.0", Language: "Go",
		Source: "github.com/googleapis/gax-go v2.27.0, Backoff, read and run",
		Policy: Policy{
			Backoff:     full,
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Connect, Lost, Code503}, // UNAVAILABLE
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: untimed(),
		NotModelled: []string{
			"generated clients say which codes are retried, and for how long: the preset has UNAVAILABLE and no end",
			"untrusted certificates are not retried",
		},
	}, {
		Name: "google-cloud-storage-go", Version: "1.70.0", Aliases: []string{"gcs-go"}, Language: "Go",
		Source: "cloud.google.com/go/storage v1.70.0, read",
		Policy: Policy{
			Backoff:     ptr(FullJitter(window(time.Second, 30*time.Second))),
			MaxAttempts: Unlimited,
			RetryOn: []Class{Connect, Lost, 1 << sim.RequestTime, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway,
				Code503, 1 << sim.GatewayTime},
			Unsafe:     UnsafeNever, // RetryIdempotent
			Final:      IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    untimed(),
		NotModelled: []string{"progress of a transfer lets attempts and backoff begin anew"},
	}}
}

func kubernetesPresets() []Preset {
	return []Preset{{
		Name: "kubernetes-wait", Version: "0.37.2", Language: "Go",
		Source: "k8s.io/apimachinery v0.37.2, wait.Backoff; k8s.io/client-go v0.37.2, retry.DefaultBackoff; read and run",
		Policy: Policy{ // 10ms, 50ms, 250ms, each up to 10% longer
			Backoff:     &Stages{Growth: GrowthExponential, Base: 10 * time.Millisecond, Multiplier: 5, From: 1, To: 1.1},
			MaxAttempts: 4,
			RetryOn:     []Class{1 << sim.Conflict},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    untimed(),
		NotModelled: []string{"with a cap, the step that reaches it is the last: it is slept, and nothing follows; see cap-ends of stages"},
	}, {
		Name: "client-go-workqueue", Version: "0.37.2", Aliases: []string{"workqueue"}, Language: "Go",
		Source: "k8s.io/client-go v0.37.2, util/workqueue, read and run",
		Policy: Policy{
			Backoff:     ptr(Exponential(window(5*time.Millisecond, 1000*time.Second))),
			MaxAttempts: Unlimited,
			RetryOn:     []Class{Any},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts:    untimed(),
		NotModelled: []string{"the longer of this and of a token bucket for all items counts, 10/s with a burst of 100"},
	}, {
		Name: "client-go-rest", Version: "0.37.2", Language: "Go",
		Source: "k8s.io/client-go v0.37.2, rest, read",
		Policy: Policy{
			Backoff:     &Fixed{time.Second}, // a broken connection is taken for a hint of 1s
			MaxAttempts: 11,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			UnsafeOn:    []Class{1 << sim.TooMany, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: OverrideByHint, On: []Class{Any}},
			Limiter:     &TokenBucket{Rate: 5, Burst: 10, Wait: defaultLine, Scope: PerClient},
		},
		Timeouts: Timeouts{Connect: 30 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"an answer without Retry-After is not retried: here it is, after 1 s",
			"a request with a body that streams is not retried",
		},
	}}
}
