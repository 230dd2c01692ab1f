package models

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// left is a request that leaves and the limit after it.
type left struct {
	rtt      time.Duration
	inFlight int
	dropped  bool
	want     float64
}

// limitOf is what a limit would allow, in parts of a request where it has them.
func limitOf(t *testing.T, c concurrency) float64 {
	t.Helper()
	switch c := c.(type) {
	case staticLimit:
		return float64(c)
	case *aimd:
		return float64(c.limit)
	case *gradient2:
		return c.limit
	case *vegas:
		return c.limit
	}
	t.Fatalf("%T is not known", c)
	return 0
}

func TestConcurrencyLimitsByExample(t *testing.T) {
	const ms = time.Millisecond
	each := SampleWindow{MinSamples: 1}
	rows := []struct {
		why   string
		limit ConcurrencyLimit
		left  []left
	}{
		{"static: nothing moves it", &StaticLimit{Limit: 3}, []left{{ms, 3, false, 3}, {time.Hour, 3, true, 3}}},
		{"aimd: +1 while half is in use; 22 x 0.9 = 19.8, but not below 20",
			&AIMD{InFlight: InFlight{20, 20, 200}, Timeout: 5 * time.Second, BackoffRatio: 0.9},
			[]left{{ms, 9, false, 20}, {ms, 10, false, 21}, {ms, 10, false, 21}, {ms, 11, false, 22}, {ms, 1, true, 20}, {ms, 1, true, 20}}},
		{"aimd: exactly the timeout is no drop; 100 x 0.9",
			&AIMD{InFlight: InFlight{100, 1, 101}, Timeout: 5 * time.Second, BackoffRatio: 0.9},
			[]left{{5 * time.Second, 50, false, 101}, {5 * time.Second, 101, false, 101}, {5*time.Second + 1, 101, false, 90}, {ms, 1, true, 81}, {ms, 1, true, 72}}},
		{"gradient2: equal times give 0.8 L + 0.2 (L + 4) = L + 0.8; less than half in use gives nothing",
			&Gradient2{InFlight: from20(200), Queue: 4, Smoothing: 0.2, Tolerance: 1.5, LongWindow: 600, SampleWindow: each},
			[]left{{10 * ms, 10, false, 20.8}, {10 * ms, 10, false, 20.8}, {10 * ms, 11, false, 21.6}}},
		{"gradient2: average (10 + 50)/2 = 30, 1.5 x 30/50 = 0.9: 0.8 x 100 + 0.2 (90 + 4) = 98.8; then (10 + 50 + 390)/3 = 150, 1.5 x 150/390 = 0.5769",
			&Gradient2{InFlight: InFlight{100, 20, 200}, Queue: 4, Smoothing: 0.2, Tolerance: 1.5, LongWindow: 600, SampleWindow: each},
			[]left{{10 * ms, 1, false, 100}, {50 * ms, 100, false, 98.8}, {390 * ms, 100, false, 98.8*0.8 + 0.2*(98.8*225/390+4)}}},
		{"gradient2: never less than half at once: 0.8 x 100 + 0.2 (50 + 4)",
			&Gradient2{InFlight: InFlight{100, 20, 200}, Queue: 4, Smoothing: 0.2, Tolerance: 1, LongWindow: 600, SampleWindow: each},
			[]left{{ms, 1, false, 100}, {ms, 1, false, 100}, {ms, 1, false, 100}, {997 * ms, 100, false, 90.8}}},
		{"vegas: first the least time; no queue: + beta x 1; q = ceil(26 x 1/14) = 2 < 3: + 1; q = ceil(27 x 0.2) = 6: holds; q = ceil(27 x 0.5) = 14: - 1; a drop: - 1",
			&Vegas{InFlight: InFlight{20, 1, 1000}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 1000, SampleWindow: each},
			[]left{{13 * ms, 20, false, 20}, {13 * ms, 20, false, 26}, {14 * ms, 26, false, 27}, {16250 * time.Microsecond, 27, false, 27},
				{26 * ms, 27, false, 26}, {13 * ms, 26, true, 25}, {13 * ms, 12, false, 25}, {12 * ms, 25, false, 25}}},
		{"vegas: q = ceil(20 x 0.4/10.4) = 1 is no queue; q = ceil(26/11) = 3 is alpha, and holds",
			&Vegas{InFlight: InFlight{20, 1, 1000}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 1000, SampleWindow: each},
			[]left{{10 * ms, 20, false, 20}, {10400 * time.Microsecond, 20, false, 26}, {11 * ms, 26, false, 26}}},
		{"vegas: from 100 on a step is 2; half of it with smoothing 0.5",
			&Vegas{InFlight: InFlight{100, 1, 1000}, Smoothing: 0.5, Alpha: 3, Beta: 6, Probe: 1000, SampleWindow: each},
			[]left{{10 * ms, 100, false, 100}, {10 * ms, 100, false, 106}, {10 * ms, 106, true, 105}}},
	}
	for _, row := range rows {
		l := row.limit.newLimit(1)
		for i, e := range row.left {
			l.ended(sim.Time(i), e.rtt, e.inFlight, e.dropped)
			if got := limitOf(t, l); math.Abs(got-e.want) > 1e-9 {
				t.Errorf("%s: after %d: limit %v, want %v", row.why, i+1, got, e.want)
			}
			if n := int(e.want); !l.allows(n-1) || l.allows(n) {
				t.Errorf("%s: after %d: allows %v beside %d and %v beside %d, want only the first", row.why, i+1, l.allows(n-1), n-1, l.allows(n), n)
			}
		}
	}
}

func TestGradient2ForgetsAnOverload(t *testing.T) {
	l := (&Gradient2{InFlight: from20(200), Queue: 4, Smoothing: 0.2, Tolerance: 1.5, LongWindow: 10, SampleWindow: SampleWindow{MinSamples: 1}}).newLimit(0).(*gradient2)
	rows := []struct {
		rtt  time.Duration
		want float64
		why  string
	}{
		{1000, 1000, "the first is the average"},
		{200, 600 * 0.95, "600/200 is more than 2: 5 % off, which the next mean of the warm-up overwrites"},
		{600, 600, "(1000 + 200 + 600)/3"},
	}
	for _, r := range rows {
		l.ended(0, r.rtt, 20, false)
		if got := l.long.value; math.Abs(got-r.want) > 1e-9 {
			t.Errorf("after %d ns: average %v, want %v: %s", r.rtt, got, r.want, r.why)
		}
	}
	for range 7 {
		l.ended(0, 600, 20, false)
	}
	l.ended(0, 1150, 20, false)
	if got := l.long.value; math.Abs(got-700) > 1e-9 {
		t.Errorf("the eleventh: average %v, want 600 x 9/11 + 1150 x 2/11 = 700", got)
	}
}

func TestSampleWindowGathers(t *testing.T) {
	const s, ms = sim.Time(time.Second), time.Millisecond
	w := sampler{SampleWindow: &SampleWindow{Window: time.Second, MinSamples: 3, MinRTT: ms}}
	rows := []struct {
		why      string
		now      sim.Time
		rtt      time.Duration
		inFlight int
		dropped  bool
		want     sample
		ready    bool
	}{
		{"too short to count, at an end of a window", s, ms - 1, 9, true, sample{}, false},
		{"the first ends a window, of too few", s, 4 * ms, 9, true, sample{4 * ms, 9, true}, false},
		{"gathered", s + 1, 2 * ms, 3, false, sample{}, false},
		{"gathered, dropped", s + 2, 4 * ms, 7, true, sample{}, false},
		{"exactly a window later it is not over", 2 * s, 6 * ms, 5, false, sample{}, false},
		{"mean of 2, 4, 6 and 8, most of 3, 7, 5 and 4", 2*s + 1, 8 * ms, 4, false, sample{5 * ms, 7, true}, true},
		{"a new one has forgotten all", 5 * s, 3 * ms, 1, false, sample{3 * ms, 1, false}, false},
	}
	for _, r := range rows {
		if got, ready := w.add(r.now, r.rtt, r.inFlight, r.dropped); got != r.want || ready != r.ready {
			t.Errorf("%s: %+v %v, want %+v %v", r.why, got, ready, r.want, r.ready)
		}
	}
}

func TestVegasProbes(t *testing.T) {
	// Limit 20 and probe 1: a probe after 10 to 20 decisions. Nothing is in use, so the
	// limit stays; the least time jumps up at a probe only.
	counts := make(map[int]int)
	for seed := range uint64(200) {
		l := (&Vegas{InFlight: InFlight{20, 1, 1000}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 1, SampleWindow: SampleWindow{MinSamples: 1}}).newLimit(seed).(*vegas)
		l.ended(0, 10, 1, false)
		n := 1
		for l.least == 10 && n < 100 {
			l.ended(0, 90, 1, false)
			n++
		}
		counts[n]++
	}
	for n, c := range counts {
		if n < 10 || n > 20 {
			t.Errorf("%d probes after %d decisions, want 10 to 20", c, n)
		}
	}
	if len(counts) < 8 {
		t.Errorf("probes after %d different numbers of decisions, want nearly all of 11 to 20", len(counts))
	}
}

func TestDigits(t *testing.T) {
	rows := []struct{ n, want int }{{0, 1}, {1, 1}, {9, 1}, {10, 1}, {99, 1}, {100, 2}, {999, 2}, {1000, 3}}
	for _, r := range rows {
		if got := digits(r.n); got != r.want {
			t.Errorf("log10 of %d: %d, want %d", r.n, got, r.want)
		}
	}
}

// Whatever happens, a limit stays between min and max, moves, does the same again, and
// allocates nothing.
func TestConcurrencyLimitsKeepTheirBounds(t *testing.T) {
	rows := []struct {
		why   string
		limit ConcurrencyLimit
	}{
		{"aimd", &AIMD{InFlight: InFlight{10, 5, 30}, Timeout: 50 * time.Millisecond, BackoffRatio: 0.5}},
		{"gradient2", &Gradient2{InFlight: InFlight{10, 5, 30}, Queue: 1, Smoothing: 0.9, Tolerance: 1, LongWindow: 10, SampleWindow: SampleWindow{MinSamples: 1}}},
		{"vegas", &Vegas{InFlight: InFlight{10, 5, 30}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 3, SampleWindow: SampleWindow{Window: time.Millisecond, MinSamples: 1}}},
	}
	for _, row := range rows {
		a, b := row.limit.newLimit(7), row.limit.newLimit(7)
		low, high := math.Inf(1), 0.0
		i := uint64(0)
		step := func(l concurrency, i uint64) {
			u := sim.Unit(sim.Key(3, sim.ForService, i))
			rtt := time.Duration(u * u * float64(60*time.Millisecond))
			if i/500%2 == 1 {
				rtt = 10 * time.Millisecond
			}
			l.ended(sim.Time(i)*sim.Time(time.Millisecond), rtt, int(i%40), i/500%2 == 0 && i%5 == 0)
		}
		for ; i < 5000; i++ {
			step(a, i)
			step(b, i)
			x := limitOf(t, a)
			low, high = min(low, x), max(high, x)
			if y := limitOf(t, b); x != y {
				t.Fatalf("%s: limits %v and %v after the same history", row.why, x, y)
			}
		}
		if low < 5 || high > 30 || low > 6 || high < 20 {
			t.Errorf("%s: limit between %v and %v, want 5 to 30 and most of that", row.why, low, high)
		}
		if got := testing.AllocsPerRun(1000, func() { i++; step(a, i); a.allows(int(i % 40)) }); got != 0 {
			t.Errorf("%s: %v allocations per request, want none", row.why, got)
		}
	}
}

func TestConcurrencySettingsThatAreRefused(t *testing.T) {
	of := func(name string) ConcurrencyLimit {
		row, ok := catalog.Find(ConcurrencyLimits(), name)
		if !ok {
			t.Fatalf("there is no kind %s", name)
		}
		return row.New()
	}
	aimd, gradient, vegas := of("aimd").(*AIMD), of("gradient2").(*Gradient2), of("vegas").(*Vegas)
	aimd.BackoffRatio, aimd.Initial = 1, 19
	gradient.Smoothing, gradient.Max = 0, 10
	vegas.Beta, vegas.Min, vegas.MinSamples = 2, 0, 0
	rows := []struct {
		why   string
		limit any
		want  []string
	}{
		{"defaults of aimd", of("aimd"), nil},
		{"defaults of gradient2", of("gradient2"), nil},
		{"defaults of vegas", of("vegas"), nil},
		{"nothing is allowed", of("static"), []string{"limit"}},
		{"one", &StaticLimit{1}, nil},
		{"no backoff, begins below min", aimd, []string{"initial", "backoff-ratio"}},
		{"never moves, max below min", gradient, []string{"max", "initial", "smoothing"}},
		{"no place to rest, may reach 0, decides by nothing", vegas, []string{"min", "min-samples", "beta"}},
	}
	for _, r := range rows {
		if got := keysOf(r.limit.(interface{ Validate() error }).Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}
