package report

import (
	"math"
	"testing"
	"time"
)

// bunchesOf counts retries by window.
func bunchesOf(windows ...uint64) *Bunching {
	b := &Bunching{}
	for _, n := range windows {
		b.open = n
		b.end()
	}
	return b
}

func TestBunching(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		why              string
		b                *Bunching
		peak, dispersion float64
	}{
		{"no retries", bunchesOf(0, 0, 0), nan, nan},
		{"all windows alike", bunchesOf(5, 5, 5, 5), 1, 0},
		{"one wave in four windows", bunchesOf(1, 0, 0, 7), 3.5, (1+49)/8.0 - 2},
		{"what is quiet before and after does not count", bunchesOf(0, 0, 1, 0, 0, 7, 0, 0, 0), 3.5, (1+49)/8.0 - 2},
		{"a single wave is its own mean", bunchesOf(0, 9, 0), 1, 0},
	}
	for _, tt := range tests {
		if got := tt.b.PeakToMean(); !same(got, tt.peak) {
			t.Errorf("%s: peak to mean: got %v, want %v", tt.why, got, tt.peak)
		}
		if got := tt.b.Dispersion(); !same(got, tt.dispersion) {
			t.Errorf("%s: dispersion: got %v, want %v", tt.why, got, tt.dispersion)
		}
	}
}

// One grid of samples must serve the bins and the windows.
func TestBunchWindow(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		why                    string
		timeout, horizon, warm time.Duration
		want                   time.Duration
	}{
		{"a tenth of the timeout", sec, 300 * sec, 0, 100 * ms},
		{"bins of 0.1 s are as wide as the windows", sec, 30 * sec, 2 * sec, 100 * ms},
		{"a third of a bin of 1 s does not fill it, a quarter does", 3300 * ms, 300 * sec, 0, 250 * ms},
		{"windows wider than bins are a power of two of them", 10 * sec, 60 * sec, 0, 800 * ms},
		{"a herd without timeouts", 0, 0, 0, 8 * ms},
		{"a herd with", sec, 0, 0, 64 * ms},
		{"a day: about 40,000 windows", 100 * ms, 24 * time.Hour, 0, 2 * sec},
	}
	for _, tt := range tests {
		l := &Layout{Links: []LinkLayout{{Fleet: "f", Timeout: tt.timeout}}, Horizon: tt.horizon, WarmUp: tt.warm}
		bin := l.binWidth()
		got := l.bunchWindow(bin)
		if got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
		if bin%got != 0 && got%bin != 0 {
			t.Errorf("%s: windows of %v and bins of %v have no grid in common", tt.why, got, bin)
		}
	}
}
