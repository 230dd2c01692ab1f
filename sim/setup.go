package sim

import "time"

// link is a Link at work.
type link struct {
	Link
	strategy Strategy
	hedger   Hedger
	key      uint64
	fleet    int // whose it is, -1 for a node's
	lose     []*Fault
	lossy    bool
	count    *LinkCount
	tlane    int32
	dlane    int32
	hlane    int32
}

// node is a Node at work.
type node struct {
	index        uint32
	impl         Service
	caller       Caller
	canceller    Canceller
	prober       Prober
	turner       Turner
	countsItself bool
	faults       []*Fault // those that the service looks up
	pace         pace
	count        *NodeCount
}

// fleet is a Fleet at work.
type fleet struct {
	Fleet
	key    uint64
	first  uint32 // its clients' numbers begin here
	closed bool
	pace   pace
}

func (s *Sim) setUp(cfg *Config) {
	s.cfg, s.now = cfg, 0
	s.env.s, s.env.Now, s.env.acts = s, 0, s.env.acts[:0]
	s.calls, s.requests = append(s.calls[:0], Call{}), append(s.requests[:0], Request{})
	s.callSlot, s.requestSlot, s.liveRequests, s.ids, s.seqs = 0, 0, 0, 0, 0
	s.events, s.limit, s.note, s.lastOK, s.end, s.system = 0, "", "", 0, 0, balance{}
	s.lanes = s.lanes[:0]
	s.horizon, s.drained = cfg.horizon(), Never
	if cfg.Horizon > 0 {
		s.drained = s.horizon.Add(cfg.Limits.drain())
	}
	s.tally = Tally{Links: make([]LinkCount, len(cfg.Links)), Nodes: make([]NodeCount, len(cfg.Nodes))}
	s.watch(cfg.Observe)
	s.setLinks()
	s.setNodes()
	s.setFleets()
}

func (s *Sim) watch(o Observer) {
	s.obs, s.want, s.sampler, s.nextAt = o, 0, nil, Never
	if o == nil {
		return
	}
	s.want = o.Wants()
	if s.sampler, _ = o.(Sampler); s.sampler != nil {
		s.planSample()
	}
}

func (s *Sim) setLinks() {
	s.links = make([]link, len(s.cfg.Links))
	for i := range s.links {
		l := &s.links[i]
		l.Link, l.fleet, l.count = s.cfg.Links[i], -1, &s.tally.Links[i]
		l.key = KeyOf(0, l.Name)
		scopes := Scopes{Clients: 1, PerProcess: 1}
		for fi := range s.cfg.Fleets {
			if f := &s.cfg.Fleets[fi]; int(f.Link) == i {
				l.fleet, scopes = fi, Scopes{f.Clients, f.PerProcess}
			}
		}
		if scopes.PerProcess == 0 {
			scopes.PerProcess = scopes.Clients
		}
		l.strategy = l.Policy.New(scopes)
		l.lose = s.faultsOn(i, Lose)
		l.lossy = len(l.lose) > 0 || l.LoseRequest > 0 || l.LoseResponse > 0
		if l.Timeout > 0 {
			l.tlane = s.laneFor(laneTimeout)
		}
		if l.Deadline > 0 {
			l.dlane = s.laneFor(laneDeadline)
		}
		if l.hedger, _ = l.strategy.(Hedger); l.hedger != nil {
			l.hlane = s.laneFor(laneHedge)
		}
	}
}

func (s *Sim) setNodes() {
	s.nodes = make([]node, len(s.cfg.Nodes))
	for i := range s.nodes {
		n := &s.nodes[i]
		n.index = uint32(i)
		n.impl, n.count = s.cfg.Nodes[i].Model.New(), &s.tally.Nodes[i]
		n.caller, _ = n.impl.(Caller)
		n.canceller, _ = n.impl.(Canceller)
		n.prober, _ = n.impl.(Prober)
		n.turner, _ = n.impl.(Turner)
		_, n.countsItself = n.impl.(SelfCounting)
		n.faults = s.faultsOn(i, Refuse, Errors)
		n.pace = paceOf(s.faultsOn(i, Stall, Slow), func(f *Fault) float64 {
			if f.Kind == Stall {
				return 0
			}
			return 1 / f.Factor
		})
	}
}

// setFleets numbers the clients and plans the first calls.
func (s *Sim) setFleets() {
	s.fleets = make([]fleet, len(s.cfg.Fleets))
	total := uint32(0)
	for i := range s.fleets {
		f := &s.fleets[i]
		f.Fleet, f.first = s.cfg.Fleets[i], total
		f.key, f.closed = KeyOf(s.cfg.Seed, f.Name), f.Workload.Closed()
		f.pace = paceOf(s.faultsOn(i, Spike), func(f *Fault) float64 { return f.Factor })
		total += f.Clients
	}
	pending := len(s.fleets)
	if s.anyClosed() {
		pending = int(total)
	}
	s.q.reset(pending)
	for i := range s.fleets {
		f := &s.fleets[i]
		if !f.closed {
			s.planArrival(f, 0)
			continue
		}
		for c := uint32(0); c < f.Clients; c++ {
			s.planCall(f, c, 0, 0)
		}
	}
}

func (s *Sim) anyClosed() bool {
	for i := range s.fleets {
		if s.fleets[i].closed {
			return true
		}
	}
	return false
}

// faultsOn lists the faults of some kinds on node, link or fleet number on.
func (s *Sim) faultsOn(on int, kinds ...FaultKind) []*Fault {
	var found []*Fault
	for i := range s.cfg.Faults {
		f := &s.cfg.Faults[i]
		for _, k := range kinds {
			if f.Kind == k && f.On == on {
				found = append(found, &f.Fault)
			}
		}
	}
	return found
}

func (s *Sim) fleetOf(client uint32) *fleet {
	i := len(s.fleets) - 1
	for client < s.fleets[i].first {
		i--
	}
	return &s.fleets[i]
}

// loseRequest is the chance that a request sent at t is lost.
func (l *link) loseRequest(t Time) float64 {
	p := float64(l.LoseRequest)
	for _, f := range l.lose {
		if f.Holds(t) {
			p = 1 - float64((1-p)*(1-float64(f.Request)))
		}
	}
	return p
}

// loseResponse is the chance that a reply sent at t is lost.
func (l *link) loseResponse(t Time) float64 {
	p := float64(l.LoseResponse)
	for _, f := range l.lose {
		if f.Holds(t) {
			p = 1 - float64((1-p)*(1-float64(f.Response)))
		}
	}
	return p
}

func (l *Limits) drain() time.Duration {
	if l.Drain > 0 {
		return l.Drain
	}
	return DefaultDrain
}
