package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ConcurrencyLimit is the settings of a bound on how many requests a replica has in
// hand at once, waiting ones included. A request beyond it is refused before any work
// is done.
type ConcurrencyLimit interface {
	// newLimit makes the state of one replica. seed must differ between replicas that
	// shall not probe at the same time; only [Vegas] looks at it.
	newLimit(seed uint64) concurrency
}

// concurrency is such a bound at work.
type concurrency interface {
	// allows says whether one more may come in, beside inFlight others.
	allows(inFlight int) bool
	// ended tells that a request has left after rtt in the replica, now being the time
	// of that. inFlight counts it: how many there were before it left. dropped is true
	// if it was given up: timed out, expired, thrown out of the queue. Requests that
	// were never allowed, or failed without having tried, are not told.
	ended(now sim.Time, rtt time.Duration, inFlight int, dropped bool)
}

const netflix = "Netflix concurrency-limits, "

// ConcurrencyLimits lists the kinds of concurrency limit.
func ConcurrencyLimits() []catalog.Row[ConcurrencyLimit] {
	type row = catalog.Row[ConcurrencyLimit]
	windowed := SampleWindow{Window: time.Second, MinSamples: 10, MinRTT: 100 * time.Microsecond}
	return []row{
		{Name: "static", Doc: "A fixed number, to be measured beforehand and wrong after the next change.", Source: "bulkhead", Short: "limit",
			New: func() ConcurrencyLimit { return &StaticLimit{} }},
		{Name: "aimd", Doc: "One more while requests are fast and the limit is in use, a tenth less at each that is dropped or slow: sees overload only when the timeout is reached.",
			Source: netflix + "AIMDLimit",
			New: func() ConcurrencyLimit {
				return &AIMD{InFlight: from20(200), Timeout: 5 * time.Second, BackoffRatio: 0.9}
			}},
		{Name: "gradient2", Doc: "Shrinks as the times of now exceed those of the last minutes. A slow drift becomes the new normal.",
			Source: netflix + "Gradient2Limit, WindowedLimit",
			New: func() ConcurrencyLimit {
				return &Gradient2{InFlight: from20(200), Queue: 4, Smoothing: 0.2, Tolerance: 1.5, LongWindow: 600, SampleWindow: windowed}
			}},
		{Name: "vegas", Doc: "Estimates its queue from the least time seen, and holds it between a few requests and twice as many.",
			Source: netflix + "VegasLimit, WindowedLimit; TCP Vegas",
			New: func() ConcurrencyLimit {
				return &Vegas{InFlight: InFlight{Initial: 20, Min: 1, Max: 1000}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 30, SampleWindow: windowed}
			}},
	}
}

// InFlight is where a concurrency limit begins, and between what it stays.
type InFlight struct {
	Initial int `key:"initial" doc:"requests allowed at first"`
	Min     int `key:"min" doc:"never fewer than these, at least 1"`
	Max     int `key:"max" doc:"never more than these"`
}

// from20 begins at 20 and never falls below, as most of the library's do.
func from20(most int) InFlight { return InFlight{Initial: 20, Min: 20, Max: most} }

// Validate reports bounds that exclude one another.
func (l *InFlight) Validate() error {
	return catalog.Join(
		catalog.Problem(l.Min < 1, "min", "must be at least 1"),
		catalog.Problem(l.Max < l.Min || l.Max > 1_000_000, "max", "must lie between min and 1000000"),
		catalog.Problem(l.Initial < l.Min || l.Initial > l.Max, "initial", "must lie between min and max"))
}

// StaticLimit allows a fixed number of requests.
type StaticLimit struct {
	Limit int `key:"limit,required" doc:"requests in hand at once, at least 1"`
}

// Validate reports a limit that lets nothing in.
func (l *StaticLimit) Validate() error {
	return catalog.Problem(l.Limit < 1, "limit", "must be at least 1")
}

func (l *StaticLimit) newLimit(uint64) concurrency { return staticLimit(l.Limit) }

type staticLimit int

func (l staticLimit) allows(inFlight int) bool                 { return inFlight < int(l) }
func (l staticLimit) ended(sim.Time, time.Duration, int, bool) {}
