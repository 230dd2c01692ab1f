package report

import (
	"fmt"
	"slices"
	"strings"
)

// columns are the measures of the tables, by setting. Those of the second list, and
// those of rareColumns, are shown only where they are not 0 throughout.
var columns = map[setting][2][]string{
	herd: {
		{"attempts", "amplification", "completion_s", "latency_p50_s", "wasted_share"},
		{"failed", "refused", "unfinished", "hedges"},
	},
	steady: {
		{"goodput_per_s", "load_per_s", "amplification", "wasted_share", "latency_p50_s", "latency_p99_s"},
		{"failed", "refused", "unfinished", "hedges"},
	},
	trigger: {
		{"recovered", "recovery_time_s", "goodput_per_s", "load_per_s", "peak_load", "amplification", "wasted_share", "latency_p99_s"},
		{"refused", "unfinished", "hedges"},
	},
}

// rareColumns are for services with limits, caches or effects.
var rareColumns = []string{
	"limited_share", "hit_ratio", "duplicates", "replayed", "told_failed_but_done", "told_ok_but_undone", "crashes", "ejections",
}

// partColumns are those of the table by fleet, group and node. Of the second list,
// utilisation stands beside goodput: only the pair tells a storm from a rush hour.
var partColumns = [2][]string{
	{"calls", "amplification", "attempts_per_client_call", "goodput_per_s", "load_per_s", "wasted_share", "latency_p99_s"},
	{"utilisation"},
}

// Table is the result by cell: one row for each choice of varied values and variant.
func (r *Results) Table() *Table {
	names := r.shown()
	t := r.emptyTable(nil, names)
	for _, c := range r.Cells {
		t.Rows = append(t.Rows, c.row(0, nil, names))
	}
	return t
}

// PartTable is the result by fleet, group and node, nil if there are none.
func (r *Results) PartTable() *Table {
	if len(r.Cells) == 0 || len(r.Cells[0].Parts) < 2 {
		return nil
	}
	names := append([]string{}, partColumns[0]...)
	for _, name := range slices.Concat(partColumns[1], rareColumns) {
		if r.anyPart(name) {
			names = append(names, name)
		}
	}
	t := r.emptyTable([]string{"part"}, names)
	for _, c := range r.Cells {
		for p := 1; p < len(c.Parts); p++ {
			t.Rows = append(t.Rows, c.row(p, []string{c.Parts[p].String()}, names))
		}
	}
	return t
}

// shown are the measures of the table of r.
func (r *Results) shown() []string {
	always, some := columns[r.setting()][0], columns[r.setting()][1]
	var names []string
	for _, name := range always {
		if r.any(name, func(s Summary) bool { return s.N > 0 }) {
			names = append(names, name)
		}
	}
	for _, name := range slices.Concat(some, rareColumns) {
		if r.any(name, func(s Summary) bool { return s.N > 0 && s.Max > 0 }) {
			names = append(names, name)
		}
	}
	return names
}

// any reports whether the summary of a measure passes the test in some cell.
func (r *Results) any(name string, test func(Summary) bool) bool {
	for _, c := range r.Cells {
		if test(c.total(name)) {
			return true
		}
	}
	return false
}

// anyPart reports whether a measure is above 0 in some part of some cell.
func (r *Results) anyPart(name string) bool {
	for _, c := range r.Cells {
		for p := 1; p < len(c.Parts); p++ {
			if s := c.Summary(p, MeasureIndex(name)); s.N > 0 && s.Max > 0 {
				return true
			}
		}
	}
	return false
}

func (r *Results) emptyTable(extra, measures []string) *Table {
	t := &Table{Head: append([]string{}, r.Vary...)}
	t.Head = append(append(append(t.Head, "variant"), extra...), measures...)
	t.Right = make([]bool, len(t.Head))
	for i := range t.Right {
		t.Right[i] = i < len(r.Vary) || i >= len(t.Head)-len(measures)
	}
	return t
}

func (c *Cell) row(part int, extra, measures []string) []string {
	row := append([]string{}, c.Values...)
	row = append(append(row, c.Variant), extra...)
	for _, name := range measures {
		row = append(row, c.Text(part, name))
	}
	return row
}

// Text is a measure of the cell as it stands in tables and sentences.
func (c *Cell) Text(part int, name string) string {
	i := MeasureIndex(name)
	s, m := c.Summary(part, i), &Measures[i]
	switch {
	case s.N == 0:
		return "-"
	case m.Shape == Word:
		return c.verdictText()
	case m.Shape == Flag:
		return fmt.Sprintf("%d of %d", count(c.Of(part, i), 1), s.N)
	case s.Never == s.N:
		return "never"
	case 2*s.Never > s.N:
		return fmt.Sprintf("never in %d of %d", s.Never, s.N)
	case s.Never > 0:
		return "p50 " + Show(s.P50, 0, m.Unit)
	}
	return Show(s.Mean, s.Half(), m.Unit)
}

// verdictText is the verdicts of the trials: healthy, or stuck 12, healthy 18.
func (c *Cell) verdictText() string {
	var words []string
	n := c.verdicts()
	for v := Stuck; v >= Healthy; v-- {
		if n[v] == len(c.Trials) {
			return v.String()
		}
		if n[v] > 0 {
			words = append(words, fmt.Sprintf("%s %d", v, n[v]))
		}
	}
	if n[Undecided] == len(c.Trials) {
		return Undecided.String()
	}
	if n[Undecided] > 0 {
		words = append(words, fmt.Sprintf("%s %d", Undecided, n[Undecided]))
	}
	return strings.Join(words, ", ")
}
