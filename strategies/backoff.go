package strategies

import (
	"time"

	"retrystorm/sim"
)

// Backoff says how long to wait before the next attempt.
//
// Delay is a function of recorded facts alone, so a test is a struct literal and an
// expected number: c.Attempts is the number of attempts sent, 1 at the first retry;
// out is the outcome that is being decided on, and out.Uniform the only randomness.
// A backoff that carries something from retry to retry keeps it in c.Memo, 0 at
// first, of which it sees and may use the lower 45 bits. c.LastDelay is no place to
// read it from: a server's hint or a gate may have made that delay another one.
//
// The result is never negative; settings are shared by runs and never changed.
type Backoff interface {
	Delay(c *sim.Call, out *sim.Outcome) time.Duration
}

// ending is an option of a backoff that allows only so many retries.
type ending interface {
	Ends(c *sim.Call) bool // no retry follows the attempts that c has sent
}

// portion is u of d, rounded down to a nanosecond; it never exceeds d.
func portion(u float64, d time.Duration) time.Duration {
	return min(d, time.Duration(u*float64(d)))
}
