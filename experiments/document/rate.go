package document

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"retrystorm/sim"
)

const (
	ratePattern = `^([0-9]+(?:\.[0-9]+)?) ?(?:/(s|min|h|d)|rps|qps)$`
	rateHint    = "write for instance 800/s, 60/min or 1000/h"
)

var (
	wholeRate  = regexp.MustCompile(ratePattern)
	almostRate = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) *(?:/|per)? *([A-Za-z]+)$`)
)

// ParseRate reads a rate of 0 or more: a number per s, min, h or d; rps and qps are
// per second.
func ParseRate(text string) (sim.Rate, error) {
	r, f := parseRate(text)
	return r, asError(f)
}

func parseRate(text string) (sim.Rate, *fault) {
	if bareNumber.MatchString(text) {
		return 0, &fault{text + " has no unit", "write " + strings.TrimLeft(text, "+-") + "/s"}
	}
	match := wholeRate.FindStringSubmatch(text)
	if match == nil {
		return 0, &fault{fmt.Sprintf("%q is not a rate", text), rateAdvice(text)}
	}
	n, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return 0, &fault{"the rate is too high", ""}
	}
	return sim.Rate(n / seconds(match[2])), nil
}

// seconds returns how many seconds a unit of a rate has.
func seconds(unit string) float64 {
	switch unit {
	case "min":
		return 60
	case "h":
		return 3600
	case "d":
		return 86400
	}
	return 1
}

// rateAdvice finds the rate that somebody meant.
func rateAdvice(text string) string {
	if rest, negative := strings.CutPrefix(text, "-"); negative && wholeRate.MatchString(rest) {
		return "write " + rest + ": no rate is negative"
	}
	match := almostRate.FindStringSubmatch(text)
	if match == nil {
		return rateHint
	}
	for _, row := range []struct{ unit, words string }{
		{"s", " s sec second rps qps tps ps "},
		{"min", " m min minute rpm qpm tpm "},
		{"h", " h hr hour rph "},
		{"d", " d day "},
	} {
		if strings.Contains(row.words, " "+strings.ToLower(match[2])+" ") {
			return "write " + match[1] + "/" + row.unit
		}
	}
	return rateHint
}

// formatRate writes r as [ParseRate] reads it: per second, or per minute, hour or day
// where that is the shorter way to write the same number.
func formatRate(r sim.Rate) string {
	best := plainNumber(float64(r)) + "/s"
	for _, unit := range []string{"min", "h", "d"} {
		text := plainNumber(float64(r)*seconds(unit)) + "/" + unit
		if back, f := parseRate(text); f == nil && back == r && len(text) < len(best)-2 {
			best = text
		}
	}
	return best
}

// plainNumber writes x with the fewest digits that give x back, without exponent.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
