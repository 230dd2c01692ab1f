package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Gradient2 compares the time of now with a long average of itself. With g = Tolerance
// x long / now, cut to 0.5 ... 1, a limit L becomes L (1 - Smoothing) + (L g + Queue)
// Smoothing. It stays as it is while less than half of it is in use. When the average is
// more than twice the time of now, it loses 5 % per decision on top, to forget an
// overload sooner. Netflix concurrency-limits, Gradient2Limit.
type Gradient2 struct {
	InFlight
	Queue      int     `key:"queue" doc:"requests that may wait: the limit grows by these times smoothing while times are good; default 4"`
	Smoothing  float64 `key:"smoothing" doc:"weight of the new estimate, more than 0 to 1; default 0.2"`
	Tolerance  float64 `key:"tolerance" doc:"times may be so many times the long average before the limit shrinks, at least 1; default 1.5"`
	LongWindow int     `key:"long-window" doc:"decisions that the long average spans, at least 10; default 600"`
	SampleWindow
}

// Validate reports settings that cannot be.
func (l *Gradient2) Validate() error {
	return catalog.Join(l.InFlight.Validate(), l.SampleWindow.Validate(),
		catalog.Problem(l.Queue < 0, "queue", "must not be negative"),
		catalog.Problem(!(l.Smoothing > 0 && l.Smoothing <= 1), "smoothing", "must be more than 0 and at most 1"),
		catalog.Problem(!(l.Tolerance >= 1 && l.Tolerance <= 1e6), "tolerance", "must be at least 1"),
		catalog.Problem(l.LongWindow < 10, "long-window", "must be at least 10"))
}

func (l *Gradient2) newLimit(uint64) concurrency {
	return &gradient2{
		Gradient2: l,
		limit:     float64(l.Initial),
		long:      average{factor: 2 / float64(l.LongWindow+1)},
		sampler:   sampler{SampleWindow: &l.SampleWindow},
	}
}

type gradient2 struct {
	*Gradient2
	limit float64
	long  average
	sampler
}

func (l *gradient2) allows(inFlight int) bool { return inFlight < int(l.limit) }

func (l *gradient2) ended(now sim.Time, rtt time.Duration, inFlight int, dropped bool) {
	s, ready := l.add(now, rtt, inFlight, dropped)
	if !ready {
		return
	}
	short := float64(s.rtt)
	long := l.long.add(short)
	if long/short > 2 {
		l.long.value *= 0.95
	}
	if float64(s.inFlight) < l.limit/2 {
		return
	}
	gradient := max(0.5, min(1, float64(l.Tolerance*long)/short))
	next := float64(l.limit*gradient) + float64(l.Queue)
	next = float64(l.limit*(1-l.Smoothing)) + float64(next*l.Smoothing)
	l.limit = max(float64(l.Min), min(float64(l.Max), next))
}

// average is the mean of its first 10 values, then smoothed exponentially.
type average struct {
	value, sum, factor float64
	n                  int
}

func (a *average) add(x float64) float64 {
	if a.n < 10 {
		a.n++
		a.sum += x
		a.value = a.sum / float64(a.n)
	} else {
		a.value = float64(a.value*(1-a.factor)) + float64(x*a.factor)
	}
	return a.value
}
