package plots

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabels writes names to the right of the axes, each beside the end of its line and
// joined to it by a stroke of its style; names that would overlap are pushed apart.
type endLabels struct {
	at    []endLabel
	width vg.Length // of the widest name
}

type endLabel struct {
	name  string
	x, y  float64 // end of the line
	style draw.LineStyle
}

const (
	stroke = vg.Length(24) // between axes and name
	gap    = vg.Length(4)  // between stroke and name
)

func (e *endLabels) add(name string, x, y float64, s draw.LineStyle) {
	if name == "" {
		return
	}
	e.at = append(e.at, endLabel{name, x, y, s})
	e.width = max(e.width, textStyle(textSize, ink, false).Width(name))
}

// room is what the names need to the right of the axes.
func (e *endLabels) room() vg.Length {
	if len(e.at) == 0 {
		return 4
	}
	return stroke + 2*gap + e.width
}

// Plot implements plot.Plotter.
func (e *endLabels) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	style := textStyle(textSize, ink, false)
	style.YAlign = draw.YCenter
	var inside, beside []placed
	for _, l := range e.at {
		end := vg.Point{X: min(tx(l.x), c.Max.X), Y: min(max(ty(l.y), c.Min.Y), c.Max.Y)}
		at := placed{l, end, end.Y}
		if end.X+2*stroke+style.Width(l.name) < c.Max.X {
			inside = append(inside, at)
		} else {
			beside = append(beside, at)
		}
	}
	height := style.FontExtents().Height
	spread(inside, height, c.Min.Y, c.Max.Y)
	spread(beside, height, c.Min.Y, c.Max.Y)
	for _, l := range inside {
		l.write(&c, style, l.end.X)
	}
	for _, l := range beside {
		l.write(&c, style, c.Max.X)
	}
}

// placed is a label with the end of its line on the canvas, and its own height there.
type placed struct {
	endLabel
	end vg.Point
	y   vg.Length
}

// write writes a name to the right of x.
func (l *placed) write(c *draw.Canvas, style text.Style, x vg.Length) {
	from, to := vg.Point{X: x + gap, Y: l.y}, vg.Point{X: x + stroke, Y: l.y}
	c.StrokeLines(draw.LineStyle{Color: pale, Width: 0.5}, []vg.Point{l.end, from})
	c.StrokeLines(l.style, []vg.Point{from, to})
	c.FillText(style, vg.Point{X: to.X + gap, Y: to.Y}, l.name)
}

// spread moves labels apart, from the lowest to the highest, until neighbours are at
// least d from one another, and keeps them between low and high if they fit.
func spread(labels []placed, d, low, high vg.Length) {
	slices.SortStableFunc(labels, func(a, b placed) int { return cmp.Compare(a.y, b.y) })
	for range 200 {
		moved := false
		for i := 1; i < len(labels); i++ {
			if over := d - (labels[i].y - labels[i-1].y); over > 0.01 {
				labels[i-1].y -= over / 2
				labels[i].y += over / 2
				moved = true
			}
		}
		for i := range labels {
			labels[i].y = min(max(labels[i].y, low), high)
		}
		if !moved {
			return
		}
	}
}
