package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Network is what lies between a caller and a service.
type Network interface {
	Wire() Wire
}

// Wire is a network as the kernel needs it: a delay and a loss for each direction, what
// a byte and a connection cost, and times without any connection. What is lost is
// requests and responses, not packets: TCP repairs lost packets, which is part of the
// delay.
type Wire struct {
	Delay        sim.Dist  `key:"delay" doc:"one-way delay, drawn anew for each direction; none: no delay"`
	Request      sim.Dist  `key:"request" doc:"one-way delay of requests, instead of delay"`
	Response     sim.Dist  `key:"response" doc:"one-way delay of responses, instead of delay"`
	RequestLoss  sim.Share `key:"request-loss" doc:"of the requests are lost; the caller sees its own timeout"`
	ResponseLoss sim.Share `key:"response-loss" doc:"of the responses are lost, after the work was done"`
	Up           Bandwidth `key:"up" doc:"bandwidth of each request, which adds its bytes' time to the delay; requests do not slow down one another"`
	Down         Bandwidth `key:"down" doc:"bandwidth of each response"`
	Handshakes   int       `key:"handshakes" doc:"round trips to make a new connection: 1 for TCP, 2 with TLS 1.3, 3 with TLS 1.2; 0: connections cost nothing"`
	Outages      *Outages  `key:"outages" doc:"times without any connection, of each client for itself"`
}

// Outages are connections that come and go: a tunnel, a lift, rain. A client's times
// with and without alternate, whatever it sends.
type Outages struct {
	Every sim.Dist `key:"every,required" doc:"time with a connection, from the end of an outage to the next"`
	For   sim.Dist `key:"for,required" doc:"how long each lasts"`
}

// Wire implements [Network].
func (w *Wire) Wire() Wire { return *w }

// There returns the delay of requests, nil for none.
func (w *Wire) There() sim.Dist {
	if w.Request != nil {
		return w.Request
	}
	return w.Delay
}

// Back returns the delay of responses, nil for none.
func (w *Wire) Back() sim.Dist {
	if w.Response != nil {
		return w.Response
	}
	return w.Delay
}

// ThereWith returns the delay of requests of so many bytes, nil for none.
func (w *Wire) ThereWith(bytes int) sim.Dist { return delayed(w.There(), w.Up.Time(bytes)) }

// BackWith returns the delay of responses of so many bytes, nil for none.
func (w *Wire) BackWith(bytes int) sim.Dist { return delayed(w.Back(), w.Down.Time(bytes)) }

// Breaks returns the outages as the kernel needs them, nil for none.
func (w *Wire) Breaks() *sim.Outages {
	if w.Outages == nil {
		return nil
	}
	return &sim.Outages{Up: w.Outages.Every, Down: w.Outages.For}
}

// delayed is d and then by. It is d itself if by adds nothing, also if d is nil.
func delayed(d sim.Dist, by time.Duration) sim.Dist {
	switch {
	case by == 0:
		return d
	case d == nil:
		return &Constant{Value: by}
	}
	return &Shifted{By: by, Time: d}
}

// mostHandshakes is more than any protocol needs.
const mostHandshakes = 10

// Validate reports shares outside 0 % to 100 % and handshakes that no protocol has.
func (w *Wire) Validate() error {
	return catalog.Join(
		catalog.Problem(!(w.RequestLoss >= 0 && w.RequestLoss <= 1), "request-loss", "must lie between 0% and 100%"),
		catalog.Problem(!(w.ResponseLoss >= 0 && w.ResponseLoss <= 1), "response-loss", "must lie between 0% and 100%"),
		catalog.Problem(w.Up < 0, "up", "must not be negative"),
		catalog.Problem(w.Down < 0, "down", "must not be negative"),
		catalog.Problem(w.Handshakes < 0 || w.Handshakes > mostHandshakes, "handshakes", "must lie between 0 and 10"))
}

// Validate reports outages that take no time and leave none.
func (o *Outages) Validate() error {
	return catalog.Join(
		catalog.Problem(o.Every != nil && o.Every.Mean() <= 0, "every", "must be above 0s in the mean"),
		catalog.Problem(o.For != nil && o.For.Mean() <= 0, "for", "must be above 0s in the mean"))
}
