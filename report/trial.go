package report

import (
	"math"
	"time"

	"retrystorm/sim"
)

// Trial is what is kept of one run: the values of its measures.
type Trial struct {
	Number  int           // of the trial in its cell, from 1
	Seed    uint64        // of the trial
	Values  [][]float64   // by part, then by measure, as in Measures
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
	var clients uint64
	for i := range c.parts {
		f := c.facts(&c.parts[i], res)
		if i == 0 {
			clients = f.Calls.Calls
			f.Finding = c.judge(f.Recover, twin, res)
			t.Decides = f.Finding.Decides
		}
		f.Clients = clients
		t.Values[i] = make([]float64, len(Measures))
		for m := range Measures {
			t.Values[i][m] = Measures[m].Of(&f)
		}
	}
	return t
}

// facts is what the run says of part p. Valid until the next call.
func (c *Collector) facts(p *Part, res *sim.Result) Facts {
	w := c.watch(p)
	f := Facts{Part: *p, Latency: &w.latency, Seconds: c.seconds(res), Last: math.NaN()}
	f.Calls, f.Nodes = c.sinceStart(p, &res.Tally)
	if w.lastOK > 0 {
		f.Last = w.lastOK.Sub(c.layout.start()).Seconds()
	}
	f.Recover = c.layout.recover(&w.cohorts, res)
	return f
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
