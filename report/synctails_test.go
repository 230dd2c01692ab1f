package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// fairnessOf is that of clients whose calls took so many milliseconds; fails is a call
// that failed.
func fairnessOf(clientCalls ...[]int) *Fairness {
	var c clients
	for client, calls := range clientCalls {
		for _, ms := range calls {
			c.count(uint32(client), time.Duration(ms)*time.Millisecond, ms != fails)
		}
	}
	f := &Fairness{}
	f.add(&c)
	return f
}

const fails = -1

func TestGini(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		why  string
		f    *Fairness
		want float64
	}{
		{"nobody called", fairnessOf(), nan},
		{"nothing succeeds", fairnessOf([]int{fails}, []int{fails}), nan},
		{"a single client", fairnessOf([]int{7}), 0},
		{"all as fast", fairnessOf([]int{7}, []int{7}, []int{7}, []int{7}, []int{7}), 0},
		{"one takes all the time: (n - 1)/n", fairnessOf([]int{0}, []int{0}, []int{9}, []int{0}), 0.75},
		{"nothing takes time", fairnessOf([]int{0}, []int{0}), nan},
		{"1, 3: |1 - 3| x 2 / (2 x 4 x 2)", fairnessOf([]int{3}, []int{1}), 0.25},
		{"1, 2, 3: 2 (1 + 2 + 1) / (2 x 9 x 2)", fairnessOf([]int{2}, []int{3}, []int{1}), 8.0 / 36},
		{"the mean of a client counts, not how often it calls", fairnessOf([]int{1, 5}, []int{3}, []int{2, 3, 4}), 0},
		{"who had no success is starved, not slow", fairnessOf([]int{4}, []int{fails}, []int{4, fails}), 0},
	}
	for _, tt := range tests {
		if got := tt.f.Gini(); !equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

// Times as 1 to n have (n^2 - 1)/(3 n (n + 1)) = (n - 1)/(3 n), in any order.
func TestGiniOfManyClients(t *testing.T) {
	const n = 10_000
	f := &Fairness{}
	for _, i := range rand.New(rand.NewPCG(13, 58)).Perm(n) {
		f.means = append(f.means, uint64(i+1)*1_000_003)
	}
	if got, want := f.Gini(), (n-1)/(3.0*n); !equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSortNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 58))
	for _, most := range []uint64{1, 200, 1 << 16, 1 << 40, math.MaxUint64} {
		x := make([]uint64, 1000)
		for i := range x {
			x[i] = rng.Uint64N(most)
		}
		want := slices.Sorted(slices.Values(x))
		if got := sortNumbers(x); !slices.Equal(got, want) {
			t.Errorf("numbers below %d are not sorted", most)
		}
	}
}

func TestWorstP99(t *testing.T) {
	calls := func(n, ms int, others ...int) []int {
		x := others
		for len(x) < n {
			x = append(x, ms)
		}
		return x
	}
	tests := []struct {
		why      string
		f        *Fairness
		from, to float64 // seconds: the cell is at most 1/32 wider
	}{
		{"one call each: the longest", fairnessOf([]int{5}, []int{9}, []int{2}), 0.009, 0.009 * 33 / 32},
		{"the 99th of 100 is not the longest", fairnessOf(calls(100, 10, 500)), 0.010, 0.010 * 33 / 32},
		{"of 99 it is", fairnessOf(calls(99, 10, 500)), 0.5, 0.5 * 33 / 32},
		{"the worst client is not the one with the slowest call", fairnessOf(calls(200, 10, 900, 900), calls(200, 10, 90, 90, 90)), 0.090, 0.090 * 33 / 32},
		{"nor the one that is slower on the mean", fairnessOf(calls(100, 50), calls(100, 10, 80, 80)), 0.080, 0.080 * 33 / 32},
		{"one failure of 100 counts as the longest", fairnessOf(calls(100, 10, fails)), 0.010, 0.010 * 33 / 32},
		{"and pushes the next one up", fairnessOf(calls(100, 10, fails, 70)), 0.070, 0.070 * 33 / 32},
		{"two failures of 100 are more than one in a hundred", fairnessOf(calls(100, 10, fails, fails), calls(100, 10)), math.Inf(1), math.Inf(1)},
		{"a client whose only call fails", fairnessOf([]int{5}, []int{fails}), math.Inf(1), math.Inf(1)},
		{"a client that did not call", fairnessOf(nil, []int{5}, nil), 0.005, 0.005 * 33 / 32},
	}
	for _, tt := range tests {
		if got := tt.f.WorstP99(time.Hour); !(got >= tt.from && got <= tt.to) {
			t.Errorf("%s: got %v, want %v to %v", tt.why, got, tt.from, tt.to)
		}
	}
	if got := fairnessOf([]int{5}, []int{9}).WorstP99(9 * time.Millisecond); got != 0.009 {
		t.Errorf("where the longest call is known: got %v, want 0.009", got)
	}
	if got := (&Fairness{}).WorstP99(time.Hour); !math.IsNaN(got) {
		t.Errorf("of nobody: got %v, want none", got)
	}
}

// Against the sorted calls of every client: never less, and at most 1/32 more.
func TestWorstP99OfManyCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 58))
	var c clients
	took := make([][]time.Duration, 50)
	for range 30_000 {
		client := rng.IntN(len(took))
		d := time.Duration(rng.ExpFloat64() * float64(time.Duration(1+client%7)*20*time.Millisecond))
		c.count(uint32(client), d, true)
		took[client] = append(took[client], d)
	}
	exact := 0.0
	for _, x := range took {
		slices.Sort(x)
		exact = max(exact, x[(99*len(x)+99)/100-1].Seconds())
	}
	f := &Fairness{}
	f.add(&c)
	if got := f.WorstP99(time.Hour); got < exact || got > exact*33/32 {
		t.Errorf("got %v, want %v to 1/32 more", got, exact)
	}
	c.reset()
	c.count(0, time.Millisecond, true)
	f = &Fairness{}
	f.add(&c)
	if got := f.WorstP99(time.Hour); got < 0.001 || got > 0.001*33/32 {
		t.Errorf("after a reset: got %v, want the 0.001 of its only call, or up to 1/32 more", got)
	}
}

// More clients than tails are kept of: nothing is said, the rest is.
func TestWorstP99OfTooManyClients(t *testing.T) {
	var c clients
	c.count(1, sec, true)
	c.count(mostTails, sec, true)
	f := &Fairness{}
	f.add(&c)
	if got := f.WorstP99(time.Hour); !math.IsNaN(got) {
		t.Errorf("got %v, want none", got)
	}
	if got := f.Gini(); got != 0 {
		t.Errorf("Gini of two clients alike: got %v, want 0", got)
	}
}
