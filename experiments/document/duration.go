package document

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	durationPattern = `^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h|d))+$`
	durationHint    = "write for instance 250ms, 1.5s, 1m30s, 24h or 7d"
	longestTime     = "the longest is 106751d, 292 years"
)

var (
	bareNumber     = regexp.MustCompile(`^[-+]?[0-9]*\.?[0-9]+$`)
	wholeDuration  = regexp.MustCompile(durationPattern)
	durationParts  = regexp.MustCompile(`([0-9]+)(?:\.([0-9]+))?(ns|us|µs|ms|s|m|h|d)`)
	almostDuration = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) *([A-Za-zµμ]+)$`)
)

// ParseDuration reads a duration of 0 or more: numbers with their units ns, us, ms,
// s, m, h and d, a day being 24 hours. The result is exact.
func ParseDuration(text string) (time.Duration, error) {
	d, f := parseDuration(text)
	return d, asError(f)
}

func parseDuration(text string) (time.Duration, *fault) {
	if bareNumber.MatchString(text) {
		return 0, bareDuration(text)
	}
	if !wholeDuration.MatchString(text) {
		return 0, &fault{fmt.Sprintf("%q is not a duration", text), durationAdvice(text)}
	}
	total := time.Duration(0)
	for _, part := range durationParts.FindAllStringSubmatch(text, -1) {
		d, f := amount(part[1], part[2], durationUnit(part[3]))
		if f != nil {
			return 0, &fault{text + " " + f.message, f.hint}
		}
		if total > math.MaxInt64-d {
			return 0, &fault{text + " is too long", longestTime}
		}
		total += d
	}
	return total, nil
}

// amount returns whole.fraction times unit.
func amount(whole, fraction string, unit time.Duration) (time.Duration, *fault) {
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n > math.MaxInt64/int64(unit) {
		return 0, &fault{"is too long", longestTime}
	}
	total := time.Duration(n) * unit
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return total, nil
	}
	numerator, err := strconv.ParseUint(fraction, 10, 64)
	if err != nil || len(fraction) > 18 {
		return 0, &fault{"has too many digits", "no time is shorter than 1ns"}
	}
	denominator := uint64(1)
	for range fraction {
		denominator *= 10
	}
	hi, lo := bits.Mul64(numerator, uint64(unit))
	part, rest := bits.Div64(hi, lo, denominator)
	if rest != 0 {
		return 0, &fault{"has too many digits", "no time is shorter than 1ns"}
	}
	if total > math.MaxInt64-time.Duration(part) {
		return 0, &fault{"is too long", longestTime}
	}
	return total + time.Duration(part), nil
}

func durationUnit(name string) time.Duration {
	switch name {
	case "ns":
		return time.Nanosecond
	case "us", "µs":
		return time.Microsecond
	case "ms":
		return time.Millisecond
	case "s":
		return time.Second
	case "m":
		return time.Minute
	case "h":
		return time.Hour
	}
	return 24 * time.Hour
}

func bareDuration(text string) *fault {
	number := strings.TrimLeft(text, "+-")
	if strings.Trim(number, "0.") == "" {
		return &fault{text + " has no unit", "write 0s"}
	}
	return &fault{text + " has no unit", fmt.Sprintf("write %sms or %ss", number, number)}
}

// durationAdvice finds the duration that somebody meant.
func durationAdvice(text string) string {
	if rest, negative := strings.CutPrefix(text, "-"); negative && wholeDuration.MatchString(rest) {
		return "write " + rest + ": no time is negative"
	}
	if compact := strings.ReplaceAll(text, " ", ""); wholeDuration.MatchString(compact) {
		return "write " + compact
	}
	match := almostDuration.FindStringSubmatch(text)
	if match == nil {
		return durationHint
	}
	for _, row := range []struct{ unit, words string }{
		{"ms", " ms msec msecs milli millis millisecond milliseconds "},
		{"s", " s sec secs second seconds "},
		{"m", " m min mins minute minutes "},
		{"h", " h hr hrs hour hours "},
		{"d", " d day days "},
		{"us", " us μs micros microsecond microseconds "},
	} {
		if strings.Contains(row.words, " "+strings.ToLower(match[2])+" ") {
			return "write " + match[1] + row.unit
		}
	}
	return durationHint
}

// formatDuration writes d as [ParseDuration] reads it, without parts that are zero.
func formatDuration(d time.Duration) string {
	text := strings.ReplaceAll(d.String(), "µ", "u")
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
