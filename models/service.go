package models

import (
	"time"

	"retrystorm/sim"
)

// service is a Queue at work: what stands in front of the replicas, and what a request
// does after its service time. A request's Memo is 0 before its service time, then 1
// plus the number of nested calls begun or passed over, and what it holds.
type service struct {
	*Queue
	replicas []replica
	reject   time.Duration // work of one refusal
	front    bool          // something stands in front of the queue, or must be told of what leaves
	limits   []limitState
	balance  balance
	up, fit  []bool  // replicas that take requests; and are not ejected
	open     []int32 // requests at each
	eject    *ejections
	keys     *keyStore
	cache    *cacheState
	scale    *autoscaler
	seen     []sim.Time   // by request: when it came, if a concurrency limit wants to know
	due      []sim.Time   // by request: the reminder that counts, those before it are stale
	places   []uint32     // by request: where it waits, if patience may end that
	broken   []uint32     // requests at a replica that crashes
	faults   []*sim.Fault // on capacity, that hold
}

// What a request holds, in its Memo.
const (
	stepMask  = 1<<8 - 1
	hasKey    = 1 << (8 + iota) // executes for its idempotency key
	waitsKey                    // for the request that executes for its key
	hit                         // the cache has its answer
	leads                       // loads its answer into the cache
	waitsLoad                   // for the request that does
	held                        // by a limit, before it goes on
	counted                     // among the requests at its replica
	recording                   // between its effect and the record of it, or the other way round
	dying                       // its replica crashes
)

// New implements [sim.Model].
func (q *Queue) New() sim.Service {
	s := &service{Queue: q, reject: time.Duration(float64(q.ServiceTime.Mean()) * float64(q.RejectCost))}
	s.front = len(q.Limits) > 0 || q.Shed != nil || q.Concurrency != nil || q.Keys != nil || q.MostReplicas() > 1 || q.Crash != nil || q.Cache != nil
	s.replicas = make([]replica, q.MostReplicas())
	s.up, s.fit, s.open = make([]bool, len(s.replicas)), make([]bool, len(s.replicas)), make([]int32, len(s.replicas))
	s.balance.kind = q.Balancer
	for i := range s.replicas {
		s.replicas[i].set(q, s.newLine(), i < max(1, q.Replicas))
		s.up[i] = i < max(1, q.Replicas)
	}
	if q.Keys != nil {
		s.keys = newKeyStore(q.Keys)
	}
	if q.Ejection != nil {
		s.eject = q.Ejection.newEjections(len(s.replicas))
		s.eject.resize(max(1, q.Replicas))
	}
	return s
}

// Start implements [sim.Starter].
func (s *service) Start(env *sim.Env) {
	s.startLimits()
	if s.Queue.Cache != nil {
		s.cache = s.Queue.Cache.newCache(env.Seed())
	}
	for i := range s.replicas {
		s.replicas[i].seed(s.Queue, env.Seed(), i)
	}
	s.startScaling(env)
}

// Identifies implements [sim.Identifying].
func (s *service) Identifies() bool { return s.Queue.Cache != nil || s.Keys != nil || s.Shed != nil }

// Arrive takes a request in, or refuses it.
func (s *service) Arrive(env *sim.Env, r *sim.Request) {
	st := failing(env, r, false, 0)
	if st == sim.OK && len(s.replicas) == 1 {
		st = failing(env, r, false, 1)
	}
	if st == sim.OK && !s.front && s.replicas[0].state != serving {
		s.reply(env, r, sim.Refused)
		return
	}
	switch st {
	case sim.OK:
	case sim.Refused:
		s.refuse(env, r, &s.replicas[0], st)
		return
	default:
		s.reply(env, r, st)
		return
	}
	if !s.front {
		s.enter(env, r, &s.replicas[0])
		return
	}
	if s.limited(env, r) {
		return
	}
	s.admit(env, r)
}

// admit leads a request that the limits have let pass to a replica.
func (s *service) admit(env *sim.Env, r *sim.Request) {
	i := s.pick(env, r)
	if i < 0 {
		s.reply(env, r, sim.Refused)
		return
	}
	rep := &s.replicas[i]
	r.Replica = uint16(i)
	if len(s.replicas) > 1 {
		if st := failing(env, r, false, r.Replica+1); st != sim.OK {
			s.ended(env, i, st)
			s.reply(env, r, st)
			return
		}
	}
	if s.Crash != nil && int(s.open[i]) >= s.Crash.Open {
		s.crash(env, i, s.Crash.Restart)
		s.ended(env, i, sim.Reset)
		s.reply(env, r, sim.Reset)
		return
	}
	if s.sheds(env, r, rep, i) {
		s.ended(env, i, sim.Shed)
		s.refuse(env, r, rep, sim.Shed)
		return
	}
	s.take(env, r)
	if s.keys != nil && !s.executes(env, r) {
		return
	}
	s.enter(env, r, rep)
}

// take counts a request as one at its replica.
func (s *service) take(env *sim.Env, r *sim.Request) {
	r.Memo |= counted
	s.open[r.Replica]++
	if s.Concurrency != nil {
		for uint32(len(s.seen)) <= r.ID {
			s.seen = append(s.seen, 0)
		}
		s.seen[r.ID] = env.Now
	}
}

// leave forgets a request that is about to be answered or dropped with st. A concurrency
// limit hears of it if it had its service, or was dropped before.
func (s *service) leave(env *sim.Env, r *sim.Request, st sim.Status, dropped bool) {
	if !s.front {
		return
	}
	if r.Memo&leads != 0 {
		s.loadDropped(env, r)
	}
	if r.Memo&hasKey != 0 && r.Memo&dying == 0 { // who dies leaves its key locked
		s.keyDropped(env, r)
	}
	if r.Memo&waitsKey != 0 {
		s.keys.leave(s.keyOf(env, r), r.ID)
	}
	if r.Memo&waitsLoad != 0 {
		s.cache.leave(s.objectOf(env, r), r.ID)
	}
	if r.Memo&counted == 0 {
		return
	}
	r.Memo &^= counted
	i := int(r.Replica)
	if c := s.replicas[i].limit; c != nil && (dropped || r.Memo&stepMask != 0) {
		c.ended(env.Now, env.Now.Sub(s.seen[r.ID]), int(s.open[i]), dropped)
	}
	s.open[i]--
	s.ended(env, i, st)
	if s.open[i] == 0 && s.replicas[i].state == draining {
		s.switchOff(i)
	}
}
