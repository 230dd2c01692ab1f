package strategies

import (
	"time"

	"retrystorm/sim"
)

// Span is where a delay may lie. Most belongs to it only as a limit where the delay is
// drawn.
type Span struct{ Least, Most time.Duration }

// FirstDelays is where the first n delays before retries may lie, fewer if there are
// fewer retries, without hints. A backoff that carries something on is followed along
// its least draws and along its largest, and may go over from either.
func (p Policy) FirstDelays(n int) (spans []Span) {
	if p.Backoff == nil {
		return nil
	}
	var low, high sim.Call
	for k := 1; k <= n && k < int(p.limit()); k++ {
		low.Attempts, high.Attempts = uint16(k), uint16(k)
		crossed, back := high, low
		least, most := p.Backoff.Delay(&low, &sim.Outcome{}), p.Backoff.Delay(&high, &sim.Outcome{Uniform: 1})
		spans = append(spans, Span{
			min(least, p.Backoff.Delay(&crossed, &sim.Outcome{})),
			max(most, p.Backoff.Delay(&back, &sim.Outcome{Uniform: 1})),
		})
	}
	return spans
}
