package models

import (
	"slices"
	"testing"

	"retrystorm/sim"
)

// upOf reads a picture of replicas: 1 is up.
func upOf(picture string) []bool {
	up := make([]bool, len(picture))
	for i := range picture {
		up[i] = picture[i] == '1'
	}
	return up
}

func TestBalancersWithoutChance(t *testing.T) {
	rows := []struct {
		why  string
		kind Balancer
		up   []string // of each pick
		load []int32
		want []int
	}{
		{"in turn", BalanceRoundRobin, []string{"111", "111", "111", "111"}, []int32{9, 0, 0}, []int{0, 1, 2, 0}},
		{"passes over one that is down", BalanceRoundRobin, []string{"1111", "1011", "1011", "1111"}, []int32{0, 0, 0, 0}, []int{0, 2, 3, 0}},
		{"one that comes back has its turn", BalanceRoundRobin, []string{"101", "111", "111", "111"}, []int32{0, 0, 0}, []int{0, 1, 2, 0}},
		{"goes on when replicas are taken away", BalanceRoundRobin, []string{"11111", "11111", "11111", "11111", "11", "11"}, make([]int32, 5), []int{0, 1, 2, 3, 0, 1}},
		{"none", BalanceRoundRobin, []string{"000", "010"}, []int32{0, 0, 0}, []int{-1, 1}},
		{"fewest", BalanceLeastOutstanding, []string{"1111", "1111"}, []int32{3, 1, 2, 4}, []int{1, 1}},
		{"fewest of those that are up", BalanceLeastOutstanding, []string{"1011"}, []int32{3, 1, 2, 4}, []int{2}},
		{"equal ones in turn", BalanceLeastOutstanding, []string{"1111", "1111", "1111", "1111"}, []int32{1, 0, 0, 1}, []int{1, 2, 1, 2}},
		{"none is no replica", BalanceLeastOutstanding, []string{"00"}, []int32{0, 0}, []int{-1}},
		{"nor at random", BalanceRandom, []string{"00", ""}, nil, []int{-1, -1}},
		{"nor of two", BalancePowerOfTwo, []string{"00"}, nil, []int{-1}},
		{"two of one is that one", BalancePowerOfTwo, []string{"010"}, []int32{0, 9, 0}, []int{1}},
	}
	for _, r := range rows {
		b := balance{kind: r.kind}
		for i, up := range r.up {
			if got := b.pick(sim.Key(uint64(i), sim.ForReplica, 0), upOf(up), r.load); got != r.want[i] {
				t.Errorf("%s: pick %d: replica %d, want %d", r.why, i+1, got, r.want[i])
			}
		}
	}
}

// chi2 is the sum of (count - mean)^2 / mean.
func chi2(counts []int, mean float64) float64 {
	sum := 0.0
	for _, c := range counts {
		sum += (float64(c) - mean) * (float64(c) - mean) / mean
	}
	return sum
}

// The bounds are the 99.9 % points of chi-square with 8 and 7 degrees of freedom.
func TestBalancersAtRandomAreUniform(t *testing.T) {
	const n = 56_000
	up := upOf("1011011101101")    // 9 of 13
	load := make([]int32, len(up)) // all alike
	load[0] = 7                    // but the first, so that the other 8 share the picks of two
	random, two := make([]int, len(up)), make([]int, len(up))
	a, b := balance{kind: BalanceRandom}, balance{kind: BalancePowerOfTwo}
	for i := range uint64(n) {
		u := sim.Key(1, sim.ForReplica, i)
		random[a.pick(u, up, load)]++
		two[b.pick(u, up, load)]++
	}
	for _, r := range []struct {
		why    string
		counts []int
		skip   int // a replica that none of two should take
		of     int
		most   float64
	}{
		{"random", random, -1, 9, 26.12},
		{"power-of-two", two, 0, 8, 24.32},
	} {
		var live []int
		for i, c := range r.counts {
			switch {
			case !up[i] && c > 0:
				t.Errorf("%s: %d picks of replica %d, which is down", r.why, c, i)
			case i == r.skip && c > 0:
				t.Errorf("%s: %d picks of the worst", r.why, c)
			case up[i] && i != r.skip:
				live = append(live, c)
			}
		}
		if got := chi2(live, n/float64(r.of)); len(live) != r.of || got > r.most {
			t.Errorf("%s: chi-square %.2f of %v, want at most %.2f", r.why, got, live, r.most)
		}
	}
}

// Of two replicas the better is always taken, whichever is drawn first. Of n, all pairs
// are alike, so the one of rank r from below, from 1, is the better of its pair with
// probability 2 (n - r) / (n (n - 1)).
func TestPowerOfTwoTakesTheBetterOne(t *testing.T) {
	b := balance{kind: BalancePowerOfTwo}
	for i := range uint64(1000) {
		u := sim.Key(2, sim.ForReplica, i)
		if got := b.pick(u, upOf("11"), []int32{5, 4}); got != 1 {
			t.Fatalf("replica %d, want 1, which has less", got)
		}
	}
	for want, u := range []uint64{0, 1 << 63} { // the lower and the upper half
		if got := b.pick(u, upOf("11"), []int32{4, 4}); got != want {
			t.Errorf("replica %d of two alike, want %d, the first drawn", got, want)
		}
	}
	const n = 30_000
	counts := make([]int, 4)
	for i := range uint64(n) {
		counts[b.pick(sim.Key(3, sim.ForReplica, i), upOf("1111"), []int32{40, 10, 30, 20})]++
	}
	want := []float64{0, n * 3.0 / 6, n * 1.0 / 6, n * 2.0 / 6} // ranks 4, 1, 3, 2
	sum := 0.0
	for i, w := range want {
		if w == 0 && counts[i] > 0 {
			t.Errorf("%d picks of the worst of four", counts[i])
		}
		if w > 0 {
			sum += (float64(counts[i]) - w) * (float64(counts[i]) - w) / w
		}
	}
	if sum > 13.82 { // 99.9 % point, 2 degrees of freedom
		t.Errorf("picks %v, want about %v", counts, want)
	}
}

func TestBalancersAllocateNothing(t *testing.T) {
	up, load := upOf("11101111"), []int32{1, 2, 3, 4, 5, 6, 7, 8}
	for _, kind := range new(Balancer).Values() {
		b, i := balance{kind: Balancer(kind)}, uint64(0)
		if got := testing.AllocsPerRun(1000, func() { i++; b.pick(sim.Key(i, sim.ForReplica, 0), up, load) }); got != 0 {
			t.Errorf("%s: %v allocations per pick, want none", kind, got)
		}
	}
	if !slices.Contains(Balancer("").Values(), "power-of-two") {
		t.Error("power-of-two is missing")
	}
}
