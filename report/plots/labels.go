package plots

import (
	"slices"

	"gonum.org/v1/plot"
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
	stroke = vg.Length(22) // between axes and name
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
	height := style.FontExtents().Height
	labels := slices.Clone(e.at)
	slices.SortStableFunc(labels, func(a, b endLabel) int { return int(ty(a.y)*16) - int(ty(b.y)*16) })
	ys := make([]vg.Length, len(labels))
	for i, l := range labels {
		ys[i] = min(max(ty(l.y), c.Min.Y), c.Max.Y)
	}
	spread(ys, height, c.Min.Y, c.Max.Y)
	for i, l := range labels {
		end := vg.Point{X: min(tx(l.x), c.Max.X), Y: min(max(ty(l.y), c.Min.Y), c.Max.Y)}
		from := vg.Point{X: c.Max.X, Y: end.Y}
		to := vg.Point{X: c.Max.X + stroke, Y: ys[i]}
		c.StrokeLines(l.style, []vg.Point{from, to})
		c.FillText(style, vg.Point{X: to.X + gap, Y: to.Y}, l.name)
	}
}

// spread moves sorted positions apart until neighbours are at least d from one
// another, and keeps them between low and high if they fit.
func spread(ys []vg.Length, d, low, high vg.Length) {
	for range 200 {
		moved := false
		for i := 1; i < len(ys); i++ {
			if over := d - (ys[i] - ys[i-1]); over > 0.01 {
				ys[i-1] -= over / 2
				ys[i] += over / 2
				moved = true
			}
		}
		for i := range ys {
			ys[i] = min(max(ys[i], low), high)
		}
		if !moved {
			return
		}
	}
}
