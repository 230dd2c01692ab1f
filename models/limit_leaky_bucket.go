package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// LeakyBucket is the limit_req of nginx, in its integers: requests count 1000, the
// rate is a whole number of thousandths per second, the clock has milliseconds. A
// request adds to what has not leaked away yet; it is refused, and forgotten, if the
// excess over the rate is then above Burst, and otherwise held back until it keeps to
// the rate, but for the first Delay of the excess. So with a burst of 0 a second
// request within 1/Rate is refused. In any interval of length t at most
// Burst + 1 + Rate x (t + 1 ms) requests pass.
type LeakyBucket struct {
	Rate    sim.Rate `key:"rate,required" doc:"requests per second, in thousandths"`
	Burst   int      `key:"burst" doc:"requests above the rate that are not refused; default 0"`
	Delay   int      `key:"delay" doc:"requests above the rate that are not held back; default 0: each is"`
	NoDelay bool     `key:"nodelay" doc:"none is held back"`
	LimitKeys
}

const (
	wholeRequest = 1000 // nginx's units
	leakyClock   = sim.Time(time.Millisecond)
)

// Validate reports settings that cannot be.
func (l *LeakyBucket) Validate() error {
	return catalog.Join(
		catalog.Problem(!(l.Rate >= 0.001 && l.Rate <= 1e6), "rate", "must lie between 0.001/s and 1000000/s"),
		catalog.Problem(l.Burst < 0 || l.Burst > maxBurst, "burst", "must lie between 0 and 1000000000"),
		catalog.Problem(l.Delay < 0, "delay", "must not be negative"),
		catalog.Problem(l.NoDelay && l.Delay > 0, "delay", "has no sense with nodelay; leave one out"),
		l.LimitKeys.Validate())
}

func (l *LeakyBucket) newLimiter(n int) limiter {
	k := &leakyBucket{
		rate:   int64(math.Floor(float64(l.Rate) * wholeRequest * (1 + 0x1p-50))),
		burst:  int64(l.Burst) * wholeRequest,
		delay:  int64(l.Delay) * wholeRequest,
		states: make([]leaky, n),
	}
	if l.NoDelay {
		k.delay = k.burst
	}
	return k
}

// leaky is the excess at the last request that passed, and when that was.
type leaky struct {
	excess int64
	since  int64 // ms of the clock, plus 1; 0: no request yet
}

type leakyBucket struct {
	rate, burst, delay int64 // thousandths
	states             []leaky
}

func (l *leakyBucket) take(now sim.Time, who uint32) ruling {
	s := &l.states[who]
	clock := int64(now / leakyClock)
	excess := l.excess(s, clock)
	r := ruling{ok: excess <= l.burst, limit: uint32(l.burst/wholeRequest) + 1}
	if !r.ok {
		r.wait = until(now, s.since-1+l.leaks(s.excess+wholeRequest-l.burst))
		r.reset = until(now, s.since-1+l.leaks(s.excess+wholeRequest))
		return r
	}
	*s = leaky{excess, clock + 1}
	if excess > l.delay {
		r.hold = time.Duration((excess-l.delay)*1000/l.rate) * time.Millisecond
	}
	r.remaining = uint32((l.burst - excess) / wholeRequest)
	r.reset = until(now, clock+l.leaks(excess+wholeRequest))
	return r
}

// excess is that of s if a request comes now.
func (l *leakyBucket) excess(s *leaky, clock int64) int64 {
	gone := clock - (s.since - 1)
	if s.since == 0 || gone >= l.leaks(s.excess+wholeRequest) {
		return 0
	}
	return s.excess - l.rate*gone/1000 + wholeRequest
}

// leaks is how many ms it takes until so many thousandths have leaked.
func (l *leakyBucket) leaks(thousandths int64) int64 { return ceil(thousandths*1000, l.rate) }

// until is the time from now until the clock shows ms.
func until(now sim.Time, ms int64) time.Duration { return (sim.Time(ms) * leakyClock).Sub(now) }
