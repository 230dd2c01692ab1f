package strategies

import (
	"math/rand/v2"
	"testing"
)

// A ledger is what a list of entries would say, each forgotten in its turn.
func TestLedgerForgetsLikeAList(t *testing.T) {
	type entry struct{ slice, n int64 }
	rnd := rand.New(rand.NewPCG(1, 1))
	for run := range 300 {
		grant, spend := int64(run%3), run%2 == 0
		l := newLedger(grant)
		var list []entry
		for i := int64(-sliceCount + 1); i <= 0; i++ {
			list = append(list, entry{i, grant})
		}
		now := int64(0)
		for range 100 {
			for gap := rnd.IntN(4) * rnd.IntN(8); gap > 0; gap-- { // 0 to 21, mostly small
				now++
				list = append(list, entry{now, grant})
			}
			l.age(now, grant)
			for len(list) > 0 && list[0].slice <= now-sliceCount {
				list = list[1:]
			}
			sum := func() (sum int64) {
				for _, e := range list {
					sum += e.n
				}
				return sum
			}
			switch n := rnd.Int64N(4); {
			case n > 0 && spend && sum() >= n:
				l.spend(n)
				for i := range list {
					used := min(n, list[i].n)
					list[i].n -= used
					n -= used
				}
			case n > 1 && !spend:
				l.add(-n)
				list = append(list, entry{now, -n})
			default:
				l.add(n)
				list = append(list, entry{now, n})
			}
			if l.sum != sum() {
				t.Fatalf("run %d, slice %d: got %d, want %d", run, now, l.sum, sum())
			}
		}
	}
}

func TestLedgerNeverGoesBack(t *testing.T) {
	var l ledger
	l.age(7, 0)
	l.add(3)
	l.age(6, 0)
	if l.now != 7 || l.sum != 3 {
		t.Errorf("got slice %d and sum %d, want 7 and 3", l.now, l.sum)
	}
}
