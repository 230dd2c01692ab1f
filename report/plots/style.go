package plots

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours are those of Okabe and Ito (2008) that show on white, in the order in which
// they are used; their yellow does not show.
var Colours = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xd5, 0x5e, 0x00, 0xff}, // vermilion
	{0x00, 0x9e, 0x73, 0xff}, // bluish green
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0x00, 0x00, 0x00, 0xff}, // black
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
}

var (
	ink    = color.RGBA{0x22, 0x22, 0x22, 0xff}
	pale   = color.RGBA{0x66, 0x66, 0x66, 0xff}
	grid   = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}
	shade  = color.RGBA{0xf3, 0xe9, 0xd8, 0xff}
	dashes = [][]vg.Length{nil, {8, 3}, {3, 2}, {9, 3, 2, 3}, {14, 4}, {6, 2, 2, 2, 2, 2}, {1.5, 3}}
)

const (
	titleSize = 15
	textSize  = 12
	tickSize  = 11
)

// textStyle is Liberation Sans, which gonum carries with it: the same on every machine.
func textStyle(size vg.Length, c color.Color, bold bool) text.Style {
	weight := xfont.WeightNormal
	if bold {
		weight = xfont.WeightBold
	}
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size, Weight: weight},
		Handler: plot.DefaultTextHandler,
	}
}

// lineStyle is that of a line: its colour, and a dash that tells it apart without,
// unless markers do or steps would hide it.
func (l *Line) lineStyle() draw.LineStyle {
	s := draw.LineStyle{Color: pale, Width: 1, Dashes: []vg.Length{2, 2}}
	if l.Colour >= 0 {
		s.Color, s.Dashes, s.Width = Colours[l.Colour%len(Colours)], dashes[l.Colour%len(dashes)], 2
	}
	if l.Markers || l.Steps && l.Colour >= 0 {
		s.Dashes, s.Width = nil, 1.5
	}
	if l.Thin {
		s.Width = 1
	}
	return s
}

// tint is c mixed with white, for intervals: opaque colours look the same in every
// viewer.
func tint(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - (255-v>>8)/5) }
	return color.RGBA{mix(r), mix(g), mix(b), 0xff}
}
