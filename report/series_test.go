package report

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

func randomSeries(rng *rand.Rand) Series {
	s := Series{Width: time.Millisecond << rng.IntN(4)}
	for i := range 1 + rng.IntN(20) {
		s.add(i, Bin{Load: rng.Uint64N(100), Goodput: rng.Uint64N(9), Hits: rng.Uint64N(7),
			State: State{Queue: rng.Uint64N(50), InFlight: rng.Uint64N(50), Workers: rng.Uint64N(5), Replicas: rng.Uint64N(5)}})
	}
	return s
}

func TestSeriesMergeDoesNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		all := make([]Series, 5)
		for i := range all {
			all[i] = randomSeries(rng)
		}
		var want Series
		for i := range all {
			want.Merge(&all[i])
		}
		var got Series
		for _, i := range rng.Perm(len(all)) {
			got.Merge(&all[i])
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("merged in another order: got %+v, want %+v", got, want)
		}
	}
}

func TestSeriesMergeKeepsCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	a, b := randomSeries(rng), randomSeries(rng)
	sum := func(s Series) (n uint64) {
		for _, x := range s.Bins {
			n += x.Load
		}
		return n
	}
	want := sum(a) + sum(b)
	a.Merge(&b)
	if got := sum(a); got != want {
		t.Errorf("attempts after merging: got %d, want %d", got, want)
	}
}

func TestSeriesCoarsen(t *testing.T) {
	s := Series{Width: time.Second, Bins: []Bin{{Load: 1, State: State{Queue: 5}}, {Load: 2, State: State{Queue: 7}}, {Load: 4, State: State{Queue: 9}}}}
	s.coarsen()
	want := Series{Width: 2 * time.Second, Bins: []Bin{{Load: 3, State: State{Queue: 7}}, {Load: 4, State: State{Queue: 0}}}}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("coarsen: got %+v, want %+v (counts add up, the queue is that at the end)", s, want)
	}
}

func TestSeriesIndex(t *testing.T) {
	s := Series{Width: time.Second}
	tests := []struct {
		at   time.Duration
		want int
		why  string
	}{
		{0, 0, "the first bin holds what happened at 0"},
		{time.Second, 0, "a bin holds its end"},
		{time.Second + 1, 1, "and not its beginning"},
	}
	for _, tt := range tests {
		if got := s.index(tt.at); got != tt.want {
			t.Errorf("index(%v): got %d, want %d: %s", tt.at, got, tt.want, tt.why)
		}
	}
}

func TestBinWidth(t *testing.T) {
	tests := []struct {
		horizon, warm, want time.Duration
		why                 string
	}{
		{0, 0, time.Millisecond, "a herd begins with 1 ms"},
		{5 * time.Minute, 0, time.Second, "300 bins"},
		{10 * time.Minute, 0, 2 * time.Second, "300 bins"},
		{30 * time.Minute, time.Minute, 5 * time.Second, "12 bins of warm-up"},
		{30 * time.Minute, time.Second, time.Second, "narrower, so that a bin ends with the warm-up"},
		{100 * time.Millisecond, 0, time.Millisecond, "never below 1 ms"},
		{5 * time.Minute, 777777 * time.Nanosecond, time.Second, "no nice width fits this warm-up"},
	}
	for _, tt := range tests {
		l := Layout{Horizon: tt.horizon, WarmUp: tt.warm}
		if got := l.binWidth(); got != tt.want {
			t.Errorf("horizon %v, warm-up %v: got %v, want %v: %s", tt.horizon, tt.warm, got, tt.want, tt.why)
		}
	}
}
