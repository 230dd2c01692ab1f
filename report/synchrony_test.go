package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// repeat is windows so many times over.
func repeat(times int, windows ...uint64) []uint64 { return slices.Repeat(windows, times) }

// equal is same without room: what is counted is known to the last digit but one.
func equal(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-12*math.Max(1, math.Abs(b))
}

func TestAutocorrelation(t *testing.T) {
	nan := math.NaN()
	const big = 1_000_000_000
	tests := []struct {
		why     string
		windows []uint64
		want    float64
	}{
		{"no retries", []uint64{0, 0}, nan},
		{"one window", []uint64{0, 7, 0}, nan},
		{"all alike", []uint64{5, 5, 5, 5}, nan},
		{"1 0 0 7 about 2: (2 + 4 - 10) / (1 + 4 + 4 + 25)", []uint64{1, 0, 0, 7}, -4.0 / 34},
		{"what is quiet before and after does not count", []uint64{0, 0, 1, 0, 0, 7, 0, 0}, -4.0 / 34},
		{"1 2 3 4 about 2.5: (0.75 - 0.25 + 0.75) / 5", []uint64{1, 2, 3, 4}, 0.25},
		{"2 0 2 0 2 about 1.2: 4 x -0.96 / (3 x 0.64 + 2 x 1.44)", []uint64{2, 0, 2, 0, 2}, -0.8},
		{"half a run full, half nearly empty: 18 of 19 neighbours are alike", append(repeat(10, 3), repeat(10, 1)...), 17.0 / 20},
		{"large numbers that hardly differ: 3 x -0.25 / (4 x 0.25)", repeat(2, big, big+1), -0.75},
	}
	for _, tt := range tests {
		if got := bunchesOf(tt.windows...).Autocorrelation(); !equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestCoarseDispersion(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		why     string
		windows []uint64
		want    float64
	}{
		{"no retries", repeat(20, 0), nan},
		{"a period that is not over does not count", repeat(9, 4), nan},
		{"all windows alike", repeat(30, 4), 0},
		{"windows that make up for each other: waves within the period do not show", repeat(15, 8, 0), 0},
		{"periods of 10 and 30, mean 20", append(repeat(10, 1), repeat(10, 3)...), (100+900)/40.0 - 20},
		{"a quiet period between counts, those outside do not", slices.Concat(repeat(10, 0), repeat(10, 2), repeat(10, 0), repeat(10, 2), repeat(20, 0)), 800/40.0 - 40.0/3},
	}
	for _, tt := range tests {
		if got := bunchesOf(tt.windows...).CoarseDispersion(); !equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestSynchrony(t *testing.T) {
	nan := math.NaN()
	wave := func(at int, n uint64) []uint64 {
		period := make([]uint64, 10)
		period[at] = n
		return period
	}
	tests := []struct {
		why     string
		windows []uint64
		want    float64
	}{
		{"no retries", repeat(10, 0), nan},
		{"one retry a period has nothing to be in step with", slices.Concat(wave(0, 1), wave(0, 1)), nan},
		{"two in a period that is not over", []uint64{2}, nan},
		{"a herd that comes once a period", repeat(5, wave(3, 8)...), 1},
		{"a herd that comes every period and a half", slices.Concat(wave(0, 8), wave(5, 8), wave(0, 0), wave(0, 8), wave(5, 8)), 1},
		{"two camps opposite: within them 2 x 6 pairs, between them 16", repeat(3, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0), (12 - 16) / 28.0},
		{"two neighbours: cos 36 degrees", []uint64{1, 1, 0, 0, 0, 0, 0, 0, 0, 0}, (1 + math.Sqrt(5)) / 4},
		{"the ends of a period are neighbours", []uint64{1, 0, 0, 0, 0, 0, 0, 0, 0, 1}, (1 + math.Sqrt(5)) / 4},
		{"three apart: cos 108 degrees", []uint64{0, 0, 1, 0, 0, 1, 0, 0, 0, 0}, -(math.Sqrt(5) - 1) / 4},
		{"one in each window: |sum|^2 = 0, (0 - 10) / (10 x 9)", repeat(20, 1), -1.0 / 9},
		{"ten in step over one in each window: (10^2 - 20) / (20 x 19)", repeat(3, 11, 1, 1, 1, 1, 1, 1, 1, 1, 1), 80.0 / 380},
		{"pairs count, so that a full period weighs more", slices.Concat(wave(0, 3), repeat(10, 1)), (3 - 5.0) / 48},
	}
	for _, tt := range tests {
		if got := bunchesOf(tt.windows...).Synchrony(); !equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

// poisson counts the points of a Poisson process of so many a window.
func poisson(rng *rand.Rand, mean float64, windows int) []uint64 {
	n := make([]uint64, windows)
	for at := rng.ExpFloat64() / mean; at < float64(windows); at += rng.ExpFloat64() / mean {
		n[int(at)]++
	}
	return n
}

// Retries by chance, and what closed forms say of them, to four standard errors: those
// of an index of dispersion are sqrt(2/n), of an autocorrelation 1/sqrt(n).
func TestRetriesByChance(t *testing.T) {
	const n = 100_000
	rng := rand.New(rand.NewPCG(11, 58))
	chance := poisson(rng, 5, n)
	echoed := slices.Clone(chance)
	for i := 1; i < n; i++ {
		echoed[i] += chance[i-1]
	}
	tests := []struct {
		why                             string
		windows                         []uint64
		fine, coarse, lag               float64
		fineError, coarseError, lagRoom float64
	}{
		{"a Poisson process", chance, 1, 1, 0, 4 * math.Sqrt(2.0/n), 4 * math.Sqrt(20.0/n), 4 / math.Sqrt(n)},
		// x(k) = a(k) + a(k-1): variance 2a and mean 2a in a window; 18 windows counted
		// twice and two ends, 38a and 20a, in ten; covariance a of neighbours.
		{"each echoed in the next window", echoed, 1, 1.9, 0.5, 6 * math.Sqrt(2.0/n), 1.9 * 4 * math.Sqrt(20.0/n), 4 / math.Sqrt(n)},
	}
	for _, tt := range tests {
		b := bunchesOf(tt.windows...)
		if got := b.Dispersion(); math.Abs(got-tt.fine) > tt.fineError {
			t.Errorf("%s: dispersion: got %v, want %v ± %v", tt.why, got, tt.fine, tt.fineError)
		}
		if got := b.CoarseDispersion(); math.Abs(got-tt.coarse) > tt.coarseError {
			t.Errorf("%s: coarse dispersion: got %v, want %v ± %v", tt.why, got, tt.coarse, tt.coarseError)
		}
		if got := b.Autocorrelation(); math.Abs(got-tt.lag) > tt.lagRoom {
			t.Errorf("%s: autocorrelation: got %v, want %v ± %v", tt.why, got, tt.lag, tt.lagRoom)
		}
	}
}

// Few retries by chance are not in step: |sum|^2 / n^2 would be 1/n on the mean. Of 50 a
// period, the square of R varies by about 1/50, over 10,000 periods by 1/5,000.
func TestSynchronyHasNoBias(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 58))
	if got := bunchesOf(poisson(rng, 5, 100_000)...).Synchrony(); math.Abs(got) > 4.0/5000 {
		t.Errorf("50 a period: got %v, want 0 ± 0.0008", got)
	}
	// Two a period on the mean: 2 pairs, each of a variance of 1/2, over 100,000 periods.
	if got := bunchesOf(poisson(rng, 0.2, 1_000_000)...).Synchrony(); math.Abs(got) > 4*math.Sqrt(0.5/200_000) {
		t.Errorf("2 a period: got %v, want 0 ± 0.006", got)
	}
}

// 100/s with a failure from 20 to 22 s, retries a second later: 10 in each window of
// 0.1 s from 21 to 23 s.
func TestRetriesOfARun(t *testing.T) {
	l := &Layout{
		Links: []LinkLayout{{Name: "fleet/service", Fleet: "fleet", Timeout: sec}}, Nodes: []NodeLayout{{Name: "service"}}, Horizon: 40 * sec,
		Faults: []Band{{Name: "outage", At: 20 * sec, For: 2 * sec}}, Phases: []Phase{{"after", "outage"}},
	}
	c, res := watchRun(t, l, sim.Config{
		Horizon: 40 * sec,
		Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(10 * time.Millisecond)}},
		Nodes:   []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: failsIn(20, 22)}}},
		Links:   oneLink(tries(2)),
	})
	trial := c.Trial(res, nil)
	for measure, want := range map[string]float64{
		"window_amplification": 4200.0 / 4000, "dispersion_of_retries": 0, "coarse_dispersion_of_retries": 0,
		"autocorrelation_of_retries": math.NaN(), "synchrony_of_retries": -1.0 / 99, "completion_gini": 0,
	} {
		if got := value(t, c, &trial, "total", measure); !equal(got, want) {
			t.Errorf("%s: got %v, want %v", measure, got, want)
		}
	}
	after := trial.Phased[0][0]
	if got := after[MeasureIndex("window_amplification")]; !equal(got, 1900.0/1800) {
		t.Errorf("sent after the outage: got %v attempts for each first one, want 1,900 of 1,800: the retries of calls born before", got)
	}
	if got := after[MeasureIndex("amplification")]; got != 1 {
		t.Errorf("calls born after the outage: got %v attempts each, want 1", got)
	}
	cell := NewCell(l, "v", nil, 1)
	cell.Put(0, trial, c)
	for _, p := range cell.points(0) {
		want := 1.0
		switch {
		case p.T >= 40:
			want = math.NaN()
		case p.T >= 20.95 && p.T < 22.95: // 10 first attempts and 10 retries in 0.1 s
			want = 2
		}
		if got := p.Amplification; !equal(got, want) {
			t.Errorf("amplification in the bin at %v s: got %v, want %v", p.T, got, want)
		}
	}
}
