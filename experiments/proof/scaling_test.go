package proof_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// clockText is a system without a random time whose every time is a multiple of k. It
// is overloaded, so that all kinds of things happen.
func clockText(k int) string {
	ms := func(n int) time.Duration { return time.Duration(k*n) * time.Millisecond }
	return fmt.Sprintf(`
name: clock
question: Does anything depend on the unit of time?
trials: 1
horizon: %v
fleet: {clients: 30, workload: {kind: steady, rate: %v/s}}
service: {workers: 5, service-time: %v, queue: 20}
link: {network: %v, timeout: %v, deadline: %v, policy: {backoff: {kind: exponential, base: %v, cap: %v}, max-attempts: 4}}
faults:
  outage: {at: %v, for: %v, kind: stall}
  slowness: {at: %v, for: %v, kind: slow, factor: 2}
`, ms(20000), 50/float64(k), ms(90), ms(1), ms(400), ms(1500), ms(50), ms(400), ms(5000), ms(1000), ms(10000), ms(2000))
}

// A clock that runs k times as fast changes nothing but the times: exactly, where no
// time is drawn.
func TestScalingOfTime(t *testing.T) {
	x := expand(t, scenario(t, "clock", clockText(1)))
	base := records(t, x, x.Cells[0], 1)
	for _, k := range []int{3, 10} {
		y := expand(t, scenario(t, "clock", clockText(k)))
		got := records(t, y, y.Cells[0], 1)
		want := make([]sim.Record, len(base))
		for i, r := range base {
			r.At *= sim.Time(k)
			if r.Kind != sim.Replied { // its D is a hint, and there is none
				r.D *= time.Duration(k)
			}
			want[i] = r
		}
		same(t, fmt.Sprintf("times %d", k), got, want)
	}
}

// Drawn times are rounded to nanoseconds after they have been scaled, so that a run
// scales but for that.
func TestScalingOfDrawnTimes(t *testing.T) {
	const k = 3
	const backoff = "link.policy.backoff=[{kind: full-jitter, base: %dms, cap: %ds, first: 2x}]"
	fast := only(t, builtin(t, "aws", "trials=20"), "full-jitter")
	slow := only(t, builtin(t, "aws", "trials=20", "link.network.mean=30ms", "link.network.sd=6ms"), "full-jitter")
	a := results(t, vary(t, fast, "fleet.clients=[50]", fmt.Sprintf(backoff, 5, 2))).Cells[0]
	b := results(t, vary(t, slow, "fleet.clients=[50]", fmt.Sprintf(backoff, 5*k, 2*k))).Cells[0]
	for i := range a.Trials {
		x, y := of(a, "completion_s")[i], of(b, "completion_s")[i]
		if m, n := of(a, "attempts")[i], of(b, "attempts")[i]; m != n || math.Abs(y/x-k) > 1e-6 {
			t.Errorf("trial %d: %v attempts in %v s, scaled by %d %v in %v s", i+1, m, x, k, n, y)
		}
	}
}
