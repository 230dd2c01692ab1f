package report

import (
	"math"

	"retrystorm/sim"
)

// Facts is what one run says of one part; measures are functions of it.
type Facts struct {
	Part    Part
	Calls   sim.LinkCount // of its links, after the warm-up
	Nodes   sim.NodeCount // of its nodes, after the warm-up
	Clients uint64        // calls of all fleets
	Seconds float64       // to the horizon; of a herd: to the last success
	Last    float64       // seconds to the last success at the client, NaN without one
	Latency *Latencies
	Recover Recovery
	Finding Finding
}

// Better says which way a measure is better.
type Better int8

// The ways.
const (
	Neither Better = 0
	Lower   Better = -1
	Higher  Better = 1
)

// Shape is how the values of a measure are to be read.
type Shape uint8

// The shapes.
const (
	Number Shape = iota
	Count        // a whole number of calls or attempts
	Flag         // 1 or 0; its mean is the share of trials
	Word         // the code of a verdict
)

// Measure is one row of the catalogue.
type Measure struct {
	Name   string // in tables, files and thresholds
	Unit   string // s, 1/s, share, calls, attempts, attempts/call; "" of a word
	Doc    string // what it is, with its formula
	Better Better
	Shape  Shape
	Of     func(f *Facts) float64 // NaN if it does not apply, +Inf if it never happens
}

// Measures is the catalogue of measures, in the order of the columns of the files.
var Measures = []Measure{
	{"calls", "calls", "Things clients wanted done: ok + failed + refused + unfinished.", Neither, Count,
		func(f *Facts) float64 { return float64(f.Calls.Calls) }},
	{"ok", "calls", "Calls that succeeded, in time for their client.", Higher, Count,
		func(f *Facts) float64 { return float64(f.Calls.OK) }},
	{"failed", "calls", "Calls that made at least one attempt and did not succeed.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Failed) }},
	{"refused", "calls", "Calls that a gate of the client ended before their first attempt.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Refused) }},
	{"unfinished", "calls", "Calls still open when the drain was cut off.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Unfinished) }},
	{"attempts", "attempts", "Attempts of the calls, the first included. At a contended row: its writes.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Attempts) }},
	{"retries", "attempts", "Attempts after the first of their call, hedges left out.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Retries) }},
	{"hedges", "attempts", "Attempts sent while another of the same call was in flight.", Lower, Count,
		func(f *Facts) float64 { return float64(f.Calls.Hedges) }},
	{"amplification", "attempts/call", "attempts / calls of the same links.", Lower, Number,
		func(f *Facts) float64 { return ratio(float64(f.Calls.Attempts), float64(f.Calls.Calls)) }},
	{"attempts_per_client_call", "attempts/call", "attempts of these links / calls of all fleets: what the layers above multiply up to.", Lower, Number,
		func(f *Facts) float64 { return ratio(float64(f.Calls.Attempts), float64(f.Clients)) }},
	{"goodput_per_s", "1/s", "ok / seconds to the horizon (of a herd: to its last success).", Higher, Number,
		func(f *Facts) float64 { return ratio(float64(f.Calls.OK), f.Seconds) }},
	{"load_per_s", "1/s", "attempts / seconds to the horizon (of a herd: to its last success).", Lower, Number,
		func(f *Facts) float64 { return ratio(float64(f.Calls.Attempts), f.Seconds) }},
	{"completion_s", "s", "When the last call that succeeds does so, at its client.", Lower, Number,
		func(f *Facts) float64 { return f.Last }},
	{"latency_p50_s", "s", "Half of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number,
		func(f *Facts) float64 { return f.Latency.Quantile(0.50) }},
	{"latency_p99_s", "s", "99 % of all calls take no longer, backoff included; a call that fails takes for ever.", Lower, Number,
		func(f *Facts) float64 { return f.Latency.Quantile(0.99) }},
	{"wasted_share", "share", "Service time spent on what nobody waits for / service time.", Lower, Number,
		func(f *Facts) float64 { return ratio(f.Nodes.Wasted.Seconds(), f.Nodes.Work.Seconds()) }},
	{"recovered", "share", "1 if the run recovered from its trigger before the horizon (cohort rule), else 0.", Higher, Flag, recovered},
	{"recovery_time_s", "s", "From the end of the trigger to the end of the last bad window of calls (cohort rule).", Lower, Number, recoveryTime},
	{"metastable", "share", "1 if the run is stuck and the same run without retries recovered, else 0.", Lower, Flag, metastable},
	{"verdict", "", "healthy, slow, stuck or undecided; empty if there is nothing to recover from.", Neither, Word,
		func(f *Facts) float64 { return float64(f.Finding.Verdict) }},
}

// ratio is a/b, NaN if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

func recovered(f *Facts) float64 {
	if !f.Recover.Judged {
		return math.NaN()
	}
	return oneIf(f.Recover.Recovered)
}

func recoveryTime(f *Facts) float64 {
	switch {
	case !f.Recover.Judged:
		return math.NaN()
	case !f.Recover.Recovered:
		return math.Inf(1)
	}
	return f.Recover.Time.Seconds()
}

func metastable(f *Facts) float64 {
	if f.Finding.Verdict == NotJudged {
		return math.NaN()
	}
	return oneIf(f.Finding.Metastable)
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// MeasureIndex is the place of a measure in the catalogue, -1 if there is none.
func MeasureIndex(name string) int {
	for i := range Measures {
		if Measures[i].Name == name {
			return i
		}
	}
	return -1
}

// sinceStart is the counters of a part at the end of a run, less those at the end of
// the warm-up.
func (c *Collector) sinceStart(p *Part, t *sim.Tally) (calls sim.LinkCount, nodes sim.NodeCount) {
	for _, i := range p.links {
		addLinks(&calls, &t.Links[i], &c.base.Links[i])
	}
	for _, i := range p.nodes {
		n, b := &t.Nodes[i], &c.base.Nodes[i]
		nodes.Arrived += n.Arrived - b.Arrived
		nodes.Started += n.Started - b.Started
		nodes.Replied += n.Replied - b.Replied
		nodes.Dropped += n.Dropped - b.Dropped
		nodes.Rejected += n.Rejected - b.Rejected
		nodes.Work += n.Work - b.Work
		nodes.Wasted += n.Wasted - b.Wasted
	}
	return calls, nodes
}

func addLinks(sum, n, b *sim.LinkCount) {
	sum.Calls += n.Calls - b.Calls
	sum.OK += n.OK - b.OK
	sum.Failed += n.Failed - b.Failed
	sum.Refused += n.Refused - b.Refused
	sum.Unfinished += n.Unfinished - b.Unfinished
	sum.Attempts += n.Attempts - b.Attempts
	sum.First += n.First - b.First
	sum.Retries += n.Retries - b.Retries
	sum.Hedges += n.Hedges - b.Hedges
	sum.TimedOut += n.TimedOut - b.TimedOut
	sum.Late += n.Late - b.Late
	sum.Cancelled += n.Cancelled - b.Cancelled
	sum.LostRequests += n.LostRequests - b.LostRequests
	sum.LostResponses += n.LostResponses - b.LostResponses
}

// seconds is the time that rates are taken over.
func (c *Collector) seconds(res *sim.Result) float64 {
	if c.layout.Herd() {
		end := res.LastOK
		if end == 0 {
			end = res.End
		}
		return end.Sub(c.layout.start()).Seconds()
	}
	return c.layout.horizon(res).Seconds()
}
