package models

import "retrystorm/sim"

// Wake follows the service time.
func (s *service) Wake(env *sim.Env, r *sim.Request) {
	if len(s.Calls) > 0 && !s.HoldWorker {
		s.letGo(env, &s.replicas[r.Replica], r.Replica)
	}
	if s.cache != nil && s.lookUp(env, r) {
		return // until another request has loaded it
	}
	s.proceed(env, r)
}

// proceed makes the next nested calls of r, or answers it if there are none.
func (s *service) proceed(env *sim.Env, r *sim.Request) {
	begun := false
	for i := int(r.Memo&stepMask) - 1; i < len(s.Calls); i++ {
		step := &s.Calls[i].Value
		if begun && !step.Parallel {
			break
		}
		r.Memo++
		if step.When == onMiss && r.Memo&hit != 0 {
			continue
		}
		if step.Share >= 1 || sim.Unit(sim.Key(r.Key, sim.ForSplit, uint64(i))) < float64(step.Share) {
			env.Call(r.ID, s.Links[i], uint16(i))
			begun = true
		}
	}
	if !begun {
		s.finish(env, r, sim.OK)
	}
}

// Done implements [sim.Caller]: the first failure is the answer.
func (s *service) Done(env *sim.Env, r *sim.Request, left int, st sim.Status) {
	switch {
	case st != sim.OK:
		s.finish(env, r, upstream(st))
	case left == 0:
		s.proceed(env, r)
	}
}

// upstream is what a service answers whose own call has failed.
func upstream(st sim.Status) sim.Status {
	switch st {
	case sim.TimedOut, sim.Expired, sim.GatewayTime:
		return sim.GatewayTime
	case sim.GateClosed, sim.Unavailable, sim.Shed, sim.NoConnection:
		return sim.Unavailable
	default:
		return sim.BadGateway
	}
}

// finish is the end of the work on a request: its effect, the record of it under its
// key, and the answer.
func (s *service) finish(env *sim.Env, r *sim.Request, st sim.Status) {
	if r.Memo&leads != 0 {
		s.loaded(env, r, st)
	}
	if st == sim.OK && s.writes(env, r) {
		return // the record follows
	}
	if r.Memo&hasKey != 0 {
		s.record(env, r, st)
	}
	s.answer(env, r, st)
}

// answer sends the answer, and frees the worker if it still has one.
func (s *service) answer(env *sim.Env, r *sim.Request, st sim.Status) {
	final := st != sim.OK && s.MarkFinal && len(s.Calls) > 0
	if st == sim.OK {
		st = failing(env, r, true, 0)
		if st == sim.OK {
			st = failing(env, r, true, r.Replica+1)
		}
	}
	if s.front {
		s.leave(env, r, st, st != sim.OK)
	}
	if final {
		env.ReplyFinal(r.ID, st, 0)
	} else {
		env.Reply(r.ID, st, 0)
	}
	if len(s.Calls) == 0 || s.HoldWorker {
		s.letGo(env, &s.replicas[r.Replica], r.Replica)
	}
}

// reply answers a request that has no worker.
func (s *service) reply(env *sim.Env, r *sim.Request, st sim.Status) {
	s.leave(env, r, st, false)
	env.Reply(r.ID, st, 0)
}
