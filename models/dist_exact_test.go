package models

import (
	"math"
	"math/big"
	"testing"

	"retrystorm/sim"
)

// exactErlang is F(x) for k stages of rate 1, from sums of 600 bits.
func exactErlang(k int, x float64) *big.Float {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(x) }
	part, all, term := num(0), num(0), num(1)
	for n := 0; term.MantExp(nil)+600 > all.MantExp(nil); n++ {
		if n < k {
			part.Add(part, term)
		}
		all.Add(all, term)
		term.Mul(term, num(x))
		term.Quo(term, num(float64(n+1)))
	}
	return part.Quo(part.Sub(all, part), all) // 1 - part exp(-x)
}

func TestErlangIsAccurate(t *testing.T) {
	const mean = 1 << 55 // a year or so, so that rounding to nanoseconds does not show
	for _, k := range []int{2, 3, 10, 100, 1000} {
		d := NewErlang(mean, k)
		for i := range uint64(60) {
			u := draw(k, i)
			switch i % 3 {
			case 1:
				u >>= i * 5 / 6
			case 2:
				u = ^(u >> (i * 5 / 6))
			}
			x := float64(d.At(u)) / mean * float64(k)
			off := new(big.Float).Sub(exactErlang(k, x), new(big.Float).SetFloat64(middle(u)))
			f, _ := off.Float64()
			lg, _ := math.Lgamma(float64(k))
			density := math.Exp(float64(k-1)*math.Log(x) - x - lg)
			if e := math.Abs(f / density / x); !(e <= 1e-9) {
				t.Errorf("%d stages: At(%#x) is %.2g of itself off, want at most 1e-9", k, u, e)
			}
		}
	}
}

func TestNormalBelow(t *testing.T) {
	for z := -37.5; z < 9; z += 0.37 {
		got, want := normalBelow(z), math.Erfc(-z/math.Sqrt2)/2
		if math.Abs(got/want-1) > 1e-12 {
			t.Errorf("normalBelow(%v) = %v, want %v", z, got, want)
		}
	}
	if got := normalBelow(math.Inf(1)); got != 1 {
		t.Errorf("normalBelow(+Inf) = %v, want 1", got)
	}
}

func TestGamma(t *testing.T) {
	for x := 1.0; x <= 12; x += 0.037 {
		got, want := gamma(x), math.Gamma(x)
		if math.Abs(got/want-1) > 2e-14 {
			t.Errorf("gamma(%v) = %v, want %v", x, got, want)
		}
	}
}

// Words far out: a processor or compiler that rounds otherwise is caught here, and so
// is a change that would alter the results of every scenario.
func TestDistKnownAnswers(t *testing.T) {
	const mean = 1e15 // ns, so that all digits show
	rows := []struct {
		dist sim.Dist
		want [4]int64
	}{
		{&Uniform{Max: mean}, [4]int64{4444444444444, 333333333333333, 753905181354947, 999999046325684}},
		{&Exponential{MeanTime: mean}, [4]int64{4454350349380, 405465108108164, 1402038375666765, 13862943611315322}},
		{NewNormal(mean, mean), [4]int64{15335972209406, 846757451737039, 1816697771100453, 5797730146151988}},
		{&Normal{Mu: mean, SD: 2 * mean, Negative: Absolute}, [4]int64{4232596407287933, 138545401409085, 2373660714645232, 10526002068582592}},
		{NewLognormal(mean, 6*mean), [4]int64{133309737777432, 717668626709176, 1697231869798704, 39192146030230096}},
		{NewErlang(mean, 3), [4]int64{107909706748230, 678995159163720, 1315395644860290, 6393937402384624}},
		{NewWeibull(mean, 0.7), [4]int64{345738207721, 217550656019477, 1280217752844867, 33794725628188652}},
		{&Pareto{Min: mean / 1000, Shape: 1.5}, [4]int64{1002973980431, 1310370697104, 2546429674540, 10321273241539844}},
		{NewMixture(parts(MixturePart{Share: 0.3, Time: &Uniform{Max: mean}}, MixturePart{Time: &Exponential{MeanTime: mean}})), [4]int64{14814814814814, 48790164169432, 1045363431728033, 13506268667295100}},
	}
	for _, r := range rows {
		var got [4]int64
		for i, u := range []uint64{0x0123456789abcdef, 0x5555555555555555, 0xc0ffee123456789a, 0xfffff00000000000} {
			got[i] = int64(r.dist.At(u))
		}
		if got != r.want {
			t.Errorf("%T draws %d, want %d", r.dist, got, r.want)
		}
	}
}
