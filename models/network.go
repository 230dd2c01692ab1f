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

// Wire is a network as the kernel needs it: a delay and a loss for each direction.
type Wire struct {
	Delay        sim.Dist  `key:"delay" doc:"one-way delay, drawn anew for each direction; none: no delay"`
	Request      sim.Dist  `key:"request" doc:"one-way delay of requests, instead of delay"`
	Response     sim.Dist  `key:"response" doc:"one-way delay of responses, instead of delay"`
	RequestLoss  sim.Share `key:"request-loss" doc:"of the requests are lost; the caller sees its own timeout"`
	ResponseLoss sim.Share `key:"response-loss" doc:"of the responses are lost, after the work was done"`
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

// Validate reports shares outside 0 % to 100 %.
func (w *Wire) Validate() error {
	return catalog.Join(
		catalog.Problem(w.RequestLoss < 0 || w.RequestLoss > 1, "request-loss", "must lie between 0% and 100%"),
		catalog.Problem(w.ResponseLoss < 0 || w.ResponseLoss > 1, "response-loss", "must lie between 0% and 100%"))
}

// Networks lists the kinds of network. A bare duration, or a distribution, is a wire
// with that delay.
func Networks() []catalog.Row[Network] {
	type row = catalog.Row[Network]
	profile := func(p50, p99 time.Duration) func() Network {
		return func() Network { return &Wire{Delay: NewLognormal(p50, p99)} }
	}
	return []row{
		{Name: "wire", Doc: "A delay and a loss for each direction.", Source: "own", Short: "delay",
			New: func() Network { return &Wire{} }},
		{Name: "lan", Doc: "Inside a data centre: 0.25 ms one way, 1 ms at the 99th percentile.", Source: "assumed: round trips of about 0.5 ms",
			New: profile(250*time.Microsecond, time.Millisecond)},
		{Name: "wan", Doc: "Between regions of a continent: 20 ms one way, 40 ms at the 99th percentile.", Source: "assumed: round trips of about 40 ms",
			New: profile(20*time.Millisecond, 40*time.Millisecond)},
	}
}
