package strategies

import (
	"testing"

	"retrystorm/sim"
)

// retriesOf is how many retries a budget allows at once after so many calls, each of
// which has ended in st.
func retriesOf(b Budget, calls int, st sim.Status) (n int) {
	g := b.New(sim.Scopes{Clients: 1, PerProcess: 1})
	for range calls {
		g.Left(0, 0, &sim.Call{})
		g.Ended(0, 0, &sim.Call{}, &sim.Outcome{Status: st, Attempt: 1})
	}
	for ; g.Ask(0, 0, &sim.Call{Attempts: 1}).Verb == sim.Go; n++ {
		g.Take(0, 0, &sim.Call{Attempts: 1})
	}
	return n
}

// tower pays a retry with a whole number of deposits, so that a ratio of 0.6 is one of
// 1; Finagle, of the same form, does not.
func TestTowerTruncatesItsRatio(t *testing.T) {
	for _, tt := range []struct {
		ratio sim.Share
		tower int
		plain int
	}{{0.1, 10, 10}, {0.2, 20, 20}, {0.3, 33, 30}, {0.4, 50, 40}, {0.5, 50, 50}, {0.6, 100, 60}, {1, 100, 100}} {
		if got := retriesOf(&RatioBudget{Ratio: tt.ratio, Whole: true}, 100, sim.OK); got != tt.tower {
			t.Errorf("tower, ratio %v: got %d retries for 100 calls, want %d", tt.ratio, got, tt.tower)
		}
		if got := retriesOf(&RatioBudget{Ratio: tt.ratio}, 100, sim.OK); got != tt.plain {
			t.Errorf("plain, ratio %v: got %d retries for 100 calls, want %d", tt.ratio, got, tt.plain)
		}
	}
}

// Finagle's reserve is 10 a second for ten seconds, and all of it can be had at once.
func TestFinagleReserveIsABurst(t *testing.T) {
	if got := retriesOf(&RatioBudget{Ratio: 0.2, Floor: 10, Forget: ForgetBoth}, 0, sim.OK); got != 100 {
		t.Errorf("got %d retries at once, want 100", got)
	}
}

// In a full outage Linkerd has its reserve alone: what ends in a failure that is
// retried deposits nothing.
func TestLinkerdDepositsWhatIsNotRetried(t *testing.T) {
	linkerd := &RatioBudget{Ratio: 0.2, Floor: 10, Deposit: OnEnd, Forget: ForgetBoth, Whole: true}
	for _, tt := range []struct {
		st   sim.Status
		want int
	}{{sim.OK, 120}, {sim.NotFound, 120}, {sim.Unavailable, 100}, {sim.Internal, 100}, {sim.Cancelled, 100}} {
		if got := retriesOf(linkerd, 100, tt.st); got != tt.want {
			t.Errorf("100 calls that end in %v: got %d retries, want %d", tt.st, got, tt.want)
		}
	}
}
