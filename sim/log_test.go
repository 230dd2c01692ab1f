package sim

import (
	"math"
	"testing"
)

// A region is where a function is tried: from maps units to it.
type region struct {
	why  string
	from func(u float64) float64
}

// worst is the largest error of a function over a region, and where it is.
type worst struct{ at, off float64 }

func (r region) worst(n uint64, off func(x float64) float64) worst {
	w := worst{off: -1}
	for i := range n {
		x := r.from(Unit(Key(0x10c, ForTrial, i)))
		if e := off(x); !(e <= w.off) {
			w = worst{x, e}
		}
	}
	return w
}

func logError(x float64) float64 { return ulps(Log(x), exactLog(160, x)) }

func TestLogIsAccurate(t *testing.T) {
	regions := []region{
		{"all magnitudes", func(u float64) float64 { return math.Ldexp(1+u, int(u*2044)-1022) }},
		{"subnormal numbers", func(u float64) float64 { return (u + 0x1p-54) * 0x1p-1022 }},
		{"the units that samplers take", func(u float64) float64 { return u + 0x1p-54 }},
		{"near 1, where the result is near 0", func(u float64) float64 { return 1 + (u-0.5)*0x1p-8 }},
		{"very near 1", func(u float64) float64 { return 1 + (u-0.5)*0x1p-40 }},
	}
	for _, r := range regions {
		if w := r.worst(1500, logError); !(w.off <= 2) {
			t.Errorf("%s: Log(%v) is %.2f units in the last place off, want at most 2", r.why, w.at, w.off)
		}
	}
}

func TestLogIsAccurateAtTheEdgesOfItsCells(t *testing.T) {
	for cell := range uint64(512) {
		centre := math.Float64bits(0.75) + cell<<43
		for _, bits := range []uint64{centre, centre - 1<<42, centre - 1<<42 - 1} {
			x := math.Float64frombits(bits)
			if off := logError(x); !(off <= 2) {
				t.Errorf("Log(%v) is %.2f units in the last place off, want at most 2", x, off)
			}
		}
	}
}

// equalOrNaN also tells 0 from -0.
func equalOrNaN(a, b float64) bool {
	return a != a && b != b || math.Float64bits(a) == math.Float64bits(b)
}

func TestLogAtTheEnds(t *testing.T) {
	rows := []struct {
		why     string
		x, want float64
	}{
		{"zero", 0, math.Inf(-1)},
		{"minus zero", math.Copysign(0, -1), math.Inf(-1)},
		{"one, exactly", 1, 0},
		{"negative", -1, math.NaN()},
		{"the least negative", -5e-324, math.NaN()},
		{"infinite", math.Inf(1), math.Inf(1)},
		{"minus infinite", math.Inf(-1), math.NaN()},
		{"not a number", math.NaN(), math.NaN()},
	}
	for _, r := range rows {
		if got := Log(r.x); !equalOrNaN(got, r.want) {
			t.Errorf("%s: Log(%v) = %v, want %v", r.why, r.x, got, r.want)
		}
	}
}

// known is an argument and the bits of the result.
type known struct {
	x    float64
	want uint64
}

// A processor or compiler that rounds otherwise is caught here.
func TestLogKnownBits(t *testing.T) {
	rows := []known{
		{0x1p-54, 0xc042b708872320e2},
		{1e-300, 0xc085963447f87fb5},
		{5e-324, 0xc0874385446d71c3},
		{0.1, 0xc0026bb1bbb55516},
		{1.0 / 3, 0xbff193ea7aad030b},
		{0.6278482882859732, 0xbfddca0afc73628a},
		{0.75, 0xbfd269621134db92},
		{1 - 0x1p-53, 0xbca0000000000000},
		{1 + 0x1p-52, 0x3cafffffffffffff},
		{1.0009755169904344, 0x3f4ff33da4092949},
		{math.E, 0x3fefffffffffffff},
		{10, 0x40026bb1bbb55515},
		{1e10, 0x4037069e2aa2aa5b},
		{math.MaxFloat64, 0x40862e42fefa39ef},
	}
	for _, r := range rows {
		if got := math.Float64bits(Log(r.x)); got != r.want {
			t.Errorf("Log(%v) has bits %#016x, want %#016x", r.x, got, r.want)
		}
	}
}

func BenchmarkLog(b *testing.B) { benchmarkOfUnit(b, Log) }

// benchmarkOfUnit times f on keyed draws, whose own cost BenchmarkKey tells.
func benchmarkOfUnit(b *testing.B, f func(float64) float64) {
	sum, i := 0.0, uint64(0)
	for b.Loop() {
		i++
		sum += f(Unit(Key(7, ForTrial, i)) + 0x1p-54)
	}
	if math.IsNaN(sum) {
		b.Fatal("sum is not a number")
	}
}
