package experiments

import (
	"fmt"
	"math"

	"retrystorm/models"
	"retrystorm/sim"
)

// Estimate is what one run of a cell may need at worst: if every attempt fails.
type Estimate struct {
	Events float64
	Bytes  float64
	Known  bool // false if the workload or the attempts have no bound to compute with
}

// bytes of a pending event, with what the blocks of the queue leave free.
const eventBytes = 16

// Estimate looks at rates, horizon, attempts and queues; it does not run anything.
func (p *Plan) Estimate() Estimate {
	e := Estimate{Known: true}
	for _, f := range p.Config.Fleets {
		calls := models.Arrivals(f.Workload, f.Clients, p.Config.Horizon)
		if f.Workload.Closed() {
			e.Bytes += eventBytes * float64(f.Clients)
		}
		if calls == 0 {
			calls = float64(f.Clients)
		}
		p.addCalls(&e, int(f.Link), calls)
	}
	for _, n := range p.Config.Nodes {
		if q, ok := n.Model.(*models.Queue); ok && q.Waiting.Limit != models.Unlimited {
			e.Bytes += float64(q.Workers+int(q.Waiting.Limit)) * float64(sim.CallBytes+sim.RequestBytes)
		}
	}
	return e
}

// addCalls adds the events of so many calls over a link: each attempt is a sending, a
// service time, a timer and what the network takes; each call of the node multiplies.
func (p *Plan) addCalls(e *Estimate, link int, calls float64) {
	l := &p.Config.Links[link]
	most := (&Cell{Plan: p}).own(link)
	if math.IsInf(most, 1) {
		e.Known = false
		most = 1
	}
	perAttempt := 3.0
	if l.Request != nil {
		perAttempt++
	}
	if l.Response != nil {
		perAttempt++
	}
	attempts := calls * most
	e.Events += attempts * perAttempt
	if q, ok := p.Config.Nodes[l.To].Model.(*models.Queue); ok {
		for i, step := range q.Calls {
			p.addCalls(e, int(q.Links[i]), attempts*float64(step.Value.Share))
		}
	}
}

// Fits refuses a plan whose estimate is beyond the limits.
func (p *Plan) Fits(limits sim.Limits) error {
	e := p.Estimate()
	events, memory := float64(sim.DefaultEvents), float64(sim.DefaultMemory)
	if limits.Events > 0 {
		events = float64(limits.Events)
	}
	if limits.Memory > 0 {
		memory = float64(limits.Memory)
	}
	switch {
	case e.Events > events:
		return fmt.Errorf("one run may take %.3g events if every attempt fails, the limit is %.3g: shorten the horizon, lower the rate or the attempts, or use --force", e.Events, events)
	case e.Bytes > memory:
		return fmt.Errorf("one run may take %.3g MiB, the limit is %.3g MiB: lower the clients or the queue limits, or use --force", e.Bytes/(1<<20), memory/(1<<20))
	}
	return nil
}
