package report

import (
	"time"

	"retrystorm/sim"
)

// Layout is what a collector must know of a run. All times count from the end of the
// warm-up, as in scenario files.
type Layout struct {
	Links   []LinkLayout  // by link number, as in sim.Config
	Nodes   []NodeLayout  // by node number, as in sim.Config
	WarmUp  time.Duration // discarded start of the run
	Horizon time.Duration // arrivals stop; 0 is a herd, which ends by itself
	Faults  []Band        // in the order of the file
	Phases  []Phase       // that are watched, see [PhasesOf]
}

// LinkLayout is one link.
type LinkLayout struct {
	Name    string        // caller/callee
	Fleet   string        // whose calls go over it, "" if a service calls
	Group   string        // of the fleet, "" if it has none
	Node    int           // where it leads
	Timeout time.Duration // of an attempt, 0 is none
}

// NodeLayout is one node. Rates are requests per second, 0 if not known, +Inf for a
// node that takes no time.
type NodeLayout struct {
	Name           string
	OfferedPerSec  float64
	ColdPerSec     float64 // the same, while caches on the way have no answers
	CapacityPerSec float64
	WorstPerSec    float64 // attempts if every one fails; +Inf if a policy has no limit
}

// Band is a fault, as it is drawn behind a series.
type Band struct {
	Name string
	Kind string // stall, lose, ...
	On   string // service, link or fleet
	At   time.Duration
	For  time.Duration // 0 is an instant
}

// Herd reports whether all calls begin at once and the run ends by itself.
func (l *Layout) Herd() bool { return l.Horizon <= 0 }

// Trigger is the time from the first fault's beginning to the last one's end: several
// faults are one trigger. ok is false if there is no fault, or no horizon to judge by.
func (l *Layout) Trigger() (from, to time.Duration, ok bool) {
	if len(l.Faults) == 0 || l.Herd() {
		return 0, 0, false
	}
	from = l.Faults[0].At
	for _, f := range l.Faults {
		from, to = min(from, f.At), max(to, f.At+f.For)
	}
	return from, to, true
}

// horizon is that of a run, which is shorter if a limit ended it.
func (l *Layout) horizon(res *sim.Result) time.Duration {
	if res.Limit == "" {
		return l.Horizon
	}
	return max(0, min(l.Horizon, time.Duration(res.End)-l.WarmUp))
}

// Timeout is the longest attempt timeout of the fleets' links, 0 if there is none.
func (l *Layout) Timeout() time.Duration {
	var d time.Duration
	for _, link := range l.Links {
		if link.Fleet != "" {
			d = max(d, link.Timeout)
		}
	}
	return d
}

// start is the end of the warm-up in the time of the run.
func (l *Layout) start() sim.Time { return sim.Time(l.WarmUp) }

// end is when arrivals stop; a herd has no end.
func (l *Layout) end() time.Duration {
	if l.Herd() {
		return time.Duration(sim.Never) - l.WarmUp
	}
	return l.Horizon
}

// clientSlots gives the links of each fleet or group a number: its clients are the same
// on all of them. Links of services have -1.
func (l *Layout) clientSlots() []int {
	slots := make([]int, len(l.Links))
	n := 0
	for i, link := range l.Links {
		slots[i] = -1
		if link.Fleet == "" {
			continue
		}
		for j := 0; j < i && slots[i] < 0; j++ {
			if before := l.Links[j]; before.Fleet == link.Fleet && before.Group == link.Group {
				slots[i] = slots[j]
			}
		}
		if slots[i] < 0 {
			slots[i] = n
			n++
		}
	}
	return slots
}
