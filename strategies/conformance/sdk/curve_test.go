package sdk

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// The whole curve of a backoff, up to its cap and beyond, which the usual number of
// attempts does not reach: so that a preset may be extended.
func TestCurves(t *testing.T) {
	const n = Sample / 4
	web := func(script Script, call func(http.RoundTripper)) []Trace { return TheirsHTTP(t, n, script, call) }
	tests := []struct {
		preset  string
		code    int
		retries int
		theirs  func(Script) []Trace
	}{
		{"aws-sdk-go-v2@1.48.0", 503, 11, func(s Script) []Trace { return awsTraces(t, n, s, without(12)) }},
		{"aws-sdk-go-v2@1.48.0", 429, 7, func(s Script) []Trace { return awsTraces(t, n, s, without(8)) }},
		{"openai-go@3.99.0", 503, 7, func(s Script) []Trace {
			return web(s, func(rt http.RoundTripper) {
				c := openai.NewClient(option.WithAPIKey("none"), option.WithMaxRetries(7), option.WithHTTPClient(&http.Client{Transport: rt}))
				c.Models.List(context.Background())
			})
		}},
		{"anthropic-sdk-go@1.84.0", 503, 7, func(s Script) []Trace {
			return web(s, func(rt http.RoundTripper) {
				c := anthropic.NewClient(anthropicoption.WithAPIKey("none"), anthropicoption.WithMaxRetries(7),
					anthropicoption.WithHTTPClient(&http.Client{Transport: rt}))
				c.Models.List(context.Background(), anthropic.ModelListParams{})
			})
		}},
		{"stripe-go@83.2.1", 503, 6, func(s Script) []Trace {
			return web(s, func(rt http.RoundTripper) { stripeCall(rt, 6) })
		}},
		{"azcore@1.24.0", 503, 8, func(s Script) []Trace {
			return web(s, func(rt http.RoundTripper) { azureCall(rt, policy.RetryOptions{MaxRetries: 8}) })
		}},
	}
	for _, tt := range tests {
		p := Preset(t, tt.preset)
		p.MaxAttempts, p.Budget = strategies.Attempts(tt.retries+1), nil
		Alike(t, tt.preset, tt.theirs(Always(tt.code)), Ours(t, p, Always(tt.code), n), tt.retries, time.Nanosecond)
		what := "delays of so many retries that the cap is passed"
		if tt.code == 429 {
			what += ", throttled"
		}
		Report(t, tt.preset, what)
	}
}

// without is a retryer of so many attempts without a quota.
func without(attempts int) func() aws.Retryer {
	return func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts, o.RateLimiter = attempts, ratelimit.None })
	}
}

func TestAnthropic(t *testing.T) {
	hold(t, "anthropic-sdk-go@1.84.0", func(rt http.RoundTripper) {
		c := anthropic.NewClient(anthropicoption.WithAPIKey("none"), anthropicoption.WithHTTPClient(&http.Client{Transport: rt}))
		c.Models.List(context.Background(), anthropic.ModelListParams{})
	}, []web{
		{"outage", Always(503), 2}, {"500", Always(500), 2}, {"reset", Always(0), 2}, {"too many", Always(429), 2}, {"408", Always(408), 2}, {"409", Always(409), 2},
		{"not found", Always(404), 0}, {"one failure", Then(1, 502), 1}, {"a hint of 7 s", Hinted(503, 7*time.Second), 2}, {"a hint of a day", Hinted(429, 24*time.Hour), 2},
	}, 1)
	Report(t, "anthropic-sdk-go@1.84.0", "delays of 10 scripts: outcomes, hints, a hint of a day")
}
