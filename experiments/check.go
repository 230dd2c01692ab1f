package experiments

import (
	"fmt"
	"math"
	"strings"
	"time"

	"retrystorm/report"
	"retrystorm/sim"
)

// Check says in words what x describes: the topology of the first cell, and what
// differs in the others.
func (x *Experiment) Check() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", x.Name, x.Question)
	first := x.Cells[0]
	fmt.Fprintf(&b, "%s (%s) of %s, seed %d\n\n", count(len(x.Cells), "cell"), x.grid(), count(x.Trials, "trial"), x.Seed)
	fmt.Fprintf(&b, "Topology of %s:\n", first.label())
	b.WriteString(first.Plan.topology())
	b.WriteString("\nLoad and worst case, if every attempt fails:\n")
	b.WriteString(x.loads())
	b.WriteString("\n" + x.cost())
	for _, note := range x.notes() {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	return b.String()
}

// mostLabels is how many cells of the same load are named; the rest are counted.
const mostLabels = 3

// loads tells cells of the same load together.
func (x *Experiment) loads() string {
	var texts []string
	cells := map[string][]string{}
	for _, c := range x.Cells {
		text := c.load()
		if cells[text] == nil {
			texts = append(texts, text)
		}
		cells[text] = append(cells[text], c.label())
	}
	var b strings.Builder
	for _, text := range texts {
		labels, more := cells[text], ""
		if n := len(labels) - mostLabels; n > 0 {
			labels, more = labels[:mostLabels], fmt.Sprintf(" and %d more", n)
		}
		fmt.Fprintf(&b, "  %s%s:\n%s", strings.Join(labels, "; "), more, text)
	}
	return b.String()
}

// count is so many of a thing.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func (x *Experiment) grid() string {
	parts := append([]string{count(len(x.Cells)/max(1, x.points()), "variant")}, x.Vary...)
	return strings.Join(parts, " x ")
}

func (x *Experiment) points() int {
	seen := map[string]bool{}
	for _, c := range x.Cells {
		seen[strings.Join(c.Values, "\x00")] = true
	}
	return len(seen)
}

func (c *Cell) label() string { return strings.Join(append([]string{c.Variant}, c.Values...), ", ") }

// topology draws who calls whom.
func (p *Plan) topology() string {
	var b strings.Builder
	for _, f := range p.Config.Fleets {
		fmt.Fprintf(&b, "  %s: %d clients%s\n", f.Name, f.Clients, rateOf(f))
		p.below(&b, int(f.Link), "    ")
	}
	for _, f := range p.Layout.Faults {
		on := f.On
		if on == "" {
			on = "all links or fleets"
		}
		fmt.Fprintf(&b, "  fault %s: %s on %s, from %v to %v\n", f.Name, f.Kind, on, f.At, f.At+f.For)
	}
	return b.String()
}

func rateOf(f sim.Fleet) string {
	if r := f.Workload.Rate(f.Clients); r > 0 {
		return ", " + perSec(float64(r))
	}
	return ", one call each"
}

func (p *Plan) below(b *strings.Builder, link int, indent string) {
	l := &p.Config.Links[link]
	timeout := "no timeout"
	if l.Timeout > 0 {
		timeout = "timeout " + l.Timeout.String()
	}
	if l.Deadline > 0 {
		timeout += ", deadline " + l.Deadline.String()
	}
	attempts := "any number of attempts"
	if n := (&Cell{Plan: p}).own(link); !math.IsInf(n, 1) {
		attempts = fmt.Sprintf("at most %g attempts", n)
		if n == 1 {
			attempts = "1 attempt"
		}
	}
	n := &p.Layout.Nodes[l.To]
	fmt.Fprintf(b, "%s-> %s (%s, %s)%s\n", indent, n.Name, timeout, attempts, capacity(n))
	for i := range p.Config.Links {
		if p.Config.Links[i].From == int(l.To) {
			p.below(b, i, indent+"  ")
		}
	}
}

func capacity(n *report.NodeLayout) string {
	if n.CapacityPerSec <= 0 || math.IsInf(n.CapacityPerSec, 0) {
		return ""
	}
	return ", capacity " + perSec(n.CapacityPerSec)
}

func perSec(v float64) string {
	if math.IsInf(v, 1) {
		return "any load"
	}
	return report.Show(v, 0, "1/s")
}

func percent(v float64) string {
	if math.IsInf(v, 1) {
		return "no limit"
	}
	return fmt.Sprintf("%.0f %%", 100*v)
}

// load says how full each node is, and how full it can get.
func (c *Cell) load() string {
	var b strings.Builder
	for _, n := range c.Plan.Layout.Nodes {
		worst := n.WorstPerSec
		switch {
		case n.OfferedPerSec == 0:
			fmt.Fprintf(&b, "    %s: no steady load\n", n.Name)
		case n.CapacityPerSec <= 0 || math.IsInf(n.CapacityPerSec, 0):
			fmt.Fprintf(&b, "    %s: %s, at worst %s\n", n.Name, perSec(n.OfferedPerSec), perSec(worst))
		default:
			fmt.Fprintf(&b, "    %s: %s on %s (%s), at worst %s (%s)\n", n.Name, perSec(n.OfferedPerSec), perSec(n.CapacityPerSec),
				percent(n.OfferedPerSec/n.CapacityPerSec), perSec(worst), percent(worst/n.CapacityPerSec))
		}
	}
	return b.String()
}

func (x *Experiment) cost() string {
	var total, most, bytes float64
	known := true
	for _, c := range x.Cells {
		e := c.Plan.Estimate()
		total += e.Events * float64(x.Trials)
		most, bytes = max(most, e.Events), max(bytes, e.Bytes)
		known = known && e.Known
	}
	at := "at most about"
	if !known {
		at = "at least"
	}
	return fmt.Sprintf("A run takes %s %.2g events and %.2g MiB; all runs %.2g events.\n", at, most, bytes/(1<<20), total)
}

// notes are things that are allowed but probably not meant.
func (x *Experiment) notes() (notes []string) {
	seen := map[string]bool{}
	add := func(format string, args ...any) {
		if n := fmt.Sprintf(format, args...); !seen[n] {
			seen[n] = true
			notes = append(notes, n)
		}
	}
	for _, w := range x.Warnings() {
		add("%s", w)
	}
	for _, c := range x.Cells {
		if _, to, ok := c.Plan.Layout.Trigger(); ok {
			if need := to + 20*c.Plan.Layout.Timeout(); c.Plan.Layout.Horizon < need {
				add("the horizon of %v leaves less than 20 timeouts after the last fault; %v would judge better", c.Plan.Layout.Horizon, need.Round(time.Second))
			}
		}
		for _, l := range c.Plan.Config.Links {
			if l.Timeout == 0 && l.Deadline == 0 && c.Plan.loses(l) {
				add("link %s: requests can be lost, but without a timeout or a deadline nobody notices", l.Name)
			}
		}
		for i, n := range c.Plan.Layout.Nodes {
			if n.CapacityPerSec > 0 && n.OfferedPerSec > n.CapacityPerSec {
				add("%s is overloaded without any fault: %s on %s", n.Name, perSec(n.OfferedPerSec), perSec(n.CapacityPerSec))
			}
			c.Plan.unheard(i, add)
		}
	}
	return notes
}

func (p *Plan) loses(l sim.Link) bool {
	if l.LoseRequest > 0 || l.LoseResponse > 0 {
		return true
	}
	for _, f := range p.Config.Faults {
		if f.Kind == sim.Lose && p.Config.Links[f.On].Name == l.Name {
			return true
		}
	}
	return false
}
