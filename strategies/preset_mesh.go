package strategies

import (
	"time"

	"retrystorm/sim"
)

// meshPresets are of proxies and service meshes, which retry for callers that know
// nothing of it.
func meshPresets() []Preset {
	return append(envoyPresets(), istioPreset(), linkerdPreset(), linkerdAnnotationPreset(), nginxPreset(), haproxyPreset())
}

// envoyPresets are a route with a retry policy of its own, with the cluster's breaker
// of retries, and with the budget that takes its place.
func envoyPresets() []Preset {
	const source = "envoy v1.40: API of routes and clusters, source of backoff_strategy and retry_state_impl, read"
	plain := Preset{
		Name: "envoy", Version: "1.40", Language: "proxy", Source: source,
		Policy:      envoyPolicy(2),
		Timeouts:    Timeouts{Connect: 5 * time.Second, Attempt: NoTimeout, Call: 15 * time.Second},
		NotModelled: envoyOmissions(),
	}
	plain.Policy.RetryOn = envoyOn5xx()
	plain.Policy.Budget = envoyBudget(0)
	budget := plain
	budget.Name = "envoy-budget"
	budget.Policy.Budget = envoyBudget(0.2)
	return []Preset{plain, budget}
}

// envoyOn5xx is retry_on: 5xx, which takes a missing answer for one.
func envoyOn5xx() []Class {
	return []Class{Connect, Lost, 1 << sim.TimedOut, 1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime}
}

func envoyOmissions() []string {
	return []string{
		"a route without retry_on retries nothing: the preset has 5xx",
		"a retry that the breaker or budget denies counts towards the retries of its request",
		"answers marked as rate limited or overloaded are never retried",
		"the route's timeout covers all tries and waits: give the link a deadline",
		"rate_limited_retry_back_off, which heeds Retry-After, is off unless configured",
	}
}

// envoyBudget holds a place from the decision on; without a ratio it is max_retries.
func envoyBudget(ratio sim.Share) Budget {
	return &ActiveBudget{Ratio: ratio, AtLeast: 3, Of: OfAttempts, Compare: Below, Take: BeforeBackoff, Scope: PerProcess}
}

// envoyPolicy waits a random part of 25, 50, 100, 200, then 250 ms, in whole
// milliseconds.
func envoyPolicy(attempts Attempts) Policy {
	return Policy{
		Backoff:     &Stages{Growth: GrowthExponential, Base: 25 * time.Millisecond, Multiplier: 2, Cap: 250 * time.Millisecond, From: 0, To: 1, Quantum: time.Millisecond},
		MaxAttempts: attempts,
		Unsafe:      UnsafeAlways,
		Final:       IgnoreFinal,
		RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
	}
}

// istioPreset is what a mesh does when nobody has configured retries.
func istioPreset() Preset {
	p := envoyPolicy(3)
	p.RetryOn = []Class{Connect}
	return Preset{
		Name: "istio", Version: "1.32", Language: "proxy",
		Source:   "istio.io/api v1.32.0 and istio at eed52eb (August 2026), read",
		Policy:   p,
		Timeouts: Timeouts{Connect: 10 * time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"the gRPC codes unavailable and cancelled are retried too",
			"retries go to another host, with up to 5 selections",
			"max_retries is 2^32-1, so that the breaker of retries of Envoy is off",
		},
	}
}

// linkerdPreset is a ServiceProfile with its budget, which is tower's.
func linkerdPreset() Preset {
	return Preset{
		Name: "linkerd-budget", Version: "2", Language: "proxy",
		Source: "linkerd2 at b24cd40, linkerd2-proxy at 29637b6 (August 2026), read",
		Policy: Policy{
			Backoff:     &Immediate{},
			MaxAttempts: Unlimited,
			RetryOn:     []Class{1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
			Budget:      &RatioBudget{Ratio: 0.2, Floor: 10, Deposit: OnEnd, TTL: defaultTTL, Forget: ForgetBoth, Whole: true, Take: BeforeBackoff, Scope: PerProcess},
		},
		Timeouts: Timeouts{Connect: time.Second, Attempt: NoTimeout, Call: 10 * time.Second},
		NotModelled: []string{
			"only routes that a ServiceProfile marks as retryable are retried",
			"bodies above 64 KiB are not sent again",
			"a connection that breaks is not retried here, but by the balancer",
		},
		Unknown: []string{"which answers a route takes for failures unless its profile says: here 5xx"},
	}
}

// linkerdAnnotationPreset is retry.linkerd.io/http, which has no budget.
func linkerdAnnotationPreset() Preset {
	return Preset{
		Name: "linkerd", Version: "2", Aliases: []string{"linkerd-annotation"}, Language: "proxy",
		Source: "linkerd website, reference/retries, and linkerd2-proxy at 29637b6 (August 2026), read",
		Policy: Policy{
			Backoff:     &ScaledJitter{Window: window(25*time.Millisecond, 250*time.Millisecond), From: 1, To: 2, Ceiling: 250 * time.Millisecond},
			MaxAttempts: 2,
			RetryOn:     []Class{1 << sim.Internal, 1 << sim.BadGateway, Code503, 1 << sim.GatewayTime},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: time.Second, Attempt: NoTimeout, Call: NoTimeout},
		NotModelled: []string{
			"the annotation names what is retried: here 5xx",
			"bodies above 64 KiB are not sent again",
			"retries are shed while the balancer is not ready",
		},
	}
}

// nginxPreset is proxy_next_upstream with its defaults.
func nginxPreset() Preset {
	return Preset{
		Name: "nginx", Version: "1.31", Language: "proxy",
		Source: "nginx 1.31, ngx_http_proxy_module and ngx_http_upstream_module, read",
		Policy: Policy{
			Backoff:     &Immediate{},
			MaxAttempts: 2,
			RetryOn:     []Class{Connect, Lost, 1 << sim.TimedOut}, // error timeout
			UnsafeOn:    []Class{Connect},                          // POST, LOCK, PATCH: once sent, never again
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: time.Minute, Attempt: time.Minute, Call: NoTimeout},
		NotModelled: []string{
			"as many attempts as the group has servers, each another one: the preset has 2",
			"a server that has failed once in 10 s is left out for 10 s (max_fails, fail_timeout)",
		},
	}
}

// haproxyPreset is `retries` with its default.
func haproxyPreset() Preset {
	return Preset{
		Name: "haproxy", Version: "3.5", Language: "proxy",
		Source: "HAProxy 3.5-dev, configuration manual and source, read",
		Policy: Policy{
			Backoff:     &Fixed{time.Second},
			MaxAttempts: 4,
			RetryOn:     []Class{Connect},
			Unsafe:      UnsafeAlways,
			Final:       IgnoreFinal,
			RetryAfter:  RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		},
		Timeouts: Timeouts{Connect: UnknownTimeout, Attempt: UnknownTimeout, Call: UnknownTimeout},
		NotModelled: []string{
			"the wait is for the same server only, and at most `timeout connect`; another server is tried at once",
			"the last retry goes to another server (option redispatch)",
		},
		Unknown: []string{"timeouts have no defaults: the configuration must state them"},
	}
}
