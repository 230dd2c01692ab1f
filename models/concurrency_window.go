package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// SampleWindow is how requests are gathered before a limit looks at them: their mean
// time, the most that were in flight, and whether any was dropped. A window ends with
// the first request that leaves at least Window after the end of the last one; it is
// thrown away if fewer than MinSamples were gathered. Netflix concurrency-limits,
// WindowedLimit.
type SampleWindow struct {
	Window     time.Duration `key:"window" doc:"time over which requests are gathered for one decision; default 1s; 0s decides at each request"`
	MinSamples int           `key:"min-samples" doc:"a window with fewer requests decides nothing; default 10"`
	MinRTT     time.Duration `key:"min-rtt" doc:"requests that took less are ignored; default 100us"`
}

// Validate reports settings that cannot be.
func (w *SampleWindow) Validate() error {
	return catalog.Join(
		catalog.Problem(w.Window < 0, "window", "must not be negative"),
		catalog.Problem(w.MinSamples < 1, "min-samples", "must be at least 1"),
		catalog.Problem(w.MinRTT < 0, "min-rtt", "must not be negative"))
}

// sample is what a limit decides by.
type sample struct {
	rtt      time.Duration // mean, more than 0
	inFlight int           // at most
	dropped  bool          // any
}

// sampler gathers. sum cannot overflow: it holds the times of the requests that left
// within a window.
type sampler struct {
	*SampleWindow
	next    sim.Time // a window may end after this
	sum     time.Duration
	n       int
	most    int
	dropped bool
}

// add takes a request that has left; ready is true if its window is over.
func (w *sampler) add(now sim.Time, rtt time.Duration, inFlight int, dropped bool) (s sample, ready bool) {
	if rtt < max(1, w.MinRTT) {
		return sample{}, false
	}
	if w.Window == 0 {
		return sample{rtt, inFlight, dropped}, true
	}
	w.sum += rtt
	w.n++
	w.most = max(w.most, inFlight)
	w.dropped = w.dropped || dropped
	if now <= w.next {
		return sample{}, false
	}
	s, ready = sample{w.sum / time.Duration(w.n), w.most, w.dropped}, w.n >= w.MinSamples
	*w = sampler{SampleWindow: w.SampleWindow, next: now.Add(w.Window)}
	return s, ready
}
