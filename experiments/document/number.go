package document

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

const (
	countHint  = "write a whole number, for instance 1000"
	numberHint = "write a number, for instance 1.5"
)

var (
	wholeNumber  = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
	factor       = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	almostNumber = regexp.MustCompile(`^([-+]?[0-9][0-9_,']*(?:\.[0-9]+)?(?:[eE]\+?[0-9]+)?)([kKM]?)$`)
	digitsFirst  = regexp.MustCompile(`^([-+]?[0-9]+(?:\.[0-9]+)?) ?[A-Za-z/%]+$`)
)

// parseInt reads a whole number of that many bits. Octal, hexadecimal and grouped
// digits are refused, as people read them differently.
func parseInt(text string, bits int, signed bool) (int64, uint64, *fault) {
	if !wholeNumber.MatchString(text) {
		return 0, 0, &fault{fmt.Sprintf("%q is not a whole number", text), wholeAdvice(text)}
	}
	if !signed {
		if strings.HasPrefix(text, "-") {
			return 0, 0, &fault{text + " is negative", "write 0 or more"}
		}
		u, err := strconv.ParseUint(text, 10, bits)
		if err != nil {
			return 0, 0, &fault{text + " is too large", fmt.Sprintf("the most is %d", uint64(math.MaxUint64)>>(64-bits))}
		}
		return 0, u, nil
	}
	i, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		most := int64(math.MaxInt64) >> (64 - bits)
		return 0, 0, &fault{text + " is out of range", fmt.Sprintf("it lies between %d and %d", -most-1, most)}
	}
	return i, 0, nil
}

// parseFloat reads a number without a unit.
func parseFloat(text string) (float64, *fault) {
	if !factor.MatchString(text) {
		return 0, &fault{fmt.Sprintf("%q is not a number", text), floatAdvice(text)}
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, &fault{text + " is out of range", ""}
	}
	return x, nil
}

// meant returns the number that somebody wrote in another way: 1_000, 1e6, 20k, 007.
func meant(text string) (x float64, ok bool) {
	match := almostNumber.FindStringSubmatch(text)
	if match == nil {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.NewReplacer("_", "", ",", "", "'", "").Replace(match[1]), 64)
	switch match[2] {
	case "k", "K":
		x *= 1e3
	case "M":
		x *= 1e6
	}
	return x, err == nil && math.Abs(x) < 1<<53
}

func wholeAdvice(text string) string {
	if x, ok := meant(text); ok && x == math.Trunc(x) {
		return "write " + plainNumber(x)
	}
	if match := digitsFirst.FindStringSubmatch(text); match != nil && wholeNumber.MatchString(match[1]) {
		return "a count has no unit; write " + match[1]
	}
	return countHint
}

func floatAdvice(text string) string {
	if match := wholeShare.FindStringSubmatch(text); match != nil {
		if x, err := strconv.ParseFloat(match[1]+"e-2", 64); err == nil {
			return "a factor has no unit; write " + plainNumber(x)
		}
	}
	if x, ok := meant(text); ok {
		return "write " + plainNumber(x)
	}
	if match := digitsFirst.FindStringSubmatch(text); match != nil && factor.MatchString(match[1]) {
		return "a factor has no unit; write " + match[1]
	}
	return numberHint
}

// formatFloat writes x as parseFloat reads it.
func formatFloat(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	return plainNumber(x)
}
