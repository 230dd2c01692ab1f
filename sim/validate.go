package sim

import (
	"errors"
	"fmt"
)

// Validate reports everything about c that cannot run.
func (c *Config) Validate() error {
	var errs []error
	bad := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf("sim: "+format, args...))
		}
	}
	bad(len(c.Fleets) == 0, "no fleet: nobody calls")
	bad(len(c.Links) > 255, "%d links, at most 255", len(c.Links))
	bad(len(c.Nodes) > 255, "%d nodes, at most 255", len(c.Nodes))
	clients, owner := uint64(0), make(map[uint8]string)
	for _, f := range c.Fleets {
		clients += uint64(f.Clients)
		bad(f.Clients == 0, "fleet %q has no clients", f.Name)
		if f.Workload == nil {
			bad(true, "fleet %q has no workload", f.Name)
			continue
		}
		bad(int(f.Link) >= len(c.Links), "fleet %q calls over link %d, there are %d", f.Name, f.Link, len(c.Links))
		bad(owner[f.Link] != "", "fleets %q and %q share link %d: give each its own", owner[f.Link], f.Name, f.Link)
		owner[f.Link] = f.Name
		for _, m := range f.Moves {
			bad(int(m.Link) >= len(c.Links), "fleet %q moves to link %d, there are %d", f.Name, m.Link, len(c.Links))
			bad(owner[m.Link] != "", "fleet %q moves to link %d, over which %q calls: give it its own", f.Name, m.Link, owner[m.Link])
			owner[m.Link] = f.Name
		}
		_, more := f.Workload.Gap(1<<30, 0)
		bad(more && c.Horizon <= 0, "fleet %q never stops calling: set a horizon", f.Name)
	}
	bad(clients > MostClients, "%d clients, at most %d", clients, MostClients)
	for i, l := range c.Links {
		bad(int(l.To) >= len(c.Nodes), "link %q leads to node %d, there are %d", l.Name, l.To, len(c.Nodes))
		bad(l.From >= len(c.Nodes), "link %q comes from node %d, there are %d", l.Name, l.From, len(c.Nodes))
		bad(l.Policy == nil, "link %q has no policy", l.Name)
		bad(l.From < 0 && owner[uint8(i)] == "", "link %q comes from a fleet, but no fleet calls over it", l.Name)
		bad(l.From >= 0 && owner[uint8(i)] != "", "link %q comes from a node, but fleet %q calls over it", l.Name, owner[uint8(i)])
		bad(l.Timeout < 0 || l.Deadline < 0, "link %q has a negative timeout or deadline", l.Name)
		bad(l.From >= 0 && l.Key == KeySequence, "link %q comes from a node: only clients number their calls", l.Name)
	}
	for _, n := range c.Nodes {
		bad(n.Model == nil, "node %q has no model", n.Name)
	}
	for _, f := range c.Faults {
		errs = append(errs, c.validateFault(&f)...)
	}
	return errors.Join(errs...)
}

func (c *Config) validateFault(f *Target) (errs []error) {
	on := len(c.Nodes)
	switch f.Kind {
	case Lose:
		on = len(c.Links)
	case Spike:
		on = len(c.Fleets)
	}
	if f.On < 0 || f.On >= on {
		errs = append(errs, fmt.Errorf("sim: fault %q is on number %d, there are %d of what it can hit", f.Name, f.On, on))
	} else if f.Replica > 0 && uint32(f.Replica) > replicas(c.Nodes[f.On].Model) {
		errs = append(errs, fmt.Errorf("sim: fault %q is on replica %d of node %q, which has %d", f.Name, f.Replica, c.Nodes[f.On].Name, replicas(c.Nodes[f.On].Model)))
	}
	if f.At < 0 || f.For < 0 || f.For == 0 && f.Kind != Flush {
		errs = append(errs, fmt.Errorf("sim: fault %q lasts %v from %v: it needs a time from 0 on and a duration", f.Name, f.For, f.At.Sub(0)))
	}
	if (f.Kind == Slow || f.Kind == Spike) && f.Factor <= 0 || f.Kind == Capacity && f.Factor < 0 {
		errs = append(errs, fmt.Errorf("sim: fault %q has the factor %v: it must be above 0", f.Name, f.Factor))
	}
	return errs
}
