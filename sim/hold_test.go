package sim

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"
)

// hold is the classic measurement of an event queue: with n events pending, pop one
// and push one, rounds times. It returns processor time, which other processes do not
// disturb as they disturb the clock.
func hold(q queue, n, rounds int) time.Duration {
	rng := rand.New(rand.NewPCG(1, 2))
	gaps := make([]Time, 1<<16)
	for i := range gaps {
		gaps[i] = Time(rng.ExpFloat64() * 1e9)
	}
	q.reset(n)
	for i := range n {
		q.push(gaps[i&(1<<16-1)], evTry<<idxBits|uint32(i), 0)
	}
	round := func(k int) {
		for i := range k {
			at, what, word := q.pop()
			q.push(at+gaps[i&(1<<16-1)], what, word)
		}
	}
	round(n) // steady state
	before := used()
	round(rounds)
	return used() - before
}

func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestWheelAgainstHeap holds the fast queue to its purpose, as a ratio in one
// process: at a million pending events the heap takes at least 3.5 times as long.
func TestWheelAgainstHeap(t *testing.T) {
	const n, rounds = 1_000_000, 1_000_000
	best := 0.0
	for range 3 { // the best of three: a burst of other work slows either
		fast, slow := hold(new(wheel), n, rounds), hold(new(heap), n, rounds)
		best = max(best, float64(slow)/float64(fast))
	}
	if best < 3.5 {
		t.Errorf("the heap takes %.1f times as long as the wheel, want at least 3.5", best)
	}
	t.Logf("the heap takes %.1f times as long as the wheel", best)
}

func BenchmarkHold(b *testing.B) {
	for _, row := range []struct {
		name string
		q    queue
	}{{"wheel", new(wheel)}, {"heap", new(heap)}} {
		for _, n := range []int{1e3, 1e5, 1e6} {
			b.Run(fmt.Sprintf("%s/pending=%.0e", row.name, float64(n)), func(b *testing.B) {
				d := hold(row.q, n, 2_000_000)
				b.ReportMetric(float64(d.Nanoseconds())/2e6, "ns/hold")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
