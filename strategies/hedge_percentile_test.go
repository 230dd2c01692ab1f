package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// A percentile is read at the upper end of a cell: not below the sample, and at most an
// eighth above it.
func TestPercentileHedge(t *testing.T) {
	h := PercentileHedge{Percentile: 0.95, Start: time.Second, Samples: 1000, Max: 2}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	c := &sim.Call{Attempts: 1}
	hear := func(n int, latency func(i int) time.Duration) {
		for i := range n {
			h.Ended(0, 0, c, &sim.Outcome{Latency: latency(i)})
		}
	}
	near := func(reason string, want time.Duration) {
		t.Helper()
		if got, ok := h.Hedge(0, 0, c); !ok || got < want || got > want+want/8 {
			t.Errorf("%s: got %v, %t, want %v to %v", reason, got, ok, want, want+want/8)
		}
	}
	hear(999, func(int) time.Duration { return ms })
	if got, _ := h.Hedge(0, 0, c); got != time.Second {
		t.Errorf("with 999 samples of 1000: got %v, want the start of 1s", got)
	}
	hear(1, func(int) time.Duration { return ms })
	near("all alike", ms)
	hear(10_000, func(i int) time.Duration { return time.Duration(i%100+1) * ms })
	near("1 ms to 100 ms in equal parts", 95*ms)
	hear(10_000, func(i int) time.Duration { return time.Duration(i%100+1) * 20 * ms })
	near("twenty times as slow", 1900*ms)
	c.Attempts = 2
	if _, ok := h.Hedge(0, 0, c); !ok {
		t.Error("the second attempt is not hedged, with max 2")
	}
	c.Attempts = 3
	if _, ok := h.Hedge(0, 0, c); ok {
		t.Error("the third attempt is hedged, with max 2")
	}
}

func TestCellsHoldEveryLatency(t *testing.T) {
	var l latencies
	for _, d := range []time.Duration{0, 1, 8191, 8192, 9215, 9216, time.Millisecond, time.Second, time.Hour, 1 << 62} {
		l = latencies{}
		l.cells[cellOf(d)]++
		l.n++
		got := l.quantile(0.5)
		if d <= time.Hour && (got < d || d >= 8192 && got > d+d/8) {
			t.Errorf("%v is read as %v", d, got)
		}
	}
}

// What ends a call while a hedge is in flight. gRPC: what is not retried; failsafe-go: any
// outcome; else success alone.
func TestWhatEndsAHedgedCall(t *testing.T) {
	for _, tt := range []struct {
		ends Ends
		st   sim.Status
		want sim.Verb
	}{
		{EndsOnSuccess, sim.BadRequest, sim.Stop}, {EndsOnSuccess, sim.Unavailable, sim.Go},
		{EndsOnFatal, sim.BadRequest, sim.End}, {EndsOnFatal, sim.Unavailable, sim.Go},
		{EndsOnAny, sim.BadRequest, sim.End}, {EndsOnAny, sim.Unavailable, sim.Go},
	} {
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, Hedge: &FixedHedge{After: ms, Max: 3, Ends: tt.ends}})
		p.send()
		p.send()
		if got := p.end(tt.st).Verb; got != tt.want {
			t.Errorf("ends %s, %v: got verb %d, want %d", tt.ends, tt.st, got, tt.want)
		}
	}
	for ends, want := range map[Ends]sim.Verb{EndsOnSuccess: sim.Stop, EndsOnFatal: sim.Stop, EndsOnAny: sim.End} { // gRFC A6: a pushback that says no stops hedges, and cancels none
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 4, Hedge: &FixedHedge{After: ms, Max: 3, Ends: ends}})
		p.send()
		p.send()
		if got := p.st.After(0, 0, p.c, &sim.Outcome{Status: sim.Unavailable, Attempt: 2, Decide: true, Final: true}).Verb; got != want {
			t.Errorf("ends %s, do not retry: got verb %d, want %d", ends, got, want)
		}
	}
	for ends, want := range map[Ends]sim.Verb{EndsOnFatal: sim.Stop, EndsOnAny: sim.End} {
		p := play(Policy{Backoff: Immediate{}, MaxAttempts: 2, Hedge: &FixedHedge{After: ms, Ends: ends}})
		p.send()
		p.send()
		if got := p.end(sim.Unavailable).Verb; got != want {
			t.Errorf("ends %s, the last attempt: got verb %d, want %d", ends, got, want)
		}
	}
}
