package strategies

import (
	"math/bits"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// PercentileHedge sends one more attempt when one has been in flight for longer than
// most: a percentile of the latencies of late, so that the share of hedges stays what is
// wanted when the service slows down (failsafe-go; Dean and Barroso, The Tail at Scale,
// 2013). An attempt that was cancelled counts with the time it had taken, else those
// that a hedge has outrun would be missing, and each hedge would bring the next one
// forward.
type PercentileHedge struct {
	Percentile sim.Share     `key:"percentile" doc:"attempts that are answered before a hedge is sent, above 0% and below 100%; default 95%"`
	Start      time.Duration `key:"start,required" doc:"the delay before so many samples are known, above 0s"`
	Samples    int           `key:"samples" doc:"latencies that are needed; twice as many are remembered, older ones at half their weight and less; 10 to 1000000; default 1000"`
	Max        int           `key:"max" doc:"only the first so many attempts of a call are hedged; default 1"`
	Ends       Ends          `key:"ends" doc:"what ends the call while others are in flight: success (default), fatal (also an outcome that is never retried) or any (also one that is not retried now, such as the last)"`
	Scope      Scope         `key:"scope" doc:"who learns together: client, process (default) or fleet"`
}

func newPercentileHedge() Hedge {
	return &PercentileHedge{Percentile: 0.95, Samples: 1000, Max: 1, Ends: EndsOnSuccess, Scope: PerProcess}
}

// Most is how many hedges of a call there may be.
func (h PercentileHedge) Most() int { return max(h.Max, 1) }

// End says which outcomes end a call.
func (h PercentileHedge) End() Ends { return h.Ends }

// New makes estimates that know nothing, of 1 KiB each.
func (h PercentileHedge) New(s sim.Scopes) Hedging {
	if h.Percentile == 0 {
		h.Percentile = 0.95
	}
	if h.Samples == 0 {
		h.Samples = 1000
	}
	scope := h.Scope.of(s, PerProcess)
	return &percentileHedging{PercentileHedge: h, scope: scope, seen: make([]latencies, scope.slots(s.Clients))}
}

// Validate names the keys that make no sense. Zero values stand for the defaults.
func (h PercentileHedge) Validate() error {
	return catalog.Join(
		catalog.Problem(!(h.Percentile >= 0 && h.Percentile < 1), "percentile", "is "+number(100*float64(h.Percentile))+"%, want more than 0% and less than 100%"),
		above0("start", h.Start),
		catalog.Problem(h.Samples != 0 && (h.Samples < 10 || h.Samples > 1e6), "samples", "is "+strconv.Itoa(h.Samples)+", want 10 to 1000000"),
		catalog.Problem(h.Max < 0, "max", "is "+strconv.Itoa(h.Max)+", want 1 or more"),
	)
}

// percentileHedging is a PercentileHedge at work.
type percentileHedging struct {
	PercentileHedge
	scope scoped
	seen  []latencies
}

// Hedge implements [Hedging].
func (h *percentileHedging) Hedge(_ sim.Time, who uint32, c *sim.Call) (time.Duration, bool) {
	l := &h.seen[h.scope.slot(who)]
	if int(c.Attempts) > h.Most() {
		return 0, false
	}
	if l.n < uint32(h.Samples) {
		return h.Start, true
	}
	return l.delay, true
}

// Ended implements [Hedging].
func (h *percentileHedging) Ended(_ sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	l := &h.seen[h.scope.slot(who)]
	l.cells[cellOf(out.Latency)]++
	if l.n++; l.n >= 2*uint32(h.Samples) {
		l.n = 0
		for i := range l.cells {
			l.cells[i] /= 2
			l.n += l.cells[i]
		}
	}
	if l.since++; l.since >= uint32(h.Samples)/32 {
		l.since = 0
		l.delay = l.quantile(float64(h.Percentile))
	}
}

// latencies is a histogram of cells that are an eighth of an octave wide: a percentile
// is read at the upper end of its cell, at most 12.5 % above the sample.
type latencies struct {
	cells [30 * cellsPerOctave]uint32
	n     uint32
	since uint32 // samples since delay was read
	delay time.Duration
}

const (
	cellsPerOctave = 8
	finestCell     = 13 // 2^13 ns = 8.2 us: faster is taken for as fast
)

// cellOf is the cell of a latency.
func cellOf(d time.Duration) int {
	octave := max(bits.Len64(uint64(max(d, 0)))-1, finestCell)
	part := int(uint64(d)>>(octave-3)) & (cellsPerOctave - 1)
	return min((octave-finestCell)*cellsPerOctave+part, 30*cellsPerOctave-1)
}

// quantile is the upper end of the cell in which the share q of the samples ends.
func (l *latencies) quantile(q float64) time.Duration {
	need := float64(q * float64(l.n))
	sum := uint32(0)
	for i, n := range l.cells {
		if sum += n; float64(sum) >= need {
			return time.Duration(cellsPerOctave+1+i%cellsPerOctave) << (finestCell - 3 + i/cellsPerOctave)
		}
	}
	return time.Duration(2*cellsPerOctave) << (finestCell - 3 + 29)
}
