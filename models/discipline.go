package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Discipline says who of those that wait is next, and who has waited too long.
type Discipline interface{ newLine() *line }

// FIFO serves in order of arrival: fair, and the worst there is in an overload, since
// all wait as long as the queue is.
type FIFO struct{}

func (FIFO) newLine() *line { return &line{} }

// LIFO serves who has come last: in an overload some are served in time.
type LIFO struct{}

func (LIFO) newLine() *line { return &line{lifo: true} }

// AdaptiveLIFO is FIFO as long as the queue is short.
type AdaptiveLIFO struct {
	Above int `key:"above,required" doc:"with more than so many waiting, the newest is next"`
}

func (d *AdaptiveLIFO) newLine() *line { return &line{above: d.Above} }

// Validate reports a length that is none.
func (d *AdaptiveLIFO) Validate() error {
	return catalog.Problem(d.Above < 1, "above", "must be at least 1")
}

// CoDel drops at the head of a FIFO when even the shortest wait of an interval is above
// the target, ever more often as long as that lasts.
type CoDel struct {
	Target   time.Duration `key:"target" doc:"wait that is accepted"`
	Interval time.Duration `key:"interval" doc:"for so long it may be exceeded"`
}

func (d *CoDel) newLine() *line { return &line{codel: &codel{CoDel: *d}} }

// Validate reports times that are none.
func (d *CoDel) Validate() error {
	return catalog.Join(
		catalog.Problem(d.Target <= 0, "target", "must be above 0s"),
		catalog.Problem(d.Interval <= 0, "interval", "must be above 0s"))
}

// FollyCoDel is CoDel for servers: while overloaded, everything is dropped that has
// waited longer than twice the target.
type FollyCoDel CoDel

func (d *FollyCoDel) newLine() *line { return &line{folly: &follyCodel{CoDel: CoDel(*d)}} }

// Validate reports times that are none.
func (d *FollyCoDel) Validate() error { return (*CoDel)(d).Validate() }

// FailAtScale bounds the wait: generously as long as the queue empties now and then, and
// hard as soon as it has not done so for a while; then it also serves the newest first.
type FailAtScale struct {
	Target   time.Duration `key:"target" doc:"longest wait once the queue has not been empty for interval (M)"`
	Interval time.Duration `key:"interval" doc:"longest wait otherwise (N)"`
}

func (d *FailAtScale) newLine() *line { return &line{limits: &failAtScale{FailAtScale: *d}} }

// Validate reports times that are none.
func (d *FailAtScale) Validate() error { return (*CoDel)(d).Validate() }

// Priority serves the most important first (link key priority), in order of arrival
// within a class. A full queue gives the place of the least important to a more
// important one.
type Priority struct{}

func (Priority) newLine() *line { return &line{classes: true} }

// Disciplines lists the disciplines.
func Disciplines() []catalog.Row[Discipline] {
	type row = catalog.Row[Discipline]
	times := CoDel{Target: 5 * time.Millisecond, Interval: 100 * time.Millisecond}
	return []row{
		{Name: "fifo", Doc: "First come first served.", Source: "the usual queue", New: func() Discipline { return FIFO{} }},
		{Name: "lifo", Doc: "Last come first served: in an overload some are served in time, the others not at all.",
			Source: "Facebook, \"Fail at Scale\", 2015", New: func() Discipline { return LIFO{} }},
		{Name: "adaptive-lifo", Doc: "First come first served while the queue is short, otherwise last come first.",
			Source: "Facebook, \"Fail at Scale\", 2015", New: func() Discipline { return &AdaptiveLIFO{} }},
		{Name: "codel", Doc: "Refuses at the head when even the shortest wait of an interval is too long, ever more often as long as that lasts.",
			Source: "RFC 8289; defaults: 5 ms and 100 ms", New: func() Discipline { d := times; return &d }},
		{Name: "folly-codel", Doc: "CoDel for servers: while overloaded, refuses all that have waited for more than twice the target.",
			Source: "folly/executors/Codel.cpp; defaults: 5 ms and 100 ms", New: func() Discipline { d := FollyCoDel(times); return &d }},
		{Name: "fail-at-scale", Doc: "Bounds the wait, by interval or, once the queue has not been empty for that long, by target; then the newest is next.",
			Source: "Facebook, \"Fail at Scale\", 2015; defaults: 5 ms and 100 ms", New: func() Discipline { d := FailAtScale(times); return &d }},
		{Name: "priority", Doc: "The most important first, by the priority of their link; a full queue gives up the least important.",
			Source: "priority queueing; pushing out as in WeChat's DAGOR", New: func() Discipline { return Priority{} }},
	}
}
