package models

import (
	"fmt"
	"testing"
	"time"

	"retrystorm/sim"
)

// limitRow is a limit with what its documentation promises.
type limitRow struct {
	why   string
	limit RateLimit
	scale time.Duration // about the time in which something happens
	// most is how many requests pass at most in an interval of length t, ends included.
	most func(t time.Duration) int
}

func limitRows() []limitRow {
	const s = time.Second
	windowed := func(rate sim.Rate, window time.Duration) Windowed { return Windowed{Rate: rate, Window: window} }
	fixed := func(quota int, window time.Duration) func(time.Duration) int {
		return func(t time.Duration) int { return quota * (2 + int(t/window)) }
	}
	bucket := func(burst int, num, den time.Duration) func(time.Duration) int {
		return func(t time.Duration) int { return burst + int(t*den/num) }
	}
	return []limitRow{
		{"bucket", &TokenBucket{Rate: 10, Burst: 5}, s / 10, bucket(5, s/10, 1)},
		{"bucket whose spacing is no whole number of ns", &TokenBucket{Rate: 3, Burst: 2}, s / 3, bucket(2, s, 3)},
		{"bucket of one", &TokenBucket{Rate: 7.0 / 60, Burst: 1}, 9 * s, bucket(1, 60*s, 7)},
		{"bucket at a rate like no fraction", &TokenBucket{Rate: 3.14159265358979, Burst: 4}, s / 3, bucket(4, 318309886, 1)},
		{"gcra", &GCRA{Rate: 10, Burst: 4}, s / 10, bucket(5, s/10, 1)},
		{"gcra without burst, T rounded", &GCRA{Rate: 7}, s / 7, bucket(1, 142857142, 1)},
		{"nginx", &LeakyBucket{Rate: 10, Burst: 4}, s / 10, func(t time.Duration) int { return 5 + int((t+time.Millisecond)/(s/10)) }},
		{"nginx without burst", &LeakyBucket{Rate: 2}, s / 2, func(t time.Duration) int { return 1 + int((t+time.Millisecond)/(s/2)) }},
		{"nginx per minute, thousandths rounded", &LeakyBucket{Rate: 7.0 / 60, Burst: 2, NoDelay: true}, 9 * s,
			func(t time.Duration) int { return 3 + int((t+time.Millisecond)*116/(1000*s)) }},
		{"fixed window", &FixedWindow{Windowed: windowed(10, s)}, s / 10, fixed(10, s)},
		{"fixed window of one", &FixedWindow{Windowed: windowed(10, s/10)}, s / 10, fixed(1, s/10)},
		{"sliding window", &SlidingWindow{Windowed: windowed(10, s)}, s / 10, fixed(10, s)},
		{"sliding window of one", &SlidingWindow{Windowed: windowed(1.0/60, 60*s)}, 60 * s, fixed(1, 60*s)},
		{"sliding window of odd length", &SlidingWindow{Windowed: windowed(1000, 7*time.Millisecond)}, s / 1000, fixed(7, 7*time.Millisecond)},
		{"sliding log", &SlidingLog{Windowed: windowed(10, s)}, s / 10, func(t time.Duration) int { return 10 * (1 + int(t/s)) }},
		{"sliding log of one", &SlidingLog{Windowed: windowed(10, s/10)}, s / 10, func(t time.Duration) int { return 1 + int(t/(s/10)) }},
	}
}

// asks are times at which requests come, in bursts, at random and after pauses.
func asks(seed uint64, n int, scale time.Duration) []sim.Time {
	at, times := sim.Time(0), make([]sim.Time, n)
	for i := range times {
		u := sim.Key(seed, sim.ForGap, uint64(i))
		gap := time.Duration(sim.Unit(u>>3<<11) * float64(scale))
		switch u % 8 {
		case 0, 1, 2, 3: // together with the last
		case 7:
			at += 12 * sim.Time(gap)
		default:
			at += sim.Time(gap)
		}
		times[i] = at
	}
	return times
}

func forEachLimit(t *testing.T, test func(t *testing.T, row limitRow, times []sim.Time)) {
	for i, row := range limitRows() {
		t.Run(row.why, func(t *testing.T) {
			for seed := range uint64(4) {
				test(t, row, asks(100*uint64(i)+seed, 300, row.scale))
			}
		})
	}
}

func TestLimitsPassNoMoreThanTheySay(t *testing.T) {
	forEachLimit(t, func(t *testing.T, row limitRow, times []sim.Time) {
		l := row.limit.newLimiter(1)
		var passed []sim.Time
		for _, now := range times {
			if l.take(now, 0).ok {
				passed = append(passed, now)
			}
		}
		if len(passed) < 20 || len(passed) == len(times) {
			t.Fatalf("%d of %d requests pass, so little is tested", len(passed), len(times))
		}
		for i, from := range passed {
			for j := i; j < len(passed); j++ {
				if d := passed[j].Sub(from); j-i+1 > row.most(d) {
					t.Fatalf("%d pass within %v, want at most %d", j-i+1, d, row.most(d))
				}
			}
		}
	})
}

// after is what a limit rules at now if it was asked at the times before.
func after(l RateLimit, before []sim.Time, now sim.Time) ruling {
	k := l.newLimiter(1)
	for _, at := range before {
		k.take(at, 0)
	}
	return k.take(now, 0)
}

func TestWaitIsExact(t *testing.T) {
	forEachLimit(t, func(t *testing.T, row limitRow, times []sim.Time) {
		l := row.limit.newLimiter(1)
		for i, now := range times {
			r := l.take(now, 0)
			if r.ok != (r.wait == 0) || r.wait < 0 || r.hold < 0 || !r.ok && r.hold != 0 {
				t.Fatalf("request %d at %v: %+v, want a wait if and only if it is refused", i, now, r)
			}
			if r.ok {
				continue
			}
			if !after(row.limit, times[:i+1], now.Add(r.wait)).ok {
				t.Fatalf("request %d at %v waits %v and is refused again", i, now, r.wait)
			}
			if after(row.limit, times[:i+1], now.Add(r.wait-1)).ok {
				t.Fatalf("request %d at %v passes 1 ns before the end of its wait of %v", i, now, r.wait)
			}
		}
	})
}

func TestRemainingIsExact(t *testing.T) {
	forEachLimit(t, func(t *testing.T, row limitRow, times []sim.Time) {
		for i, now := range times {
			if i%7 != 0 {
				continue
			}
			l := row.limit.newLimiter(1)
			var want uint32
			for _, at := range times[:i+1] {
				want = l.take(at, 0).remaining
			}
			got := uint32(0)
			for l.take(now, 0).ok {
				got++
			}
			if got != want {
				t.Fatalf("after request %d %d more pass, want the %d that were announced", i, got, want)
			}
		}
	})
}

func TestResetIsExact(t *testing.T) {
	forEachLimit(t, func(t *testing.T, row limitRow, times []sim.Time) {
		l := row.limit.newLimiter(1)
		for i, now := range times {
			r := l.take(now, 0)
			whole := after(row.limit, times[:i+1], now.Add(r.reset))
			if !whole.ok || whole.remaining != r.limit-1 {
				t.Fatalf("at the reset after request %d: %+v, want the whole quota of %d", i, whole, r.limit)
			}
			almost := after(row.limit, times[:i+1], now.Add(r.reset-1))
			if almost.ok && almost.remaining == r.limit-1 {
				t.Fatalf("1 ns before the reset after request %d the quota of %d is whole", i, r.limit)
			}
		}
	})
}

func TestStatesAreIndependent(t *testing.T) {
	forEachLimit(t, func(t *testing.T, row limitRow, times []sim.Time) {
		shared := row.limit.newLimiter(3)
		alone := []limiter{row.limit.newLimiter(1), row.limit.newLimiter(1), row.limit.newLimiter(1)}
		for i, now := range times {
			who := uint32(sim.Key(9, sim.ForWho, uint64(i)) % 3)
			if got, want := shared.take(now, who), alone[who].take(now, 0); got != want {
				t.Fatalf("request %d of %d: %+v, want %+v as if it were alone", i, who, got, want)
			}
		}
	})
}

func TestLimitsAllocateNothing(t *testing.T) {
	for _, row := range limitRows() {
		l := row.limit.newLimiter(4)
		now := sim.Time(0)
		if got := testing.AllocsPerRun(1000, func() {
			now += sim.Time(row.scale / 3)
			l.take(now, uint32(now)%4)
		}); got != 0 {
			t.Errorf("%s: %v allocations per request, want none", row.why, got)
		}
	}
}

// A state that is asked once in a run of years must not overflow.
func TestLimitsRestForLong(t *testing.T) {
	for _, row := range limitRows() {
		l := row.limit.newLimiter(1)
		want := l.take(0, 0)
		for _, now := range []sim.Time{sim.Time(24 * time.Hour), sim.Time(200 * 366 * 24 * time.Hour)} {
			now -= now % sim.Time(7*time.Minute) // whole windows
			if got := l.take(now, 0); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: at %v %+v, want %+v as at first", row.why, now, got, want)
			}
		}
	}
}
