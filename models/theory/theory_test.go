package theory

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// value is one row of a table: an answer and what it must print as.
type value struct {
	name string // where the value stands in the literature or our tables, and what it is
	got  float64
	want string // with as many digits as are known; "NaN" and "+Inf" as such
}

// check compares each answer with its row to the last printed digit.
func check(t *testing.T, rows []value) {
	t.Helper()
	for _, r := range rows {
		if !prints(r.got, r.want) {
			t.Errorf("%s: got %.12g, want %s", r.name, r.got, r.want)
		}
	}
}

// prints reports whether got rounds to want.
func prints(got float64, want string) bool {
	w, err := strconv.ParseFloat(want, 64)
	if err != nil || math.IsNaN(w) || math.IsInf(w, 0) {
		return err == nil && (got == w || math.IsNaN(got) && math.IsNaN(w))
	}
	mantissa, exponent, _ := strings.Cut(want, "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	scale, _ := strconv.Atoi(exponent)
	unit := math.Pow(10, float64(scale-len(decimals)))
	return math.Abs(got-w) <= unit*0.5000001
}

func TestPrints(t *testing.T) {
	for _, r := range []struct {
		got  float64
		want string
		is   bool
	}{
		{0.12344, ".1234", true},
		{0.12346, ".1234", false},
		{4.54e-5, "4.5e-5", true},
		{4.56e-5, "4.5e-5", false},
		{math.NaN(), "NaN", true},
		{0, "NaN", false},
		{math.Inf(1), "+Inf", true},
		{5, "+Inf", false},
		{math.NaN(), "1", false},
		{1, "one", false},
	} {
		if got := prints(r.got, r.want); got != r.is {
			t.Errorf("prints(%g, %q) = %v, want %v", r.got, r.want, got, r.is)
		}
	}
}

// same reports whether a and b agree but for rounding.
func same(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= tolerance*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}
