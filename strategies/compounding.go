package strategies

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Compounding multiplies its last delay, jitter and all, by a random factor: what was
// drawn once is never lost, so that clients drift apart (kafkajs: first 0.8 to 1.2, then
// 1.6 to 2.4; flowcontrol of client-go: first 1, then 2 to 2 + jitter).
type Compounding struct {
	Base      time.Duration `key:"base,required" doc:"what the first delay is a multiple of, above 0s"`
	Cap       time.Duration `key:"cap,required" doc:"the longest delay, above 0s, at most 9h46m; the cut delay is carried on"`
	FirstFrom float64       `key:"first-from" doc:"the least factor of the first delay, above 0; default 1"`
	FirstTo   float64       `key:"first-to" doc:"the largest factor of the first delay, at most 100; default 1"`
	From      float64       `key:"from,required" doc:"the least factor of the others, above 0"`
	To        float64       `key:"to,required" doc:"the largest factor of the others, at least from, at most 100"`
}

// Delay is min(cap, last x U(from, to)), the first base x U(first-from, first-to).
func (b Compounding) Delay(c *sim.Call, out *sim.Outcome) time.Duration {
	last, from, to := time.Duration(c.Memo), b.From, b.To
	if last == 0 {
		last, from, to = b.Base, b.FirstFrom, b.FirstTo
		if from == 0 && to == 0 {
			from, to = 1, 1
		}
	}
	least := scale(from, last)
	d := min(b.Cap, least+portion(out.Uniform, scale(to, last)-least))
	c.Memo = uint64(max(d, 1))
	return d
}

// Validate names the keys that make no sense.
func (b Compounding) Validate() error {
	pair := func(low, high string, from, to float64) error {
		return catalog.Join(
			catalog.Problem(!(from > 0), low, "is "+number(from)+", want more than 0"),
			catalog.Problem(!(to >= from && to <= 100), high, "is "+number(to)+", want "+number(from)+" ("+low+") to 100"),
		)
	}
	first := error(nil)
	if b.FirstFrom != 0 || b.FirstTo != 0 {
		first = pair("first-from", "first-to", b.FirstFrom, b.FirstTo)
	}
	return catalog.Join(
		above0("base", b.Base), above0("cap", b.Cap),
		catalog.Problem(b.Cap > ownMemo, "cap", "is "+b.Cap.String()+", want 9h46m at most: a memo holds no more"),
		first, pair("from", "to", b.From, b.To),
	)
}
