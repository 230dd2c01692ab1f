package plots

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph is the corners of a filled marker of about radius 1; nil is a circle.
type glyph [][2]vg.Length

// glyphs tell lines apart, in the order of the colours.
var glyphs = []glyph{
	nil,
	{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
	{{-1.2, -0.9}, {1.2, -0.9}, {0, 1.3}},
	{{0, -1.4}, {1.4, 0}, {0, 1.4}, {-1.4, 0}},
	{{-1.2, 0.9}, {1.2, 0.9}, {0, -1.3}},
	{{-1.3, 0}, {0.9, -1.2}, {0.9, 1.2}},
	{{1.3, 0}, {-0.9, -1.2}, {-0.9, 1.2}},
}

// DrawGlyph implements draw.GlyphDrawer.
func (g glyph) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	if g == nil {
		draw.CircleGlyph{}.DrawGlyph(c, s, at)
		return
	}
	corners := make([]vg.Point, len(g))
	for i, p := range g {
		corners[i] = vg.Point{X: at.X + p[0]*s.Radius, Y: at.Y + p[1]*s.Radius}
	}
	c.FillPolygon(s.Color, corners)
}

func (l *Line) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.lineStyle().Color, Radius: 3, Shape: glyphs[max(l.Colour, 0)%len(glyphs)]}
}
