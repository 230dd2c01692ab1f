package simtest

import "retrystorm/sim"

// token is one, in the unit of ledgers.
const token = 1_000_000

// ledger is a budget's as a list of entries, oldest first.
type ledger struct {
	*BudgetRules
	entries []entry
	granted int64 // the last slice that had its floor
}

type entry struct{ slice, left int64 }

// newLedger holds the floor of the ten slices that end with the first.
func newLedger(rules *BudgetRules) *ledger { return &ledger{BudgetRules: rules, granted: -10} }

// age brings the floor and forgets what is old.
func (l *ledger) age(now sim.Time) (slice int64) {
	slice = int64(now) / int64(l.TTL/10)
	for l.granted = max(l.granted, slice-10); l.granted < slice; {
		l.granted++
		l.entries = append(l.entries, entry{l.granted, l.FloorMicro})
	}
	for len(l.entries) > 0 && l.entries[0].slice <= slice-10 {
		l.entries = l.entries[1:]
	}
	return slice
}

func (l *ledger) sum(now sim.Time) (sum int64) {
	l.age(now)
	for _, e := range l.entries {
		sum += e.left
	}
	return sum
}

func (l *ledger) add(now sim.Time, micro int64) {
	l.entries = append(l.entries, entry{l.age(now), micro})
}

// take takes a token.
func (l *ledger) take(now sim.Time) {
	if l.KeepDebts {
		l.add(now, -token)
		return
	}
	l.age(now)
	rest := int64(token)
	for i := range l.entries {
		part := min(rest, l.entries[i].left)
		l.entries[i].left -= part
		rest -= part
	}
}
