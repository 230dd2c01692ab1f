package report

import (
	"math"
	"slices"
	"time"

	"retrystorm/sim"
)

// Trial is what is kept of one run: the values of its measures.
type Trial struct {
	Number  int           // of the trial in its cell, from 1
	Seed    uint64        // of the trial
	Values  [][]float64   // by part, then by measure, as in Measures
	Phased  [][][]float64 // the same by phase of the layout; NaN for measures of whole runs
	Decides time.Duration // of an undecided run: the horizon that would decide
	Limit   string        // the limit that ended the run early, "" if none did
}

// Verdict is the verdict of the run.
func (t *Trial) Verdict() Verdict { return Verdict(t.Values[0][verdictAt]) }

var verdictAt = MeasureIndex("verdict")

// Trial takes the measures of the run that has just ended. twin is the recovery of
// the same run without retries; nil if it has none itself, or if none was made.
func (c *Collector) Trial(res *sim.Result, twin *Recovery) Trial {
	t := Trial{Values: make([][]float64, len(c.parts)), Limit: res.Limit}
	if c.based {
		c.fill(&res.Tally)
	}
	c.final.take(res.End, &res.Tally, c.held)
	var clients uint64
	for i := range c.parts {
		f := c.facts(i, res)
		if i == 0 {
			clients = f.Calls.Calls
			f.Finding = c.judge(f.Recover, twin, res)
			t.Decides = f.Finding.Decides
		}
		f.Clients = clients
		t.Values[i] = f.values(func(*Measure) bool { return true })
	}
	for i := range c.phases {
		t.Phased = append(t.Phased, c.phaseValues(&c.phases[i]))
	}
	return t
}

// phaseValues are the measures of a phase, by part.
func (c *Collector) phaseValues(w *phaseWatch) [][]float64 {
	values := make([][]float64, len(c.parts))
	var clients uint64
	for i := range c.parts {
		f := w.facts(&c.parts[i])
		if i == 0 {
			clients = f.Calls.Calls
		}
		f.Clients = clients
		f.CapacityPerSec = c.layout.capacity(&c.parts[i])
		values[i] = f.values(func(m *Measure) bool { return m.Phased && w.from < w.to })
	}
	return values
}

// values are the measures of f; NaN for those that are not wanted.
func (f *Facts) values(wanted func(*Measure) bool) []float64 {
	x := make([]float64, len(Measures))
	for m := range Measures {
		x[m] = math.NaN()
		if wanted(&Measures[m]) {
			x[m] = Measures[m].Of(f)
		}
	}
	return x
}

// facts is what the run says of part number i. Valid until the next call.
func (c *Collector) facts(i int, res *sim.Result) Facts {
	p := &c.parts[i]
	w := c.watch(p)
	f := Facts{Part: *p, Latency: &w.latency, Seconds: c.seconds(res), Last: math.NaN()}
	f.Calls = c.final.linksSince(&c.base, p)
	f.Nodes, f.Held = c.final.nodesSince(&c.base, p)
	f.Window, f.WindowSeconds = f.Calls, f.Seconds
	f.CapacityPerSec = c.layout.capacity(p)
	f.Bunching = c.bunches[i]
	f.Peak = c.peak(&c.series[i])
	for slot := range c.clients {
		if c.calls(p, slot) {
			f.Fairness.add(&c.clients[slot])
		}
	}
	if w.lastOK > 0 {
		f.Last = w.lastOK.Sub(c.layout.start()).Seconds()
	}
	f.Recover = c.layout.recover(&w.cohorts, res)
	return f
}

// calls reports whether the clients of a slot call over a link of p.
func (c *Collector) calls(p *Part, slot int) bool {
	return slices.ContainsFunc(p.links, func(i int) bool { return c.slots[i] == slot })
}

// judge is the verdict on the whole run.
func (c *Collector) judge(r Recovery, twin *Recovery, res *sim.Result) Finding {
	_, to, ok := c.layout.Trigger()
	if !ok {
		return Finding{}
	}
	if twin == nil {
		twin = &r
	}
	warm := c.layout.WarmUp
	horizon := c.layout.horizon(res)
	return Decide(Evidence{
		Recovery: r, Twin: *twin, Timeout: c.layout.Timeout(), TriggerEnd: to, Horizon: horizon,
		Trend: trendOf(&c.series[0], c.nodeSeries(), warm+to, warm+horizon),
	})
}

// nodeSeries are the series of the nodes: of the total if there is only one.
func (c *Collector) nodeSeries() []*Series {
	var all []*Series
	for i := range c.parts {
		if c.parts[i].Kind == NodePart {
			all = append(all, &c.series[i])
		}
	}
	if all == nil {
		all = append(all, &c.series[0])
	}
	return all
}
