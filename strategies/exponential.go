package strategies

import (
	"time"

	"retrystorm/sim"
)

// Exponential waits the whole window, which grows by a factor up to cap. Without
// jitter, clients that failed together come back together.
type Exponential Window

// Delay is min(cap, base x multiplier^k).
func (b Exponential) Delay(c *sim.Call, _ *sim.Outcome) time.Duration {
	return Window(b).at(c.Attempts)
}

// Validate names the keys that make no sense.
func (b Exponential) Validate() error { return Window(b).Validate() }
