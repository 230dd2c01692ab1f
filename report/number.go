package report

import (
	"math"
	"strconv"
	"strings"
)

// A number is shown with as many digits as its interval leaves meaning to, with
// thousands separators and its unit: 795.8 ± 0.4, 4.90 s ± 0.03 s, 3,200/s, 25 %.

// scale is how a unit is shown.
type scale struct {
	factor float64
	suffix string
}

// scaleFor chooses how values of about this size are shown: seconds below 1 as ms,
// below 1 ms as us; shares as %.
func scaleFor(unit string, size float64) scale {
	switch {
	case unit == "share":
		return scale{100, " %"}
	case unit == "1/s":
		return scale{1, "/s"}
	case unit == "s" && size > 0 && size < 1e-3:
		return scale{1e6, " us"}
	case unit == "s" && size > 0 && size < 1:
		return scale{1e3, " ms"}
	case unit == "s":
		return scale{1, " s"}
	}
	return scale{1, ""}
}

// Show is value with its unit, rounded to what half the width of its interval, half,
// leaves meaning to; a half of 0 or NaN is not shown.
func Show(value, half float64, unit string) string {
	switch {
	case math.IsNaN(value):
		return "-"
	case math.IsInf(value, 1):
		return "never"
	}
	sc := scaleFor(unit, math.Abs(value))
	value, half = value*sc.factor, half*sc.factor
	if !(half > math.Abs(value)*1e-9) || math.IsInf(half, 0) { // less is rounding
		return plain(value) + sc.suffix
	}
	places := placesFor(half)
	return fixed(value, places) + sc.suffix + " ± " + fixed(half, places) + sc.suffix
}

// placesFor is the decimals that half deserves: one significant digit, two if the
// first is 1.
func placesFor(half float64) int {
	e := strconv.FormatFloat(half, 'e', 0, 64)
	mantissa, exponent, _ := strings.Cut(e, "e")
	exp, _ := strconv.Atoi(exponent)
	if mantissa == "1" {
		exp--
	}
	return min(max(-exp, 0), 9)
}

// plain is value with four significant digits, whole numbers in full.
func plain(value float64) string {
	if value == math.Trunc(value) && math.Abs(value) < 1e15 {
		return fixed(value, 0)
	}
	exp := int(math.Floor(math.Log10(math.Abs(value))))
	s := fixed(value, min(max(3-exp, 0), 9))
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// fixed is value with so many decimals and thousands separators.
func fixed(value float64, places int) string {
	s := strconv.FormatFloat(value, 'f', places, 64)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	whole, rest, _ := strings.Cut(s, ".")
	if strings.Trim(s, "0.") == "" {
		sign = "" // no minus zero
	}
	if places > 0 {
		rest = "." + rest
	}
	return sign + thousands(whole) + rest
}

// thousands puts a comma after every third digit from the right.
func thousands(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// exact is value for a data file: the shortest digits that read back the same, empty
// if it is not a finite number.
func exact(value float64) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return ""
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// rounded is value for a data file with ten significant digits: what is computed with
// roots and quantiles may differ beyond them between processors.
func rounded(value float64) string {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return ""
	}
	r, _ := strconv.ParseFloat(strconv.FormatFloat(value, 'e', 9, 64), 64)
	return strconv.FormatFloat(r, 'f', -1, 64)
}
