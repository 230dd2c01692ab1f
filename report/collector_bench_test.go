package report

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// BenchmarkObserve is the cost of one end of a call: it is on the kernel's hot path.
func BenchmarkObserve(b *testing.B) {
	c := NewCollector(triggerLayout)
	records := make([]sim.Record, 4096)
	for i := range records {
		at := sim.Time(i) * sim.Time(70*time.Millisecond)
		records[i] = sim.Record{At: at, D: time.Duration(i%500) * time.Millisecond, Client: uint32(i*7919) % 1000, Attempt: 1, Kind: sim.CallEnded}
		if i%10 == 0 {
			records[i].Status = sim.TimedOut
		}
	}
	i := 0
	for b.Loop() {
		c.Observe(&records[i%len(records)])
		i++
	}
}

// BenchmarkSample is the cost of one sample of a run with two nodes.
func BenchmarkSample(b *testing.B) {
	l := &Layout{
		Links:   []LinkLayout{{Name: "web/api", Fleet: "web", Timeout: sec}, {Name: "api/db", Node: 1}},
		Nodes:   []NodeLayout{{Name: "api"}, {Name: "db"}},
		Horizon: 300 * sec,
	}
	c := NewCollector(l)
	tally := sim.Tally{Links: make([]sim.LinkCount, 2), Nodes: make([]sim.NodeCount, 2)}
	at := sim.Time(0)
	for b.Loop() {
		if at = at.Add(c.Every()); at > sim.Time(l.Horizon) {
			b.StopTimer()
			c.Reset(l)
			at = sim.Time(c.Every())
			b.StartTimer()
		}
		tally.Links[0].Attempts++
		c.Sample(at, &tally)
	}
}
