package proof_test

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

// The mean is such that the 95th percentile lies in the middle of a cell of the
// histogram, which ends at 31.457 ms; twice as slow, it lies in the middle of another.
const percentileText = `
name: hedging-percentile
question: What does a hedge at the 95th percentile cost, before and after the service slows down?
trials: 1
horizon: 540s
fleet: {clients: 1000, workload: {kind: poisson, rate: 1000/s}}
service: {kind: delay, service-time: {kind: exponential, mean: 10.3ms}}
faults: {slow: {at: 200s, for: 340s, kind: slow, factor: 2}}
variants:
  percentile: {link.policy: {hedge: {kind: percentile, percentile: 95%, start: 1s, samples: 20000, scope: fleet}}}
  fixed: {link.policy: {hedge: 31.457280ms}}
`

// hedgesBetween counts calls and hedges of a stretch of time.
type hedgesBetween struct {
	from, to      sim.Time
	calls, hedges float64
}

func (*hedgesBetween) Wants() sim.Kinds { return sim.Of(sim.CallBegan, sim.AttemptSent) }

func (h *hedgesBetween) Observe(r *sim.Record) {
	switch {
	case r.At < h.from || r.At >= h.to:
	case r.Kind == sim.CallBegan:
		h.calls++
	case r.Reason == sim.Hedge:
		h.hedges++
	}
}

// A hedge at the 95th percentile costs 5 % more requests (Dean and Barroso, The Tail at
// Scale, 2013), or a little less, since it is read at the upper end of its cell: here
// 4.72 %. It stays so when the service gets twice as slow, where a fixed delay comes to
// hedge 22 % of all calls.
func TestHedgingAtAPercentile(t *testing.T) {
	x := expand(t, scenario(t, "hedging-percentile", percentileText))
	share := func(mean float64) float64 { return math.Exp(-31.457280 / mean) }
	if got := share(10.3); math.Abs(got-.0472) > .0001 {
		t.Fatalf("%v take longer than the end of the cell", got)
	}
	for _, row := range []struct {
		variant string
		from    time.Duration
		want    float64
	}{
		{"percentile", 60 * time.Second, share(10.3)},
		{"percentile", 400 * time.Second, share(10.3)},
		{"fixed", 60 * time.Second, share(10.3)},
		{"fixed", 400 * time.Second, share(20.6)},
	} {
		h := &hedgesBetween{from: sim.Time(row.from), to: sim.Time(row.from + 130*time.Second)}
		if _, err := x.Observe(t.Context(), variantOf(t, x, row.variant), 1, h); err != nil {
			t.Fatal(err)
		}
		z := (h.hedges - float64(h.calls*row.want)) / math.Sqrt(h.calls*row.want*(1-row.want))
		t.Logf("%s from %v on: %.3f %% more requests, want %.3f %%, z %+.2f", row.variant, row.from, 100*h.hedges/h.calls, 100*row.want, z)
		if math.Abs(z) > farthest {
			t.Errorf("%s from %v on: %.3f %% more requests, want %.3f %%", row.variant, row.from, 100*h.hedges/h.calls, 100*row.want)
		}
	}
}
