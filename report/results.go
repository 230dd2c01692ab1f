package report

import "retrystorm/sim"

// Results is what an experiment came to.
type Results struct {
	Name     string
	Question string
	Seed     uint64
	Vary     []string // paths, in the order of the file
	Baseline string   // a variant; "" is the first
	Cells    []*Cell  // in the order of the file: by varied values, then by variant

	Judgements []Judgement // of the thresholds of the file, see [Judge]
}

// Cell is one grid point: the trials of one variant at one choice of varied values.
type Cell struct {
	Variant    string
	Values     []string // of Results.Vary, as written
	Layout     *Layout
	Prediction Prediction
	Trials     []Trial // by number
	Parts      []Part
	Series     []Series    // by part, summed over trials
	Latency    []Latencies // by part, merged over trials
	Outcomes   [][]uint64  // attempts by link and sim.Status, summed over trials
}

// NewCell is an empty cell for so many trials.
func NewCell(l *Layout, variant string, values []string, trials int) *Cell {
	parts := l.Parts()
	outcomes := make([][]uint64, len(l.Links))
	for i := range outcomes {
		outcomes[i] = make([]uint64, len(sim.Statuses))
	}
	return &Cell{
		Variant: variant, Values: values, Layout: l, Parts: parts,
		Trials: make([]Trial, trials), Series: make([]Series, len(parts)), Latency: make([]Latencies, len(parts)),
		Outcomes: outcomes,
	}
}

// Put stores the i-th trial, which its collector has just made, and merges what that
// saw. The caller holds a
// lock if trials of the cell run at the same time; their order does not matter.
func (c *Cell) Put(i int, t Trial, seen *Collector) {
	t.Number = i + 1
	c.Trials[i] = t
	for p := range c.Parts {
		c.Series[p].Merge(&seen.series[p])
		c.Latency[p].Merge(&seen.watch(&c.Parts[p]).latency)
	}
	for i, sum := range c.Outcomes {
		for st := range sum {
			sum[st] += seen.final.links[i].Ended[st] - seen.base.links[i].Ended[st]
		}
	}
}

// Variants lists the variants in the order in which they come first.
func (r *Results) Variants() []string {
	var names []string
	seen := map[string]bool{}
	for _, c := range r.Cells {
		if !seen[c.Variant] {
			seen[c.Variant] = true
			names = append(names, c.Variant)
		}
	}
	return names
}
