package models

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"retrystorm/sim"
)

// zipfSum is the weight of ranks from+1 to to, the small ones first.
func zipfSum(from, to int, exponent float64) (sum float64) {
	for r := to; r > from; r-- {
		sum += math.Pow(float64(r), -exponent)
	}
	return sum
}

// firstWord is the smallest random word whose rank is at least rank; ok is false if there
// is none.
func firstWord(z *zipf, rank int) (u uint64, ok bool) {
	if int(z.rank(math.MaxUint64)) < rank {
		return 0, false
	}
	low, high := uint64(0), uint64(math.MaxUint64) // the rank of high is at least rank
	for low < high {
		mid := low + (high-low)/2
		if int(z.rank(mid)) >= rank {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return high, true
}

// almostOne are exponents such as sums of steps give them.
func almostOne() []float64 {
	tenths := 0.0
	for range 10 {
		tenths += 0.1
	}
	return []float64{tenths, 1 - 1e-13, 1 - 1e-9, 1 + 1e-15, 1 + 1e-11, 1.0001}
}

// TestZipfIsExact compares the word at which each of some ranks begins with the sum of the
// probabilities of those before it.
func TestZipfIsExact(t *testing.T) {
	exponents := append([]float64{0, 0.5, 0.8, 1, 1.2, 2, 3, 10}, almostOne()...)
	for _, n := range []int{1, 2, 3, 100, mostRanks, mostRanks + 1, 2 * mostRanks, 300_000} {
		within := 1e-14
		if n > mostRanks {
			within = 1e-9 // the rest is an integral
		}
		for _, s := range exponents {
			z, sum, at := newZipf(n, s), 0.0, 0
			total := zipfSum(0, n, s)
			if off := math.Abs(z.total/total - 1); off > within {
				t.Errorf("%d keys, exponent %v: all weights are %.2g off, want at most %g", n, s, off, within)
			}
			for _, rank := range []int{0, 1, 2, 10, 99, mostRanks - 1, mostRanks, mostRanks + 1, mostRanks + 900, 100_000, 299_999} {
				if rank >= n {
					break
				}
				sum, at = sum+zipfSum(at, rank, s), rank
				want := sum / total
				if u, ok := firstWord(z, rank); !ok && want < 1-within || ok && math.Abs(sim.Unit(u)-want) > within {
					t.Errorf("%d keys, exponent %v: rank %d begins at %.17g (%v), want %.17g", n, s, rank, sim.Unit(u), ok, want)
				}
			}
		}
	}
}

func TestZipfOfManyKeys(t *testing.T) {
	const n = 100_000_000
	for _, r := range []struct {
		s, want float64 // exact weight of all: H_n by its asymptotic series, n, and zeta(2) - 1/n
	}{
		{1, math.Log(n) + 0.57721566490153286 + 1.0/(2*n)},
		{0, n},
		{2, math.Pi*math.Pi/6 - 1.0/n},
	} {
		z := newZipf(n, r.s)
		if off := math.Abs(z.total/r.want - 1); off > 1e-9 {
			t.Errorf("exponent %v: all weights are %v, want %v", r.s, z.total, r.want)
		}
		if len(z.sum) != mostRanks {
			t.Errorf("exponent %v: a table of %d ranks, want %d", r.s, len(z.sum), mostRanks)
		}
		if last := z.rank(math.MaxUint64); r.s < 2 && last != n-1 {
			t.Errorf("exponent %v: the last word is rank %d, want %d", r.s, last, n-1)
		}
	}
}

func TestZipfIsMonotone(t *testing.T) {
	for row, s := range append([]float64{0, 0.3, 1, 1.7}, almostOne()...) {
		z := newZipf(1_000_000, s)
		words := []uint64{0, 1, 1 << 11, math.MaxUint64 - 1, math.MaxUint64}
		for i := range uint64(20_000) {
			words = append(words, draw(row, i))
		}
		edge, _ := firstWord(z, mostRanks) // where the table ends
		for d := range uint64(1000) {
			words = append(words, edge-d<<11, edge+d<<11)
		}
		slices.Sort(words)
		last := uint32(0)
		for _, u := range words {
			rank := z.rank(u)
			if rank < last || rank >= 1_000_000 {
				t.Fatalf("exponent %v: word %#x is rank %d, after rank %d", s, u, rank, last)
			}
			last = rank
		}
		if first := z.rank(0); first != 0 {
			t.Errorf("exponent %v: word 0 is rank %d, want the most popular", s, first)
		}
	}
}

// TestZipfByChiSquare counts ranks in buckets that grow by half. The statistic is taken
// to a standard score by the cube root (Wilson and Hilferty, 1931).
func TestZipfByChiSquare(t *testing.T) {
	const draws = 200_000
	var all scores
	for row, r := range []struct {
		n int
		s float64
	}{{10, 1}, {1000, 0}, {1000, 1.5}, {20_000, 1}, {100_000, 0.7}, {1_000_000, 1}, {1_000_000, 0.9}, {1_000_000, almostOne()[0]}} {
		z := newZipf(r.n, r.s)
		bounds := []int{1}
		for b := 1; b < r.n; {
			b = min(r.n, b+1+b/2)
			bounds = append(bounds, b)
		}
		counts := make([]float64, len(bounds))
		for i := range uint64(draws) {
			bucket, _ := slices.BinarySearch(bounds, int(z.rank(draw(row, i)))+1)
			counts[bucket]++
		}
		total, from, sum := zipfSum(0, r.n, r.s), 0, 0.0
		for i, to := range bounds {
			mean := draws * zipfSum(from, to, r.s) / total
			sum += (counts[i] - mean) * (counts[i] - mean) / mean
			from = to
		}
		k := float64(len(bounds) - 1)
		all.add(t, fmt.Sprintf("%d keys, exponent %v: the cube root of chi-square per degree", r.n, r.s),
			math.Cbrt(sum/k), 1-2/(9*k), math.Sqrt(2/(9*k)))
	}
	all.pooled(t)
}

func TestZipfShares(t *testing.T) {
	for _, s := range []float64{0, 0.8, 1, 1.3, 4, 10} { // at 4 and more the rare ones are lost in the sum of all
		z := newZipf(50_000, s)
		total := zipfSum(0, 50_000, s)
		for _, r := range [][2]int{{0, 1}, {3, 3}, {10, 200}, {mostRanks - 1, mostRanks}, {4000, 4200}, {10_000, 50_000}, {0, 50_000}} {
			got, want := z.share(r[0], r[1]), zipfSum(r[0], r[1], s)/total
			if math.Abs(got-want) > 1e-6*want {
				t.Errorf("exponent %v: ranks %d to %d have %v, want %v", s, r[0], r[1], got, want)
			}
		}
	}
}

func TestSmallLogAndExp(t *testing.T) {
	for _, size := range []float64{1e-300, 1e-17, 1e-16, 3e-16, 1e-9, 1e-3, 0.1, 0.5, 0.999, 1, 1.5, 30} {
		for _, x := range []float64{size, -size} {
			if got, want := expm1(x), math.Expm1(x); math.Abs(got/want-1) > 2e-15 {
				t.Errorf("e^%v - 1 is %v, want %v", x, got, want)
			}
			if x <= -1 {
				continue
			}
			if got, want := log1p(x), math.Log1p(x); math.Abs(got/want-1) > 2e-15 {
				t.Errorf("log(1 + %v) is %v, want %v", x, got, want)
			}
		}
	}
}

func BenchmarkZipf(b *testing.B) {
	for _, s := range []float64{0, 0.9, 1} {
		b.Run(fmt.Sprint("rank, exponent ", s), func(b *testing.B) {
			z, u := newZipf(1_000_000, s), uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				u += 0x9e3779b97f4a7c15
				z.rank(u)
			}
		})
	}
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newZipf(1_000_000, 0.9)
		}
	})
}
