package report

import (
	"fmt"
	"strings"

	"retrystorm/report/plots"
)

// Picture is a chart, its file name without the ending, and its caption.
type Picture struct {
	Name    string
	Caption string
	Chart   plots.Chart
}

// Pictures are the charts that fit what r looks at: measures against the varied value,
// what happens over time, and how long calls take.
func (r *Results) Pictures() []Picture {
	if len(r.Cells) == 0 {
		return nil
	}
	all := r.sweeps()
	at := r.middle()
	if p, ok := r.layers(at); ok {
		all = append(all, p)
	}
	if r.setting() == herd {
		all = append(all, r.arrivals(at))
	} else {
		all = append(all, r.load(at))
	}
	return append(all, r.distribution(at))
}

// middle is the choice of varied values whose series are drawn.
func (r *Results) middle() []string {
	points := r.points()
	return points[len(points)/2]
}

// atText says where a picture is taken, "" if nothing is varied.
func (r *Results) atText(values []string) string {
	if len(r.Vary) == 0 {
		return ""
	}
	said := make([]string, len(values))
	for i, v := range values {
		said[i] = r.Vary[i] + " = " + v
	}
	return ", at " + strings.Join(said, ", ")
}

func (r *Results) trialsText() string {
	if len(r.Cells) == 0 || len(r.Cells[0].Trials) == 1 {
		return "1 trial"
	}
	return fmt.Sprintf("%d trials", len(r.Cells[0].Trials))
}

// panelColumns is how many panels stand side by side: two if there are many.
func (r *Results) panelColumns() int {
	if len(r.Variants()) > 3 {
		return 2
	}
	return 1
}

// mostLines are as many lines as one pair of axes can tell apart.
const mostLines = 7

// spreadOut gives each line its own panel if there are too many for one.
func spreadOut(c *plots.Chart) {
	if len(c.Panels) != 1 || len(c.Panels[0].Lines) <= mostLines {
		return
	}
	lines := c.Panels[0].Lines
	c.Panels, c.Columns = nil, 2
	for _, l := range lines {
		name := l.Name
		l.Name, l.Colour = "", 0
		c.Panels = append(c.Panels, plots.Panel{Title: name, Lines: []plots.Line{l}})
	}
}

// mostNames are as many names as a title can hold.
const mostNames = 5
