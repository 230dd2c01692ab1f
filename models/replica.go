package models

import (
	"math"
	"time"

	"retrystorm/sim"
)

// replica is one copy of a service: workers behind a line.
type replica struct {
	busy    int
	workers int // now; a fault may take some away
	wait    *line
	limit   concurrency   // nil: none
	shed    shed          // nil: none
	debt    time.Duration // work of refusals, which the next services must do first
	state   replicaState
	since   sim.Time // it serves since then; before, it was not there
	backAt  sim.Time // a dead or starting one serves from then on
}

// replicaState says what a replica does.
type replicaState uint8

const (
	off      replicaState = iota // not asked for
	starting                     // asked for, not there yet
	serving
	draining // finishes what it has, takes nothing new
	dead     // crashed, restarts
)

func (p *replica) set(q *Queue, wait *line, serves bool) {
	p.wait = wait
	p.workers = q.Workers
	p.since = math.MinInt64 / 2 // warm
	if serves {
		p.state = serving
	}
}

// newLine is an empty queue, which remembers nothing.
func (s *service) newLine() *line {
	l := &line{}
	if s.Waiting.Discipline != nil {
		l = s.Waiting.Discipline.newLine()
	}
	l.dropAfter = s.DropAfter
	if s.Waiting.Patience != nil {
		l.where = &s.places
	}
	return l
}

func (p *replica) seed(q *Queue, seed uint64, number int) {
	word := sim.Key(seed, sim.ForReplica, uint64(number))
	if q.Concurrency != nil {
		p.limit = q.Concurrency.newLimit(word)
	}
	if q.Shed != nil {
		p.shed = q.Shed.newShed()
	}
}

// sheds reports whether replica i refuses a request before its queue is full.
func (s *service) sheds(env *sim.Env, r *sim.Request, p *replica, i int) bool {
	if p.limit != nil && !p.limit.allows(int(s.open[i])) {
		return true
	}
	return p.shed != nil && !p.shed.admits(env.Now, s.class(env, r),
		sim.Unit(sim.Key(env.Root(r), sim.ForShed, 0)), sim.Unit(sim.Key(r.Key, sim.ForShed, 0)))
}

// class is how important a request is, 0 to 9.
func (s *service) class(env *sim.Env, r *sim.Request) uint8 {
	if s.Waiting.RetriesLast && r.N > 1 {
		return 0
	}
	return env.Priority(r)
}

// enter gives a request a worker, a place in the line, or a refusal.
func (s *service) enter(env *sim.Env, r *sim.Request, p *replica) {
	switch {
	case p.busy < p.workers:
		s.hold(env, p, 1)
		s.start(env, r, p)
	case p.wait.len() < int(s.Waiting.Limit):
		s.queue(env, r, p)
	default:
		if last, ok := p.wait.pushOut(s.class(env, r)); ok {
			s.queue(env, r, p) // first: who is refused may have heirs, which want the place too
			s.refuse(env, env.Request(last.id), p, sim.Shed)
			return
		}
		s.refuse(env, r, p, sim.Shed)
	}
}

func (s *service) queue(env *sim.Env, r *sim.Request, p *replica) {
	p.wait.push(place{r.ID, r.Seq(), env.Now, s.class(env, r)})
	if d := s.Waiting.Patience; d != nil {
		s.remind(env, r, d.At(sim.Key(r.Key, sim.ForPatience, 0)))
	}
}

// remind sets a reminder, the only one of r that counts from now on.
func (s *service) remind(env *sim.Env, r *sim.Request, d time.Duration) {
	for uint32(len(s.due)) <= r.ID {
		s.due = append(s.due, 0)
	}
	s.due[r.ID] = env.Now.Add(d)
	env.Remind(r.ID, d)
}

// Remind implements [sim.Reminded]: a limit has held a request long enough, its effect
// has been recorded, the lock of the key for which it waits has expired, or its
// patience is over if it still waits for a worker.
func (s *service) Remind(env *sim.Env, r *sim.Request) {
	if env.Now != s.due[r.ID] {
		return
	}
	p := &s.replicas[r.Replica]
	switch {
	case r.Memo&held != 0:
		r.Memo &^= held
		if !s.givesUp(env, r) {
			s.admit(env, r)
		}
	case r.Memo&recording != 0:
		s.recorded(env, r)
	case r.Memo&waitsKey != 0:
		s.askKey(env, r)
	case s.Waiting.Patience != nil && r.Memo&stepMask == 0 && p.wait.remove(r.ID, r.Seq()):
		s.refuse(env, r, p, sim.Shed)
	}
}

// refuse answers at once; the workers do the work of it before their next service.
// What a full house could owe is bounded by its own size: beyond that connections
// are refused before they cost anything, so that a few requests are served however
// many are refused.
func (s *service) refuse(env *sim.Env, r *sim.Request, p *replica, st sim.Status) {
	s.owe(p, s.reject)
	if st == sim.Shed {
		env.Count().Shed++
	}
	s.leave(env, r, st, true)
	env.Reply(r.ID, st, 0)
}

// owe adds the work of a refusal, as long as a full house does not owe more than one for
// each of its places.
func (s *service) owe(p *replica, cost time.Duration) {
	if room := min(s.Workers+int(s.Waiting.Limit), 1<<20); p.debt < time.Duration(room)*cost {
		p.debt += cost
	}
}

// hold counts workers held or, by < 0, let go.
func (s *service) hold(env *sim.Env, p *replica, by int) {
	p.busy += by
	if p.shed != nil || s.scale != nil {
		s.watched(env, p)
	}
}

// watched tells those who watch the workers of a replica.
func (s *service) watched(env *sim.Env, p *replica) {
	if p.shed != nil {
		p.shed.busy(env.Now, p.busy, p.workers)
	}
	s.observe(env)
}

// start begins the service time of a request that has a worker.
func (s *service) start(env *sim.Env, r *sim.Request, p *replica) {
	r.Memo = r.Memo&^stepMask | 1
	extra := p.debt
	p.debt = 0
	d := s.ServiceTime.At(sim.Key(r.Key, sim.ForService, 0))
	if s.Contention != nil {
		d = s.Contention.stretch(d, p.busy)
	}
	if s.ColdStart != nil {
		d = s.ColdStart.stretch(d, env.Now.Sub(p.since))
	}
	env.Serve(r.ID, d, extra)
}

// letGo frees a worker: it is at its next turn, or idle if nobody waits.
func (s *service) letGo(env *sim.Env, p *replica, i uint16) {
	if p.wait.len() == 0 || p.busy > p.workers {
		s.hold(env, p, -1)
		return
	}
	env.Turn(uint32(i))
}

// Turn implements [sim.Turner]: a worker that has let go of its request takes the
// next.
func (s *service) Turn(env *sim.Env, which uint32) {
	p := &s.replicas[which]
	for p.state != dead {
		next, drop, ok := p.wait.pop(env.Now)
		if !ok {
			break
		}
		r := env.Request(next.id)
		switch {
		case s.givesUp(env, r):
			continue
		case drop:
			s.refuse(env, r, p, sim.Shed)
			continue
		}
		if p.shed != nil {
			p.shed.waited(env.Now, env.Now.Sub(next.since))
		}
		s.start(env, r, p)
		return
	}
	if p.busy > 0 {
		s.hold(env, p, -1)
	}
}

// givesUp drops a request whose turn has come if nobody waits for it any more.
func (s *service) givesUp(env *sim.Env, r *sim.Request) bool {
	if s.Abandoned == Serve || !env.Abandoned(r.ID) {
		return false
	}
	s.leave(env, r, sim.Cancelled, true)
	env.Drop(r.ID)
	return true
}

// Cancel implements [sim.Canceller]. What waits is dropped at its turn, but for a key that
// may never come: who had it may be dead.
func (s *service) Cancel(env *sim.Env, r *sim.Request) {
	if r.Memo&waitsKey != 0 {
		s.givesUp(env, r)
		return
	}
	if s.Abandoned != StopWork || r.Memo&stepMask == 0 || r.Memo&recording != 0 {
		return
	}
	// It is at work, or its worker waits with it for a nested call.
	holds := s.HoldWorker || r.Memo&stepMask == 1 && r.Memo&waitsLoad == 0
	env.Drop(r.ID) // first: its calls end before those of its heirs begin
	s.leave(env, r, sim.Cancelled, true)
	if holds {
		s.letGo(env, &s.replicas[r.Replica], r.Replica)
	}
}

// Probe implements [sim.Prober].
func (s *service) Probe() (g sim.Gauge) {
	for i := range s.replicas {
		p := &s.replicas[i]
		g.Queue += p.wait.len()
		g.Busy += p.busy
		if p.state == serving || p.state == draining {
			g.Workers += p.workers
			g.Replicas++
		}
	}
	return g
}

// stretch is how long work takes at a replica that serves since d.
func (w *Warming) stretch(work, d time.Duration) time.Duration {
	if d >= w.For {
		return work
	}
	left := float64(w.For-d) / float64(w.For)
	return time.Duration(float64(work) * (1 + float64((w.Factor-1)*left)))
}
