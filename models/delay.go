package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Delay takes a time of its own for each request and has as many workers as it
// needs: a service that is never busy, to isolate what clients do.
type Delay struct {
	ServiceTime sim.Dist  `key:"service-time,required" doc:"time until the answer"`
	Failures    sim.Share `key:"failures" doc:"of the requests are answered 503 after their time, independently of everything"`
}

// Validate reports a share outside 0 % to 100 %.
func (d *Delay) Validate() error {
	return catalog.Problem(d.Failures < 0 || d.Failures > 1, "failures", "must lie between 0% and 100%")
}

// New implements [sim.Model].
func (d *Delay) New() sim.Service { return delay{d} }

type delay struct{ *Delay }

func (d delay) Arrive(env *sim.Env, r *sim.Request) {
	if f := env.Fault(sim.Refuse); f != nil {
		env.Reply(r.ID, sim.Refused, 0)
		return
	}
	if f := env.Fault(sim.Errors); f != nil && !f.AfterWork && hit(r, f) {
		env.Reply(r.ID, f.Status, 0)
		return
	}
	env.Serve(r.ID, d.ServiceTime.At(sim.Key(r.Key, sim.ForService, 0)), time.Duration(0))
}

func (d delay) Wake(env *sim.Env, r *sim.Request) {
	if f := env.Fault(sim.Errors); f != nil && f.AfterWork && hit(r, f) {
		env.Reply(r.ID, f.Status, 0)
		return
	}
	if sim.Unit(sim.Key(r.Key, sim.ForFault, 0)) < float64(d.Failures) {
		env.Reply(r.ID, sim.Unavailable, 0)
		return
	}
	env.Reply(r.ID, sim.OK, 0)
}
