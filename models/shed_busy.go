package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ShedByBusy refuses the share (b - Above) / (Full - Above), cut to 0 ... 1, of the
// requests, each by itself. b is the share of busy workers, smoothed exponentially over
// Window. For a load of k times the capacity it comes to rest where k times the share let
// in is b: b = 10/11 for k = 2 and the defaults.
type ShedByBusy struct {
	Above  sim.Share     `key:"above" doc:"share of busy workers from which on requests are refused; default 80%"`
	Full   sim.Share     `key:"full" doc:"share from which on all are refused; default 100%"`
	Window time.Duration `key:"window" doc:"time over which the share is smoothed, 63% of a change are seen after it; default 1s"`
}

// Validate reports settings that cannot be.
func (s *ShedByBusy) Validate() error {
	return catalog.Join(
		catalog.Problem(!(s.Above >= 0 && s.Above < 1), "above", "must be at least 0% and less than 100%"),
		catalog.Problem(!(s.Full > s.Above && s.Full <= 1), "full", "must be more than above and at most 100%"),
		catalog.Problem(s.Window <= 0, "window", "must be more than 0"))
}

func (s *ShedByBusy) newShed() shed { return &shedByBusy{ShedByBusy: s} }

type shedByBusy struct {
	*ShedByBusy
	mean  float64 // smoothed share at the time below
	at    sim.Time
	share float64 // since then
}

func (s *shedByBusy) advance(now sim.Time) {
	if now == s.at {
		return
	}
	left := sim.Exp(-float64(now-s.at) / float64(s.Window))
	s.mean = s.share + float64((s.mean-s.share)*left)
	s.at = now
}

func (s *shedByBusy) admits(now sim.Time, _ uint8, _, chance float64) bool {
	s.advance(now)
	return chance >= (s.mean-float64(s.Above))/float64(s.Full-s.Above)
}

func (*shedByBusy) waited(sim.Time, time.Duration) {}

// busy takes a replica without workers for wholly busy.
func (s *shedByBusy) busy(now sim.Time, busy, workers int) {
	s.advance(now)
	s.share = 1
	if workers > 0 {
		s.share = min(1, float64(busy)/float64(workers))
	}
}
