package report

import (
	"math"
	"slices"
)

// Of are the values of a measure over the trials of the cell, by number. part and
// measure are places in Parts and [Measures].
func (c *Cell) Of(part, measure int) []float64 { return c.ofPhase(-1, part, measure) }

// ofPhase are the same of a phase of the layout, by its place; -1 is the whole run.
func (c *Cell) ofPhase(phase, part, measure int) []float64 {
	x := make([]float64, len(c.Trials))
	for i := range c.Trials {
		x[i] = math.NaN()
		v := c.Trials[i].Values
		if phase >= 0 {
			v = nil
			if phase < len(c.Trials[i].Phased) {
				v = c.Trials[i].Phased[phase]
			}
		}
		if part < len(v) {
			x[i] = v[part][measure]
		}
	}
	return x
}

// Summary sums up a measure of a part.
func (c *Cell) Summary(part, measure int) Summary {
	return Summarize(c.Of(part, measure), Measures[measure].Shape)
}

// total sums up a measure of the total, by name.
func (c *Cell) total(name string) Summary { return c.Summary(0, MeasureIndex(name)) }

// minus is the paired difference to another cell in a measure of the total, over the
// trials that both have: after an interruption some are missing.
func (c *Cell) minus(other *Cell, measure int) Difference {
	byNumber := map[int]float64{}
	for i, v := range other.Of(0, measure) {
		byNumber[other.Trials[i].Number] = v
	}
	var a, b []float64
	for i, v := range c.Of(0, measure) {
		if w, ok := byNumber[c.Trials[i].Number]; ok {
			a, b = append(a, v), append(b, w)
		}
	}
	return Paired(a, b)
}

// verdicts counts the trials by verdict.
func (c *Cell) verdicts() (n [len(verdictNames)]int) {
	for i := range c.Trials {
		if c.Trials[i].Values != nil {
			n[c.Trials[i].Verdict()]++
		}
	}
	return n
}

// at finds the cell of a variant at the varied values of c, nil if there is none.
func (r *Results) at(variant string, values []string) *Cell {
	for _, c := range r.Cells {
		if c.Variant == variant && slices.Equal(c.Values, values) {
			return c
		}
	}
	return nil
}

// points lists the choices of varied values, in order.
func (r *Results) points() [][]string {
	var all [][]string
	for _, c := range r.Cells {
		if !slices.ContainsFunc(all, func(v []string) bool { return slices.Equal(v, c.Values) }) {
			all = append(all, c.Values)
		}
	}
	return all
}

// of lists the cells of a variant, in order.
func (r *Results) of(variant string) []*Cell {
	var all []*Cell
	for _, c := range r.Cells {
		if c.Variant == variant {
			all = append(all, c)
		}
	}
	return all
}

// setting describes what an experiment looks at, and so which columns and sentences
// fit.
type setting uint8

const (
	herd    setting = iota // all at once; how much work, how long
	steady                 // a rate until the horizon, nothing goes wrong
	trigger                // a rate until the horizon, and faults
)

func (r *Results) setting() setting {
	if len(r.Cells) == 0 || r.Cells[0].Layout.Herd() {
		return herd
	}
	if _, _, ok := r.Cells[0].Layout.Trigger(); ok {
		return trigger
	}
	return steady
}
