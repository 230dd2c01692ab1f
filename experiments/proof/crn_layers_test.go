package proof_test

import (
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/sim"
)

const layersText = `
name: layers
question: Do the draws of the second layer depend on what the first one does?
trials: 1
horizon: 40s
fleet: {clients: 50, workload: {kind: poisson, rate: 80/s}, calls: gateway}
services:
  gateway: {workers: 60, service-time: {kind: exponential, mean: 20ms}, queue: 300, calls: {store: {}, log: {share: 50%}}}
  store: {workers: 10, service-time: {kind: exponential, mean: 100ms}, queue: 100}
  log: {kind: delay, service-time: 1ms}
link: {network: lan, timeout: 1s}
faults: {outage: {at: 15s, for: 5s, kind: stall, on: store}}
variants:
  none: {}
  below: {links.gateway/store.policy: {backoff: immediate, max-attempts: 3}}
  above: {links.fleet/gateway.policy: {backoff: {kind: full-jitter, base: 100ms, cap: 1s}, max-attempts: 4}}
  both:
    links.fleet/gateway.policy: {backoff: {kind: exponential, base: 100ms, cap: 1s}, max-attempts: 3}
    links.gateway/store.policy: {backoff: {kind: full-jitter, base: 50ms, cap: 1s}, max-attempts: 3, budget: 20%}
`

// attempt names an attempt by what it is for, in words that do not depend on the run:
// the nth call of the fleet and which attempt of it; below that, which attempt of the
// nested call on which link.
type attempt struct {
	nth  int
	own  uint16
	link uint8
	sub  uint16
}

// draws are the service times of all attempts of a run.
func draws(t *testing.T, x *experiments.Experiment, c *experiments.Cell) map[attempt]time.Duration {
	t.Helper()
	calls := map[uint32]attempt{}    // by number in the run
	requests := map[uint32]attempt{} // by number in the run
	took := map[attempt]time.Duration{}
	began := 0
	for _, r := range records(t, x, c, 1, sim.CallBegan, sim.AttemptSent, sim.RequestStarted) {
		switch r.Kind {
		case sim.CallBegan:
			if r.Link == 0 {
				began++
				calls[r.Call] = attempt{nth: began}
			} else {
				above := requests[r.Seq] // the request it is made for
				above.link = r.Link
				calls[r.Call] = above
			}
		case sim.AttemptSent:
			a := calls[r.Call]
			if r.Link == 0 {
				a.own = r.Attempt
			} else {
				a.sub = r.Attempt
			}
			requests[r.Seq] = a
		case sim.RequestStarted:
			took[requests[r.Seq]] = r.D
		}
	}
	return took
}

// At every layer an attempt meets the same service time in all variants, also long
// after the fault, when they have little else in common.
func TestCommonRandomNumbersOfNestedCalls(t *testing.T) {
	const fault = sim.Time(15 * time.Second)
	x := expand(t, scenario(t, "layers", layersText))
	base := draws(t, x, x.Cells[0])
	calm := func(c *experiments.Cell) []sim.Record {
		return where(records(t, x, c, 1, sim.CallEnded), func(r *sim.Record) bool { return r.At < fault })
	}
	want := calm(x.Cells[0])
	for _, c := range x.Cells[1:] {
		same(t, c.Variant, calm(c), want) // the records of nested calls among them
		own := draws(t, x, c)
		shared := [3]int{} // by link
		for a, d := range own {
			if e, ok := base[a]; ok {
				shared[a.link]++
				if d != e {
					t.Fatalf("%s: attempt %+v takes %v, without retries %v", c.Variant, a, d, e)
				}
			}
		}
		t.Logf("%s: %d service times, %v shared with the %d of no retries", c.Variant, len(own), shared, len(base))
		if min(shared[0], shared[1], shared[2]) < 500 || len(own) <= len(base) {
			t.Errorf("%s: %d service times, %v shared with the %d of no retries: too few to show anything", c.Variant, len(own), shared, len(base))
		}
	}
}
