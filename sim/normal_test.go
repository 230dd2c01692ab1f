package sim

import (
	"math"
	"math/big"
	"testing"
)

// normError is how far NormInv(p) is off, relative to itself, by the distribution
// function: (F(z) - p) / density(z) / z.
func normError(p float64) float64 {
	z := NormInv(p)
	prec := uint(250 + z*z)
	off := new(big.Float).Sub(exactNormal(prec, z), exact(prec, p))
	if off.Sign() == 0 {
		return 0
	}
	off.Quo(off, exactDensity(prec, z))
	off.Quo(off, exact(prec, z))
	e, _ := off.Float64()
	return math.Abs(e)
}

func TestNormInvIsAccurate(t *testing.T) {
	regions := []region{
		{"the whole interval", func(u float64) float64 { return u + 0x1p-54 }},
		{"the lower tail", func(u float64) float64 { return math.Pow(2, -54*u) }},
		{"the upper tail", func(u float64) float64 { return 1 - math.Pow(2, -52*u-1) }},
		{"near the median", func(u float64) float64 { return 0.5 + (u-0.5)*1e-6 }},
		{"around the first seam", func(u float64) float64 { return 0.075 + (u-0.5)*1e-3 }},
		{"around the second seam", func(u float64) float64 { return 1.3888e-11 * (1 + (u-0.5)*1e-3) }},
		{"beyond what a draw can be", func(u float64) float64 { return math.Pow(10, -300*u) }},
	}
	for _, r := range regions {
		if w := r.worst(150, normError); !(w.off <= 1e-15) {
			t.Errorf("%s: NormInv(%v) is %.3g of itself off, want at most 1e-15", r.why, w.at, w.off)
		}
	}
}

func TestNormInvAtTheEnds(t *testing.T) {
	rows := []struct {
		why     string
		p, want float64
	}{
		{"zero", 0, math.Inf(-1)},
		{"one", 1, math.Inf(1)},
		{"the median", 0.5, 0},
		{"below zero", -0x1p-60, math.NaN()},
		{"above one", 1 + 0x1p-52, math.NaN()},
		{"far below", -1e300, math.NaN()},
		{"infinite", math.Inf(1), math.NaN()},
		{"minus infinite", math.Inf(-1), math.NaN()},
		{"not a number", math.NaN(), math.NaN()},
	}
	for _, r := range rows {
		if got := NormInv(r.p); !equalOrNaN(got, r.want) {
			t.Errorf("%s: NormInv(%v) = %v, want %v", r.why, r.p, got, r.want)
		}
	}
	if got := NormInv(5e-324); !(got > -38.5 && got < -38.4) {
		t.Errorf("NormInv of the least number = %v, want about -38.47", got)
	}
}

func TestNormInvIsOdd(t *testing.T) {
	for i := range uint64(10000) {
		p := (float64(Key(3, ForTrial, i)>>13) + 0.5) * 0x1p-52 // below 1/2, and 1-p is exact
		if up, down := NormInv(1-p), NormInv(p); up != -down {
			t.Fatalf("NormInv(1-%v) = %v, want %v", p, up, -down)
		}
	}
}

func TestNormInvKnownBits(t *testing.T) {
	rows := []known{
		{1e-300, 0xc04286074064c26e},
		{0x1p-54, 0xc02095b059d67c4b},
		{1.3e-11, 0xc01aaba25670981e},
		{1.5e-11, 0xc01a9616adc10a21},
		{0.001, 0xc008b8cbb7204471},
		{0.01, 0xc0029c5c4630ff0f},
		{0.0749, 0xbff70b374817af50},
		{0.0751, 0xbff7056dc6686c9a},
		{0.25, 0xbfe5956b87528a49},
		{0.4999999, 0xbe90d25ac61904ee},
		{2.0 / 3, 0x3fdb91093bfdfa28},
		{0.9, 0x3ff4813c36e26d34},
		{0.999, 0x4008b8cbb7204471},
		{1 - 0x1p-53, 0x40206b48528cea51},
	}
	for _, r := range rows {
		if got := math.Float64bits(NormInv(r.x)); got != r.want {
			t.Errorf("NormInv(%v) has bits %#016x, want %#016x", r.x, got, r.want)
		}
	}
}

func BenchmarkNormInv(b *testing.B) { benchmarkOfUnit(b, NormInv) }
