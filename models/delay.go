package models

import (
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
	if st := failing(env, r, false, 0); st != sim.OK {
		env.Reply(r.ID, st, 0)
		return
	}
	env.Serve(r.ID, d.ServiceTime.At(sim.Key(r.Key, sim.ForService, 0)), 0)
}

func (d delay) Wake(env *sim.Env, r *sim.Request) {
	st := failing(env, r, true, 0)
	if st == sim.OK && sim.Unit(sim.Key(r.Key, sim.ForFault, 0)) < float64(d.Failures) {
		st = sim.Unavailable
	}
	env.Reply(r.ID, st, 0)
}
