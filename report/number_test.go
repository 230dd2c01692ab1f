package report

import (
	"math"
	"testing"
)

func TestShow(t *testing.T) {
	tests := []struct {
		value, half float64
		unit        string
		want        string
		why         string
	}{
		{795.8234, 0.4123, "attempts", "795.8 ± 0.4", "as many digits as the interval"},
		{4.8991, 0.0331, "s", "4.90 s ± 0.03 s", "units on every number"},
		{0.9897, 0.0331, "s", "990 ms ± 33 ms", "below a second in ms"},
		{0.00042, 0, "s", "420 us", "below a millisecond in us"},
		{63569, 234, "attempts", "63,569 ± 234", "whole numbers are not rounded to tens"},
		{2422.53, 2.04, "attempts", "2,423 ± 2", "thousands separators"},
		{1.1049, 0.0142, "attempts/call", "1.105 ± 0.014", "two digits if the first is 1"},
		{3, 0.96, "attempts", "3.0 ± 1.0", "0.96 is one digit: 1.0"},
		{0.25, 0, "share", "25 %", "shares as %"},
		{0.7561, 0.0212, "share", "76 % ± 2 %", "both in %"},
		{3200, 0, "1/s", "3,200/s", "rates"},
		{5050, 0, "attempts", "5,050", "no interval if all trials agree"},
		{188.55, 0, "s", "188.6 s", "four digits without an interval"},
		{0, 0, "s", "0 s", "zero"},
		{0, 0.0004, "s", "0.0000 s ± 0.0004 s", "zero with an interval stays in s"},
		{5, math.NaN(), "s", "5 s", "one trial"},
		{math.Inf(1), 0, "s", "never", "infinite"},
		{math.NaN(), 0, "s", "-", "does not apply"},
		{-0.001, 0.4, "1", "0.0 ± 0.4", "no minus zero"},
		{-1234.5, 0.4, "1", "-1,234.5 ± 0.4", "negative differences"},
	}
	for _, tt := range tests {
		if got := Show(tt.value, tt.half, tt.unit); got != tt.want {
			t.Errorf("Show(%g, %g, %q): got %q, want %q (%s)", tt.value, tt.half, tt.unit, got, tt.want, tt.why)
		}
	}
}

func TestRounded(t *testing.T) {
	tests := []struct {
		value float64
		want  string
	}{
		{0.1 + 0.2, "0.3"}, {5050, "5050"}, {1.0 / 3, "0.3333333333"}, {123456789012, "123456789000"}, {math.Inf(1), ""}, {math.NaN(), ""},
	}
	for _, tt := range tests {
		if got := rounded(tt.value); got != tt.want {
			t.Errorf("rounded(%v): got %q, want %q", tt.value, got, tt.want)
		}
	}
}
