package document

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"retrystorm/sim"
)

const (
	sharePattern = `^([0-9]+(?:\.[0-9]+)?) ?%$`
	shareHint    = "write for instance 20% or 0.1%"
)

var wholeShare = regexp.MustCompile(sharePattern)

// ParseShare reads a share from 0% to 100%.
func ParseShare(text string) (sim.Share, error) {
	s, f := parseShare(text)
	return s, asError(f)
}

func parseShare(text string) (sim.Share, *fault) {
	if bareNumber.MatchString(text) {
		return 0, &fault{text + " has no unit", bareShare(text)}
	}
	match := wholeShare.FindStringSubmatch(text)
	if match == nil {
		return 0, &fault{fmt.Sprintf("%q is not a share", text), shareHint}
	}
	// The exponent, not a division, gives the nearest number to the one written.
	s, err := strconv.ParseFloat(match[1]+"e-2", 64)
	if err != nil || s > 1 {
		return 0, &fault{text + " is more than the whole", "a share lies between 0% and 100%"}
	}
	return sim.Share(s), nil
}

// bareShare tells what a number without a unit most likely means: below 1 a part,
// from 1 on a percentage.
func bareShare(text string) string {
	number := strings.TrimLeft(text, "+-")
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || x > 100:
		return shareHint
	case x > 1:
		return "write " + number + "%"
	case x == 1:
		return "write 100% or 1%"
	}
	return "write " + formatShare(sim.Share(x))
}

// formatShare writes s as [ParseShare] reads it, exactly: the digits are those of s,
// with the point moved by two places.
func formatShare(s sim.Share) string {
	text := strconv.FormatFloat(float64(s), 'f', -1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	fraction += strings.Repeat("0", max(0, 2-len(fraction)))
	whole = strings.TrimLeft(whole+fraction[:2], "0")
	if whole == "" {
		whole = "0"
	}
	if fraction = fraction[2:]; fraction != "" {
		fraction = "." + fraction
	}
	return whole + fraction + "%"
}
