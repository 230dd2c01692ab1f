package proof_test

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// gatewayText is a gateway of 40 workers, of which 500 calls/s need five. A fifth of the
// calls go on to a store, which is twenty times slower for twenty seconds.
const gatewayText = `
name: gateway
question: A fifth of the calls needs a slow store. What becomes of the others?
trials: 4
horizon: 60s
fleet: {clients: 1000, workload: {kind: poisson, rate: 500/s}, calls: gateway}
services:
  gateway: {workers: 40, service-time: {kind: exponential, mean: 10ms}, queue: unlimited, calls: {store: {share: 20%}}}
  store: {workers: 20, service-time: {kind: exponential, mean: 20ms}, queue: unlimited}
link: {timeout: 2s, policy: none}
faults: {slow: {at: 20s, for: 20s, on: store, kind: slow, factor: 20}}
variants:
  held: {services.gateway.hold-worker: true}
  let-go: {services.gateway.hold-worker: false}
`

// bystanders counts the calls that begin in a span of time, and those of them that
// succeed without a nested call.
type bystanders struct {
	from, to  sim.Time
	call      map[uint32]uint32 // by number of the request
	needs     map[uint32]bool   // calls that have called on
	began, ok int
}

func (b *bystanders) Wants() sim.Kinds {
	return sim.Of(sim.CallBegan, sim.AttemptSent, sim.CallEnded)
}

func (b *bystanders) inside(at sim.Time) bool { return b.from <= at && at < b.to }

func (b *bystanders) Observe(r *sim.Record) {
	const fleet = 0 // the number of its link
	switch {
	case r.Kind == sim.CallBegan && r.Link != fleet:
		b.needs[b.call[r.Seq]] = true
	case r.Kind == sim.CallBegan && b.inside(r.At):
		b.began++
	case r.Kind == sim.AttemptSent && r.Link == fleet:
		b.call[r.Seq] = r.Call
	case r.Kind == sim.CallEnded && r.Link == fleet:
		if r.Status == sim.OK && b.inside(r.At.Add(-r.D)) && !b.needs[r.Call] {
			b.ok++
		}
		delete(b.needs, r.Call)
	}
}

// Who holds a worker while a nested call is out decides what becomes of the calls that
// need no store: published are 0.07 to 0.19 of them answered in time if workers are
// held, all of them if not. Four fifths of the calls are such bystanders.
func TestHoldWorker(t *testing.T) {
	x := expand(t, scenario(t, "gateway", gatewayText))
	for _, row := range []struct {
		variant     string
		least, most float64
	}{
		{"held", .07, .19},
		{"let-go", .98, 1.02}, // 8,000 bystanders, counted from 10,000 calls: +-0.5 %
	} {
		for trial := 1; trial <= x.Trials; trial++ {
			b := &bystanders{from: sim.Time(20 * time.Second), to: sim.Time(40 * time.Second), call: map[uint32]uint32{}, needs: map[uint32]bool{}}
			if _, err := x.Observe(t.Context(), variantOf(t, x, row.variant), trial, b); err != nil {
				t.Fatal(err)
			}
			got := float64(b.ok) / (.8 * float64(b.began))
			t.Logf("%s, trial %d: %.3f of the bystanders are answered in time", row.variant, trial, got)
			if !(row.least <= got && got <= row.most) || b.began < 9000 {
				t.Errorf("%s, trial %d: %.3f of the bystanders are answered in time, want %v to %v", row.variant, trial, got, row.least, row.most)
			}
		}
	}
}
