package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Ejection takes replicas that fail out of the balancing for a while: Envoy's outlier
// detection, by its names and defaults where it has them. There is no probe: after its
// time a replica gets its full share at once.
//
// Envoy ejects one more only if the ejected ones are then no more than MaxShare of all:
// with the default of 10 % and fewer than 10 replicas, nothing is ever ejected. AlwaysOne
// lets the first one go all the same, as Envoy did before 1.31 by itself, and gRPC does
// (proposal A50). The cap also holds when all replicas fail, and that is its purpose:
// what cannot be helped by ejection shall not be made worse by it.
//
// A sweep runs every Interval, from 0 on. It lets back in whoever has been out for Base
// times the number of ejections, or [Ejection.longest] if that is less; takes one
// off the number of those that have been in for an Interval; and ejects by what the
// replicas did since the sweep before. The jitter of these times is left out.
type Ejection struct {
	Interval     time.Duration `key:"interval,first" doc:"time between sweeps, which let replicas back in and compare them; default 10s"`
	Consecutive  int           `key:"consecutive" doc:"failures of a replica one after the other that eject it at once; default 5; 0 is never"`
	Base         time.Duration `key:"base" doc:"time out after the first ejection; twice that after the second, and so on; default 30s"`
	Max          time.Duration `key:"max" doc:"longest time out; default 300s"`
	MaxShare     sim.Share     `key:"max-share" doc:"of the replicas may be out at once; default 10%, and that is none of 9"`
	AlwaysOne    bool          `key:"always-one" doc:"one may be out even if that is more than max-share; default false, as in Envoy since 1.31"`
	Stdevs       float64       `key:"stdevs" doc:"a sweep ejects a replica whose success rate is so many standard deviations below the mean; default 1.9; 0 is never"`
	FailureShare sim.Share     `key:"failure-share" doc:"a sweep ejects a replica with at least this share of failures; default 0% is never; Envoy suggests 85%"`
	MinReplicas  int           `key:"min-replicas" doc:"a sweep compares only if so many replicas have min-requests; default 5"`
	MinRequests  int           `key:"min-requests" doc:"a sweep looks only at replicas with so many requests since the last; default 100"`
}

// Defaults fills in Envoy's.
func (e *Ejection) Defaults() error {
	if e.Interval == 0 {
		e.Interval = 10 * time.Second
	}
	e.Consecutive, e.Base, e.Max = 5, 30*time.Second, 300*time.Second
	e.MaxShare, e.Stdevs, e.MinReplicas, e.MinRequests = 0.1, 1.9, 5, 100
	return nil
}

// Validate reports settings that cannot be.
func (e *Ejection) Validate() error {
	return catalog.Join(
		catalog.Problem(e.Interval <= 0, "interval", "must be more than 0"),
		catalog.Problem(e.Consecutive < 0, "consecutive", "must not be negative"),
		catalog.Problem(e.Consecutive == 0 && e.Stdevs == 0 && e.FailureShare == 0, "consecutive",
			"is 0, and so are stdevs and failure-share: nothing would ever be ejected"),
		catalog.Problem(e.Base <= 0 || e.Base > 24*time.Hour, "base", "must be more than 0 and at most 24h"),
		catalog.Problem(e.Max < 0 || e.Max > 24*time.Hour, "max", "must lie between 0s and 24h"),
		catalog.Problem(!(e.MaxShare >= 0 && e.MaxShare <= 1), "max-share", "must lie between 0% and 100%"),
		catalog.Problem(!(e.Stdevs >= 0 && e.Stdevs <= 100), "stdevs", "must lie between 0 and 100"),
		catalog.Problem(!(e.FailureShare >= 0 && e.FailureShare <= 1), "failure-share", "must lie between 0% and 100%"),
		catalog.Problem(e.MinReplicas < 1, "min-replicas", "must be at least 1"),
		catalog.Problem(e.MinRequests < 1, "min-requests", "must be at least 1"))
}

// Most is how many of n replicas may be out at once.
func (e *Ejection) Most(n int) int {
	most := int(float64(float64(e.MaxShare)*float64(n)) + 1e-9) // 10 % of 30 is 3, whatever the float says
	if e.AlwaysOne && n > 0 {
		return max(1, most)
	}
	return most
}

// longest is the longest time out: Max, or Base if that is larger.
func (e *Ejection) longest() time.Duration { return max(e.Base, e.Max) }

// newEjections makes the state of up to most replicas, all of them there and none out.
func (e *Ejection) newEjections(most int) *ejections {
	return &ejections{Ejection: e, replicas: make([]ejected, most), members: most, next: sim.Time(e.Interval)}
}
