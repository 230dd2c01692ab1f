package strategies

import (
	"time"

	"retrystorm/sim"
)

// EqualJitter waits half the window and a random part of the other half.
type EqualJitter Window

// Delay is v/2 + U(0, v/2), v being the window.
func (b EqualJitter) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	v := Window(b).at(c.Attempts)
	half := v / 2
	return half + portion(out.Uniform, v-half)
}

// Validate names the keys that make no sense.
func (b EqualJitter) Validate() error { return Window(b).Validate() }
