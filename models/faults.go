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

// Replica says which one of a service's replicas a fault hits.
type Replica struct {
	Replica int `key:"replica" doc:"of the service, from 1; 0 or not given: all of them"`
}

func (r Replica) check() error {
	return catalog.Problem(r.Replica < 0 || r.Replica > 1000, "replica", "must be the number of one, from 1, or 0 for all")
}

// Groups says which groups of a fleet a fault hits.
type Groups struct {
	Groups []string `key:"groups" doc:"of the fleet; not given: all of them"`
}

// Some returns the groups: faults that hit clients embed it.
func (g Groups) Some() []string { return g.Groups }

// Stall stops the workers of a service. What is in service and what arrives waits,
// and is served when it is over, by then often for nobody.
type Stall struct {
	When
	Replica
}

// Lose lets the network of a link lose requests, responses or both. The caller sees
// its own timeout. Without a share every request is lost.
type Lose struct {
	When
	Groups
	Request  Loss `key:"request,omitzero" doc:"of the requests are lost; 100% if neither share is given"`
	Response Loss `key:"response,omitzero" doc:"of the responses are lost, after the work was done"`
}

// Partition lets nothing through, in neither direction: established connections hang,
// new ones are not made.
type Partition struct {
	When
	Groups
}

// Refuse lets a service answer "connection refused" at once.
type Refuse struct {
	When
	Replica
}

// Slow lets a service take longer, also for what is in service.
type Slow struct {
	When
	Replica
	Factor float64 `key:"factor,required" doc:"times as long, such as 15"`
}

// LessCapacity takes workers away from a service. What they have is finished.
type LessCapacity struct {
	When
	Replica
	To sim.Share `key:"to,required" doc:"of its workers are left, such as 40%"`
}

// Error lets a service answer a share of the requests with an error.
type Error struct {
	When
	Replica
	Share  sim.Share  `key:"share" doc:"of the requests; 100% if not given"`
	Status Answer     `key:"status" doc:"HTTP code of the error"`
	After  ErrorAfter `key:"after" doc:"arrival: at once, nothing is done; effect: the work is done first"`
}

// ErrorAfter says when an error comes.
type ErrorAfter string

// Values lists the moments.
func (ErrorAfter) Values() []string { return []string{"arrival", "effect"} }

// Crash ends the process of a service: connections break, what waits and what is at
// work is lost, and after a restart it is cold.
type Crash struct {
	At      time.Duration `key:"at,required" doc:"when it dies, from the end of the warm-up"`
	Restart time.Duration `key:"restart,required" doc:"until it serves again"`
	On      string        `key:"on" doc:"the service; may be left out if there is one"`
	Replica
}

// Moment is when it is down.
func (f *Crash) Moment() When { return When{At: f.At, For: f.Restart, On: f.On} }

// FlushCache empties the cache of a service.
type FlushCache struct {
	At time.Duration `key:"at,required" doc:"when, from the end of the warm-up"`
	On string        `key:"on" doc:"the service; may be left out if there is one"`
}

// Moment is an instant.
func (f *FlushCache) Moment() When { return When{At: f.At, On: f.On} }

// Spike lets the clients of a fleet call more often.
type Spike struct {
	When
	Groups
	Factor float64 `key:"factor,required" doc:"times as often, such as 1.5"`
}

func (f *Stall) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Stall, Replica: uint16(f.Replica.Replica)}
}

func (f *Lose) Fault() sim.Fault {
	if f.Request == 0 && f.Response == 0 {
		return sim.Fault{Kind: sim.Lose, Request: 1}
	}
	return sim.Fault{Kind: sim.Lose, Request: f.Request.Share(), Response: f.Response.Share()}
}

func (f *Partition) Fault() sim.Fault { return sim.Fault{Kind: sim.Lose, Request: 1, Response: 1} }
func (f *Refuse) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Refuse, Replica: uint16(f.Replica.Replica)}
}

func (f *Slow) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Slow, Factor: f.Factor, Replica: uint16(f.Replica.Replica)}
}

func (f *LessCapacity) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Capacity, Factor: float64(f.To), Replica: uint16(f.Replica.Replica)}
}

func (f *Crash) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Crash, Replica: uint16(f.Replica.Replica)}
}
func (f *FlushCache) Fault() sim.Fault { return sim.Fault{Kind: sim.Flush} }
func (f *Spike) Fault() sim.Fault      { return sim.Fault{Kind: sim.Spike, Factor: f.Factor} }

func (f *Error) Fault() sim.Fault {
	return sim.Fault{Kind: sim.Errors, Share: f.Share, Status: sim.Status(f.Status), AfterWork: f.After == "effect",
		Replica: uint16(f.Replica.Replica)}
}

func (f *Stall) Validate() error     { return catalog.Join(f.When.check(), f.Replica.check()) }
func (f *Refuse) Validate() error    { return catalog.Join(f.When.check(), f.Replica.check()) }
func (f *Lose) Validate() error      { return f.check() }
func (f *Partition) Validate() error { return f.check() }

func (f *Slow) Validate() error {
	return catalog.Join(f.When.check(), f.Replica.check(), catalog.Problem(!(f.Factor > 0), "factor", "must be above 0"))
}

func (f *LessCapacity) Validate() error {
	return catalog.Join(f.When.check(), f.Replica.check(), catalog.Problem(f.To < 0 || f.To > 1, "to", "must lie between 0% and 100%"))
}

func (f *Crash) Validate() error {
	return catalog.Join(f.Replica.check(),
		catalog.Problem(f.At < 0, "at", "must not be negative"),
		catalog.Problem(f.Restart <= 0, "restart", "must be above 0s"))
}

func (f *FlushCache) Validate() error { return catalog.Problem(f.At < 0, "at", "must not be negative") }

func (f *Error) Validate() error {
	return catalog.Join(f.When.check(), f.Replica.check(),
		catalog.Problem(f.Share < 0 || f.Share > 1, "share", "must lie between 0% and 100%"),
		catalog.Problem(f.Status == Answer(sim.OK), "status", "must be an error"))
}

func (f *Spike) Validate() error {
	return catalog.Join(f.check(), catalog.Problem(!(f.Factor > 0), "factor", "must be above 0"))
}

// NoDown explains why there is no fault called down.
const NoDown = `there is no fault "down", because what happens to the work decides the outcome: ` +
	`stall (workers stop, requests wait and are served afterwards), lose (requests vanish, the caller sees its timeout), ` +
	`refuse (refused at once) or crash (connections break, the queue is lost, and it comes back cold)`

// Faults lists the kinds of fault.
func Faults() []catalog.Row[Fault] {
	type row = catalog.Row[Fault]
	return []row{
		{Name: "stall", Doc: "The workers stop; requests wait and are served afterwards.", Source: "a long pause, a lock, a full disk", New: func() Fault { return &Stall{} }},
		{Name: "lose", Doc: "The network of a link loses requests or responses.", Source: "a partition", New: func() Fault { return &Lose{} }},
		{Name: "partition", Doc: "Nothing gets through on a link, in neither direction; new connections are not made.", Source: "a broken switch, a tunnel", New: func() Fault { return &Partition{} }},
		{Name: "refuse", Doc: "The service refuses connections at once.", Source: "a stopped process", New: func() Fault { return &Refuse{} }},
		{Name: "crash", Doc: "The process dies: connections break, its queue is lost, and after a restart it is cold.", Source: "out of memory, a bad release", New: func() Fault { return &Crash{} }},
		{Name: "slow", Doc: "Service takes a multiple of its time.", Source: "a slow disk, a noisy neighbour", New: func() Fault { return &Slow{} }},
		{Name: "capacity", Doc: "A share of the workers is left.", Source: "a lost zone, a CPU limit", New: func() Fault { return &LessCapacity{} }},
		{Name: "flush-cache", Doc: "The cache is empty, at once.", Source: "a restart of the cache", New: func() Fault { return &FlushCache{} }},
		{Name: "error", Doc: "A share of the requests is answered with an error.", Source: "a bad deployment", New: func() Fault {
			return &Error{Share: 1, Status: Answer(sim.Internal), After: "arrival"}
		}},
		{Name: "spike", Doc: "The clients call a multiple of their rate.", Source: "an event, a campaign", New: func() Fault { return &Spike{} }},
	}
}
