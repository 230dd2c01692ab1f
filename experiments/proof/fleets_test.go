package proof_test

import (
	"math"
	"testing"
)

const fleetsText = `
name: fleets
question: Is one fleet the same as two of half its size?
trials: 30
horizon: 50s
services: {service: {workers: 100, service-time: {kind: exponential, mean: 100ms}, queue: 2000}}
link: {network: lan, timeout: 1s, policy: {backoff: {kind: full-jitter, base: 100ms, cap: 10s}, max-attempts: 4}}
variants:
  one: {}
`

// Poisson arrivals add up: a fleet of 800/s and two of 400/s are the same in law, in
// a storm as well as near capacity, where every waiting time counts.
func TestTwoFleetsAreOne(t *testing.T) {
	const (
		oneFleet  = "{all: {clients: 1000, workload: {kind: poisson, rate: "
		halfFleet = "{clients: 500, workload: {kind: poisson, rate: "
	)
	for _, row := range []struct {
		name, rate, half, faults string
	}{
		{"storm", "800/s", "400/s", "faults={outage: {at: 30s, for: 5s, kind: stall}}"},
		{"near capacity", "970/s", "485/s", "faults={}"},
	} {
		one := scenario(t, "one", fleetsText, row.faults, "seed=1", "fleets="+oneFleet+row.rate+"}}}")
		two := scenario(t, "two", fleetsText, row.faults, "seed=2",
			"fleets={left: "+halfFleet+row.half+"}}, right: "+halfFleet+row.half+"}}}")
		a, b := results(t, one).Cells[0], results(t, two).Cells[0]
		for _, m := range []string{"goodput_per_s", "attempts", "latency_p50_s"} {
			x, y := sampleOf(of(a, m)), sampleOf(of(b, m))
			z := apart(x, y)
			t.Logf("%s, %s: one fleet %.5g +- %.2g, two %.5g +- %.2g, z %+.2f", row.name, m, x.mean, x.error(), y.mean, y.error(), z)
			if !(math.Abs(z) < farthest) {
				t.Errorf("%s, %s: one fleet %.5g, two %.5g: %.1f standard errors", row.name, m, x.mean, y.mean, z)
			}
		}
	}
}
