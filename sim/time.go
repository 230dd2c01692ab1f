package sim

import (
	"math"
	"time"
)

// Time is an instant: nanoseconds since the run began. Only the run loop advances
// it; durations are [time.Duration].
type Time int64

// Never is later than every instant of a run.
const Never = Time(math.MaxInt64)

// Add returns the instant d after t; it stays at [Never] rather than overflow.
func (t Time) Add(d time.Duration) Time {
	u := t + Time(d)
	if d > 0 && u < t {
		return Never
	}
	return u
}

// Sub returns the time from u to t.
func (t Time) Sub(u Time) time.Duration { return time.Duration(t - u) }

// Seconds returns t in seconds, for reports; the kernel computes in integers.
func (t Time) Seconds() float64 { return time.Duration(t).Seconds() }

// Rate is a number per second.
type Rate float64

// Share is a part of a whole, 0 to 1; files write it as a percentage.
type Share float64
