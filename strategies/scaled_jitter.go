package strategies

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ScaledJitter waits the window times a random factor, which is how most libraries
// that have jitter at all have it: 0.75 to 1 (OpenAI, Anthropic), 0.8 to 1.2 (gRPC,
// Kafka), 0.5 to 1.5 (cenkalti/backoff). Above 1 it exceeds the cap of the window; a
// ceiling cuts that off, and then the delays of many are equal again.
type ScaledJitter struct {
	Window
	From    float64       `key:"from,required" doc:"the least factor, at least 0"`
	To      float64       `key:"to,required" doc:"the largest factor, at least from, at most 100"`
	Floor   time.Duration `key:"floor" doc:"a shorter delay is made as long; after jitter; default 0s"`
	Ceiling time.Duration `key:"ceiling" doc:"a longer delay is cut to it; after jitter; 0s is none"`
}

// Delay is min(ceiling, max(floor, U(from, to) v)), v being the window.
func (b ScaledJitter) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	v := b.Window.at(c.Attempts)
	least := scale(b.From, v)
	d := max(b.Floor, least+portion(out.Uniform, scale(b.To, v)-least))
	if b.Ceiling > 0 {
		d = min(b.Ceiling, d)
	}
	return d
}

// scale is f times d, rounded down to a nanosecond.
func scale(f float64, d time.Duration) time.Duration {
	if x := f * float64(d); x < math.MaxInt64 {
		return time.Duration(x)
	}
	return math.MaxInt64
}

// Validate names the keys that make no sense.
func (b ScaledJitter) Validate() error {
	return catalog.Join(
		b.Window.Validate(),
		catalog.Problem(!(b.From >= 0), "from", "is "+number(b.From)+", want 0 or more"),
		catalog.Problem(!(b.To >= b.From && b.To <= 100), "to", "is "+number(b.To)+", want "+number(b.From)+" (from) to 100"),
		catalog.Problem(b.Floor < 0, "floor", "is "+b.Floor.String()+", want 0s or more"),
		catalog.Problem(b.Ceiling < 0 || b.Ceiling > 0 && b.Ceiling < b.Floor, "ceiling", "is "+b.Ceiling.String()+", want 0s (none) or at least the floor, "+b.Floor.String()),
	)
}
