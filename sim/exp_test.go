package sim

import (
	"math"
	"testing"
)

func TestExpIsAccurate(t *testing.T) {
	regions := []region{
		{"all that is finite", func(u float64) float64 { return -708 + u*(708+709.7) }},
		{"results that are subnormal", func(u float64) float64 { return -745 + u*37 }},
		{"what samplers take", func(u float64) float64 { return 20 * (u - 0.5) }},
		{"near 0", func(u float64) float64 { return (u - 0.5) * 0x1p-10 }},
		{"the edges of the cells", func(u float64) float64 { return (math.Floor(2000*u) + 0.5) * math.Ln2 / 128 }},
	}
	for _, r := range regions {
		w := r.worst(3000, func(x float64) float64 { return ulps(Exp(x), exactExp(exact(160, x))) })
		if !(w.off <= 1.1) {
			t.Errorf("%s: Exp(%v) is %.2f units in the last place off, want at most 1.1", r.why, w.at, w.off)
		}
	}
}

func TestExpAtTheEnds(t *testing.T) {
	rows := []struct {
		why     string
		x, want float64
	}{
		{"zero", 0, 1},
		{"minus zero", math.Copysign(0, -1), 1},
		{"the least", 5e-324, 1},
		{"the largest finite result", 709.782712893384, 0x1.fffffffffff2ap1023},
		{"just beyond", 709.7827128933841, math.Inf(1)},
		{"far beyond", 1e300, math.Inf(1)},
		{"infinite", math.Inf(1), math.Inf(1)},
		{"the least result", -745.13, 5e-324},
		{"just below it", -745.14, 0},
		{"far below", -1e300, 0},
		{"minus infinite", math.Inf(-1), 0},
		{"not a number", math.NaN(), math.NaN()},
	}
	for _, r := range rows {
		if got := Exp(r.x); !equalOrNaN(got, r.want) {
			t.Errorf("%s: Exp(%v) = %x, want %x", r.why, r.x, got, r.want)
		}
	}
}

func TestExpKnownBits(t *testing.T) {
	rows := []known{
		{-745, 0x0000000000000001},
		{-708.5, 0x000e6cf6d08897ac},
		{-36.7, 0x3ca0998b04bdd18f},
		{-1, 0x3fd78b56362cef37},
		{-0.1, 0x3fecf46d99d52b3b},
		{1e-9, 0x3ff000000044b830},
		{0.5, 0x3ffa61298e1e069c},
		{1, 0x4005bf0a8b145769},
		{math.Pi, 0x403724046eb09339},
		{10, 0x40d5829dcf95055f},
		{100.1, 0x48f5508d07df81bb},
		{709.7, 0x7fed75ae7a50ee14},
	}
	for _, r := range rows {
		if got := math.Float64bits(Exp(r.x)); got != r.want {
			t.Errorf("Exp(%v) has bits %#016x, want %#016x", r.x, got, r.want)
		}
	}
}

func BenchmarkExp(b *testing.B) { benchmarkOfUnit(b, Exp) }
