package report

import (
	"fmt"
	"strings"
)

// Line is what a report says of one variant.
type Line struct{ Variant, Text string }

// Lines are the verdict lines, one for each variant. Where values are varied, a line
// tells which of them came out how, or from what to what the measures range.
func (r *Results) Lines() []Line {
	var lines []Line
	for _, v := range r.Variants() {
		cells := r.of(v)
		text := ""
		switch s := r.setting(); {
		case len(cells) == 1:
			text = cells[0].verdict(s)
		case s == trigger:
			text = r.stretches(cells, func(c *Cell) string {
				if c.all(Undecided) {
					return undecidedText(c, " (") + ")"
				}
				return c.verdictText()
			})
		case s == herd:
			text = rangeText(cells, "attempts") + " attempts; done after " + rangeText(cells, "completion_s")
		default:
			text = "goodput " + rangeText(cells, "goodput_per_s") + "; " + rangeText(cells, "amplification") + " attempts per call"
		}
		lines = append(lines, Line{v, text})
	}
	return lines
}

// rangeText is the least and the greatest mean of a measure over cells.
func rangeText(cells []*Cell, name string) string {
	var low, high *Cell
	for _, c := range cells {
		s := c.total(name)
		if s.N == 0 || s.Never > 0 {
			continue
		}
		if low == nil || s.Mean < low.total(name).Mean {
			low = c
		}
		if high == nil || s.Mean > high.total(name).Mean {
			high = c
		}
	}
	if low == nil {
		return "-"
	}
	if low.total(name).Mean == high.total(name).Mean {
		return low.Text(0, name)
	}
	return low.Text(0, name) + " to " + high.Text(0, name)
}

// stretch is cells, one after another, of which the same is said.
type stretch struct {
	text  string
	cells []*Cell
}

// stretches says for which varied values a text holds: "healthy for rate = 100/s ..
// 300/s; stuck for 400/s". With several varied paths it counts the settings.
func (r *Results) stretches(cells []*Cell, text func(*Cell) string) string {
	ordered := len(r.Vary) == 1
	var all []stretch
	for _, c := range cells {
		t := text(c)
		i := len(all) - 1
		for ; !ordered && i >= 0 && all[i].text != t; i-- { // no order to speak of: one entry a text
		}
		if i < 0 || all[i].text != t {
			all = append(all, stretch{text: t})
			i = len(all) - 1
		}
		all[i].cells = append(all[i].cells, c)
	}
	switch {
	case len(cells) == 1:
		return all[0].text
	case len(all) == 1:
		return all[0].text + " throughout"
	}
	var said []string
	for i, s := range all {
		switch {
		case !ordered:
			said = append(said, fmt.Sprintf("%s in %d of %d settings", s.text, len(s.cells), len(cells)))
		case i == 0:
			said = append(said, fmt.Sprintf("%s for %s = %s", s.text, r.Vary[0], r.span(s.cells)))
		default:
			said = append(said, fmt.Sprintf("%s for %s", s.text, r.span(s.cells)))
		}
	}
	return strings.Join(said, "; ")
}

// span is the varied values of some cells: from .. to where they are quantities.
func (r *Results) span(cells []*Cell) string {
	var names []string
	for _, c := range cells {
		names = append(names, c.Values[0])
	}
	if _, _, ok := quantities(r.points()); ok && len(names) > 1 {
		return names[0] + " .. " + names[len(names)-1]
	}
	return list(names)
}
