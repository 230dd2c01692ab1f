package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// span is a range of an axis.
type span struct{ low, high float64 }

func (s *span) add(v float64) {
	if !math.IsNaN(v) && !math.IsInf(v, 0) {
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

// ranges are the ranges of the axes over some panels: a linear vertical axis begins at
// 0, and a logarithmic one ignores what is not positive.
func (c *Chart) ranges(panels []Panel) (x, y span) {
	x, y = span{math.Inf(1), math.Inf(-1)}, span{math.Inf(1), math.Inf(-1)}
	for _, p := range panels {
		for _, l := range p.Lines {
			for i := range l.X {
				if c.shows(l.X[i], l.Y[i]) {
					x.add(l.X[i])
					y.add(l.Y[i])
				}
			}
		}
		for _, l := range p.Levels {
			y.add(l.Y)
		}
	}
	if x.low > x.high {
		x, y = span{0, 1}, span{0, 1}
		if c.LogX {
			x.low = 0.1
		}
		if c.LogY {
			y.low = 0.1
		}
	}
	if c.LogY {
		y.low, y.high = y.low/1.1, y.high*1.15
	} else {
		y.low = min(0, y.low)
		y.high += (y.high - y.low) * 0.06
	}
	if c.MaxX > 0 {
		x = span{0, c.MaxX}
	}
	if x.low == x.high {
		x.high = x.low + 1
	}
	if y.low == y.high {
		y.high = y.low + 1
	}
	return x, y
}

func (c *Chart) shows(x, y float64) bool {
	return !math.IsNaN(x+y) && !math.IsInf(x+y, 0) && (!c.LogX || x > 0) && (!c.LogY || y > 0)
}

// build makes the axes of a panel with everything in them.
func (c *Chart) build(p Panel, x, y span, lowest bool) (*plot.Plot, *endLabels) {
	pl := plot.New()
	nx, ny := 9, 5
	if len(c.Panels) > 1 {
		nx, ny = 5, 4
	}
	c.axis(&pl.X, x, c.LogX, nx)
	c.axis(&pl.Y, y, c.LogY, ny)
	if lowest {
		pl.X.Label.Text = c.X
	}
	labels := &endLabels{}
	for _, b := range p.Bands {
		pl.Add(&band{b})
	}
	for _, l := range p.Lines {
		c.area(pl, l, y.low)
	}
	g := plotter.NewGrid()
	g.Vertical.Color = nil
	g.Horizontal = draw.LineStyle{Color: grid, Width: 0.75}
	pl.Add(g)
	for _, b := range p.Bands { // before the lines, which no word may hide
		pl.Add(&bandName{b})
	}
	for _, l := range p.Levels {
		pl.Add(&level{l})
	}
	for _, l := range p.Lines {
		c.interval(pl, l)
	}
	for _, l := range p.Lines {
		c.line(pl, l, labels)
	}
	pl.Add(labels)
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = x.low, x.high, y.low, y.high
	return pl, labels
}

func (c *Chart) axis(a *plot.Axis, s span, log bool, n int) {
	a.Min, a.Max = s.low, s.high
	a.Padding = 0
	a.Color = pale
	a.Width = 0.75
	a.Tick.LineStyle = draw.LineStyle{Color: pale, Width: 0.75}
	a.Tick.Length = 4
	vertical := a.Tick.Label.XAlign == draw.XRight
	align := a.Tick.Label
	a.Tick.Label = textStyle(tickSize, ink, false)
	a.Tick.Label.XAlign, a.Tick.Label.YAlign = align.XAlign, align.YAlign
	a.Label.TextStyle = textStyle(textSize, ink, false)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
	if vertical {
		a.LineStyle.Width = 0
	}
	a.Tick.Marker = linearTicks{n}
	if log {
		a.Scale, a.Tick.Marker = plot.LogScale{}, logTicks{}
	}
}

// line adds a line, its markers, and its name.
func (c *Chart) line(pl *plot.Plot, l Line, labels *endLabels) {
	var run plotter.XYs
	flush := func() { // a gap in the data is a gap in the line
		if len(run) > 1 {
			s := plotter.NoStep
			if l.Steps {
				s = plotter.PostStep
			}
			pl.Add(&plotter.Line{XYs: run, LineStyle: l.lineStyle(), StepStyle: s})
		}
		if l.Markers && len(run) > 0 {
			pl.Add(&plotter.Scatter{XYs: run, GlyphStyle: l.glyph()})
		}
		run = nil
	}
	last := -1
	for i := range l.X {
		if !c.shows(l.X[i], l.Y[i]) {
			flush()
			continue
		}
		run = append(run, plotter.XY{X: l.X[i], Y: l.Y[i]})
		last = i
	}
	flush()
	if last >= 0 {
		labels.add(l.Name, l.X[last], l.Y[last], l.lineStyle())
	}
}

// interval adds what lies between Low and High.
func (c *Chart) interval(pl *plot.Plot, l Line) {
	var low, high plotter.XYs
	for i := range l.Low {
		if c.shows(l.X[i], l.Low[i]) && c.shows(l.X[i], l.High[i]) {
			low = append(low, plotter.XY{X: l.X[i], Y: l.Low[i]})
			high = append(high, plotter.XY{X: l.X[i], Y: l.High[i]})
		}
	}
	if l.Whiskers {
		s := draw.LineStyle{Color: l.lineStyle().Color, Width: 0.75}
		for i := range low {
			pl.Add(&plotter.Line{XYs: plotter.XYs{low[i], high[i]}, LineStyle: s})
		}
		return
	}
	if len(low) < 2 {
		return
	}
	for i := len(high) - 1; i >= 0; i-- {
		low = append(low, high[i])
	}
	pl.Add(&plotter.Polygon{XYs: []plotter.XYs{low}, Color: tint(l.lineStyle().Color), LineStyle: draw.LineStyle{Color: color.Transparent}})
}
