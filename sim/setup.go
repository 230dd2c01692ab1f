package sim

import "time"

// link is a Link at work.
type link struct {
	Link
	strategy  Strategy
	hedger    Hedger
	concluder Concluder // nil: not to be told
	key       uint64
	fleet     int // whose it is, -1 for a node's
	lose      []*Fault
	lossy     bool
	own       uint64   // keys draws that belong to no call
	outages   []outage // by caller
	ports     []port   // by caller
	scopes    Scopes
	count     *LinkCount
	tlane     int32
	dlane     int32
	hlane     int32
}

// node is a Node at work.
type node struct {
	index        uint32
	impl         Service
	caller       Caller
	canceller    Canceller
	prober       Prober
	turner       Turner
	late         Late
	reminded     Reminded
	alarmed      Alarmed
	faulted      Faulted
	countsItself bool
	epoch        uint32   // rises when connections to it break
	faults       []*Fault // those that the service looks up
	paces        []pace   // by replica; nil: all at normal speed
	count        *NodeCount
}

// fleet is a Fleet at work.
type fleet struct {
	Fleet
	key    uint64
	first  uint32 // its clients' numbers begin here
	closed bool
	pace   pace
	shaped Shaped
	number []uint32 // calls of each client so far, if a link numbers them
}

func (s *Sim) setUp(cfg *Config) {
	s.cfg, s.now = cfg, 0
	s.env.s, s.env.Now, s.env.acts = s, 0, s.env.acts[:0]
	s.calls, s.requests = append(s.calls[:0], Call{}), append(s.requests[:0], Request{})
	s.callSlot, s.requestSlot, s.liveRequests, s.plans, s.ids, s.seqs = 0, 0, 0, 0, 0, 0
	s.events, s.limit, s.note, s.lastOK, s.end, s.system = 0, "", "", 0, 0, balance{}
	s.lanes = s.lanes[:0]
	s.horizon, s.drained = cfg.horizon(), Never
	if cfg.Horizon > 0 {
		s.drained = s.horizon.Add(cfg.Limits.drain())
	}
	s.tally = Tally{Links: make([]LinkCount, len(cfg.Links)), Nodes: make([]NodeCount, len(cfg.Nodes))}
	s.effects = nil
	if cfg.Ledger {
		s.effects = make(map[uint64]account)
	}
	s.watch(cfg.Observe)
	s.setLinks()
	s.setNodes()
	s.setFleets()
	s.start()
}

// start plans the faults that act, and lets services set their alarms.
func (s *Sim) start() {
	s.identify = s.needsNames()
	for i, f := range s.cfg.Faults {
		if f.Kind.acts() {
			s.q.push(f.At, evFault<<idxBits|uint32(i), 1)
			s.q.push(f.At.Add(f.For), evFault<<idxBits|uint32(i), 0)
		}
	}
	for i := range s.nodes {
		if st, ok := s.nodes[i].impl.(Starter); ok {
			s.env.node = &s.nodes[i]
			st.Start(&s.env)
		}
	}
	s.flush()
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
		l.key, l.own = KeyOf(0, l.Name), KeyOf(s.cfg.Seed, l.Name)
		l.scopes = s.scopesOf(i, l)
		l.strategy = l.Policy.New(l.scopes)
		if l.Outages != nil {
			l.outages = make([]outage, l.scopes.Clients)
		}
		if l.Connections != nil {
			l.ports = make([]port, l.scopes.Clients)
		}
		l.lose = s.faultsOn(i, Lose)
		l.lossy = l.Outages != nil || len(l.lose) > 0 || l.LoseRequest > 0 || l.LoseResponse > 0
		if l.Timeout > 0 {
			l.tlane = s.laneFor(laneTimeout)
		}
		if l.Deadline > 0 {
			l.dlane = s.laneFor(laneDeadline)
		}
		if l.hedger, _ = l.strategy.(Hedger); l.hedger != nil {
			l.hlane = s.laneFor(laneHedge)
		}
		if k, ok := l.strategy.(Concluder); ok && k.Concludes() {
			l.concluder = k
		}
	}
}

// scopesOf says who calls on link number i: the clients of a fleet, or the replicas of
// a node.
func (s *Sim) scopesOf(i int, l *link) Scopes {
	sc := Scopes{Clients: 1, PerProcess: 1, Unsafe: l.Unsafe, Keyed: l.Key != NoKey}
	for fi := range s.cfg.Fleets {
		if f := &s.cfg.Fleets[fi]; f.uses(i) {
			l.fleet, sc.Clients, sc.PerProcess = fi, f.Clients, f.PerProcess
		}
	}
	if l.From >= 0 {
		sc.Clients = replicas(s.cfg.Nodes[l.From].Model)
	}
	if sc.PerProcess == 0 {
		sc.PerProcess = sc.Clients
	}
	return sc
}

func replicas(m Model) uint32 {
	if r, ok := m.(Replicated); ok {
		return uint32(r.MostReplicas())
	}
	return 1
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
		n.late, _ = n.impl.(Late)
		n.reminded, _ = n.impl.(Reminded)
		n.alarmed, _ = n.impl.(Alarmed)
		n.faulted, _ = n.impl.(Faulted)
		n.faults = s.faultsOn(i, Refuse, Errors)
		n.paces = pacesOf(s.faultsOn(i, Stall, Slow), replicas(s.cfg.Nodes[i].Model))
	}
}

// pacesOf is the speed of each replica; nil if faults touch none.
func pacesOf(faults []*Fault, replicas uint32) []pace {
	if len(faults) == 0 {
		return nil
	}
	paces := make([]pace, replicas)
	for r := range paces {
		var mine []*Fault
		for _, f := range faults {
			if f.Replica == 0 || int(f.Replica) == r+1 {
				mine = append(mine, f)
			}
		}
		paces[r] = paceOf(mine, func(f *Fault) float64 {
			if f.Kind == Stall {
				return 0
			}
			return 1 / f.Factor
		})
	}
	return paces
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
		if w, ok := f.Workload.(Shaped); ok && w.Shaped() {
			f.shaped = w
		}
		if !f.closed && s.numbered(f) {
			f.number = make([]uint32, f.Clients)
		}
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

func (l *Limits) drain() time.Duration {
	if l.Drain > 0 {
		return l.Drain
	}
	return DefaultDrain
}
