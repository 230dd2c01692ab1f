package report

import (
	"fmt"
	"math"

	"retrystorm/report/plots"
)

// distribution is how long the calls of all trials take, by share: a line that ends
// before 100 % ends where calls fail.
func (r *Results) distribution(at []string) Picture {
	chart := plots.Chart{X: "share of the calls (%)", Y: "done within (s), backoff included", MaxX: 100, Panels: []plots.Panel{{}}}
	var fast, slow *Cell
	var seen []float64
	median := func(c *Cell) float64 { return c.Latency[0].Quantile(0.5) }
	for i, v := range r.Variants() {
		c := r.at(v, at)
		if c == nil || c.Latency[0].Calls() == 0 {
			continue
		}
		line := plots.Line{Name: v, Colour: i}
		for k := 2; k <= 200; k++ { // from 1 %: what is below says little and stretches the axis
			y := c.Latency[0].Quantile(float64(k) / 200)
			line.X, line.Y = append(line.X, float64(k)/2), append(line.Y, y)
			if !math.IsInf(y, 1) {
				seen = append(seen, y)
			}
		}
		chart.Panels[0].Lines = append(chart.Panels[0].Lines, line)
		if fast == nil || median(c) < median(fast) {
			fast = c
		}
		if slow == nil || median(c) > median(slow) {
			slow = c
		}
	}
	chart.LogY = wide(seen, 10)
	spreadOut(&chart)
	chart.Title = "How long calls take" + r.atText(at)
	switch {
	case fast == nil || math.IsInf(median(fast), 1):
		// nothing to say: half of the calls are never done
	case median(slow) < 1.02*median(fast):
		chart.Title = fmt.Sprintf("Half of the calls are done within %s with every variant%s", brief(median(slow), "s"), r.atText(at))
	default:
		chart.Title = fmt.Sprintf("Half of the calls are done within %s with %s, %s with %s%s",
			brief(median(fast), "s"), pictured(fast.Variant), within(median(slow)), pictured(slow.Variant), r.atText(at))
	}
	return Picture{"latency", fmt.Sprintf("How long the calls of %s take, backoff included; a line ends where calls fail.", r.trialsText()), chart}
}

func within(seconds float64) string {
	if math.IsInf(seconds, 1) {
		return "never"
	}
	return "within " + brief(seconds, "s")
}
