package strategies

import (
	"time"

	"retrystorm/sim"
)

// Elapsed says what max-elapsed is compared with; the zero value is [ElapsedNext].
// Libraries differ in it, and so in whether a call may last longer.
type Elapsed string

// The comparisons.
const (
	ElapsedNext    Elapsed = "next-attempt" // when the retry would leave: no attempt begins later (cenkalti/backoff, gax)
	ElapsedNow     Elapsed = "now"          // when the decision is made: the last retry may leave a whole delay later (tenacity)
	ElapsedShorten Elapsed = "shorten"      // when the decision is made, and the last delay is cut so that it ends there (sethvargo/go-retry)
	ElapsedBegun   Elapsed = "begun"        // the same, but measured when the attempt left that has just failed (litl/backoff)
)

// Values lists what a file may say.
func (Elapsed) Values() []string {
	return []string{string(ElapsedNext), string(ElapsedNow), string(ElapsedShorten), string(ElapsedBegun)}
}

// inTime is how long to wait before a retry, if there is time for it.
func (s *strategy) inTime(now sim.Time, c *sim.Call, sent sim.Time, delay time.Duration) (time.Duration, bool) {
	if s.elapsed == ElapsedBegun {
		now = sent
	}
	left := s.maxElapsed - now.Sub(c.Started)
	switch s.elapsed {
	case ElapsedNow:
		return delay, left > 0
	case ElapsedShorten, ElapsedBegun:
		return min(delay, left), left > 0
	}
	return delay, delay <= left
}
