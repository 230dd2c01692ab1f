package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Autoscale changes the number of replicas by the share of their workers that is busy,
// as Kubernetes' horizontal pod autoscaler does: every Every, desired = ceil(replicas x
// share / Target), unless share / Target is within Tolerance of 1.
//
//   - Up at once, but a new replica serves only UpAfter later, cold. One that does not
//     serve yet counts as idle, so it is not asked for twice.
//   - Down to the most that was desired within DownAfter.
//
// The trap: a share cannot exceed 1. Under whatever overload, a decision asks for at most
// 1 / Target times the replicas; and in a storm all workers are busy with work that
// nobody waits for, which looks like demand. The extra limits of the autoscaler's
// behavior section (at most twice as many, or 4 more, in 15 s) are left out: with a
// Target of 50 % or more, doubling is the most anyway.
type Autoscale struct {
	Max       int           `key:"max,required" doc:"most replicas"`
	Min       int           `key:"min" doc:"fewest replicas; default 1"`
	Target    sim.Share     `key:"target" doc:"of the workers shall be busy; default 60%, assumed"`
	Window    time.Duration `key:"window" doc:"time over which busy workers are averaged; default 15s, about what metrics-server does"`
	Every     time.Duration `key:"every,first" doc:"time between decisions; default 15s"`
	Tolerance sim.Share     `key:"tolerance" doc:"nothing changes while busy share / target is this near to 1; default 10%"`
	UpAfter   time.Duration `key:"up-after" doc:"from a decision until a new replica serves: scheduling, image, start; default 30s, assumed"`
	DownAfter time.Duration `key:"down-after" doc:"replicas go only when so few were desired for so long; default 5m"`
}

// Defaults fills in those of Kubernetes, where it has any.
func (a *Autoscale) Defaults() error {
	if a.Every == 0 {
		a.Every = 15 * time.Second
	}
	a.Min, a.Target, a.Tolerance = 1, 0.6, 0.1
	a.Window, a.UpAfter, a.DownAfter = 15*time.Second, 30*time.Second, 5*time.Minute
	return nil
}

// mostSlices bounds what an autoscaler remembers.
const mostSlices = 10_000

// Validate reports settings that cannot be.
func (a *Autoscale) Validate() error {
	errs := []error{
		catalog.Problem(a.Min < 1, "min", "must be at least 1"),
		catalog.Problem(a.Max < a.Min || a.Max > 65_535, "max", "must lie between min and 65535"),
		catalog.Problem(!(a.Target > 0 && a.Target <= 1), "target", "must be more than 0% and at most 100%"),
		catalog.Problem(!(a.Tolerance >= 0 && a.Tolerance < 1), "tolerance", "must be at least 0% and less than 100%"),
		catalog.Problem(a.UpAfter < 0, "up-after", "must not be negative"),
		catalog.Problem(a.DownAfter < 0, "down-after", "must not be negative"),
		catalog.Problem(a.Every <= 0, "every", "must be more than 0"),
		catalog.Problem(a.Window <= 0, "window", "must be more than 0"),
		catalog.Problem(a.Window > 2*time.Hour, "window", "must be at most 2h"),
	}
	if a.Every > 0 && a.Window > 0 {
		errs = append(errs,
			catalog.Problem(a.Window/a.slice() >= mostSlices, "window", "does not go evenly with every; choose a round number"),
			catalog.Problem(a.DownAfter/a.Every >= mostSlices, "down-after", "must be less than 10000 times every"))
	}
	return catalog.Join(errs...)
}

// slice is the longest time of which both Every and Window are multiples.
func (a *Autoscale) slice() time.Duration {
	x, y := a.Every, a.Window
	for y > 0 {
		x, y = y, x%y
	}
	return x
}

// newAutoscaler makes the state of one service.
func (a *Autoscale) newAutoscaler() *autoscaler {
	slice := a.slice()
	return &autoscaler{
		Autoscale: a,
		slice:     sim.Time(slice),
		marks:     make([]work, a.Window/slice+1),
		advice:    make([]advice, a.DownAfter/a.Every+2),
	}
}
