package strategies

import (
	"math/rand/v2"
	"testing"
)

// A ledger is what a list of entries and their slices would say.
func TestLedgerForgetsLikeAList(t *testing.T) {
	type entry struct{ slice, n int64 }
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var l ledger
		var list []entry
		now := int64(0)
		for range 100 {
			now += int64(rnd.IntN(4)) * int64(rnd.IntN(8)) // 0 to 21, mostly small
			l.age(now)
			if n := rnd.Int64N(7) - 3; n != 0 {
				l.add(n)
				list = append(list, entry{now, n})
			}
			want := int64(0)
			for _, e := range list {
				if e.slice > now-slices {
					want += e.n
				}
			}
			if l.sum != want {
				t.Fatalf("slice %d: got %d, want %d", now, l.sum, want)
			}
		}
	}
}

func TestLedgerNeverGoesBack(t *testing.T) {
	var l ledger
	l.age(7)
	l.add(3)
	l.age(6)
	if l.now != 7 || l.sum != 3 {
		t.Errorf("got slice %d and sum %d, want 7 and 3", l.now, l.sum)
	}
}
