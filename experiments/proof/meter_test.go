package proof_test

import (
	"time"

	"retrystorm/sim"
)

// meter watches the only node and the only link of a run from the end of its warm-up
// to the horizon. Requests that arrived earlier are not counted.
type meter struct {
	warm, horizon sim.Time
	kinds         sim.Kinds // of records to look at; counters alone cost nothing

	arrived  [1 << 16]sim.Time // by number of the request; fewer than these are open
	n        uint64            // requests that have begun to be served
	delayed  uint64            // of them, not at once
	waited   time.Duration     // all of them together
	answered time.Duration     // and with their service

	firsts, refused uint64 // first attempts that came to an end, and those of them refused

	first, last seen // at the end of the warm-up and at the horizon
	end         seen // after the drain
}

// seen is the counters of one instant.
type seen struct {
	node sim.NodeCount
	link sim.LinkCount
}

func (m *meter) Wants() sim.Kinds { return m.kinds }

func (m *meter) Observe(r *sim.Record) {
	switch r.Kind {
	case sim.RequestArrived:
		m.arrived[r.Seq%uint32(len(m.arrived))] = r.At
	case sim.RequestStarted:
		m.started(r)
	case sim.AttemptEnded:
		if r.Attempt == 1 && m.warm < r.At && r.At <= m.horizon {
			m.firsts++
			if r.Status != sim.OK {
				m.refused++
			}
		}
	}
}

func (m *meter) started(r *sim.Record) {
	at := m.arrived[r.Seq%uint32(len(m.arrived))]
	if at < m.warm {
		return
	}
	wait := r.At.Sub(at)
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
	m.end = seen{t.Nodes[0], t.Links[0]}
	if at == m.warm {
		m.first = m.end
	}
	if at <= m.horizon {
		m.last = m.end
	}
}

// measure is a number taken from a meter.
type measure struct {
	kinds sim.Kinds // as in meter
	of    func(m *meter) float64
}

// The measures. Each row of a table has runs of its own, so a run is used for one.
var (
	served = sim.Of(sim.RequestArrived, sim.RequestStarted)

	wait     = measure{served, func(m *meter) float64 { return m.waited.Seconds() / float64(m.n) }}
	delay    = measure{served, func(m *meter) float64 { return float64(m.delayed) / float64(m.n) }}
	response = measure{served, func(m *meter) float64 { return m.answered.Seconds() / float64(m.n) }}
	held     = measure{served, func(m *meter) float64 { // not served at once
		return 1 - float64(m.n-m.delayed)/float64(m.end.node.Arrived-m.first.node.Arrived)
	}}
	refused = measure{sim.Of(sim.AttemptEnded), func(m *meter) float64 { return float64(m.refused) / float64(m.firsts) }}
	loss    = measure{0, func(m *meter) float64 {
		return float64(m.end.node.Rejected-m.first.node.Rejected) / float64(m.end.node.Arrived-m.first.node.Arrived)
	}}
	throughput = measure{0, func(m *meter) float64 {
		served := m.last.node.Replied - m.last.node.Rejected - (m.first.node.Replied - m.first.node.Rejected)
		return float64(served) / m.horizon.Sub(m.warm).Seconds()
	}}
	failed = measure{0, func(m *meter) float64 {
		return float64(m.last.link.Failed-m.first.link.Failed) / float64(m.last.link.Calls-m.first.link.Calls)
	}}
	attempts = measure{0, func(m *meter) float64 {
		return float64(m.last.link.Attempts-m.first.link.Attempts) / float64(m.last.link.Calls-m.first.link.Calls)
	}}
	retries = measure{0, func(m *meter) float64 { return attempts.of(m) - 1 }}
)
