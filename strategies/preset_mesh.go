package strategies

import (
	"time"

	"retrystorm/sim"
)

// meshPresets are of proxies and service meshes, which retry for callers that know
// nothing of it.
func meshPresets() []Preset {
	return []Preset{linkerdAnnotationPreset(), nginxPreset(), haproxyPreset()}
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
