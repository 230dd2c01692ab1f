package experiments_test

import (
	"strings"
	"testing"
)

// base is a scenario to which rows add keys.
const base = `name: x
question: Does it warn?
trials: 1
horizon: 2m
fleet: {clients: 10, workload: {kind: poisson, rate: 10/s}}
`

// TestWarnings: what is allowed but makes an experiment answer another question.
func TestWarnings(t *testing.T) {
	for _, row := range []struct {
		why  string
		text string
		want string // "" is no warning
	}{
		{"a hint that is heeded", `
service: {workers: 1, service-time: 1ms, limits: {key: {kind: token-bucket, rate: 5/s, burst: 1, retry-after: bucket}}}
link: {policy: {backoff: 1s, max-attempts: 3}}`, ""},
		{"a hint that the policy ignores", `
service: {workers: 1, service-time: 1ms, limits: {key: {kind: token-bucket, rate: 5/s, burst: 1, retry-after: bucket}}}
link: {policy: {backoff: 1s, max-attempts: 3, retry-after: ignore}}`, "limit key sends Retry-After, which the policy ignores"},
		{"a refusal that is not retried at all", `
service: {workers: 1, service-time: 1ms, limits: {key: {kind: token-bucket, rate: 5/s, burst: 1}}}
link: {policy: {backoff: 1s, max-attempts: 3, retry-on: [503]}}`, "limit key answers 429, which the policy does not retry"},
		{"axios-retry does not retry its own timeouts", `
service: {workers: 1, service-time: 1ms}
link: {timeout: 1s, policy: axios-retry}
faults: {outage: {at: 10s, for: 5s, kind: stall}}`, "the faults can only bring about timeout, which the policy does not retry"},
		{"but it retries connections that are refused", `
service: {workers: 1, service-time: 1ms}
link: {timeout: 1s, policy: axios-retry}
faults: {outage: {at: 10s, for: 5s, kind: refuse}}`, ""},
		{"a lock that is shorter than the deadline", `
service: {workers: 1, service-time: 1ms, writes: true, idempotency: {lock: 10s}}
link: {method: POST, key: per-call, deadline: 30s, timeout: 5s, policy: {backoff: 1s, max-attempts: 3}}`, "a slow execution outlives its lock"},
		{"a longer one", `
service: {workers: 1, service-time: 1ms, writes: true, idempotency: {lock: 60s}}
link: {method: POST, key: per-call, deadline: 30s, timeout: 5s, policy: {backoff: 1s, max-attempts: 3}}`, ""},
	} {
		x := loadAs(t, "x.yaml", []byte(base+row.text+"\n"), nil)
		got := strings.Join(x.Warnings(), "\n")
		if row.want == "" && got != "" || !strings.Contains(got, row.want) {
			t.Errorf("%s: warned %q, want %q", row.why, got, row.want)
		}
	}
}
