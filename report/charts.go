package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"retrystorm/report/plots"
)

// Picture is a chart, its file name without the ending, and its caption.
type Picture struct {
	Name    string
	Caption string
	Chart   plots.Chart
}

// Pictures are the charts that fit what r looks at.
func (r *Results) Pictures() []Picture {
	var all []Picture
	for _, p := range r.sweeps() {
		all = append(all, p)
	}
	point := r.middle()
	if r.setting() == herd {
		all = append(all, r.arrivals(point))
	} else {
		all = append(all, r.load(point))
	}
	return append(all, r.distribution(point))
}

// middle is the choice of varied values whose series are drawn.
func (r *Results) middle() []string {
	points := r.points()
	if len(points) == 0 {
		return nil
	}
	return points[len(points)/2]
}

// atText says where a picture is taken, "" if nothing is varied.
func (r *Results) atText(values []string) string {
	if len(r.Vary) == 0 {
		return ""
	}
	said := make([]string, len(values))
	for i, v := range values {
		said[i] = r.Vary[i] + " = " + v
	}
	return ", at " + strings.Join(said, ", ")
}

// sweptMeasures are the measures drawn against the varied value.
var sweptMeasures = map[setting][]string{
	herd:    {"attempts", "completion_s"},
	steady:  {"goodput_per_s", "amplification", "latency_p99_s"},
	trigger: {"recovered", "goodput_per_s", "amplification"},
}

// sweeps are the pictures against the varied value, none unless exactly one path is
// varied over numbers.
func (r *Results) sweeps() []Picture {
	if len(r.Vary) != 1 || len(r.points()) < 2 {
		return nil
	}
	x, unit, ok := numbers(r.points())
	if !ok {
		return nil
	}
	var all []Picture
	for _, name := range sweptMeasures[r.setting()] {
		all = append(all, r.sweep(name, x, unit))
	}
	return all
}

func (r *Results) sweep(name string, x []float64, unit string) Picture {
	m := &Measures[MeasureIndex(name)]
	factor, suffix := axisUnit(m.Unit)
	chart := plots.Chart{
		Title: r.sweepTitle(name), X: r.Vary[0] + inBrackets(unit), Y: m.Name + inBrackets(suffix),
		LogX: wide(x, 100), Panels: []plots.Panel{{}},
	}
	var seen []float64
	for i, v := range r.Variants() {
		line := plots.Line{Name: v, Colour: i, Markers: true}
		for k, values := range r.points() {
			c := r.at(v, values)
			if c == nil {
				continue
			}
			s := c.total(name)
			line.X = append(line.X, x[k])
			line.Y = append(line.Y, s.Mean*factor)
			line.Low = append(line.Low, s.Low*factor)
			line.High = append(line.High, s.High*factor)
			seen = append(seen, s.Mean*factor)
		}
		chart.Panels[0].Lines = append(chart.Panels[0].Lines, line)
	}
	chart.LogY = wide(seen, 30) && m.Unit != "share"
	return Picture{name, fmt.Sprintf("%s Means over %s, with 95 %% intervals.", m.Doc, r.trialsText()), chart}
}

// sweepTitle states who is best, and by how much at the last value.
func (r *Results) sweepTitle(name string) string {
	points := r.points()
	last := points[len(points)-1]
	m := MeasureIndex(name)
	best := r.winners(last, name, r.Variants())
	if len(best) == 0 {
		return name + " against " + r.Vary[0]
	}
	top := r.at(best[0], last).Summary(0, m).Mean
	worst, most := "", 1.0
	for _, v := range r.Variants() {
		c := r.at(v, last)
		if c == nil {
			continue
		}
		x := c.Summary(0, m).Mean / top
		if Measures[m].Better == Higher {
			x = 1 / x
		}
		if x > most && !math.IsInf(x, 0) {
			worst, most = v, x
		}
	}
	title := fmt.Sprintf("%s: best with %s at %s = %s", name, list(best), r.Vary[0], last[0])
	switch {
	case worst == "" || most < 1.02:
		return title
	case Measures[m].Better == Higher:
		return title + fmt.Sprintf("; %s comes to %s %%", worst, plain(math.Round(100/most)))
	case most < 10:
		return title + fmt.Sprintf("; %s takes %s times as much", worst, fixed(most, 1))
	}
	return title + fmt.Sprintf("; %s takes %s times as much", worst, fixed(most, 0))
}

// arrivals is when the attempts of a herd arrive.
func (r *Results) arrivals(at []string) Picture {
	chart := plots.Chart{X: "time (s)", Y: "attempts per second", LogY: true, Columns: 1}
	if len(r.Variants()) > 3 {
		chart.Columns = 2
	}
	longest, shortest := 0.0, math.Inf(1)
	calm, rough := "", ""
	low, high := math.Inf(1), 0.0
	for i, v := range r.Variants() {
		c := r.at(v, at)
		if c == nil {
			continue
		}
		points := c.points(0)
		line := plots.Line{Colour: i, Steps: true}
		for _, x := range points {
			line.X = append(line.X, x.T+x.Width/2)
			line.Y = append(line.Y, x.Load)
		}
		chart.Panels = append(chart.Panels, plots.Panel{Title: v, Lines: []plots.Line{line}})
		end := c.total("completion_s").Mean
		longest, shortest = math.Max(longest, end), math.Min(shortest, end)
		if load := c.total("load_per_s").Mean; load < low {
			low, calm = load, v
		}
		if load := c.total("load_per_s").Mean; load > high {
			high, rough = load, v
		}
	}
	chart.LogX = longest > 8*shortest
	for i := range chart.Panels {
		chart.Panels[i].Lines[0].Steps = !chart.LogX
	}
	chart.Title = fmt.Sprintf("%s asks the most per second on average (%s), %s the least (%s)%s",
		rough, Show(high, 0, "1/s"), calm, Show(low, 0, "1/s"), r.atText(at))
	if rough == calm {
		chart.Title = "When the attempts arrive" + r.atText(at)
	}
	return Picture{"arrivals", fmt.Sprintf("When the attempts arrive%s: means over %s. Waves that keep their shape over trials are in step.", r.atText(at), r.trialsText()), chart}
}

// load is load and goodput over time, with the faults behind them.
func (r *Results) load(at []string) Picture {
	chart := plots.Chart{X: "time (s)", Y: "calls and attempts per second", Columns: 1}
	if len(r.Variants()) > 3 {
		chart.Columns = 2
	}
	for i, v := range r.Variants() {
		c := r.at(v, at)
		if c == nil {
			continue
		}
		chart.Panels = append(chart.Panels, c.loadPanel(v, i))
	}
	chart.Title = r.loadTitle(at)
	return Picture{"load", fmt.Sprintf("Load (all attempts) and goodput (calls that succeed) by variant%s; grey dots: offered load, dashes: capacity. Means over %s.",
		r.atText(at), r.trialsText()), chart}
}

func (c *Cell) loadPanel(name string, colour int) plots.Panel {
	load := plots.Line{Name: "load", Colour: 1, Steps: true}
	good := plots.Line{Name: "goodput", Colour: 0, Steps: true}
	offered := plots.Line{Colour: -1, Thin: true}
	for _, x := range c.points(0) {
		if x.T >= c.Layout.Horizon.Seconds() {
			break
		}
		load.X, load.Y = append(load.X, x.T), append(load.Y, x.Load)
		good.X, good.Y = append(good.X, x.T), append(good.Y, x.Goodput)
		offered.X, offered.Y = append(offered.X, x.T), append(offered.Y, x.Offered)
	}
	p := plots.Panel{Title: name, Lines: []plots.Line{offered, load, good}}
	for _, f := range c.Layout.Faults {
		p.Bands = append(p.Bands, plots.Band{Name: f.Name, From: f.At.Seconds(), To: (f.At + f.For).Seconds()})
	}
	if k := c.Prediction.CapacityPerSec; k > 0 && !math.IsInf(k, 1) {
		p.Levels = append(p.Levels, plots.Level{Name: "capacity", Y: k})
	}
	return p
}

func (r *Results) loadTitle(at []string) string {
	yes, no := r.names(at, recovers), r.names(at, func(c *Cell) bool { return !recovers(c) })
	switch {
	case r.setting() != trigger:
		return "Load and goodput over time" + r.atText(at)
	case len(no) == 0:
		return "After the fault every variant is back" + r.atText(at)
	case len(yes) == 0:
		return "After the fault no variant is back in every trial" + r.atText(at)
	}
	return fmt.Sprintf("After the fault %s %s back, %s %s not%s", list(yes), verb(yes, "is", "are"), list(no), verb(no, "is", "are"), r.atText(at))
}

// distribution is the share of calls done by a time.
func (r *Results) distribution(at []string) Picture {
	chart := plots.Chart{X: "time since the call began (s)", Y: "share of calls done (%)", Panels: []plots.Panel{{}}}
	var fast, slow *Cell
	lowest, highest := math.Inf(1), 0.0
	for i, v := range r.Variants() {
		c := r.at(v, at)
		if c == nil || c.Latency[0].Calls() == 0 {
			continue
		}
		line := plots.Line{Name: v, Colour: i, Steps: true}
		total, sum := float64(c.Latency[0].Calls()), uint64(0)
		last := math.Inf(-1)
		c.Latency[0].Each(func(s float64, n uint64) {
			sum += n
			if share := 100 * float64(sum) / total; share-last >= 0.1 || sum == c.Latency[0].n {
				line.X, line.Y = append(line.X, s), append(line.Y, share)
				last = share
			}
			lowest, highest = math.Min(lowest, s), math.Max(highest, s)
		})
		chart.Panels[0].Lines = append(chart.Panels[0].Lines, line)
		if m := c.Latency[0].Quantile(0.5); fast == nil || m < fast.Latency[0].Quantile(0.5) {
			fast = c
		}
		if m := c.Latency[0].Quantile(0.5); slow == nil || m > slow.Latency[0].Quantile(0.5) {
			slow = c
		}
	}
	chart.LogX = lowest > 0 && highest > 20*lowest
	chart.Title = "How long calls take" + r.atText(at)
	if fast != slow && fast != nil {
		chart.Title = fmt.Sprintf("Half of the calls are done after %s with %s and after %s with %s%s",
			Show(fast.Latency[0].Quantile(0.5), 0, "s"), fast.Variant, Show(slow.Latency[0].Quantile(0.5), 0, "s"), slow.Variant, r.atText(at))
	}
	return Picture{"latency", fmt.Sprintf("How long calls take, backoff included, over the calls of %s; calls that fail never get there.", r.trialsText()), chart}
}

func (r *Results) trialsText() string {
	if len(r.Cells) == 0 || len(r.Cells[0].Trials) == 1 {
		return "1 trial"
	}
	return fmt.Sprintf("%d trials", len(r.Cells[0].Trials))
}

// numbers reads varied values: plain numbers, times, rates or shares.
func numbers(points [][]string) (x []float64, unit string, ok bool) {
	for _, p := range points {
		v, u, ok := quantity(p[0])
		if !ok || len(x) > 0 && u != unit {
			return nil, "", false
		}
		x, unit = append(x, v), u
	}
	return x, unit, true
}

func quantity(s string) (float64, string, bool) {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, "", true
	}
	if d, err := time.ParseDuration(s); err == nil {
		return d.Seconds(), "s", true
	}
	for _, unit := range []string{"%", "/s", "/min"} {
		if v, err := strconv.ParseFloat(strings.TrimSuffix(s, unit), 64); err == nil && strings.HasSuffix(s, unit) {
			return v, unit, true
		}
	}
	return 0, "", false
}

// axisUnit is how a unit is drawn.
func axisUnit(unit string) (factor float64, suffix string) {
	switch unit {
	case "share":
		return 100, "%"
	case "1/s":
		return 1, "per second"
	case "calls", "attempts", "attempts/call":
		return 1, ""
	}
	return 1, unit
}

func inBrackets(unit string) string {
	if unit == "" {
		return ""
	}
	return " (" + unit + ")"
}

// wide reports whether positive values span more than a factor.
func wide(x []float64, factor float64) bool {
	low, high := math.Inf(1), 0.0
	for _, v := range x {
		if math.IsNaN(v) {
			continue
		}
		if v <= 0 {
			return false
		}
		low, high = math.Min(low, v), math.Max(high, v)
	}
	return high > factor*low
}
