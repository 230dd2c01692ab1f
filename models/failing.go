package models

import "retrystorm/sim"

// failing is what the faults of a node make of a request as it arrives or, afterWork,
// as it is about to be answered: OK if none hits it. replica 0 asks for faults of the
// whole service, others for those of one, counted from 1. Each fault draws for itself.
func failing(env *sim.Env, r *sim.Request, afterWork bool, replica uint16) sim.Status {
	if len(env.Faults()) == 0 { // short, so that it is inlined: most services have none
		return sim.OK
	}
	return struck(env, r, afterWork, replica)
}

func struck(env *sim.Env, r *sim.Request, afterWork bool, replica uint16) sim.Status {
	for _, f := range env.Faults() {
		if f.AfterWork != afterWork || f.Replica != replica || !f.Holds(env.Now) {
			continue
		}
		if f.Kind == sim.Refuse {
			return sim.Refused
		}
		if sim.Unit(sim.Key(r.Key, sim.ForFault, sim.KeyOf(0, f.Name)|1)) < float64(f.Share) {
			return f.Status
		}
	}
	return sim.OK
}
