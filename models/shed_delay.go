package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ShedByDelay lets in requests down to a level of (priority, user), of 10 priorities and
// 128 users in each, which it moves at the end of each window, by the histogram of all
// requests that came in it: DAGOR (SoCC 2018). If those that began service had waited for
// more than Threshold on average, down to where Shrink of what was let in is refused;
// otherwise up to where Grow more would have come in, one request at least. Of the highest
// priority the first 128th of the users is never refused.
//
// A call that needs k answers of an overloaded service succeeds if its user is let in
// once, as all k are then: a share C/A of the calls, where refusing at random leaves
// (C/A)^k. But retries of a refused call are refused as well. What has stalled
// begins nothing, so nothing is seen to wait.
type ShedByDelay struct {
	Threshold time.Duration `key:"threshold" doc:"mean time in the queue that counts as overload; default 20ms"`
	Window    time.Duration `key:"window" doc:"time between moves of the level; default 1s"`
	Requests  int           `key:"requests" doc:"a window also ends after so many requests; default 2000"`
	Shrink    sim.Share     `key:"shrink" doc:"of the requests let in are refused in addition after a window of overload; default 5%"`
	Grow      sim.Share     `key:"grow" doc:"so many more are let in after any other window; default 1%"`
}

// Validate reports settings that cannot be.
func (s *ShedByDelay) Validate() error {
	return catalog.Join(
		catalog.Problem(s.Threshold < 0, "threshold", "must not be negative"),
		catalog.Problem(s.Window <= 0, "window", "must be more than 0"),
		catalog.Problem(s.Requests < 1, "requests", "must be at least 1"),
		catalog.Problem(!(s.Shrink > 0 && s.Shrink <= 1), "shrink", "must be more than 0% and at most 100%"),
		catalog.Problem(!(s.Grow >= 0 && s.Grow <= 1), "grow", "must lie between 0% and 100%"))
}

func (s *ShedByDelay) newShed() shed { return &shedByDelay{ShedByDelay: s, level: shedRanks} }

const (
	shedPriorities = 10
	shedUsers      = 128
	shedRanks      = shedPriorities * shedUsers
)

// rankOf is 0 for the first user of the highest priority.
func rankOf(priority uint8, user float64) int {
	class := shedPriorities - 1 - int(min(priority, shedPriorities-1))
	return class*shedUsers + int(float64(user*shedUsers))
}

type shedByDelay struct {
	*ShedByDelay
	level    int // ranks below it are let in
	begun    sim.Time
	came     [shedRanks]int32 // requests of this window, let in or not
	all      int
	admitted int
	wait     time.Duration // of those that began service in it
	served   int
}

func (s *shedByDelay) admits(now sim.Time, priority uint8, user, _ float64) bool {
	s.advance(now)
	rank := rankOf(priority, user)
	ok := rank < s.level
	s.came[rank]++
	s.all++
	if ok {
		s.admitted++
	}
	if s.all >= s.Requests {
		s.move(now)
	}
	return ok
}

func (s *shedByDelay) waited(now sim.Time, d time.Duration) {
	s.advance(now)
	s.wait += d
	s.served++
}

func (*shedByDelay) busy(sim.Time, int, int) {}

// advance ends the windows that are over. An empty one lets all in, so the rest of a long
// silence can be passed over.
func (s *shedByDelay) advance(now sim.Time) {
	if now.Sub(s.begun) < s.Window {
		return
	}
	s.move(s.begun.Add(s.Window))
	if idle := now.Sub(s.begun); idle >= s.Window {
		s.move(s.begun.Add(idle / s.Window * s.Window))
	}
}

// move ends a window.
func (s *shedByDelay) move(now sim.Time) {
	admitted := float64(s.admitted)
	if s.served > 0 && s.wait/time.Duration(s.served) > s.Threshold {
		for most := float64(admitted * (1 - float64(s.Shrink))); float64(s.admitted) > most && s.level > 1; {
			s.level--
			s.admitted -= int(s.came[s.level])
		}
	} else {
		for least := max(admitted+1, float64(admitted*(1+float64(s.Grow)))); float64(s.admitted) < least && s.level < shedRanks; {
			s.admitted += int(s.came[s.level])
			s.level++
		}
	}
	clear(s.came[:])
	s.begun, s.all, s.admitted, s.wait, s.served = now, 0, 0, 0, 0
}
