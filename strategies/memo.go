package strategies

import "retrystorm/sim"

// Call.Memo is shared: its lower bits are the backoff's, which sees the others clear
// and may carry up to 2^45 ns = 9 h 46 min there. Above them are those of the policy.
const (
	memoBits = 45
	ownMemo  = 1<<memoBits - 1 // of the backoff

	refusedAt, refusedMask = memoBits, 1<<6 - 1      // tries that a gate has refused and that counted as attempts
	noteAt, noteMask       = refusedAt + 6, 1<<2 - 1 // what a budget keeps of a call
	resetAt, resetMask     = noteAt + 2, 1<<6 - 1    // 1 + decisions since a hint has reset the backoff, 0 if none has
	passedAt, passedMask   = resetAt + 6, 1<<2 - 1   // gates that have taken for an attempt that another one holds

	lined    = 1 << 61 // the attempt that is about to leave has its place in a limiter's line
	renewed  = 1 << 62 // what is retried once has been
	retrying = 1 << 63 // a retry has been decided on and has not left yet: no hedge
)

func field(c *sim.Call, at int, mask uint64) int { return int(c.Memo >> at & mask) }

// setField writes v, or the largest value that fits.
func setField(c *sim.Call, at int, mask uint64, v int) {
	c.Memo = c.Memo&^(mask<<at) | min(uint64(v), mask)<<at
}

// noteOf is what a budget has noted of a call, 0 to 3 and 0 at first.
func noteOf(c *sim.Call) int { return field(c, noteAt, noteMask) }

func setNote(c *sim.Call, v int) { setField(c, noteAt, noteMask, v) }

func passed(c *sim.Call) int { return field(c, passedAt, passedMask) }

func setPassed(c *sim.Call, n int) { setField(c, passedAt, passedMask, n) }
