package report

import (
	"slices"
	"time"
)

// point is a bin as a mean over trials; rates are per second.
type point struct {
	T, Width                                 float64 // seconds; T is where the bin begins
	Offered, Load, Goodput, Failures         float64
	Amplification                            float64 // attempts / first attempts in it; NaN without one
	Hits, Misses, Limited, Shed              float64
	InFlight, Queue, Busy, Workers, Replicas float64 // at its end
}

// points are the bins of a part that begin at or after the end of the warm-up.
func (c *Cell) points(part int) []point {
	s := &c.Series[part]
	n := float64(len(c.Trials))
	var all []point
	for i, b := range s.Bins {
		at := time.Duration(i)*s.Width - c.Layout.WarmUp
		if at < 0 {
			continue
		}
		w := s.Width.Seconds()
		rate := func(count uint64) float64 { return float64(count) / (n * w) }
		mean := func(state uint64) float64 { return float64(state) / n }
		all = append(all, point{at.Seconds(), w, rate(b.Offered), rate(b.Load), rate(b.Goodput), rate(b.Failures),
			ratio(float64(b.Load), float64(b.Offered)),
			rate(b.Hits), rate(b.Misses), rate(b.Limited), rate(b.Shed),
			mean(b.InFlight), mean(b.Queue), mean(b.Busy), mean(b.Workers), mean(b.Replicas)})
	}
	return all
}

// seriesColumn is a column of series.csv.
type seriesColumn struct {
	name  string
	of    func(*point) float64
	shown occasion
}

// occasion is where a column of the series is shown.
type occasion uint8

const (
	throughout occasion = iota
	used                // where it is not 0 throughout
	changes             // where it changes before the horizon
)

var seriesColumns = []seriesColumn{
	{"t_s", func(x *point) float64 { return x.T }, throughout},
	{"width_s", func(x *point) float64 { return x.Width }, throughout},
	{"offered_load_per_s", func(x *point) float64 { return x.Offered }, throughout},
	{"load_per_s", func(x *point) float64 { return x.Load }, throughout},
	{"goodput_per_s", func(x *point) float64 { return x.Goodput }, throughout},
	{"failures_per_s", func(x *point) float64 { return x.Failures }, throughout},
	{"window_amplification", func(x *point) float64 { return x.Amplification }, throughout},
	{"in_flight", func(x *point) float64 { return x.InFlight }, throughout},
	{"queue", func(x *point) float64 { return x.Queue }, throughout},
	{"busy", func(x *point) float64 { return x.Busy }, throughout},
	{"workers", func(x *point) float64 { return x.Workers }, used},
	{"replicas", func(x *point) float64 { return x.Replicas }, changes},
	{"hits_per_s", func(x *point) float64 { return x.Hits }, used},
	{"misses_per_s", func(x *point) float64 { return x.Misses }, used},
	{"limited_per_s", func(x *point) float64 { return x.Limited }, used},
	{"shed_per_s", func(x *point) float64 { return x.Shed }, used},
}

// seriesTable is series.csv: one row for each bin, means over the trials. Rates are
// taken over the bin that begins at t_s; from in_flight to replicas it is the state at
// its end. What a scenario has not got has no column.
func (r *Results) seriesTable() *Table {
	columns := slices.DeleteFunc(slices.Clone(seriesColumns), func(col seriesColumn) bool { return !r.shows(col) })
	t := &Table{Head: r.keys()}
	for _, col := range columns {
		t.Head = append(t.Head, col.name)
	}
	for _, c := range r.Cells {
		for p := range c.Parts {
			for _, x := range c.points(p) {
				row := r.key(c, p)
				for _, col := range columns {
					row = append(row, rounded(col.of(&x)))
				}
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

// shows reports whether a column has something to say in some cell. All nodes are in
// the total.
func (r *Results) shows(col seriesColumn) bool {
	return col.shown == throughout || slices.ContainsFunc(r.Cells, func(c *Cell) bool {
		points := c.points(0)
		return slices.ContainsFunc(points, func(x point) bool {
			if col.shown == used {
				return col.of(&x) != 0
			}
			return x.T+x.Width <= c.Layout.Horizon.Seconds() && col.of(&x) != col.of(&points[0])
		})
	})
}
