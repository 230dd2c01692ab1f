package proof_test

import (
	"time"

	"retrystorm/sim"
)

// meter watches the only node of a run from the end of its warm-up to the horizon.
// Requests that arrived earlier are not counted.
type meter struct {
	warm, horizon sim.Time
	each          bool // look at each request; counters alone cost nothing

	arrived  [1 << 16]sim.Time // by number of the request; fewer than these are open
	n        uint64            // requests that have begun to be served
	delayed  uint64            // of them, not at once
	waited   time.Duration     // all of them together
	answered time.Duration     // and with their service

	first, last sim.NodeCount // at the end of the warm-up and at the horizon
	end         sim.NodeCount // after the drain
}

func (m *meter) Wants() sim.Kinds {
	if !m.each {
		return 0
	}
	return sim.Of(sim.RequestArrived, sim.RequestStarted)
}

func (m *meter) Observe(r *sim.Record) {
	at := &m.arrived[r.Seq%uint32(len(m.arrived))]
	if r.Kind == sim.RequestArrived {
		*at = r.At
		return
	}
	if *at < m.warm {
		return
	}
	wait := r.At.Sub(*at)
	m.n++
	m.waited += wait
	m.answered += wait + r.D
	if wait > 0 {
		m.delayed++
	}
}

// Every is a distance whose multiples the warm-up and the horizon both are.
func (m *meter) Every() time.Duration { return time.Duration(m.warm) }

func (m *meter) Sample(at sim.Time, t *sim.Tally) {
	m.end = t.Nodes[0]
	if at == m.warm {
		m.first = m.end
	}
	if at <= m.horizon {
		m.last = m.end
	}
}

// measure is a number taken from a meter.
type measure struct {
	each bool // as in meter
	of   func(m *meter) float64
}

// The measures. Each row of a table has runs of its own, so a run is used for one.
var (
	wait     = measure{true, func(m *meter) float64 { return m.waited.Seconds() / float64(m.n) }}
	delay    = measure{true, func(m *meter) float64 { return float64(m.delayed) / float64(m.n) }}
	response = measure{true, func(m *meter) float64 { return m.answered.Seconds() / float64(m.n) }}
	loss     = measure{false, func(m *meter) float64 {
		return float64(m.end.Rejected-m.first.Rejected) / float64(m.end.Arrived-m.first.Arrived)
	}}
	throughput = measure{false, func(m *meter) float64 {
		served := m.last.Replied - m.last.Rejected - (m.first.Replied - m.first.Rejected)
		return float64(served) / m.horizon.Sub(m.warm).Seconds()
	}}
)
