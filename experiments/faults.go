package experiments

import (
	"reflect"
	"slices"

	"retrystorm/models"
	"retrystorm/report"
	"retrystorm/sim"
)

func (b *builder) faults() {
	for _, f := range b.s.Faults { // first, since a fault on a link hits those who have moved, too
		if r, ok := f.Value.(*Rollout); ok {
			b.rollout(f.Name, r)
		}
	}
	for _, f := range b.s.Faults {
		if r, ok := f.Value.(*Rollout); ok {
			b.band(f.Name, f.Value, r.On)
			continue
		}
		when := f.Value.Moment()
		what := f.Value.Fault()
		what.Name, what.At, what.For = f.Name, sim.Time(b.s.WarmUp+when.At), when.For
		on := b.hit(f.Name, what.Kind, when.On, groupsOf(f.Value))
		b.feels(f.Name, what.Kind, on)
		if when.On == "" && len(on) == 1 {
			when.On = b.nameOf(what.Kind, on[0])
		}
		b.replica(f.Name, what, on)
		for _, i := range on {
			b.plan.Config.Faults = append(b.plan.Config.Faults, sim.Target{Fault: what, On: i})
		}
		b.band(f.Name, f.Value, when.On)
	}
}

// band notes a fault for the report.
func (b *builder) band(name string, f models.Fault, on string) {
	when := f.Moment()
	b.plan.Layout.Faults = append(b.plan.Layout.Faults, report.Band{Name: name, Kind: kindOf(f), On: on, At: when.At, For: when.For})
	if b.s.Horizon > 0 && when.At >= b.s.Horizon {
		b.bad("faults."+name+".at", "it begins at %v, but arrivals stop at the horizon, %v", when.At, b.s.Horizon)
	}
}

// hit lists the numbers of what a fault hits: all links into a service for lose, all
// groups of a fleet for spike.
func (b *builder) hit(name string, kind sim.FaultKind, on string, groups []string) (hits []int) {
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
			if len(groups) > 0 && !slices.Contains(groups, l.Group) {
				continue
			}
			add(i, l.Name, l.Fleet+"/"+b.plan.Layout.Nodes[l.Node].Name, b.plan.Layout.Nodes[l.Node].Name)
		}
	case sim.Spike:
		for i, f := range b.plan.Config.Fleets {
			if len(groups) > 0 && !slices.Contains(groups, b.plan.Layout.Links[f.Link].Group) {
				continue
			}
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
		node := &b.plan.Config.Nodes[i]
		switch m := node.Model.(type) {
		case models.Row, *models.Row, *models.Scripted:
			b.bad("faults."+name, "service %s takes no faults of this kind; use kind queue or delay, or put lose on its link", node.Name)
		case *models.Delay:
			if kind == sim.Crash || kind == sim.Capacity || kind == sim.Flush {
				b.bad("faults."+name, "service %s has no workers and no cache that it could hit; use kind queue", node.Name)
			}
		case *models.Queue:
			if kind == sim.Flush && m.Cache == nil {
				b.bad("faults."+name, "service %s has no cache", node.Name)
			}
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

// groupsOf lists the groups to which a fault is confined.
func groupsOf(f models.Fault) []string {
	if g, ok := f.(interface{ Some() []string }); ok {
		return g.Some()
	}
	return nil
}

// kindOf is the word for a fault's kind.
func kindOf(f models.Fault) string {
	for _, row := range faultKinds() {
		if reflect.TypeOf(row.New()) == reflect.TypeOf(f) {
			return row.Name
		}
	}
	return ""
}

// replica refuses a fault on a replica that a service does not have.
func (b *builder) replica(name string, f sim.Fault, on []int) {
	if f.Replica == 0 {
		return
	}
	for _, i := range on {
		most := 1
		if m, ok := b.plan.Config.Nodes[i].Model.(sim.Replicated); ok {
			most = m.MostReplicas()
		}
		if int(f.Replica) > most {
			b.bad("faults."+name+".replica", "service %s has no replica %d; it has %d, counted from 1", b.plan.Config.Nodes[i].Name, f.Replica, most)
		}
	}
}
