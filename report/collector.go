package report

import (
	"slices"
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
	slots   []int        // by link: which clients call over it, -1 for those of a service
	clients []clients    // by slot
	phases  []phaseWatch // as in Layout.Phases
	series  []Series     // by part
	bunches []Bunching   // by part
	last    []Bin        // counters of each part when its last bin was filled
	retried []uint64     // of each part at the last sample
	held    []Held       // by node, until now
	sampled sim.Time     // the last sample
	base    snapshot     // at the end of the warm-up
	based   bool
	width   time.Duration // of the bins
	window  time.Duration // in which retries are counted
	until   time.Duration // the horizon, since the end of the warm-up
	final   snapshot      // at the end of the run that Trial has seen
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
		c.bunches = resize(c.bunches, len(c.parts))
		c.last = resize(c.last, len(c.parts))
		c.retried = resize(c.retried, len(c.parts))
		c.held = resize(c.held, len(l.Nodes))
		c.phases = resize(c.phases, len(l.Phases))
		c.slots = l.clientSlots()
		c.clients = resize(c.clients, 1+slices.Max(append(c.slots, -1)))
	}
	c.width = l.binWidth()
	c.window = l.bunchWindow(c.width)
	c.until = l.end()
	for i := range c.links {
		c.links[i].reset(l)
	}
	for i := range c.parts {
		c.series[i].reset(c.width)
		c.bunches[i] = Bunching{}
		c.last[i] = Bin{}
		c.retried[i] = 0
	}
	for i := range c.clients {
		c.clients[i].reset()
	}
	for i := range c.phases {
		c.phases[i].reset(l, l.Phases[i])
	}
	clear(c.held)
	c.base.reset(l)
	c.final.reset(l)
	c.sampled = 0
	if c.based = l.WarmUp <= 0; c.based {
		c.samplePhases(0, &sim.Tally{})
	}
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
	if slot := c.slots[r.Link]; slot >= 0 {
		c.clients[slot].count(r.Client, r.D, ok)
	}
	for i := range c.phases {
		if p := &c.phases[i]; time.Duration(born) >= p.from && time.Duration(born) < p.to {
			p.links[r.Link].count(r)
		}
	}
}

// Every is the width of the bins, or of the windows in which retries are counted if
// these are narrower; the first sample is at the end of the warm-up.
func (c *Collector) Every() time.Duration {
	if !c.based {
		return c.layout.WarmUp
	}
	return min(c.width, c.window)
}

// Sample counts what has happened since the last sample. Bins are filled as they end,
// the last one by Trial: windows of retries are many more.
func (c *Collector) Sample(at sim.Time, t *sim.Tally) {
	if !c.based {
		if at < c.layout.start() {
			return // the run ended in its warm-up
		}
		c.based = true
		c.base.take(at, t, c.held)
		for i := range c.parts {
			c.last[i] = c.parts[i].counters(t)
			c.retried[i] = c.parts[i].retries(t)
		}
		c.sampled = at
		c.samplePhases(at, t)
		return
	}
	c.hold(at, t)
	c.sampled = at
	c.samplePhases(at, t)
	c.bunch(at, t)
	if at%sim.Time(c.width) == 0 {
		c.fill(t)
	}
}

// bunch counts the retries since the last sample, and ends the window if it is over.
func (c *Collector) bunch(at sim.Time, t *sim.Tally) {
	if at.Sub(c.layout.start()) > c.until {
		return
	}
	over := at%sim.Time(c.window) == 0
	for i := range c.parts {
		n := c.parts[i].retries(t)
		b := &c.bunches[i]
		b.open += n - c.retried[i]
		c.retried[i] = n
		if over {
			b.end()
		}
	}
}

// retries is the retries on the links of a part.
func (p *Part) retries(t *sim.Tally) (n uint64) {
	for _, i := range p.links {
		n += t.Links[i].Retries
	}
	return n
}

// fill puts what has happened since the last time into the bin of the last sample.
func (c *Collector) fill(t *sim.Tally) {
	c.coarsen(c.sampled)
	i := c.series[0].index(time.Duration(c.sampled))
	for p := range c.parts {
		now := c.parts[p].counters(t)
		c.series[p].put(i, now.since(c.last[p]))
		c.last[p] = now
	}
}

// coarsen makes the bins wider until there is one for time at.
func (c *Collector) coarsen(at sim.Time) {
	warm := int(c.layout.WarmUp / c.width)
	for c.series[0].index(time.Duration(at)) >= mostBins+warm {
		c.width *= 2
		for i := range c.series {
			c.series[i].coarsen()
		}
		warm /= 2
	}
}

// hold adds the workers held since the last sample, taken for those of this one.
func (c *Collector) hold(at sim.Time, t *sim.Tally) {
	step := uint64(at.Sub(c.sampled) / time.Microsecond)
	if at.Sub(c.layout.start()) > c.until {
		return
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		c.held[i].Busy += uint64(n.Busy) * step
		c.held[i].Workers += uint64(n.Workers) * step
	}
}

func (c *Collector) samplePhases(at sim.Time, t *sim.Tally) {
	for i := range c.phases {
		c.phases[i].sample(at.Sub(c.layout.start()), at, t, c.held)
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
		b.Workers += uint64(n.Workers)
		b.Replicas += uint64(n.Replicas)
		b.Hits += n.Hits
		b.Misses += n.Misses
		b.Limited += n.Limited
		b.Shed += n.Shed
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
