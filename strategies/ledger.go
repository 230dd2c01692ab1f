package strategies

// slices is how many parts the life of an entry is counted in.
const slices = 10

// ledger is a sum of entries that are forgotten when they are old: a window of ten
// slices, aged by whoever looks. Slices begin at multiples of their length, so an
// entry lives for more than nine slices and at most ten.
type ledger struct {
	now  int64 // number of the current slice
	sum  int64
	part [slices]int64
}

// age brings the ledger up to slice number now; it never goes back.
func (l *ledger) age(now int64) {
	for n := min(now-l.now, slices); n > 0; n-- {
		l.now++
		old := &l.part[l.now%slices]
		l.sum -= *old
		*old = 0
	}
	l.now = max(l.now, now)
}

// add enters n into the current slice.
func (l *ledger) add(n int64) {
	l.part[l.now%slices] += n
	l.sum += n
}
