package proof_test

import (
	"fmt"
	"math"
	"testing"
)

// The policies of Brooker, Fixing retries with token buckets and circuit breakers, 2022,
// for each client: a bucket of five tokens, full at first, without a cap on attempts; and
// three retries while at most a tenth of all attempts so far has failed. His bucket wants
// more than one token for a retry: of tenths, eleven.
const (
	brookerBucket  = "link.policy={backoff: immediate, max-attempts: unlimited, retry-on: [any], budget: {kind: tokens, capacity: %v, %s: 0.1, needs: 1.1, scope: client}}"
	brookerBreaker = "link.policy={backoff: immediate, max-attempts: 4, retry-on: [any], breaker: {kind: cumulative, failure-rate: 10%, scope: client}}"
)

// What many clients do to them, 100 calls a second in all for 10 s.
// A client of a thousand makes one call, and its bucket never drains: it retries as
// if there were none. A breaker of a client with few calls opens at the first failure.
func TestBrookerClientCounts(t *testing.T) {
	type row struct {
		clients int
		x       float64
		want    float64
	}
	at := func(r row) []string {
		return []string{"trials=20", fmt.Sprintf("fleet.clients=%d", r.clients), "fleet.workload.rate=100/s", fmt.Sprintf("service.failures=%v%%", 100*r.x)}
	}
	for _, r := range []row{{10, .5, 1.14}, {100, .5, 1.46}, {1000, .5, 1.89}} {
		got := sampleOf(of(results(t, scenario(t, "retries", retriesText, append(at(r), fmt.Sprintf(brookerBucket, 5, "start"))...)).Cells[0], "amplification"))
		t.Logf("bucket, %d clients, x = %v: load %.4f, published %v", r.clients, r.x, got.mean, r.want)
		if math.Abs(got.mean-r.want) > .02*r.want {
			t.Errorf("bucket, %d clients, x = %v: load %.4f, published %v", r.clients, r.x, got.mean, r.want)
		}
	}
	for _, r := range []row{{10, .05, .986}, {100, .05, .958}, {1000, .05, .950}} {
		res := results(t, scenario(t, "retries", retriesText, append(at(r), brookerBreaker)...)).Cells[0]
		got := sum(of(res, "ok")) / sum(of(res, "calls"))
		t.Logf("breaker, %d clients, x = %v: success %.4f, published %v", r.clients, r.x, got, r.want)
		if math.Abs(got-r.want) > .01 { // published are five runs of 1,000 calls: 0.003
			t.Errorf("breaker, %d clients, x = %v: success %.4f, published %v", r.clients, r.x, got, r.want)
		}
	}
}

// A hundred clients of ten calls a second: below a tenth of failures the bucket is three
// retries, above it a tenth of a retry; the breaker trips at about half of its threshold,
// since some client sees two failures in its first twenty calls.
func TestBrookerPolicies(t *testing.T) {
	rows := []struct{ x, bucketOK, bucket, breakerOK, breaker float64 }{ // published: success, load
		{.01, 1, 1.010, .999, 1.009}, {.05, 1, 1.052, .987, 1.039}, {.10, .992, 1.102, .926, 1.030},
		{.20, .911, 1.135, .801, 1.003}, {.50, .570, 1.141, .503, 1}, {1, 0, 1.143, 0, 1},
	}
	for _, r := range rows {
		for _, p := range []struct {
			name, policy string
			ok, load     float64
		}{{"bucket", fmt.Sprintf(brookerBucket, 5, "start"), r.bucketOK, r.bucket}, {"breaker", brookerBreaker, r.breakerOK, r.breaker}} {
			c := results(t, scenario(t, "retries", retriesText, fmt.Sprintf("service.failures=%v%%", 100*r.x), p.policy)).Cells[0]
			ok, load := sum(of(c, "ok"))/sum(of(c, "calls")), sampleOf(of(c, "amplification")).mean
			t.Logf("%s, x = %v: success %.4f, load %.4f, published %v and %v", p.name, r.x, ok, load, p.ok, p.load)
			if math.Abs(ok-p.ok) > .01 || math.Abs(load-p.load) > .02*p.load {
				t.Errorf("%s, x = %v: success %.4f, load %.4f, published %v and %v", p.name, r.x, ok, load, p.ok, p.load)
			}
		}
	}
}
