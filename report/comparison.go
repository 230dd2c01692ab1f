package report

import (
	"fmt"
	"math"
	"strings"
)

// Comparison is the sentence over all variants, "" if there is only one. By setting:
//
//	herd     who makes the fewest attempts and who is done first; and, if these differ
//	         and the service takes no time, why neither may be read alone
//	steady   who has the most goodput and who asks for the least load
//	trigger  who recovers in every trial and who does not; of the former, who is back
//	         first and who has the most goodput
//
// The best is the one with the best mean, together with all whose paired difference to
// it could be 0 (95 % interval).
func (r *Results) Comparison() string {
	if len(r.Variants()) < 2 {
		return ""
	}
	switch r.setting() {
	case herd:
		return r.compareHerds()
	case steady:
		return r.best("goodput_per_s", "most goodput") + "; " + r.best("load_per_s", "least load")
	}
	if len(r.points()) > 1 {
		return "recovering in every trial: " + r.stretches(r.baseline(), func(c *Cell) string {
			return orNone(r.names(c.Values, recovers))
		})
	}
	return r.compareRecovery(r.points()[0])
}

func (r *Results) compareHerds() string {
	work := r.best("attempts", "least work")
	first := r.best("completion_s", "first to finish")
	text := work + "; " + first
	for _, values := range r.points() {
		a, b := r.winners(values, "attempts", r.Variants()), r.winners(values, "completion_s", r.Variants())
		if len(a) > 0 && len(b) > 0 && !overlap(a, b) && r.at(b[0], values).takesNoTime() {
			return fmt.Sprintf("%s. The service takes no time here, so %s %s first while doing more work; "+
				"on a service that takes time these attempts are the load: read work and time together", text, listOf(b, marked), verb(b, "finishes", "finish"))
		}
	}
	return text
}

// takesNoTime reports whether every node of the cell is known to be infinitely fast.
func (c *Cell) takesNoTime() bool {
	for _, n := range c.Layout.Nodes {
		if !math.IsInf(n.CapacityPerSec, 1) {
			return false
		}
	}
	return true
}

// best says who is best in a measure, at which varied values.
func (r *Results) best(measure, title string) string {
	return title + ": " + r.stretches(r.baseline(), func(c *Cell) string {
		return orNone(r.winners(c.Values, measure, r.Variants()))
	})
}

// compareRecovery is the sentence for a scenario with a trigger.
func (r *Results) compareRecovery(values []string) string {
	yes, no := r.names(values, recovers), r.names(values, func(c *Cell) bool { return !recovers(c) })
	var said string
	switch {
	case len(no) == 0:
		said = "all recover in every trial"
	case len(yes) == 0:
		return "none recovers in every trial"
	default:
		said = fmt.Sprintf("%s %s in every trial, %s %s not", listOf(yes, marked), verb(yes, "recovers", "recover"), listOf(no, marked), verb(no, "does", "do"))
	}
	if len(yes) < 2 {
		return said
	}
	return said + "; back first: " + orNone(r.winners(values, "recovery_time_s", yes)) +
		"; most goodput: " + orNone(r.winners(values, "goodput_per_s", yes))
}

func recovers(c *Cell) bool { return c.all(Healthy) }

// winners are the variants among some that are best in a measure at a point: the one
// with the best mean and all that do not clearly differ from it.
func (r *Results) winners(values []string, measure string, among []string) []string {
	m := MeasureIndex(measure)
	var best *Cell
	for _, v := range among {
		c := r.at(v, values)
		if c == nil || math.IsNaN(c.Summary(0, m).Mean) {
			continue
		}
		if best == nil || float64(Measures[m].Better)*(c.Summary(0, m).Mean-best.Summary(0, m).Mean) > 0 {
			best = c
		}
	}
	if best == nil {
		return nil
	}
	var names []string
	for _, v := range among {
		c := r.at(v, values)
		if c == nil || math.IsNaN(c.Summary(0, m).Mean) {
			continue
		}
		if d := c.minus(best, m); c == best || d.N > 1 && !d.Clear() {
			names = append(names, v)
		}
	}
	return names
}

// names are the variants whose cells at a point pass a test.
func (r *Results) names(values []string, test func(*Cell) bool) []string {
	var names []string
	for _, v := range r.Variants() {
		if c := r.at(v, values); c != nil && test(c) {
			names = append(names, v)
		}
	}
	return names
}

// baseline are the cells of the baseline, one for each point.
func (r *Results) baseline() []*Cell { return r.of(r.baselineName()) }

// baselineName is the first variant where none is named, or where it was not run.
func (r *Results) baselineName() string {
	if len(r.of(r.Baseline)) > 0 {
		return r.Baseline
	}
	return r.Variants()[0]
}

func overlap(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// list is names as a sentence has them: a, b and c.
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// listOf is list of marked names.
func listOf(names []string, mark func(string) string) string {
	marked := make([]string, len(names))
	for i, n := range names {
		marked[i] = mark(n)
	}
	return list(marked)
}

// marked marks a name as one: a variant may be called none.
func marked(name string) string { return "`" + name + "`" }

// pictured is marked for pictures.
func pictured(name string) string { return "\u201c" + name + "\u201d" }

func orNone(names []string) string {
	if len(names) == 0 {
		return "nobody"
	}
	return listOf(names, marked)
}

func verb(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}
