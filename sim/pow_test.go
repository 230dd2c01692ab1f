package sim

import (
	"math"
	"math/big"
	"testing"
)

func TestPowIsAccurate(t *testing.T) {
	for i := range uint64(2000) {
		x := Exp(20 * (Open(Key(i, 1, 1)) - 0.5))
		y := 20 * (Open(Key(i, 2, 2)) - 0.5)
		exponent := new(big.Float).Mul(exactLog(160, x), exact(160, y))
		bound := 1.1 + 3*math.Abs(y*Log(x))
		if off := ulps(Pow(x, y), exactExp(exponent)); !(off <= bound) {
			t.Errorf("Pow(%v, %v) is %.2f units in the last place off, want at most %.2f", x, y, off, bound)
		}
	}
}

func TestPowAtTheEnds(t *testing.T) {
	rows := []struct{ x, y, want float64 }{
		{1, 1e300, 1},
		{2, 0, 1},
		{0, 2, 0},
		{0, -1, math.Inf(1)},
		{10, 400, math.Inf(1)},
		{10, -400, 0},
		{-1, 2, math.NaN()},
	}
	for _, r := range rows {
		if got := Pow(r.x, r.y); !equalOrNaN(got, r.want) {
			t.Errorf("Pow(%v, %v) = %v, want %v", r.x, r.y, got, r.want)
		}
	}
}
