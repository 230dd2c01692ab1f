package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	width    = 8 * vg.Inch
	panelMin = 2.1 * vg.Inch // height of one of several panels
	single   = 4.2 * vg.Inch
	dpi      = 150
	margin   = vg.Length(10)
)

// Draw returns the chart in one of [Formats].
func (c *Chart) Draw(format string) ([]byte, error) {
	columns := max(c.Columns, 1)
	rows := (len(c.Panels) + columns - 1) / columns
	if rows == 0 {
		return nil, fmt.Errorf("chart %q has no panels", c.Title)
	}
	title := wrap(c.Title, width-2*margin)
	head := headHeight(title, c.Y)
	height := head + single
	if len(c.Panels) > 1 {
		height = head + vg.Length(rows)*panelMin
	}
	switch format {
	case "png":
		img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
		c.paint(draw.New(img), title, head, rows, columns)
		var b bytes.Buffer
		_, err := vgimg.PngCanvas{Canvas: img}.WriteTo(&b)
		return b.Bytes(), err
	case "svg":
		svg := vgsvg.NewWith(vgsvg.UseWH(width, height))
		c.paint(draw.New(svg), title, head, rows, columns)
		var b bytes.Buffer
		_, err := svg.WriteTo(&b)
		// A browser without Liberation Sans takes one of the same widths.
		return bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")), err
	}
	return nil, fmt.Errorf("unknown picture format %q: it is png or svg", format)
}

func (c *Chart) paint(canvas draw.Canvas, title []string, head vg.Length, rows, columns int) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	c.paintHead(canvas, title)
	axes, labels := c.axes(rows, columns)
	room := vg.Length(0)
	for _, l := range labels {
		room = max(room, l.room())
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: columns, PadTop: head, PadBottom: margin, PadLeft: margin, PadRight: room + margin, PadX: room + 14, PadY: 30,
	}
	if c.Panels[0].Title == "" {
		tiles.PadY = 14
	} else {
		tiles.PadTop += 22
	}
	cells := plot.Align(axes, tiles, canvas)
	for i, p := range c.Panels {
		row, col := i/columns, i%columns
		axes[row][col].Draw(cells[row][col])
		if p.Title != "" {
			s := textStyle(textSize, ink, true)
			s.YAlign = draw.YBottom
			cell := cells[row][col]
			cell.FillText(s, vg.Point{X: cell.Min.X, Y: cell.Max.Y + 5}, p.Title)
		}
	}
}

// axes builds the panels on a grid; the places left over are empty.
func (c *Chart) axes(rows, columns int) ([][]*plot.Plot, []*endLabels) {
	x, y := c.ranges(c.Panels)
	axes := make([][]*plot.Plot, rows)
	var labels []*endLabels
	for i := range axes {
		axes[i] = make([]*plot.Plot, columns)
	}
	for i, p := range c.Panels {
		px := x
		if c.OwnX {
			px, _ = c.ranges(c.Panels[i : i+1])
		}
		lowest := i+columns >= len(c.Panels)
		pl, l := c.build(p, px, y, lowest)
		axes[i/columns][i%columns] = pl
		labels = append(labels, l)
	}
	return axes, labels
}

func (c *Chart) paintHead(canvas draw.Canvas, title []string) {
	s := textStyle(titleSize, ink, true)
	s.YAlign = draw.YTop
	y := canvas.Max.Y - margin
	for _, line := range title {
		canvas.FillText(s, vg.Point{X: canvas.Min.X + margin, Y: y}, line)
		y -= titleSize * 1.25
	}
	s = textStyle(textSize, pale, false)
	s.YAlign = draw.YTop
	canvas.FillText(s, vg.Point{X: canvas.Min.X + margin, Y: y - 2}, c.Y)
}

func headHeight(title []string, y string) vg.Length {
	h := margin + vg.Length(len(title))*titleSize*1.25
	if y != "" {
		h += textSize * 1.8
	}
	return h
}

// wrap breaks a title into lines that fit.
func wrap(title string, room vg.Length) []string {
	s := textStyle(titleSize, ink, true)
	var lines []string
	line := ""
	for _, word := range strings.Fields(title) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && s.Width(longer) > room {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
