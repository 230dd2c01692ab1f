package strategies

import (
	"time"

	"retrystorm/sim"
)

// meshPresets are of proxies and service meshes, which retry for callers that know
// nothing of it.
func meshPresets() []Preset {
	return []Preset{istioPreset(), linkerdAnnotationPreset(), nginxPreset(), haproxyPreset()}
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
