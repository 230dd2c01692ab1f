package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RateLimit is the settings of one limit of a service, asked before any work is done.
// None of its kinds lets a refused request count: who is refused and keeps asking is
// no worse off than who waits.
type RateLimit interface {
	Common() *LimitKeys
	newLimiter(n int) limiter // n: how many states there are, such as clients
}

// limiter is a limit at work. Its states know nothing of one another. All times are
// integers, so that the instant at which it lets a request pass is exact.
type limiter interface {
	// take asks for one request of state number who, and takes it if there is one.
	// now must not fall from one ask of a state to the next.
	take(now sim.Time, who uint32) ruling
}

// ruling is what a limit says of a request.
type ruling struct {
	ok        bool
	wait      time.Duration // refused: until the same request would pass, if nobody else came; never 0
	hold      time.Duration // passed: how long it is held back first
	limit     uint32        // requests that pass at once if the quota is whole
	remaining uint32        // requests that would still pass at this instant
	reset     time.Duration // until the quota is whole again, if nobody came
}

// Limits lists the kinds of rate limit.
func Limits() []catalog.Row[RateLimit] {
	type row = catalog.Row[RateLimit]
	keys := func(status sim.Status) LimitKeys {
		return LimitKeys{Per: PerFleet, Status: Answer(status), Announce: AnnounceNothing}
	}
	tooMany := keys(sim.TooMany)
	return []row{
		{Name: "token-bucket", Doc: "A bucket of burst tokens, filled at the rate; a request takes one. Idle clients save up.",
			Source: "the usual token bucket, as in golang.org/x/time/rate",
			New:    func() RateLimit { return &TokenBucket{LimitKeys: tooMany} }},
		{Name: "gcra", Doc: "The same law kept as one instant per client: burst more than the one that the rate allows.",
			Source: "throttled/v2 2.15.0, rate.go (generic cell rate algorithm)",
			New:    func() RateLimit { return &GCRA{LimitKeys: tooMany} }},
		{Name: "leaky-bucket", Doc: "Requests above the rate are held back until they keep to it, up to burst of them; beyond: 503.",
			Source: "nginx, limit_req",
			New:    func() RateLimit { return &LeakyBucket{LimitKeys: keys(sim.Unavailable)} }},
		{Name: "fixed-window", Doc: "So many in each window of the clock: twice as many around its edge, and all who wait come back on the stroke.",
			Source: "envoyproxy/ratelimit, 2026-01-22",
			New:    func() RateLimit { return &FixedWindow{LimitKeys: tooMany, Windowed: Windowed{Window: time.Second}} }},
		{Name: "sliding-window", Doc: "The count of this window of the clock, and that of the last one by how much of it is within a window's reach.",
			Source: "weighted counters of two windows, as Cloudflare described them in 2017",
			New:    func() RateLimit { return &SlidingWindow{LimitKeys: tooMany, Windowed: Windowed{Window: time.Second}} }},
		{Name: "sliding-log", Doc: "Never more than so many in any window, exactly; remembers the time of each request.",
			Source: "the usual log of timestamps",
			New:    func() RateLimit { return &SlidingLog{LimitKeys: tooMany, Windowed: Windowed{Window: time.Second}} }},
	}
}
