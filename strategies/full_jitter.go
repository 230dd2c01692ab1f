package strategies

import (
	"time"

	"retrystorm/sim"
)

// FullJitter waits a random part of the window.
type FullJitter Window

// Delay is U(0, v), v being the window.
func (b FullJitter) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	return portion(out.Uniform, Window(b).at(c.Attempts))
}

// Validate names the keys that make no sense.
func (b FullJitter) Validate() error { return Window(b).Validate() }
