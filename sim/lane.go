package sim

// lane holds timers of one constant delay, in order of falling due, outside the
// queue: a constant delay falls due in the order in which it was set. While a lane
// is not empty, one evLane event stands in the queue for its head; stale timers are
// passed over in bulk when it fires. A timer that is never needed costs one write.
type lane struct {
	ring   []timer // length a power of two
	h, t   uint32
	kind   uint8
	firing bool // expire is at work and will see to the event itself
}

type timer struct {
	at       Time
	idx, gen uint32
}

const (
	laneTimeout  = iota // of an attempt
	laneDeadline        // of a call
	laneHedge           // of an attempt that is still out
)

// laneFor returns the number of a fresh lane, re-using the memory of the run before.
func (s *Sim) laneFor(kind uint8) int32 {
	n := len(s.lanes)
	if n < cap(s.lanes) {
		s.lanes = s.lanes[:n+1]
	} else {
		s.lanes = append(s.lanes, lane{})
	}
	l := &s.lanes[n]
	if l.ring == nil {
		l.ring = make([]timer, 64)
	}
	l.h, l.t, l.kind, l.firing = 0, 0, kind, false
	return int32(n)
}

// hedgeAfter sets the timer of a hedge. A delay that varies may let one fall due before
// those that stand in the lane; then it goes to the queue.
func (s *Sim) hedgeAfter(l *link, at Time, idx, gen uint32) {
	if n := &s.lanes[l.hlane]; n.h != n.t && at < n.ring[(n.t-1)&uint32(len(n.ring)-1)].at {
		s.q.push(at, evHedge<<idxBits|idx, gen)
		return
	}
	s.after(l.hlane, at, idx, gen)
}

// after sets a timer. at never goes back within a lane.
func (s *Sim) after(li int32, at Time, idx, gen uint32) {
	l := &s.lanes[li]
	if l.h == l.t && !l.firing {
		s.q.push(at, evLane<<idxBits|uint32(li), 0)
	}
	if int(l.t-l.h) == len(l.ring) {
		l.grow()
	}
	e := &l.ring[l.t&uint32(len(l.ring)-1)]
	e.at, e.idx, e.gen = at, idx, gen
	l.t++
}

func (l *lane) grow() {
	r := make([]timer, 2*len(l.ring))
	for i := l.h; i != l.t; i++ {
		r[i&uint32(len(r)-1)] = l.ring[i&uint32(len(l.ring)-1)]
	}
	l.ring = r
}

// expire fires what is due at the head of a lane and lets the next live timer stand
// in the queue.
func (s *Sim) expire(li uint32) {
	l := &s.lanes[li] // no lane is added during a run
	l.firing = true
	for l.h != l.t {
		tm := l.ring[l.h&uint32(len(l.ring)-1)]
		live := s.timerLive(l.kind, tm)
		if live && tm.at > s.now {
			s.q.push(tm.at, evLane<<idxBits|li, 0)
			break
		}
		if l.h++; live {
			s.events++
			s.fire(l.kind, tm.idx)
			s.flush()
		}
	}
	l.firing = false
}

func (s *Sim) timerLive(kind uint8, tm timer) bool {
	if kind == laneDeadline {
		return s.calls[tm.idx].ID == tm.gen
	}
	r := &s.requests[tm.idx]
	return r.seq == tm.gen && r.state&callerGone == 0
}

func (s *Sim) fire(kind uint8, idx uint32) {
	switch kind {
	case laneTimeout:
		s.timeout(&s.requests[idx])
	case laneDeadline:
		s.finish(idx, Expired, PastDeadline)
	case laneHedge:
		if ci := s.requests[idx].call; s.calls[ci].state == 0 {
			s.try(ci, Hedge)
		}
	}
}
