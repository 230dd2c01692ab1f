package proof_test

import (
	"fmt"
	"math"
	"testing"

	"retrystorm/models/theory"
)

// retriesText is the setting of Brooker, Fixing retries with token buckets and circuit
// breakers, 2022: a service that fails a share of its requests whatever the load.
const retriesText = `
name: retries
question: What do retries cost where failures are independent?
trials: 10
horizon: 10s
fleet: {clients: 100, workload: {kind: poisson, rate: 1000/s}}
service: {kind: delay, service-time: 0s, failures: 10%}
link: {network: {kind: exponential, mean: 10ms}, policy: {backoff: immediate, max-attempts: 4}}
`

// Three retries: success 1 - x^4, load 1 + x + x^2 + x^3. The article says x^N for N
// retries, which forgets the first attempt.
func TestBrookerRetries(t *testing.T) {
	f := vary(t, scenario(t, "retries", retriesText), "service.failures=[1%, 5%, 10%, 20%, 50%, 100%]")
	shares := []float64{.01, .05, .1, .2, .5, 1}
	for i, c := range results(t, f).Cells {
		x := shares[i]
		calls, ok, load := sum(of(c, "calls")), sum(of(c, "ok")), sampleOf(of(c, "amplification"))
		success, want := 1-theory.FinalFailure(x, 3), theory.AttemptsPerCall(x, 3)
		if x == 1 {
			if ok != 0 || load.mean != want {
				t.Errorf("all fail: %v calls succeed, load %v, want 0 and exactly %v", ok, load.mean, want)
			}
			continue
		}
		z := (ok - calls*success) / math.Sqrt(calls*success*(1-success))
		t.Logf("x = %v: success %.5f, want %.5f, z %+.2f; load %.4f, want %.4f, z %+.2f", x, ok/calls, success, z, load.mean, want, load.from(want))
		if math.Abs(z) > farthest || math.Abs(load.from(want)) > farthest {
			t.Errorf("x = %v: success %.5f, want %.5f; load %.4f, want %.4f", x, ok/calls, success, load.mean, want)
		}
	}
}

// In the long run a budget of 10 % lets 1.10 attempts a call through if calls deposit
// as they start. If they deposit on success, each attempt that succeeds brings 0.1 of
// the next: 1 / (1 - 0.1 (1-x)), which is 1.00 when all fail. Published after 200 s are
// 1.10 and 1.00 at x = 1, 1.102 and 1.055 at x = 0.5: with the five tokens that each of
// the 100 buckets holds at first, 0.0025 a call.
func TestBrookerPlateau(t *testing.T) {
	for _, row := range []struct {
		deposit string
		x       float64
		want    float64
	}{
		{"start", 1, 1.1},
		{"start", .5, 1.1},
		{"success", 1, 1},
		{"success", .5, 1 / (1 - .1*.5)},
	} {
		f := scenario(t, "retries", retriesText, "trials=4", "horizon=100s", fmt.Sprintf("service.failures=%v%%", 100*row.x),
			"link.policy.max-attempts=unlimited", "link.policy.budget={ratio: 10%, deposit: "+row.deposit+"}")
		got := sampleOf(of(results(t, f).Cells[0], "amplification"))
		t.Logf("deposit on %s, x = %v: %.5f attempts a call, want %.5f", row.deposit, row.x, got.mean, row.want)
		if !(math.Abs(got.mean-row.want) < .001) {
			t.Errorf("deposit on %s, x = %v: %.5f attempts a call, want %.5f", row.deposit, row.x, got.mean, row.want)
		}
	}
}

// bimodalText is the service of Brooker, Open and Closed, Omission and Collapse, 2023:
// one server, one request in a thousand takes a hundred times as long, utilisation 0.8.
const bimodalText = `
name: bimodal
question: What does a closed client not see?
trials: 4
horizon: 30s
fleet: {clients: 1, workload: {kind: poisson, rate: 7279/s}}
service:
  workers: 1
  queue: unlimited
  service-time: {kind: mixture, parts: {fast: {share: 99.9%, time: {kind: exponential, mean: 0.1ms}}, slow: {time: {kind: exponential, mean: 10ms}}}}
link: {policy: none}
variants:
  closed: {fleet.workload: {kind: think, time: {kind: exponential, mean: 27us}}}
  open: {}
  retried: {link: {timeout: 15ms, policy: {backoff: immediate, max-attempts: 2}}}
`

// One client that waits for its answers omits those it would have waited for: p99 below
// 1 ms. Open arrivals of the same load see the queue: above 25 ms. With one retry after
// 15 ms the load is 1.6 as soon as they are all late, and the queue grows without bound.
func TestBrookerOmission(t *testing.T) {
	r := results(t, scenario(t, "bimodal", bimodalText))
	closed, open, retried := cellOf(t, r, "closed"), cellOf(t, r, "open"), cellOf(t, r, "retried")
	for i := range open.Trials {
		c, o := of(closed, "latency_p99_s")[i], of(open, "latency_p99_s")[i]
		ok, load := of(retried, "ok")[i]/of(retried, "calls")[i], of(retried, "amplification")[i]
		t.Logf("trial %d: p99 %.2f ms closed, %.1f ms open; with a retry %.3f succeed, %.3f attempts a call", i+1, 1000*c, 1000*o, ok, load)
		if !(c < .001 && o > .025) {
			t.Errorf("trial %d: p99 %.2f ms closed, want less than 1 ms; %.1f ms open, want more than 25 ms", i+1, 1000*c, 1000*o)
		}
		if !(ok < .1 && load > 1.9) {
			t.Errorf("trial %d: with a retry %.3f succeed, %.3f attempts a call, want hardly any, and almost 2", i+1, ok, load)
		}
	}
}

// His collapse simulator, the built-in experiment collapse: a second, and 10 ms more for
// each request that is there. Published: 3 of 10 runs recover from the spike without a
// backoff, since three attempts are 120/s, beyond the pole at 100/s, and 10 of 10 with
// U(0, 20) and U(0, 40) s.
func TestBrookerCollapse(t *testing.T) {
	trials := 20
	if long {
		trials = 100
	}
	r := results(t, only(t, builtin(t, "collapse", fmt.Sprintf("trials=%d", trials)), "immediate", "jitter"))
	without, with := recovered(cellOf(t, r, "immediate")), recovered(cellOf(t, r, "jitter"))
	t.Logf("%d of %d recover without backoff, %d with", without, trials, with)
	if z := sharesApart(without, trials, 3, 10); math.Abs(z) > 3.29 {
		t.Errorf("%d of %d recover without backoff, want a share like 3 of 10; %.1f standard errors", without, trials, z)
	}
	if without == 0 || without == trials || with != trials {
		t.Errorf("%d of %d recover without backoff, %d with; want some, and all", without, trials, with)
	}
}
