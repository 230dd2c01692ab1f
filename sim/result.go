package sim

import "time"

// Result is what one run came to. Counters are exact; what the run could not finish
// is in it as unfinished, never dropped.
type Result struct {
	Tally         // at the end, after the drain
	Events uint64 // delivered and not stale
	End    Time   // when the last thing happened, or the drain was cut off
	LastOK Time   // the last success of a fleet's call, at its client; 0 if there was none
	Limit  string // "" or the limit that ended the run early, as a sentence
}

// horizon is when arrivals stop under cfg, [Never] without a horizon.
func (c *Config) horizon() Time {
	if c.Horizon <= 0 {
		return Never
	}
	return Time(c.Horizon)
}

// DefaultDrain bounds the drain after the horizon.
const DefaultDrain = 10 * time.Minute
