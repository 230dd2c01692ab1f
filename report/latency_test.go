package report

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	hdr "github.com/HdrHistogram/hdrhistogram-go"
)

// The cells are those of an HDR histogram of microseconds with 3 digits: a well-kept
// library says which value a quantile is.
func TestLatenciesQuantileAgreesWithHDR(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var got Latencies
	want := hdr.New(1, int64(time.Hour/time.Microsecond), 3)
	for range 20000 {
		d := time.Duration(math.Exp(rng.Float64()*22)) * time.Microsecond // 1 us to 1 h
		got.Add(d)
		want.RecordValue(int64(d / time.Microsecond))
	}
	for _, q := range []float64{0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999} {
		g := int64(got.Quantile(q) * 1e6)
		if w := want.ValueAtQuantile(100 * q); g != w {
			t.Errorf("Quantile(%g): got %d us, want %d us", q, g, w)
		}
	}
}

func TestLatenciesQuantile(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		why      string
		ok       []time.Duration
		failures int
		q        float64
		want     float64
	}{
		{"no calls: no latency", nil, 0, 0.5, math.NaN()},
		{"the longest is exact, not the end of its cell", []time.Duration{100 * ms}, 0, 0.99, 0.1},
		{"rank ceil(0.5 x 2) is the first", []time.Duration{5 * time.Microsecond, time.Second}, 0, 0.5, 6e-6 - 1e-9},
		{"half failed: the median is still a success", []time.Duration{ms, 2 * ms}, 2, 0.5, 0.002},
		{"half failed: p99 falls among failures", []time.Duration{ms, 2 * ms}, 2, 0.99, math.Inf(1)},
		{"1 of 100 failed: p99 is the slowest success", hundred(99, ms), 1, 0.99, 0.001},
		{"2 of 100 failed: p99 never comes", hundred(98, ms), 2, 0.99, math.Inf(1)},
		{"longer than an hour counts as an hour", []time.Duration{2 * time.Hour}, 0, 0.5, 3600},
	}
	for _, tt := range tests {
		var l Latencies
		for _, d := range tt.ok {
			l.Add(d)
		}
		for range tt.failures {
			l.Fail()
		}
		if got := l.Quantile(tt.q); got != tt.want && !(math.IsNaN(got) && math.IsNaN(tt.want)) {
			t.Errorf("%s: Quantile(%g): got %v, want %v", tt.why, tt.q, got, tt.want)
		}
	}
}

func hundred(n int, d time.Duration) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = d
	}
	return all
}

func TestLatenciesMergeDoesNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	parts := make([]Latencies, 5)
	var all Latencies
	for i := range parts {
		for range 100 {
			d := time.Duration(rng.ExpFloat64() * 1e8)
			parts[i].Add(d)
			all.Add(d)
		}
		parts[i].Fail()
		all.Fail()
	}
	var up, down Latencies
	for i := range parts {
		up.Merge(&parts[i])
		down.Merge(&parts[len(parts)-1-i])
	}
	if !reflect.DeepEqual(up, all) || !reflect.DeepEqual(down, all) {
		t.Errorf("merging in two orders and adding at once: got different counts")
	}
	up.Reset()
	if got := up.Calls(); got != 0 || !math.IsNaN(up.Quantile(0.5)) {
		t.Errorf("after Reset: got %d calls, want 0", got)
	}
}

// Every value lies in its cell, and cells follow one another without a gap.
func TestCellsCoverAllDurations(t *testing.T) {
	for v := uint64(0); v < 3600e6; v += 1 + v/300 {
		o, i := cell(v)
		if u := uint64(upper(o, i) / time.Microsecond); u < v || u-v > v/half {
			t.Fatalf("cell of %d us ends at %d us", v, u)
		}
		o2, i2 := cell(uint64(upper(o, i)/time.Microsecond) + 1)
		if o2 == o && i2 != i+1 || o2 != o && (o2 != o+1 || i2 != 0) {
			t.Fatalf("cell after (%d, %d): got (%d, %d)", o, i, o2, i2)
		}
	}
}
