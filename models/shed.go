package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Shedder is the settings of what refuses requests with 503 before any work, by the
// state of the replica rather than by a count of who came.
type Shedder interface {
	newShed() shed // the state of one replica
}

// shed is a shedder at work. Time must not go back.
type shed interface {
	// admits says whether a request is let in. priority is that of its link, 0 the lowest
	// and first to go; above 9 is 9. Both numbers lie in [0, 1): user is the same for all
	// requests that shall be treated alike, such as those of a call at every layer and
	// attempt; chance is drawn anew for each.
	admits(now sim.Time, priority uint8, user, chance float64) bool
	// waited tells that a request begins service, having waited for d.
	waited(now sim.Time, d time.Duration)
	// busy tells that from now on so many of the workers are busy.
	busy(now sim.Time, busy, workers int)
}

// Shedders lists the kinds of shedding.
func Shedders() []catalog.Row[Shedder] {
	type row = catalog.Row[Shedder]
	return []row{
		{Name: "queue-delay", Doc: "While requests wait too long, ever fewer kinds of them are let in: those of low priority go first, and of a priority the same users at every service.",
			Source: "Zhou et al., \"Overload Control for Scaling WeChat Microservices\" (DAGOR), SoCC 2018",
			New: func() Shedder {
				return &ShedByDelay{Threshold: 20 * time.Millisecond, Window: time.Second, Requests: 2000, Shrink: 0.05, Grow: 0.01}
			}},
		{Name: "busy", Doc: "The share refused grows from none to all while the share of busy workers goes from above to full. Keeps workers from being all busy, and with it the queue empty.",
			Source: "Envoy overload manager, scaled trigger",
			New:    func() Shedder { return &ShedByBusy{Above: 0.8, Full: 1, Window: time.Second} }},
		{Name: "random", Doc: "A fixed share, whatever the load: to see what refusing alone does.", Source: "free rejection of the SRE book, chapter 22", Short: "share",
			New: func() Shedder { return &ShedAtRandom{} }},
	}
}

// ShedAtRandom refuses a fixed share, each request by itself.
type ShedAtRandom struct {
	Share sim.Share `key:"share,required" doc:"of the requests are refused"`
}

// Validate reports a share outside 0 % to 100 %.
func (s *ShedAtRandom) Validate() error {
	return catalog.Problem(!(s.Share >= 0 && s.Share <= 1), "share", "must lie between 0% and 100%")
}

func (s *ShedAtRandom) newShed() shed { return shedAtRandom(s.Share) }

type shedAtRandom float64

func (s shedAtRandom) admits(_ sim.Time, _ uint8, _, chance float64) bool {
	return chance >= float64(s)
}
func (shedAtRandom) waited(sim.Time, time.Duration) {}
func (shedAtRandom) busy(sim.Time, int, int)        {}
