package proof_test

import (
	"fmt"
	"testing"
	"time"

	"retrystorm/sim"
)

// Variants meet the same arrivals and the same service times, whatever they do: every
// draw is keyed by whose it is, what for, and which one.

const calmText = `
name: calm
question: Do variants differ where nothing fails?
trials: 3
horizon: 20s
fleets: {clients: {clients: 50, workload: {kind: poisson, rate: 100/s}}}
service: {kind: delay, service-time: {kind: lognormal, p50: 70ms, p99: 460ms}}
link: {network: wan, timeout: 60s}
`

// Where nothing fails all policies are the same to the byte, and no call makes a
// second attempt.
func TestCommonRandomNumbersWithoutFailures(t *testing.T) {
	text := calmText + everyBackoff(t, 5) +
		"  budget: {link.policy: {backoff: {kind: fixed, wait: 1s}, max-attempts: 3, budget: 10%}}\n" +
		"  breaker: {link.policy: {backoff: {kind: fixed, wait: 1s}, max-attempts: 3, breaker: 5}}\n"
	x := expand(t, scenario(t, "calm", text))
	for trial := 1; trial <= 3; trial++ {
		var want []sim.Record
		for _, c := range x.Cells {
			got := records(t, x, c, trial, sim.CallBegan, sim.AttemptSent, sim.RequestStarted, sim.CallEnded)
			if want == nil {
				want = got
			}
			same(t, c.Variant, got, want)
		}
	}
	for _, c := range results(t, scenario(t, "calm", text)).Cells {
		for i, a := range of(c, "amplification") {
			if a != 1 {
				t.Errorf("%s, trial %d: amplification %v, want exactly 1", c.Variant, i+1, a)
			}
		}
	}
}

// Until something goes wrong the variants of a storm are the same to the byte; then
// they part.
func TestCommonRandomNumbersUntilTheFault(t *testing.T) {
	const fault = sim.Time(30 * time.Second)
	x := expand(t, builtin(t, "storm", "horizon=40s", "link.timeout=3s")) // 1s is missed before, 5 times in 100,000
	var want []sim.Record
	for i, c := range x.Cells {
		all := records(t, x, c, 1, sim.CallEnded)
		got := where(all, func(r *sim.Record) bool { return r.At < fault })
		if i == 0 {
			want = got
		}
		same(t, c.Variant, got, want)
		if len(got) == len(all) {
			t.Errorf("%s: there is nothing after the fault", c.Variant)
		}
	}
}

// The draws of a fleet are keyed by its name: other fleets, before or after it in the
// file, and whatever they are called, leave them as they are.
func TestCommonRandomNumbersOfAFleet(t *testing.T) {
	const (
		open   = "{clients: 50, workload: {kind: poisson, rate: 40/s}}"
		closed = "{clients: 20, workload: {kind: think, time: {kind: exponential, mean: 500ms}}}"
	)
	for _, own := range []string{open, closed} {
		var want []sim.Record
		for _, fleets := range []string{
			"{mine: " + own + "}",
			"{mine: " + own + ", another: " + open + "}",
			"{renamed: " + open + ", mine: " + own + "}",
			"{a: " + closed + ", mine: " + own + ", b: " + open + "}",
		} {
			x := expand(t, scenario(t, "fleets", calmText, "fleets="+fleets))
			link := uint8(0)
			for i, l := range x.Cells[0].Plan.Config.Links {
				if l.Name == "mine/service" {
					link = uint8(i)
				}
			}
			got := where(records(t, x, x.Cells[0], 1, sim.CallBegan, sim.CallEnded), func(r *sim.Record) bool { return r.Link == link })
			for i := range got {
				got[i].Call, got[i].Link = 0, 0 // numbers in the run, not draws
			}
			if want == nil {
				want = got
			}
			same(t, fleets, got, want)
		}
	}
}

// What common random numbers are for: the difference between two variants needs fewer
// runs. Published for M/M/1 at 0.8 and a service that is 5 % faster: 10.3 times fewer.
func TestCommonRandomNumbersSaveRuns(t *testing.T) {
	const pairs, least = 600, 5
	took := func(seed uint64, mean time.Duration) []float64 {
		q := system{measure: wait, fleet: poisson(.8), link: once, warm: 200, times: 38,
			service: queue(1, fmt.Sprintf("{kind: exponential, mean: %v}", mean), unlimited)}
		return q.each(t, seed, pairs)
	}
	slow, fast, other := took(1, time.Second), took(1, time.Second*100/105), took(2, time.Second*100/105)
	d, e := make([]float64, pairs), make([]float64, pairs)
	for i := range slow {
		d[i], e[i] = slow[i]-fast[i], slow[i]-other[i]
	}
	common, independent := sampleOf(d), sampleOf(e)
	ratio := independent.sd * independent.sd / (common.sd * common.sd)
	t.Logf("Wq(1) - Wq(1.05) = %.3f; variance %.4f with common random numbers, %.4f without: %.1f times", common.mean,
		common.sd*common.sd, independent.sd*independent.sd, ratio)
	if ratio < least {
		t.Errorf("common random numbers save %.1f times the runs, want %d at least", ratio, least)
	}
}
