package models

import (
	"math"
	"time"

	"retrystorm/sim"
)

// Alarms of a service: what, and below it the number of the replica.
const (
	alarmServe = iota << 16 // a replica serves
	alarmScale              // the loop of the autoscaler
)

// pick chooses the replica for a request, -1 if none serves.
func (s *service) pick(env *sim.Env, r *sim.Request) int {
	if len(s.replicas) == 1 {
		if s.replicas[0].state != serving {
			return -1
		}
		return 0
	}
	u := sim.Key(r.Key, sim.ForReplica, 0)
	if s.eject == nil {
		return s.balance.pick(u, s.up, s.open)
	}
	for i := range s.up {
		s.fit[i] = s.up[i] && s.eject.available(env.Now, i)
	}
	if i := s.balance.pick(u, s.fit, s.open); i >= 0 {
		return i
	}
	return s.balance.pick(u, s.up, s.open) // all are ejected: better a bad one than none
}

// ended tells the balancer how a request at replica i went.
func (s *service) ended(env *sim.Env, i int, st sim.Status) {
	if s.eject == nil || st == sim.Cancelled {
		return
	}
	s.eject.ended(env.Now, i, st == sim.Reset || st == sim.Refused || sim.Statuses[st].Code >= 500)
	env.Count().Ejections = uint64(s.eject.total)
}

// Fault implements [sim.Faulted].
func (s *service) Fault(env *sim.Env, f *sim.Fault, on bool) {
	switch f.Kind {
	case sim.Flush:
		if on && s.cache != nil {
			s.cache.flush()
		}
	case sim.Crash:
		for i := range s.replicas {
			if on && s.replicas[i].state != off && (f.Replica == 0 || int(f.Replica) == i+1) {
				s.crash(env, i, f.For)
			}
		}
	case sim.Capacity:
		s.capacity(env, f, on)
	}
}

// crash ends replica i: what it holds is broken off, and it is gone until it has
// restarted; one that was to go anyway does not. Keys of requests at work stay locked; the
// cache is lost with the last one.
func (s *service) crash(env *sim.Env, i int, restart time.Duration) {
	p := &s.replicas[i]
	back := env.Now.Add(restart)
	if p.state == dead {
		if back > p.backAt { // it is not up sooner for being killed again
			p.backAt = back
			env.Alarm(back, alarmServe|uint32(i))
		}
		return
	}
	env.Count().Crashes++
	s.broken = s.broken[:0]
	env.InHand(func(r *sim.Request) {
		if int(r.Replica) == i && (r.Memo&counted != 0 || !s.front) {
			r.Memo |= dying
			s.broken = append(s.broken, r.ID)
		}
	})
	p.wait = s.newLine()
	p.debt = 0
	gone := p.state == draining
	p.state, s.up[i] = dead, false
	s.hold(env, p, -p.busy)
	for _, id := range s.broken {
		env.Break(id, sim.Reset) // first: its calls end before those of its heirs begin
		s.leave(env, env.Request(id), sim.Reset, true)
	}
	if gone {
		s.switchOff(i)
	} else {
		p.backAt = max(p.backAt, back) // one that starts is not there sooner
		env.Alarm(p.backAt, alarmServe|uint32(i))
	}
	for i := range s.up {
		if s.up[i] {
			return
		}
	}
	env.BreakConnections()
	if s.cache != nil {
		s.cache.flush()
	}
}

// Alarm implements [sim.Alarmed].
func (s *service) Alarm(env *sim.Env, token uint32) {
	if token&^0xffff == alarmScale {
		s.rescale(env)
		env.Alarm(env.Now.Add(s.Queue.Autoscale.Every), alarmScale)
		return
	}
	i := int(token & 0xffff)
	p := &s.replicas[i]
	if (p.state == dead || p.state == starting) && env.Now >= p.backAt { // otherwise a later crash has moved it
		p.state, p.since, s.up[i] = serving, env.Now, true
		p.seed(s.Queue, env.Seed(), i)
		s.observe(env)
	}
}

// capacity changes the number of workers while a fault holds.
func (s *service) capacity(env *sim.Env, f *sim.Fault, on bool) {
	kept := s.faults[:0]
	for _, g := range s.faults {
		if g != f {
			kept = append(kept, g)
		}
	}
	s.faults = kept
	if on {
		s.faults = append(s.faults, f)
	}
	for i := range s.replicas {
		p := &s.replicas[i]
		factor := 1.0
		for _, g := range s.faults {
			if g.Replica == 0 || int(g.Replica) == i+1 {
				factor = float64(factor * g.Factor)
			}
		}
		p.workers = int(math.Round(float64(s.Workers) * factor))
		for n := p.wait.len(); n > 0 && p.busy < p.workers && p.state != dead; n-- {
			s.hold(env, p, 1)
			env.Turn(uint32(i))
		}
	}
	s.observe(env)
}

// startScaling begins the loop of the autoscaler.
func (s *service) startScaling(env *sim.Env) {
	if s.Queue.Autoscale == nil {
		return
	}
	s.scale = s.Queue.Autoscale.newAutoscaler()
	s.observe(env)
	env.Alarm(env.Now.Add(s.Queue.Autoscale.Every), alarmScale)
}

// observe tells the autoscaler how many workers are held, and how many there are.
func (s *service) observe(env *sim.Env) {
	if s.scale != nil {
		g := s.Probe()
		s.scale.observe(env.Now, g.Busy, g.Workers)
	}
}

// rescale starts or stops replicas.
func (s *service) rescale(env *sim.Env) {
	there, coming := 0, 0
	for i := range s.replicas {
		switch s.replicas[i].state {
		case serving, dead:
			there++
		case starting:
			coming++
		}
	}
	want, now := s.scale.decide(env.Now, there, coming), there+coming
	for i := 0; i < len(s.replicas) && now < want; i++ {
		switch p := &s.replicas[i]; p.state {
		case draining:
			p.state, s.up[i] = serving, true
			now++
		case off:
			p.state, p.backAt = starting, env.Now.Add(s.Queue.Autoscale.UpAfter)
			env.Alarm(p.backAt, alarmServe|uint32(i))
			now++
		}
	}
	for i := len(s.replicas) - 1; i >= 0 && now > want; i-- {
		if s.replicas[i].state == starting {
			s.switchOff(i)
			now--
		}
	}
	for i := len(s.replicas) - 1; i >= 0 && now > want; i-- {
		if p := &s.replicas[i]; p.state == serving {
			p.state, s.up[i] = draining, false
			if s.open[i] == 0 {
				s.switchOff(i)
			}
			now--
		}
	}
	if s.eject != nil {
		s.eject.resize(now)
	}
	s.observe(env)
}

// switchOff ends a replica that is needed no more. The next one with its number is another.
func (s *service) switchOff(i int) {
	s.replicas[i].state = off
	if s.eject != nil {
		s.eject.forget(i)
	}
}
