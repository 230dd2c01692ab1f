package report

import (
	"fmt"
	"math"

	"retrystorm/report/plots"
)

// swept is a measure that is drawn against the varied value, and how its title speaks.
type swept struct {
	measure string
	best    string // of one variant
	bests   string // of several
	times   string // of one that has n times as much, lower being better
}

var sweptMeasures = map[setting][]swept{
	herd: {
		{"attempts", "makes the fewest attempts", "make the fewest attempts", "makes %s times as many"},
		{"completion_s", "finishes first", "finish first", "takes %s times as long"},
	},
	steady: {
		{"goodput_per_s", "has the most goodput", "have the most goodput", ""},
		{"amplification", "makes the fewest attempts per call", "make the fewest attempts per call", "makes %s times as many"},
		{"latency_p99_s", "has the least p99", "have the least p99", "takes %s times as long"},
	},
	trigger: {
		{"recovered", "recovers most often", "recover most often", ""},
		{"goodput_per_s", "has the most goodput", "have the most goodput", ""},
		{"amplification", "makes the fewest attempts per call", "make the fewest attempts per call", "makes %s times as many"},
	},
}

// sweeps are the pictures against the varied value, none unless exactly one path is
// varied over numbers.
func (r *Results) sweeps() []Picture {
	if len(r.Vary) != 1 || len(r.points()) < 2 {
		return nil
	}
	x, unit, ok := quantities(r.points())
	if !ok {
		return nil
	}
	var all []Picture
	for _, s := range sweptMeasures[r.setting()] {
		all = append(all, r.sweep(s, x, unit))
	}
	return all
}

func (r *Results) sweep(s swept, x []float64, unit string) Picture {
	i := MeasureIndex(s.measure)
	m := &Measures[i]
	factor, suffix := axisUnit(m.Unit)
	chart := plots.Chart{
		Title: r.sweepTitle(s), X: r.Vary[0] + inBrackets(unit), Y: axisLabel(m, suffix),
		LogX: wide(x, 100), Panels: []plots.Panel{{}},
	}
	var seen []float64
	for k, v := range r.Variants() {
		line := plots.Line{Name: v, Colour: k, Markers: true, Whiskers: m.Shape == Flag}
		for p, values := range r.points() {
			c := r.at(v, values)
			if c == nil {
				continue
			}
			sum := c.Summary(0, i)
			line.X = append(line.X, x[p])
			line.Y = append(line.Y, sum.Mean*factor)
			line.Low = append(line.Low, sum.Low*factor)
			line.High = append(line.High, sum.High*factor)
			seen = append(seen, sum.Mean*factor)
		}
		chart.Panels[0].Lines = append(chart.Panels[0].Lines, line)
	}
	chart.LogY = wide(seen, 30) && m.Unit != "share"
	spreadOut(&chart)
	return Picture{s.measure, fmt.Sprintf("%s Means over %s; with 95 %% intervals.", m.Doc, r.trialsText()), chart}
}

// sweepTitle states who is best at the last varied value, and who is furthest from it.
func (r *Results) sweepTitle(s swept) string {
	points := r.points()
	last := points[len(points)-1]
	m := MeasureIndex(s.measure)
	best := r.winners(last, s.measure, r.Variants())
	if len(best) == 0 {
		return s.measure + " against " + r.Vary[0]
	}
	if len(best) > mostNames {
		return fmt.Sprintf("At %s = %s %d of %d variants are equally good in %s", r.Vary[0], last[0], len(best), len(r.Variants()), s.measure)
	}
	if len(best) == len(r.Variants()) {
		return fmt.Sprintf("At %s = %s no variant clearly differs in %s", r.Vary[0], last[0], s.measure)
	}
	title := fmt.Sprintf("At %s = %s %s %s", r.Vary[0], last[0], listOf(best, pictured), verb(best, s.best, s.bests))
	top := r.at(best[0], last).Summary(0, m).Mean
	worst, most := "", 1.05
	for _, v := range r.Variants() {
		if c := r.at(v, last); c != nil && c.Summary(0, m).Mean/top > most {
			worst, most = v, c.Summary(0, m).Mean/top
		}
	}
	if worst == "" || s.times == "" || math.IsInf(most, 0) {
		return title
	}
	return title + "; " + pictured(worst) + " " + fmt.Sprintf(s.times, brief(most, ""))
}
