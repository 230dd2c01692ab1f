package report

import (
	"slices"
	"strconv"

	"retrystorm/sim"
)

// hasOutcomes reports whether any attempt has ended.
func (r *Results) hasOutcomes() bool { return len(r.outcomes()) > 0 }

// outcomes lists the statuses with which attempts ended in some cell, in the order of
// the outcome table.
func (r *Results) outcomes() []sim.Status {
	var all []sim.Status
	for st := range sim.Statuses {
		if slices.ContainsFunc(r.Cells, func(c *Cell) bool {
			return slices.ContainsFunc(c.Outcomes, func(n []uint64) bool { return n[st] > 0 })
		}) {
			all = append(all, sim.Status(st))
		}
	}
	return all
}

// outcomesTable is outcomes.csv: how attempts ended as their callers see it, one row
// for each link and outcome; attempts of all trials after the warm-up, and their share
// of those that ended on the link.
func (r *Results) outcomesTable() *Table {
	t := &Table{Head: append(append([]string{"scenario", "variant"}, r.Vary...), "link", "outcome", "code", "executed", "attempts", "share")}
	for _, c := range r.Cells {
		for i, n := range c.Outcomes {
			sum := total(n)
			for st, attempts := range n {
				if attempts == 0 {
					continue
				}
				row, code := sim.Statuses[st], ""
				if row.Code > 0 {
					code = strconv.Itoa(row.Code)
				}
				t.Rows = append(t.Rows, append(append([]string{r.Name, c.Variant}, c.Values...), c.Layout.Links[i].Name, row.Name, code,
					row.Executed.String(), strconv.FormatUint(attempts, 10), rounded(float64(attempts)/float64(sum))))
			}
		}
	}
	return t
}

// OutcomeTable is how attempts ended on each link, as shares; nil if none has ended.
func (r *Results) OutcomeTable() *Table {
	outcomes := r.outcomes()
	if outcomes == nil {
		return nil
	}
	t := &Table{Head: append(append([]string{}, r.Vary...), "variant", "link", "attempts")}
	for _, st := range outcomes {
		t.Head = append(t.Head, st.String())
	}
	t.Right = make([]bool, len(t.Head))
	for i := range t.Right {
		t.Right[i] = i < len(r.Vary) || i > len(r.Vary)+1
	}
	for _, c := range r.Cells {
		for i, n := range c.Outcomes {
			sum := total(n)
			row := append(append([]string{}, c.Values...), c.Variant, c.Layout.Links[i].Name, fixed(float64(sum), 0))
			for _, st := range outcomes {
				row = append(row, Show(ratio(float64(n[st]), float64(sum)), 0, "share"))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func total(counts []uint64) (sum uint64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}
