package strategies

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

const (
	ms     = time.Millisecond
	almost = 1 - 0x1p-53 // the largest draw
)

// after is a call that has sent n attempts.
func after(n uint16) *sim.Call { return &sim.Call{Attempts: n} }

func TestBackoffs(t *testing.T) {
	aws := Window{Base: 5 * ms, Cap: 2 * time.Second, First: GrownFirst}
	common := Window{Base: 100 * ms, Cap: 10 * time.Second}
	odd := Window{Base: 5, Cap: 7}
	tests := []struct {
		reason   string
		backoff  Backoff
		attempts uint16
		uniform  float64
		want     time.Duration
	}{
		{"immediate never waits", Immediate{}, 1, almost, 0},
		{"fixed is the same at the first retry", Fixed{300 * ms}, 1, almost, 300 * ms},
		{"and at the last", Fixed{300 * ms}, 65535, 0, 300 * ms},
		{"linear starts at base", Linear{50 * ms, time.Second}, 1, almost, 50 * ms},
		{"linear grows by base", Linear{50 * ms, time.Second}, 3, almost, 150 * ms},
		{"linear reaches cap exactly", Linear{50 * ms, time.Second}, 20, 0, time.Second},
		{"linear stays at cap", Linear{50 * ms, time.Second}, 21, 0, time.Second},
		{"linear does not overflow", Linear{100 * time.Hour, math.MaxInt64}, 65535, 0, math.MaxInt64},
		{"linear with a cap below base", Linear{50 * ms, 20 * ms}, 1, 0, 20 * ms},

		{"the first window is base", Exponential(common), 1, almost, 100 * ms},
		{"the second twice that", Exponential(common), 2, almost, 200 * ms},
		{"the first window of the article is 2 base", Exponential(aws), 1, almost, 10 * ms},
		{"5 ms x 2^8 is below the article's cap", Exponential(aws), 8, almost, 1280 * ms},
		{"5 ms x 2^9 is above it", Exponential(aws), 9, almost, 2 * time.Second},
		{"a cap that is hit exactly", Exponential{Base: 250 * ms, Cap: time.Second}, 3, 0, time.Second},
		{"a cap below base", Exponential{Base: 250 * ms, Cap: 20 * ms}, 1, 0, 20 * ms},
		{"saturates at the last attempt", Exponential(aws), 65535, 0, 2 * time.Second},
		{"no overflow where 2^k is 0 in 64 bits", Exponential{Base: time.Hour, Cap: math.MaxInt64}, 65, 0, math.MaxInt64},
		{"no overflow where base x 2^k is", Exponential{Base: 3 * time.Hour, Cap: math.MaxInt64}, 21, 0, math.MaxInt64},
		{"the largest power below it", Exponential{Base: 1, Cap: math.MaxInt64}, 63, 0, 1 << 62},
		{"multiplier 1.5", Exponential{Base: 500 * ms, Cap: time.Minute, Multiplier: 1.5}, 3, 0, 1125 * ms},
		{"multiplier 3 is exact", Exponential{Base: 1, Cap: math.MaxInt64, Multiplier: 3}, 33, 0, 1853020188851841},
		{"multiplier 1.5 rounds down", Exponential{Base: 1, Cap: 9, Multiplier: 1.5}, 3, 0, 2},
		{"multiplier 1.5, first grown", Exponential{Base: 500 * ms, Cap: time.Minute, Multiplier: 1.5, First: GrownFirst}, 1, 0, 750 * ms},
		{"multiplier 1.5 saturates", Exponential{Base: time.Hour, Cap: 24 * time.Hour, Multiplier: 1.5}, 65535, 0, 24 * time.Hour},
		{"multiplier 10 saturates beyond floats", Exponential{Base: time.Hour, Cap: math.MaxInt64, Multiplier: 10}, 65535, 0, math.MaxInt64},
		{"multiplier 1 stays", Exponential{Base: time.Hour, Cap: 24 * time.Hour, Multiplier: 1}, 65535, 0, time.Hour},

		{"equal jitter begins at half the window", EqualJitter(common), 2, 0, 100 * ms},
		{"and ends below the window", EqualJitter(common), 2, almost, 200*ms - 1},
		{"a quarter of the draw is a quarter of the upper half", EqualJitter(common), 2, 0.25, 125 * ms},
		{"equal jitter of an odd window", EqualJitter(odd), 1, 0, 2},
		{"its top", EqualJitter(odd), 1, almost, 4},
		{"equal jitter at cap: the cap comes before the jitter", EqualJitter(common), 60, 0, 5 * time.Second},
		{"full jitter begins at 0", FullJitter(common), 2, 0, 0},
		{"and ends below the window", FullJitter(common), 2, almost, 200*ms - 1},
		{"half", FullJitter(common), 2, 0.5, 100 * ms},
		{"full jitter at cap: the cap comes before the jitter", FullJitter(common), 60, 0.5, 5 * time.Second},
		{"full jitter of the longest window", FullJitter{Base: time.Hour, Cap: math.MaxInt64}, 65535, almost, math.MaxInt64 - 1023},

		{"decorrelated begins between base", DecorrelatedJitter{Base: 5 * ms, Cap: time.Second}, 1, 0, 5 * ms},
		{"and 3 base", DecorrelatedJitter{Base: 5 * ms, Cap: time.Second}, 1, almost, 15*ms - 1},
		{"a cap below base", DecorrelatedJitter{Base: 5 * ms, Cap: ms}, 1, 0.5, ms},
	}
	for _, tt := range tests {
		got := tt.backoff.Delay(after(tt.attempts), &sim.Outcome{Uniform: tt.uniform})
		if got != tt.want {
			t.Errorf("%s: got %d ns (%v), want %d ns (%v)", tt.reason, got, got, tt.want, tt.want)
		}
	}
}

// The article's server sees one success a round, so its clients wait for the whole
// of this sum one after another; results without variance rest on it.
func TestExponentialSumOfTheArticle(t *testing.T) {
	b := Exponential{Base: 5 * ms, Cap: 2 * time.Second, First: GrownFirst}
	sum := time.Duration(0)
	for k := uint16(1); k < 100; k++ {
		sum += b.Delay(after(k), &sim.Outcome{})
	}
	if want := 184550 * ms; sum != want {
		t.Errorf("got %v, want %v", sum, want)
	}
}

// The clamped draw is carried: 3645 instead of 2000 would give 1098 at the end.
func TestDecorrelatedCarriesTheClampedDelay(t *testing.T) {
	b := DecorrelatedJitter{Base: 5 * ms, Cap: 2 * time.Second}
	c := &sim.Call{}
	steps := []struct {
		uniform float64
		want    time.Duration
	}{
		{1, 15 * ms}, {1, 45 * ms}, {1, 135 * ms}, {1, 405 * ms}, {1, 1215 * ms}, {1, 2000 * ms},
		{0.1, 604500 * time.Microsecond},
	}
	for i, s := range steps {
		c.Attempts++
		c.LastDelay = time.Hour // a hint was waited for instead: not this curve's business
		if got := b.Delay(c, &sim.Outcome{Uniform: s.uniform}); got != s.want {
			t.Errorf("retry %d: got %v, want %v", i+1, got, s.want)
		}
	}
}

// Two variants that share a draw stay coupled only if no backoff turns it around.
func TestBackoffsAreMonotoneInTheDraw(t *testing.T) {
	for _, b := range sampleBackoffs() {
		for attempts := uint16(1); attempts < 20; attempts++ {
			last := time.Duration(-1)
			for i := range 100 {
				got := b.Backoff.Delay(after(attempts), &sim.Outcome{Uniform: float64(i) / 100})
				if got < last {
					t.Fatalf("%s: draw %d %% at attempt %d: got %v, want at least %v", b.name, i, attempts, got, last)
				}
				last = got
			}
		}
	}
}
