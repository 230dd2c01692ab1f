package experiments

import (
	"fmt"
	"math"

	"retrystorm/models"
	"retrystorm/report"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Plan is a scenario ready to run: what the kernel runs, and what the report must
// know of it.
type Plan struct {
	Config sim.Config // Seed and Observe are set for each trial
	Layout report.Layout
}

// Build turns one cell into a plan. What the decoder could not see, such as a name
// that nothing has, comes back as errors.
func (s *Scenario) Build() (*Plan, error) {
	b := builder{s: s, plan: &Plan{}}
	b.plan.Config.Limits.Drain = s.Drain
	if s.Horizon > 0 {
		b.plan.Config.Horizon = s.WarmUp + s.Horizon
	}
	b.plan.Layout.WarmUp, b.plan.Layout.Horizon = s.WarmUp, s.Horizon
	b.nodes()
	b.fleets()
	b.nested()
	b.faults()
	if err := catalog.Join(b.errs...); err != nil {
		return nil, err
	}
	b.loads()
	if err := b.plan.Config.Validate(); err != nil {
		return nil, err
	}
	return b.plan, nil
}

type builder struct {
	s    *Scenario
	plan *Plan
	errs []error
}

// bad notes a problem at a path of the long form. What follows "; " is a hint.
func (b *builder) bad(path, format string, args ...any) {
	b.errs = append(b.errs, &catalog.KeyError{Key: path, Message: fmt.Sprintf(format, args...)})
}

func (b *builder) nodes() {
	for _, n := range b.s.Services {
		m := n.Value
		if q, ok := m.(*models.Queue); ok {
			own := *q // links are numbered in a copy: the scenario stays as it was read
			own.Links = nil
			m = &own
		}
		b.plan.Config.Nodes = append(b.plan.Config.Nodes, sim.Node{Name: n.Name, Model: m})
		layout := report.NodeLayout{Name: n.Name}
		if c, ok := m.(interface{ Capacity() sim.Rate }); ok {
			layout.CapacityPerSec = float64(c.Capacity())
		}
		b.plan.Layout.Nodes = append(b.plan.Layout.Nodes, layout)
	}
}

// fleets makes one kernel fleet, with a link of its own, of each fleet or group.
func (b *builder) fleets() {
	for _, f := range b.s.Fleets {
		to := b.s.Services.Index(f.Value.callee(b.s.Services))
		if len(f.Value.Groups) == 0 {
			b.fleet(f.Name, "", &f.Value, uint32(f.Value.Clients), f.Value.Workload, to, b.link(f.Name, to))
			continue
		}
		sizes, err := f.Value.sizes()
		if err != nil {
			b.bad("fleets."+f.Name+".groups", "%v", err)
			continue
		}
		for i, g := range f.Value.Groups {
			if sizes[i] > 0 { // an empty group has nothing to measure
				part := float64(sizes[i]) / float64(f.Value.Clients)
				b.fleet(f.Name, g.Name, &f.Value, sizes[i], models.Part(f.Value.Workload, part), to, g.Value.Link)
			}
		}
	}
}

// callee is the service a fleet calls.
func (f *Fleet) callee(services catalog.Map[sim.Model]) string {
	if f.Calls == "" && len(services) == 1 {
		return services[0].Name
	}
	return f.Calls
}

// link finds the link from a caller to service number to.
func (b *builder) link(from string, to int) *Link {
	if to < 0 {
		return &Link{}
	}
	if i := b.s.Links.Index(from + "/" + b.s.Services[to].Name); i >= 0 {
		return &b.s.Links[i].Value
	}
	return &Link{}
}

func (b *builder) fleet(name, group string, f *Fleet, clients uint32, w sim.Workload, to int, l *Link) {
	if to < 0 {
		if f.Calls == "" {
			b.bad("fleets."+name, "it does not say which service it calls; add calls:, there are %s", list(b.s.Services.Names()))
			return
		}
		b.bad("fleets."+name+".calls", "there is no service %q; there are %s", f.Calls, list(b.s.Services.Names()))
		return
	}
	full := name
	if group != "" {
		full += "." + group
	}
	perProcess := uint32(1)
	if f.Processes > 0 {
		perProcess = uint32((f.Clients + f.Processes - 1) / f.Processes)
	}
	cfg := &b.plan.Config
	cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: full, Clients: clients, PerProcess: perProcess, Workload: w, Link: uint8(len(cfg.Links))})
	b.addLink(full, -1, to, l, report.LinkLayout{Fleet: name, Group: full[min(len(name)+1, len(full)):]})
}

func (b *builder) addLink(from string, fromNode, to int, l *Link, layout report.LinkLayout) {
	name := from + "/" + b.s.Services[to].Name
	kernel := sim.Link{Name: name, From: fromNode, To: uint8(to), Policy: l.Policy, Timeout: l.Timeout, Deadline: l.Deadline,
		Propagate: l.Propagate, Cancel: l.Cancel}
	if l.Network != nil {
		w := l.Network.Wire()
		kernel.Request, kernel.Response = w.There(), w.Back()
		kernel.LoseRequest, kernel.LoseResponse = w.RequestLoss, w.ResponseLoss
	}
	layout.Name, layout.Node, layout.Timeout = name, to, l.Timeout
	b.plan.Config.Links = append(b.plan.Config.Links, kernel)
	b.plan.Layout.Links = append(b.plan.Layout.Links, layout)
}

// nested adds the links of services that call services.
func (b *builder) nested() {
	for i, n := range b.plan.Config.Nodes {
		q, ok := n.Model.(*models.Queue)
		if !ok {
			continue
		}
		for _, c := range q.Calls {
			to := b.s.Services.Index(c.Name)
			if to < 0 {
				b.bad("services."+n.Name+".calls."+c.Name, "there is no service %q; there are %s", c.Name, list(b.s.Services.Names()))
				continue
			}
			q.Links = append(q.Links, uint8(len(b.plan.Config.Links)))
			b.addLink(n.Name, i, to, b.link(n.Name, to), report.LinkLayout{})
		}
		if b.reaches(i, i, len(b.plan.Config.Nodes)) {
			b.bad("services."+n.Name+".calls", "the service calls itself in the end and would never answer")
		}
	}
}

// reaches reports whether a call to node from can lead to a call to node to.
func (b *builder) reaches(from, to, depth int) bool {
	q, ok := b.plan.Config.Nodes[from].Model.(*models.Queue)
	if !ok || depth == 0 {
		return false
	}
	for _, c := range q.Calls {
		next := b.s.Services.Index(c.Name)
		if next >= 0 && (next == to || b.reaches(next, to, depth-1)) {
			return true
		}
	}
	return false
}

func (b *builder) faults() {
	for _, f := range b.s.Faults {
		when := f.Value.Moment()
		what := f.Value.Fault()
		what.Name, what.At, what.For = f.Name, sim.Time(b.s.WarmUp+when.At), when.For
		on := b.hit(f.Name, what.Kind, when.On)
		b.feels(f.Name, what.Kind, on)
		if when.On == "" && len(on) == 1 {
			when.On = b.nameOf(what.Kind, on[0])
		}
		for _, i := range on {
			b.plan.Config.Faults = append(b.plan.Config.Faults, sim.Target{Fault: what, On: i})
		}
		b.plan.Layout.Faults = append(b.plan.Layout.Faults, report.Band{
			Name: f.Name, Kind: kindOf(f.Value), On: when.On, At: when.At, For: when.For})
		if b.s.Horizon > 0 && when.At >= b.s.Horizon {
			b.bad("faults."+f.Name+".at", "it begins at %v, but arrivals stop at the horizon, %v", when.At, b.s.Horizon)
		}
	}
}

// hit lists the numbers of what a fault hits: all links into a service for lose, all
// groups of a fleet for spike.
func (b *builder) hit(name string, kind sim.FaultKind, on string) (hits []int) {
	var known []string
	add := func(i int, names ...string) {
		for _, n := range names {
			if n == on || on == "" {
				hits = append(hits, i)
				break
			}
		}
		known = append(known, names[0])
	}
	switch kind {
	case sim.Lose:
		for i, l := range b.plan.Layout.Links {
			add(i, l.Name, l.Fleet+"/"+b.plan.Layout.Nodes[l.Node].Name, b.plan.Layout.Nodes[l.Node].Name)
		}
	case sim.Spike:
		for i, f := range b.plan.Config.Fleets {
			add(i, f.Name, b.plan.Layout.Links[f.Link].Fleet)
		}
	default:
		for i, n := range b.plan.Config.Nodes {
			add(i, n.Name)
		}
		if on == "" && len(hits) > 1 {
			b.bad("faults."+name, "on is missing; there are the services %s", list(known))
		}
	}
	if len(hits) == 0 {
		b.bad("faults."+name+".on", "there is no %q that it could hit; there are %s", on, list(known))
	}
	return hits
}

// feels refuses a fault on a service that would not notice it.
func (b *builder) feels(name string, kind sim.FaultKind, on []int) {
	if kind == sim.Lose || kind == sim.Spike {
		return
	}
	for _, i := range on {
		switch b.plan.Config.Nodes[i].Model.(type) {
		case models.Row, *models.Row, *models.Scripted:
			b.bad("faults."+name, "service %s takes no faults of this kind; use kind queue or delay, or put lose on its link", b.plan.Config.Nodes[i].Name)
		}
	}
}

// nameOf is the name of what a fault of some kind hits.
func (b *builder) nameOf(kind sim.FaultKind, number int) string {
	switch kind {
	case sim.Lose:
		return b.plan.Config.Links[number].Name
	case sim.Spike:
		return b.plan.Config.Fleets[number].Name
	}
	return b.plan.Config.Nodes[number].Name
}

// loads adds up the offered load of each node: what fleets offer, passed on by
// shares of nested calls, when nothing fails.
func (b *builder) loads() {
	cell := &Cell{Plan: b.plan}
	var pass func(link int, perSec, worst float64)
	pass = func(link int, perSec, worst float64) {
		node := int(b.plan.Config.Links[link].To)
		worst *= cell.own(link)
		b.plan.Layout.Nodes[node].OfferedPerSec += perSec
		b.plan.Layout.Nodes[node].WorstPerSec += worst
		q, ok := b.plan.Config.Nodes[node].Model.(*models.Queue)
		if !ok {
			return
		}
		for i, c := range q.Calls {
			if share := float64(c.Value.Share); share > 0 {
				pass(int(q.Links[i]), perSec*share, worst*share)
			}
		}
	}
	for _, f := range b.plan.Config.Fleets {
		if r := float64(f.Workload.Rate(f.Clients)); r > 0 && !math.IsInf(r, 0) {
			pass(int(f.Link), r, r)
		}
	}
}

// kindOf is the word for a fault's kind.
func kindOf(f models.Fault) string {
	words := map[sim.FaultKind]string{sim.Stall: "stall", sim.Slow: "slow", sim.Refuse: "refuse", sim.Errors: "error", sim.Lose: "lose", sim.Spike: "spike"}
	return words[f.Fault().Kind]
}
