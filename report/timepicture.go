package report

import (
	"fmt"
	"math"

	"retrystorm/report/plots"
)

// arrivals is when the attempts of a herd arrive: each variant in its own time.
func (r *Results) arrivals(at []string) Picture {
	chart := plots.Chart{X: "time (s), each panel to its own end", Y: "attempts per second", LogY: true, OwnX: true, Columns: r.panelColumns()}
	floor := math.Inf(1) // of the vertical axis: a bin without attempts stands on it
	var low, high *Cell
	load := func(c *Cell) float64 { return c.total("load_per_s").Mean }
	for i, v := range r.Variants() {
		c := r.at(v, at)
		if c == nil {
			continue
		}
		line := plots.Line{Colour: i, Steps: true, Area: true}
		for _, x := range c.points(0) {
			line.X, line.Y = append(line.X, x.T), append(line.Y, x.Load)
			if x.Load > 0 {
				floor = math.Min(floor, x.Load/2)
			}
		}
		chart.Panels = append(chart.Panels, plots.Panel{Title: v, Lines: []plots.Line{line}})
		if low == nil || load(c) < load(low) {
			low = c
		}
		if high == nil || load(c) > load(high) {
			high = c
		}
	}
	for _, p := range chart.Panels {
		for i, y := range p.Lines[0].Y {
			p.Lines[0].Y[i] = math.Max(y, floor)
		}
	}
	chart.Title = "When the attempts arrive" + r.atText(at)
	if low != high {
		chart.Title = fmt.Sprintf("%s asks for %s on average until it is done, %s for %s%s", pictured(high.Variant), brief(load(high), "1/s"),
			pictured(low.Variant), brief(load(low), "1/s"), r.atText(at))
	}
	return Picture{"arrivals", fmt.Sprintf("When the attempts arrive%s, as means over %s. Waves that show in the mean come at the same time in every trial.",
		r.atText(at), r.trialsText()), chart}
}

// load is load and goodput over time, with the faults behind them.
func (r *Results) load(at []string) Picture {
	chart := plots.Chart{Title: r.loadTitle(at), X: "time (s)", Y: "calls and attempts per second", Columns: r.panelColumns()}
	for _, v := range r.Variants() {
		if c := r.at(v, at); c != nil {
			chart.Panels = append(chart.Panels, c.loadPanel(v))
			chart.OwnX = chart.OwnX || c.Layout.Horizon != r.Cells[0].Layout.Horizon
		}
	}
	return Picture{"load", fmt.Sprintf("Load (all attempts) and goodput (calls that succeed)%s, as means over %s; dots: offered load (first attempts).%s",
		r.atText(at), r.trialsText(), r.busyText(at)), chart}
}

// busyText explains the busy lines, if there are any.
func (r *Results) busyText(at []string) string {
	for _, v := range r.Variants() {
		if c := r.at(v, at); c != nil && c.busyLine() != nil {
			return " Busy: what the workers held could serve; where it is above goodput, they work for nobody."
		}
	}
	return ""
}

func (c *Cell) loadPanel(name string) plots.Panel {
	load := plots.Line{Name: "load", Colour: 1, Steps: true}
	good := plots.Line{Name: "goodput", Colour: 0, Steps: true}
	offered := plots.Line{Colour: -1, Steps: true, Thin: true}
	for _, x := range c.points(0) {
		if x.T >= c.Layout.Horizon.Seconds() {
			break
		}
		load.X, load.Y = append(load.X, x.T), append(load.Y, x.Load)
		good.X, good.Y = append(good.X, x.T), append(good.Y, x.Goodput)
		offered.X, offered.Y = append(offered.X, x.T), append(offered.Y, x.Offered)
	}
	p := plots.Panel{Title: name, Lines: []plots.Line{load, good, offered}}
	if busy := c.busyLine(); busy != nil {
		p.Lines = append(p.Lines, *busy)
	}
	for _, f := range c.Layout.Faults {
		p.Bands = append(p.Bands, plots.Band{Name: f.Name, From: f.At.Seconds(), To: (f.At + f.For).Seconds()})
	}
	if k, ok := c.knownCapacity(); ok {
		p.Levels = append(p.Levels, plots.Level{Name: "capacity " + perSec(k), Y: k})
	}
	return p
}

// knownCapacity is that of the only node: the load of several is not that of the one
// whose capacity is known.
func (c *Cell) knownCapacity() (perSec float64, ok bool) {
	k := c.Prediction.CapacityPerSec
	return k, len(c.Layout.Nodes) == 1 && k > 0 && !math.IsInf(k, 1)
}

// busyLine is utilisation x capacity: requests per second that the workers held would
// serve. Where it stays up while goodput is down, they work for nobody: the pair tells
// a storm, either alone does not. It is nil if workers or capacity are not known, or if
// nothing was ever wasted.
func (c *Cell) busyLine() *plots.Line {
	k, ok := c.knownCapacity()
	if waste := c.total("wasted_share"); !ok || !(waste.Mean >= leastWaste) {
		return nil
	}
	line := plots.Line{Name: "busy", Colour: 2, Steps: true, Thin: true}
	for _, x := range c.points(0) {
		if x.T >= c.Layout.Horizon.Seconds() || x.Workers == 0 {
			break
		}
		line.X, line.Y = append(line.X, x.T), append(line.Y, float64(x.Busy/x.Workers)*k)
	}
	if line.X == nil {
		return nil
	}
	return &line
}

const leastWaste = 0.2 // of the service time: below it the line lies on goodput

// loadTitle states who is back after the faults.
func (r *Results) loadTitle(at []string) string {
	yes, no := r.names(at, recovers), r.names(at, func(c *Cell) bool { return !recovers(c) })
	switch {
	case r.setting() != trigger:
		return "Load and goodput over time" + r.atText(at)
	case len(no) == 0:
		return "After the fault every variant is back" + r.atText(at)
	case len(yes) == 0:
		return "After the fault no variant is back in every trial" + r.atText(at)
	case len(yes)+len(no) > mostNames:
		return fmt.Sprintf("After the fault %d of %d variants are back in every trial%s", len(yes), len(yes)+len(no), r.atText(at))
	}
	return fmt.Sprintf("After the fault %s %s back, %s %s not%s",
		listOf(yes, pictured), verb(yes, "is", "are"), listOf(no, pictured), verb(no, "is", "are"), r.atText(at))
}
