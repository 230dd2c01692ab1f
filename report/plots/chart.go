// Package plots draws line charts of plain numbers as PNG and SVG, in one style:
// colours that the colour-blind can tell apart (and dashes and markers beside them),
// labels at the lines instead of a legend, thousands separators on the axes. Equal
// charts give equal bytes.
package plots

// Chart is one picture: a title that states the finding, and panels below it.
type Chart struct {
	Title   string // a sentence; wrapped to the width
	Y       string // what all panels show, with unit; drawn under the title
	X       string // label of the horizontal axes, with unit
	Columns int    // of panels; 0 is 1
	LogX    bool
	LogY    bool
	OwnX    bool    // each panel has its own horizontal range
	MaxX    float64 // the horizontal axis runs from 0 to here; 0 is as far as the data
	Panels  []Panel
}

// Panel is one pair of axes.
type Panel struct {
	Title  string // "" is none
	Lines  []Line
	Bands  []Band
	Levels []Level
}

// Line is a series of points.
type Line struct {
	Name      string // written at its right end, "" is no label
	Colour    int    // see Colours; -1 is grey
	X, Y      []float64
	Low, High []float64 // an interval around Y, nil is none: shaded, or
	Whiskers  bool      // as a stroke at each point
	Markers   bool      // few points that were measured, joined
	Steps     bool      // bins: each value holds until the next X
	Thin      bool      // context, not the subject
	Area      bool      // filled down to the axis
}

// Band is a stretch of X behind the lines.
type Band struct {
	Name     string
	From, To float64
}

// Level is a horizontal line with a name, such as a capacity.
type Level struct {
	Name string
	Y    float64
}

// Formats are what [Chart.Draw] can make.
var Formats = []string{"png", "svg"}
