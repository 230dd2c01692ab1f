package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Linear waits base, then 2 base, 3 base, up to cap.
type Linear struct {
	Base time.Duration `key:"base,required" doc:"delay before the first retry, and what each further one adds; above 0s"`
	Cap  time.Duration `key:"cap,required" doc:"the longest delay, above 0s"`
}

// Delay is min(cap, base x attempts).
func (b Linear) Delay(c *sim.Call, _ *sim.Outcome) time.Duration {
	if n := time.Duration(c.Attempts); b.Base <= b.Cap/max(n, 1) {
		return b.Base * n
	}
	return b.Cap
}

// Validate names the keys that make no sense.
func (b Linear) Validate() error { return catalog.Join(above0("base", b.Base), above0("cap", b.Cap)) }
