package report

import (
	"time"

	"retrystorm/sim"
)

// Phase is a stretch of a run, cut at a fault: "after flush". Calls belong to the
// phase in which they are born, whenever they end; attempts per second and what nodes
// do to the one in which it happens. The zero value is the whole run.
type Phase struct {
	When  string // before, during or after
	Fault string
}

// phaseWords are the values of Phase.When.
var phaseWords = []string{"before", "during", "after"}

func (p Phase) String() string {
	if p.When == "" {
		return ""
	}
	return p.When + " " + p.Fault
}

// PhasesOf lists the phases that thresholds speak of, each once: what [Layout.Phases]
// must hold for them to be judged.
func PhasesOf(ts []Threshold) []Phase {
	var all []Phase
	seen := map[Phase]bool{{}: true}
	for _, t := range ts {
		if !seen[t.Phase] {
			seen[t.Phase] = true
			all = append(all, t.Phase)
		}
	}
	return all
}

// phaseIndex is the place of p in the layout, -1 if it is not watched.
func (l *Layout) phaseIndex(p Phase) int {
	for i := range l.Phases {
		if l.Phases[i] == p {
			return i
		}
	}
	return -1
}

// span is when p begins and ends, as the times of faults count. It is empty if there
// is no such fault.
func (l *Layout) span(p Phase) (from, to time.Duration) {
	end := l.end()
	for _, f := range l.Faults {
		if f.Name != p.Fault {
			continue
		}
		switch p.When {
		case "before":
			return 0, min(f.At, end)
		case "during":
			return f.At, min(f.At+f.For, end)
		case "after":
			return f.At + f.For, end
		}
	}
	return 0, 0
}

// phaseWatch is what is kept of one phase of a run.
type phaseWatch struct {
	from, to   time.Duration // since the end of the warm-up
	links      []phaseCalls
	begin, end snapshot // first and last sample in it
	begun      bool
}

// phaseCalls is the calls of one link that were born in a phase.
type phaseCalls struct {
	calls   sim.LinkCount
	latency Latencies
}

func (w *phaseWatch) reset(l *Layout, p Phase) {
	w.from, w.to = l.span(p)
	w.links = resize(w.links, len(l.Links))
	for i := range w.links {
		w.links[i].calls = sim.LinkCount{}
		w.links[i].latency.Reset()
	}
	w.begin.reset(l)
	w.end.reset(l)
	w.begun = false
}

// count counts the end of a call.
func (c *phaseCalls) count(r *sim.Record) {
	n := &c.calls
	n.Calls++
	n.Attempts += uint64(r.Attempt)
	switch {
	case r.Status == sim.OK:
		n.OK++
		c.latency.Add(r.D)
		return
	case r.Status == sim.Unfinished:
		n.Unfinished++
	case r.Attempt == 0:
		n.Refused++
	default:
		n.Failed++
	}
	c.latency.Fail()
}

// sample keeps the counters of a sample that falls into the phase; at counts from the
// end of the warm-up.
func (w *phaseWatch) sample(at time.Duration, now sim.Time, t *sim.Tally, h []Held) {
	if at < w.from || at > w.to || w.from == w.to {
		return
	}
	if !w.begun {
		w.begun = true
		w.begin.take(now, t, h)
	}
	w.end.take(now, t, h)
}

// facts is what the phase says of part p.
func (w *phaseWatch) facts(p *Part) Facts {
	f := Facts{Part: *p, Latency: &Latencies{}, Seconds: (w.to - w.from).Seconds()}
	for _, i := range p.links {
		addLinks(&f.Calls, &w.links[i].calls, &sim.LinkCount{})
		f.Latency.Merge(&w.links[i].latency)
	}
	f.Window = w.end.linksSince(&w.begin, p)
	f.Nodes, f.Held = w.end.nodesSince(&w.begin, p)
	f.WindowSeconds = w.end.at.Sub(w.begin.at).Seconds()
	return f
}
