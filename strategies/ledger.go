package strategies

// sliceCount is how many parts the life of an entry is counted in.
const sliceCount = 10

// ledger is a sum of entries that are forgotten when they are old: a window of ten
// slices, aged by whoever looks. Slices begin at multiples of their length, so an
// entry lives for more than nine slices and at most ten. Each slice begins with a
// grant that comes by itself.
type ledger struct {
	now  int64 // number of the current slice
	sum  int64
	part [sliceCount]int64
}

// newLedger is a ledger in which every slice has had its grant.
func newLedger(grant int64) (l ledger) {
	for i := range l.part {
		l.part[i] = grant
	}
	l.sum = sliceCount * grant
	return l
}

// age brings the ledger up to slice number now; it never goes back.
func (l *ledger) age(now, grant int64) {
	for n := min(now-l.now, sliceCount); n > 0; n-- {
		l.now++
		p := &l.part[l.now%sliceCount]
		l.sum += grant - *p
		*p = grant
	}
	l.now = max(l.now, now)
}

// add enters n into the current slice; it may be negative.
func (l *ledger) add(n int64) {
	l.part[l.now%sliceCount] += n
	l.sum += n
}

// spend takes n of what will be forgotten first. At least n must be there.
func (l *ledger) spend(n int64) {
	if n > l.sum {
		panic("strategies: a ledger spends more than it holds")
	}
	l.sum -= n
	for i := l.now + 1; n > 0; i++ {
		p := &l.part[i%sliceCount]
		used := min(*p, n)
		*p -= used
		n -= used
	}
}
