package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Fixed waits the same time before every retry.
type Fixed struct {
	Wait time.Duration `key:"wait,required" doc:"delay before every retry, at least 0s"`
}

// Delay is Wait.
func (b Fixed) Delay(*sim.Call, *sim.Outcome) time.Duration { return b.Wait }

// Validate names the key that makes no sense.
func (b Fixed) Validate() error {
	return catalog.Problem(b.Wait < 0, "wait", "is "+b.Wait.String()+", want 0s or more")
}
