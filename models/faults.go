package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Fault is something that goes wrong for a while.
type Fault interface {
	Moment() When
	// Fault is what it does, for the kernel, without its time and name.
	Fault() sim.Fault
}

// When is the time and place of a fault.
type When struct {
	At  time.Duration `key:"at,required" doc:"when it begins, from the end of the warm-up"`
	For time.Duration `key:"for,required" doc:"how long it lasts"`
	On  string        `key:"on" doc:"the service, the link (caller/callee) or the fleet it hits; may be left out if there is one"`
}

// Moment returns w: faults embed it.
func (w When) Moment() When { return w }

func (w When) check() error {
	return catalog.Join(
		catalog.Problem(w.At < 0, "at", "must not be negative"),
		catalog.Problem(w.For <= 0, "for", "must be above 0s"))
}

// Stall stops the workers of a service. What is in service and what arrives waits,
// and is served when it is over, by then often for nobody.
type Stall struct{ When }

// Lose lets the network of a link lose requests, responses or both. The caller sees
// its own timeout. Without a share every request is lost.
type Lose struct {
	When
	Request  Loss `key:"request,omitzero" doc:"of the requests are lost; 100% if neither share is given"`
	Response Loss `key:"response,omitzero" doc:"of the responses are lost, after the work was done"`
}

// Refuse lets a service answer "connection refused" at once.
type Refuse struct{ When }

// Slow lets a service take longer, also for what is in service.
type Slow struct {
	When
	Factor float64 `key:"factor,required" doc:"times as long, such as 15"`
}

// Error lets a service answer a share of the requests with an error.
type Error struct {
	When
	Share  sim.Share  `key:"share" doc:"of the requests; 100% if not given"`
	Status Answer     `key:"status" doc:"HTTP code of the error"`
	After  ErrorAfter `key:"after" doc:"arrival: at once, nothing is done; work: the work is done first"`
}

// ErrorAfter says when an error comes.
type ErrorAfter string

// Values lists the moments.
func (ErrorAfter) Values() []string { return []string{"arrival", "work"} }

// Spike lets the clients of a fleet call more often.
type Spike struct {
	When
	Factor float64 `key:"factor,required" doc:"times as often, such as 1.5"`
}

func (f *Stall) Fault() sim.Fault { return sim.Fault{Kind: sim.Stall} }

func (f *Lose) Fault() sim.Fault {
	if f.Request == 0 && f.Response == 0 {
		return sim.Fault{Kind: sim.Lose, Request: 1}
	}
	return sim.Fault{Kind: sim.Lose, Request: f.Request.Share(), Response: f.Response.Share()}
}

func (f *Refuse) Fault() sim.Fault { return sim.Fault{Kind: sim.Refuse} }
func (f *Slow) Fault() sim.Fault   { return sim.Fault{Kind: sim.Slow, Factor: f.Factor} }
func (f *Spike) Fault() sim.Fault  { return sim.Fault{Kind: sim.Spike, Factor: f.Factor} }

func (f *Error) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Errors, Share: f.Share, Status: sim.Status(f.Status), AfterWork: f.After == "work"}
}

func (f *Stall) Validate() error  { return f.check() }
func (f *Refuse) Validate() error { return f.check() }

func (f *Lose) Validate() error { return f.check() }

func (f *Slow) Validate() error {
	return catalog.Join(f.check(), catalog.Problem(!(f.Factor > 0), "factor", "must be above 0"))
}

func (f *Error) Validate() error {
	return catalog.Join(f.check(),
		catalog.Problem(f.Share < 0 || f.Share > 1, "share", "must lie between 0% and 100%"),
		catalog.Problem(f.Status == Answer(sim.OK), "status", "must be an error"))
}

func (f *Spike) Validate() error {
	return catalog.Join(f.check(), catalog.Problem(!(f.Factor > 0), "factor", "must be above 0"))
}

// NoDown explains why there is no fault called down.
const NoDown = `there is no fault "down", because what happens to the work decides the outcome: ` +
	`stall (workers stop, requests wait and are served afterwards), lose (requests vanish, the caller sees its timeout) ` +
	`or refuse (refused at once)`

// Faults lists the kinds of fault.
func Faults() []catalog.Row[Fault] {
	type row = catalog.Row[Fault]
	return []row{
		{Name: "stall", Doc: "The workers stop; requests wait and are served afterwards.", Source: "a long pause, a lock, a full disk", New: func() Fault { return &Stall{} }},
		{Name: "lose", Doc: "The network of a link loses requests or responses.", Source: "a partition", New: func() Fault { return &Lose{} }},
		{Name: "refuse", Doc: "The service refuses connections at once.", Source: "a stopped process", New: func() Fault { return &Refuse{} }},
		{Name: "slow", Doc: "Service takes a multiple of its time.", Source: "a slow disk, a noisy neighbour", New: func() Fault { return &Slow{} }},
		{Name: "error", Doc: "A share of the requests is answered with an error.", Source: "a bad deployment", New: func() Fault {
			return &Error{Share: 1, Status: Answer(sim.Internal), After: "arrival"}
		}},
		{Name: "spike", Doc: "The clients call a multiple of their rate.", Source: "an event, a campaign", New: func() Fault { return &Spike{} }},
	}
}
