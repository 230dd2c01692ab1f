package sdk

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stripe/stripe-go/v83"

	"retrystorm/strategies"
	. "retrystorm/strategies/conformance"
)

// web is the scripts of SDKs, and how many retries are compared.
type web struct {
	what    string
	script  Script
	retries int
}

func hold(t *testing.T, name strategies.PresetName, call func(http.RoundTripper), tests []web, quantum time.Duration) {
	t.Helper()
	p := Preset(t, string(name))
	for _, tt := range tests {
		Alike(t, string(name)+", "+tt.what, TheirsHTTP(t, Sample/4, tt.script, call), Ours(t, p, tt.script, Sample/4), tt.retries, quantum)
	}
}

func TestOpenAI(t *testing.T) {
	hold(t, "openai-go@3.99.0", func(rt http.RoundTripper) {
		c := openai.NewClient(option.WithAPIKey("none"), option.WithHTTPClient(&http.Client{Transport: rt}))
		c.Models.List(context.Background())
	}, []web{
		{"outage", Always(503), 2}, {"500", Always(500), 2}, {"reset", Always(0), 2}, {"too many", Always(429), 2}, {"408", Always(408), 2}, {"409", Always(409), 2},
		{"not found", Always(404), 0}, {"one failure", Then(1, 502), 1}, {"a hint of 7 s", Hinted(503, 7*time.Second), 2},
		{"a hint of 120 s", Hinted(429, 120*time.Second), 2}, {"a hint of 121 s", Hinted(429, 121*time.Second), 0},
	}, 1)
	Report(t, "openai-go@3.99.0", "delays of 11 scripts: outcomes, hints, a hint that ends the call")
}

func stripeCall(rt http.RoundTripper, retries int64) {
	c := stripe.NewClient("sk_test", stripe.WithBackends(stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		HTTPClient: &http.Client{Transport: rt}, LeveledLogger: &stripe.LeveledLogger{}, MaxNetworkRetries: &retries})))
	c.V1Customers.Retrieve(context.Background(), "cus", nil)
}

func TestStripe(t *testing.T) {
	call := func(rt http.RoundTripper) { stripeCall(rt, stripe.DefaultMaxNetworkRetries) }
	hold(t, "stripe-go@83.2.1", call, []web{
		{"outage", Always(503), 2}, {"500", Always(500), 2}, {"reset", Always(0), 2}, {"one failure", Then(1, 502), 1},
	}, 1)
	// With one of Stripe's own error objects nothing is retried, whatever its code: what the
	// library knows to be an answer of the API is final, but for a lock that timed out.
	for _, tt := range []struct {
		code, attempts int
		body           string
	}{
		{503, 1, `{"error":{"type":"api_error"}}`}, {409, 1, `{"error":{"type":"idempotency_error"}}`}, {429, 1, `{"error":{"type":"rate_limit"}}`},
		{404, 1, `{"error":{"type":"invalid_request_error"}}`}, {429, 3, `{"error":{"code":"lock_timeout"}}`},
	} {
		theirs := TheirsHTTP(t, 1, func(int) Answer { return Answer{Code: tt.code, Body: tt.body} }, call)
		if got := len(theirs[0].Sent); got != tt.attempts {
			t.Errorf("%d with %s: %d attempts, want %d", tt.code, tt.body, got, tt.attempts)
		}
	}
	Report(t, "stripe-go@83.2.1", "delays of 4 scripts, the first retry after exactly 500 ms; error objects of the API are final")
}

func azureCall(rt http.RoundTripper, retry policy.RetryOptions) {
	pl := runtime.NewPipeline("m", "v", runtime.PipelineOptions{}, &policy.ClientOptions{Retry: retry, Transport: &http.Client{Transport: rt}})
	req, err := runtime.NewRequest(context.Background(), http.MethodGet, "http://service/")
	if err != nil {
		panic(err)
	}
	pl.Do(req)
}

func TestAzcore(t *testing.T) {
	hold(t, "azcore@1.24.0", func(rt http.RoundTripper) { azureCall(rt, policy.RetryOptions{}) }, []web{
		{"outage", Always(503), 3}, {"500", Always(500), 3}, {"reset", Always(0), 3}, {"too many", Always(429), 3}, {"408", Always(408), 3},
		{"409", Always(409), 0}, {"not found", Always(404), 0}, {"one failure", Then(1, 502), 1}, {"a hint of 7 s", Hinted(503, 7*time.Second), 3},
		{"a hint of a minute", Hinted(503, time.Minute), 3}, {"a hint of 61 s", Hinted(503, 61*time.Second), 0},
	}, 1)
	Report(t, "azcore@1.24.0", "delays of 11 scripts: outcomes, hints, a hint that ends the call")
}
