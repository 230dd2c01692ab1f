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
	b.plan.Config.WarmUp = s.WarmUp
	b.plan.Layout.WarmUp, b.plan.Layout.Horizon = s.WarmUp, s.Horizon
	b.nodes()
	b.fleets()
	b.nested()
	b.faults()
	b.effects()
	b.dropAfter()
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
			b.plan.Config.Ledger = b.plan.Config.Ledger || q.Writes
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
		shares := make([]float64, len(sizes))
		for i := range sizes {
			shares[i] = float64(sizes[i]) / float64(f.Value.Clients)
		}
		parts, err := models.Parts(f.Value.Workload, shares)
		if err != nil {
			b.bad("fleets."+f.Name+".workload", "%v", err)
			continue
		}
		for i, g := range f.Value.Groups {
			if sizes[i] > 0 { // an empty group has nothing to measure
				b.fleet(f.Name, g.Name, &f.Value, sizes[i], parts[i], to, g.Value.Link)
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
	kernel := l.kernel()
	kernel.Name, kernel.From, kernel.To = name, fromNode, uint8(to)
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

// loads adds up the offered load of each node: what fleets offer, passed on by
// shares of nested calls, when nothing fails.
func (b *builder) loads() {
	cell := &Cell{Plan: b.plan}
	var pass func(link int, perSec, cold, worst float64)
	pass = func(link int, perSec, cold, worst float64) {
		node := int(b.plan.Config.Links[link].To)
		worst *= cell.own(link)
		b.plan.Layout.Nodes[node].OfferedPerSec += perSec
		b.plan.Layout.Nodes[node].ColdPerSec += cold
		b.plan.Layout.Nodes[node].WorstPerSec += worst
		q, ok := b.plan.Config.Nodes[node].Model.(*models.Queue)
		if !ok {
			return
		}
		for i, c := range q.Calls {
			if share := float64(c.Value.Share); share > 0 {
				pass(int(q.Links[i]), perSec*share*q.Missing(c.Value, sim.Rate(perSec)), cold*share, worst*share)
			}
		}
	}
	for _, f := range b.plan.Config.Fleets {
		if r := float64(f.Workload.Rate(f.Clients)); r > 0 && !math.IsInf(r, 0) {
			link := int(f.Link)
			for _, m := range f.Moves { // at worst, all go by the link that makes the most of a call
				if cell.own(int(m.Link)) > cell.own(link) {
					link = int(m.Link)
				}
			}
			pass(link, r, r, r)
		}
	}
}
