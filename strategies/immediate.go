package strategies

import (
	"time"

	"retrystorm/sim"
)

// Immediate retries at once.
type Immediate struct{}

// Delay is 0.
func (Immediate) Delay(*sim.Call, *sim.Outcome) time.Duration { return 0 }
