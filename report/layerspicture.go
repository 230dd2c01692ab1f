package report

import (
	"fmt"
	"slices"
	"strings"

	"retrystorm/report/plots"
)

// layers draws how many requests a call of a client has become at each node, in the
// order of the file. ok is false if no service calls another.
func (r *Results) layers(at []string) (p Picture, ok bool) {
	first := r.at(r.Variants()[0], at)
	if first == nil || !slices.ContainsFunc(first.Layout.Links, func(l LinkLayout) bool { return l.Fleet == "" }) {
		return p, false
	}
	m := MeasureIndex("attempts_per_client_call")
	var names []string
	for i, n := range first.Layout.Nodes {
		names = append(names, fmt.Sprintf("%d %s", i+1, n.Name))
	}
	chart := plots.Chart{X: "layer: " + strings.Join(names, ", "), Y: "attempts/call", LogY: true, Panels: []plots.Panel{{}}}
	most, by := 0.0, ""
	for k, v := range r.Variants() {
		c := r.at(v, at)
		line := plots.Line{Name: v, Colour: k, Markers: true}
		for i := range first.Layout.Nodes {
			part := slices.IndexFunc(c.Parts, func(q Part) bool { return q.Kind == NodePart && slices.Equal(q.nodes, []int{i}) })
			if part < 0 {
				continue
			}
			sum := c.Summary(part, m)
			if !(sum.Mean > 0) { // nobody calls it
				continue
			}
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, sum.Mean)
			line.Low, line.High = append(line.Low, sum.Low), append(line.High, sum.High)
			if sum.Mean > most {
				most, by = sum.Mean, fmt.Sprintf("%s a call of a client is %s requests with %s", first.Layout.Nodes[i].Name, plain(sum.Mean), pictured(v))
			}
		}
		chart.Panels[0].Lines = append(chart.Panels[0].Lines, line)
	}
	chart.Title = "At " + by + r.atText(at)
	spreadOut(&chart)
	return Picture{"layers", fmt.Sprintf("%s Means over %s; with 95 %% intervals.", Measures[m].Doc, r.trialsText()), chart}, most > 0
}
