package report

import (
	"time"

	"retrystorm/sim"
)

// Collector watches one run: it is a sim.Observer that asks for the ends of calls
// alone, and a sim.Sampler. Use it for one run after another; it keeps its memory.
// It expects a record of CallEnded for every call, of the unfinished ones too.
type Collector struct {
	layout  *Layout
	parts   []Part
	links   []watched
	series  []Series  // by part
	last    []Bin     // counters of each part at the last sample
	base    sim.Tally // counters at the end of the warm-up
	based   bool
	width   time.Duration
	scratch watched
}

// watched is what is kept of the calls of a link, or of the links of a part, that
// were born after the warm-up.
type watched struct {
	latency Latencies
	cohorts Cohorts
	lastOK  sim.Time
}

func (w *watched) reset(l *Layout) {
	w.latency.Reset()
	w.cohorts.reset(l.cohortWindows())
	w.lastOK = 0
}

func (w *watched) merge(v *watched) {
	w.latency.Merge(&v.latency)
	w.cohorts.merge(&v.cohorts)
	w.lastOK = max(w.lastOK, v.lastOK)
}

// NewCollector returns a collector for a run of l.
func NewCollector(l *Layout) *Collector {
	c := &Collector{}
	c.Reset(l)
	return c
}

// Reset makes c ready for a run of l, which may be another layout than before.
func (c *Collector) Reset(l *Layout) {
	if l != c.layout {
		c.layout, c.parts = l, l.Parts()
		c.links = resize(c.links, len(l.Links))
		c.series = resize(c.series, len(c.parts))
		c.last = resize(c.last, len(c.parts))
	}
	c.width = l.binWidth()
	for i := range c.links {
		c.links[i].reset(l)
	}
	for i := range c.parts {
		c.series[i].reset(c.width)
		c.last[i] = Bin{}
	}
	c.base.Links = resize(c.base.Links, len(l.Links))
	c.base.Nodes = resize(c.base.Nodes, len(l.Nodes))
	clear(c.base.Links)
	clear(c.base.Nodes)
	c.based = l.WarmUp <= 0
}

// resize is s with n elements; what it held stays in it as far as it fits.
func resize[T any](s []T, n int) []T {
	for len(s) < n {
		var zero T
		s = append(s, zero)
	}
	return s[:n]
}

// Wants is the ends of calls: everything else comes from the counters.
func (c *Collector) Wants() sim.Kinds { return sim.Of(sim.CallEnded) }

// Observe counts the end of a call. Calls born during the warm-up are discarded.
func (c *Collector) Observe(r *sim.Record) {
	born := r.At.Add(-r.D) - c.layout.start()
	if r.Kind != sim.CallEnded || born < 0 {
		return
	}
	w := &c.links[r.Link]
	ok := r.Status == sim.OK
	if ok {
		w.latency.Add(r.D)
		w.lastOK = max(w.lastOK, r.At)
	} else {
		w.latency.Fail()
	}
	w.cohorts.count(time.Duration(born), ok)
}

// Every is the width of the bins; the first sample is at the end of the warm-up.
func (c *Collector) Every() time.Duration {
	if !c.based {
		return c.layout.WarmUp
	}
	return c.width
}

// Sample puts what has happened since the last sample into the bin that ends here.
func (c *Collector) Sample(at sim.Time, t *sim.Tally) {
	if !c.based {
		if at < c.layout.start() {
			return // the run ended in its warm-up
		}
		c.based = true
		copy(c.base.Links, t.Links)
		copy(c.base.Nodes, t.Nodes)
		for i := range c.parts {
			c.last[i] = c.parts[i].counters(t)
		}
		return
	}
	warm := int(c.layout.WarmUp / c.width)
	for c.series[0].index(time.Duration(at)) >= mostBins+warm {
		c.width *= 2
		for i := range c.series {
			c.series[i].coarsen()
		}
		warm /= 2
	}
	i := c.series[0].index(time.Duration(at))
	for p := range c.parts {
		now := c.parts[p].counters(t)
		c.series[p].add(i, now.since(c.last[p]))
		c.last[p] = now
	}
}

// counters are the counters of a part, and its state, as a bin.
func (p *Part) counters(t *sim.Tally) Bin {
	var b Bin
	for _, i := range p.links {
		n := &t.Links[i]
		b.Offered += n.First
		b.Load += n.Attempts
		b.Goodput += n.OK
		b.Failures += n.Failed + n.Refused + n.Unfinished
		b.InFlight += n.Open
	}
	for _, i := range p.nodes {
		n := &t.Nodes[i]
		b.Arrived += n.Arrived
		b.Finished += n.Replied - n.Rejected
		b.Queue += uint64(n.Queue)
		b.Busy += uint64(n.Busy)
	}
	return b
}

// watch is what was kept of the calls of part p. The result is valid until the next.
func (c *Collector) watch(p *Part) *watched {
	if len(p.links) == 1 {
		return &c.links[p.links[0]]
	}
	c.scratch.reset(c.layout)
	for _, i := range p.links {
		c.scratch.merge(&c.links[i])
	}
	return &c.scratch
}
