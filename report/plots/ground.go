package plots

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// This file is what lies behind the lines: bands, levels and areas.

// band draws a Band over the whole height, with its name at the top.
type band struct{ Band }

// Plot implements plot.Plotter.
func (b *band) Plot(c draw.Canvas, p *plot.Plot) {
	if from, to, ok := b.extent(&c, p); ok {
		c.FillPolygon(shade, []vg.Point{{X: from, Y: c.Min.Y}, {X: to, Y: c.Min.Y}, {X: to, Y: c.Max.Y}, {X: from, Y: c.Max.Y}})
	}
}

// extent is where the band lies on the canvas, if it does; an instant still shows.
func (b *Band) extent(c *draw.Canvas, p *plot.Plot) (from, to vg.Length, ok bool) {
	tx, _ := p.Transforms(c)
	from, to = max(tx(b.From), c.Min.X), min(tx(b.To), c.Max.X)
	return from, max(to, from+1.5), from <= c.Max.X && to >= c.Min.X
}

// bandName writes the name of a band at its top, beside it if it is narrow.
type bandName struct{ Band }

// Plot implements plot.Plotter.
func (b *bandName) Plot(c draw.Canvas, p *plot.Plot) {
	from, to, ok := b.extent(&c, p)
	if !ok {
		return
	}
	s := textStyle(tickSize, pale, false)
	s.YAlign = draw.YTop
	at := vg.Point{X: from + 2, Y: c.Max.Y - 1}
	if w := s.Width(b.Name); w > to-from && c.Max.X-to > w {
		at.X = to + 3
	}
	write(&c, s, at, b.Name)
}

// level draws a Level over the whole width, with its name above its right end.
type level struct{ Level }

// Plot implements plot.Plotter.
func (l *level) Plot(c draw.Canvas, p *plot.Plot) {
	_, ty := p.Transforms(&c)
	y := ty(l.Y)
	c.StrokeLines(draw.LineStyle{Color: pale, Width: 1, Dashes: []vg.Length{4, 3}}, []vg.Point{{X: c.Min.X, Y: y}, {X: c.Max.X, Y: y}})
	s := textStyle(tickSize, pale, false)
	write(&c, s, vg.Point{X: c.Max.X - s.Width(l.Name) - 2, Y: y + 3}, l.Name)
}

// write writes on a white ground, so that lines behind do not strike the words out.
func write(c *draw.Canvas, s text.Style, at vg.Point, words string) {
	r := s.Rectangle(words)
	low, high := vg.Point{X: at.X + r.Min.X - 1, Y: at.Y + r.Min.Y}, vg.Point{X: at.X + r.Max.X + 1, Y: at.Y + r.Max.Y}
	c.FillPolygon(color.White, []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
	c.FillText(s, at, words)
}

// area fills the ground under a line.
func (c *Chart) area(pl *plot.Plot, l Line, floor float64) {
	if !l.Area {
		return
	}
	var outline plotter.XYs
	for i := range l.X {
		if !c.shows(l.X[i], l.Y[i]) {
			continue
		}
		if n := len(outline); n == 0 {
			outline = append(outline, plotter.XY{X: l.X[i], Y: floor})
		} else if l.Steps {
			outline = append(outline, plotter.XY{X: l.X[i], Y: outline[n-1].Y})
		}
		outline = append(outline, plotter.XY{X: l.X[i], Y: l.Y[i]})
	}
	if n := len(outline); n > 1 {
		outline = append(outline, plotter.XY{X: outline[n-1].X, Y: floor})
		pl.Add(&plotter.Polygon{XYs: []plotter.XYs{outline}, Color: tint(l.lineStyle().Color), LineStyle: draw.LineStyle{Color: color.Transparent}})
	}
}
