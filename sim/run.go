package sim

import "math/bits"

// Sim runs trials one after another and keeps its memory between them. It is not
// safe for use by several goroutines: give each worker its own.
type Sim struct {
	now    Time
	cfg    *Config
	q      queue
	lanes  []lane
	links  []link
	nodes  []node
	fleets []fleet

	calls        []Call
	requests     []Request
	callSlot     uint32 // free ones
	requestSlot  uint32
	liveRequests int
	plans        int    // calls planned
	ids, seqs    uint32 // numbers given so far

	events  uint64
	horizon Time
	drained Time // the run ends here at the latest
	limit   string
	note    string
	lastOK  Time
	end     Time // when a call or request last ended
	tally   Tally
	system  balance

	env      Env
	out      Outcome
	rec      Record
	obs      Observer
	want     Kinds
	sampler  Sampler
	idents   []ident // by request, if somebody asks
	identify bool
	quotas   []Quota            // by request, of those that were told one
	effects  map[uint64]account // by call, nil without a ledger
	nextAt   Time
	look     Time // the loop need not look around before
}

// New makes a Sim on the fast event queue.
func New() *Sim { return &Sim{q: new(wheel)} }

// NewReference makes a Sim on a plain heap. It gives the same results, slowly; tests
// compare the two.
func NewReference() *Sim { return &Sim{q: new(heap)} }

// Run runs one trial. The error is one of cfg's (see [Config.Validate]) or a [*Bug].
func (s *Sim) Run(cfg *Config) (Result, error) {
	if err := cfg.Validate(); err != nil {
		return Result{}, err
	}
	s.setUp(cfg)
	s.loop()
	return s.tearDown()
}

// loop is the only place where time moves.
func (s *Sim) loop() {
	most := s.cfg.Limits.events()
	asks := uint64(0) // the next number of events at which to look around
	for s.q.len() > 0 {
		at, what, word := s.q.pop()
		if at >= s.look || s.events >= asks || s.limit != "" {
			if asks = min(most, s.events+askEvery); s.over(at, most) {
				return
			}
		}
		s.now, s.env.Now = at, at
		switch idx, kind := what&idxMask, what>>idxBits; kind {
		case evBegin:
			s.events++
			s.plans--
			s.arrival(idx, word)
		case evTry:
			if c := &s.calls[idx]; c.ID == word && c.state&callWaiting != 0 {
				s.events++
				c.state &^= callWaiting
				s.try(idx, NoReason)
			}
		case evExpire:
			if s.calls[idx].ID == word {
				s.events++
				s.finish(idx, Expired, PastDeadline)
			}
		case evLane:
			s.expire(idx)
		case evFault, evAlarm:
			s.events++
			s.alarm(kind, idx, word)
		default:
			s.deliver(kind, idx, word)
		}
		if len(s.env.acts) > 0 {
			s.flush()
		}
	}
}

// deliver hands over an event of a request, unless it is stale: a service may have
// dropped what it was working on.
func (s *Sim) deliver(kind, idx, word uint32) {
	r := &s.requests[idx]
	if r.seq != word {
		return
	}
	switch kind {
	case evWake:
		if r.state&(serverGone|replying) != 0 {
			return
		}
		s.events++
		s.woken(r)
	case evArrive:
		s.events++
		s.arrive(r)
	case evReply:
		s.events++
		s.reply(r)
	case evRemind:
		if r.state&(serverGone|replying) == 0 {
			s.events++
			s.env.node = &s.nodes[s.links[r.link].To]
			s.env.node.reminded.Remind(&s.env, r)
		}
	case evHedge:
		if r.state&callerGone == 0 {
			s.events++
			s.fire(laneHedge, idx)
		}
	case evLink:
		s.linkTimer(r)
	}
}

// alarm hands over an event of a service.
func (s *Sim) alarm(kind, idx, word uint32) {
	if kind == evAlarm {
		if s.plans == 0 && s.system.open == 0 && s.liveRequests == 0 {
			return // nobody will call any more
		}
		s.env.node = &s.nodes[idx]
		s.env.node.alarmed.Alarm(&s.env, word)
		return
	}
	f := &s.cfg.Faults[idx]
	s.env.node = &s.nodes[f.On]
	if s.env.node.faulted != nil {
		s.env.node.faulted.Fault(&s.env, &f.Fault, word == 1)
	}
}

// askEvery is how many events go by before the run looks around.
const askEvery = 1 << 16

// over reports whether the run ends before what is due at t: everything has
// finished, the drain is cut off, or a limit is hit. It need not be asked before
// s.look or a limit of events: that keeps the loop short.
func (s *Sim) over(t Time, most uint64) bool {
	if t >= s.nextAt {
		s.sampleUpTo(t)
	}
	s.look = min(s.nextAt, s.horizon)
	if t >= s.horizon && s.system.open == 0 && s.liveRequests == 0 {
		return true
	}
	if t > s.drained {
		s.now, s.end = s.drained, s.drained
		return true
	}
	if s.events >= most && s.limit == "" {
		s.limit = limitEvents(most, t)
	}
	if s.limit == "" {
		s.askStop()
	}
	return s.limit != ""
}

// Interrupted is the limit of a run that was stopped from outside.
const Interrupted = "interrupted"

func (s *Sim) askStop() {
	select {
	case <-s.cfg.Stop:
		s.limit = Interrupted
	default:
	}
}

// planArrival plans the nth arrival of an open fleet, counted from now.
func (s *Sim) planArrival(f *fleet, nth uint32) {
	gap, ok := f.Workload.Gap(nth, Key(f.key, ForGap, uint64(nth)))
	if at := s.now.Add(f.stretch(s.now, gap, s.cfg.WarmUp)); ok && at < s.horizon {
		s.plans++
		s.q.push(at, evBegin<<idxBits|f.first, nth)
	}
}

// planCall plans the nth call of a closed client, counted from the end of the one
// before.
func (s *Sim) planCall(f *fleet, client, nth uint32, now Time) {
	gap, ok := f.Workload.Gap(nth, Key(f.key, ForThink, uint64(client)<<32|uint64(nth)))
	if at := now.Add(f.pace.stretch(now, gap)); ok && at < s.horizon {
		s.plans++
		s.q.push(at, evBegin<<idxBits|(f.first+client), nth)
	}
}

// below maps a random word to 0 .. n-1 without division; the bias is below 2^-32.
func below(u uint64, n uint32) uint32 {
	hi, _ := bits.Mul64(u, uint64(n))
	return uint32(hi)
}
