package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// value reads what comes after the comparison, in the unit of the measure.
func (p *thresholdParser) value(t *Threshold, from int) {
	var s string
	at := len(p.text)
	for p.words = wordsFrom(p.text, from); len(p.words) > 0 && p.words[0].text != "of" && p.words[0].text != "at"; p.words = p.words[1:] {
		s, at = s+p.words[0].text, min(at, p.words[0].at)
	}
	if s == "" {
		p.fail(at, "no value after the comparison")
		return
	}
	compared := p.words
	t.Than = p.part()
	if len(p.words) > 0 {
		p.fail(p.words[0].at, fmt.Sprintf("%q is not expected here: what comes after the comparison is VALUE [of GROUP | at NODE]", p.words[0].text))
	}
	if t.Measure == "" {
		return
	}
	unit := p.compared(t, s, compared)
	v, ok := parseValue(s, unit)
	if !ok {
		p.fail(at, fmt.Sprintf("%q is no value of %s: write %s", s, t.Measure, exampleOf(unit)))
	}
	t.Value = v
}

// compared is the unit of the value s: a percentage of a count is a share of the calls,
// or of the requests that arrived; of another part, whatever is said of it.
func (p *thresholdParser) compared(t *Threshold, s string, other []word) string {
	unit := Measures[MeasureIndex(t.Measure)].Unit
	percent := strings.HasSuffix(s, "%")
	if percent || t.Than != "" {
		switch unit {
		case "requests":
			t.Measure += "_share"
			unit = "share"
		case "calls", "attempts", "effects", "connections":
			if t.OfCalls = t.Measure != "calls"; t.OfCalls {
				unit = "share"
			}
		}
	}
	if len(other) == 0 {
		return unit
	}
	if Measures[MeasureIndex(t.Measure)].Shape == Flag {
		p.fail(other[0].at, fmt.Sprintf("%s is true or false in a trial: there is no percentage of it", t.Measure))
	}
	if !percent {
		p.fail(other[0].at, "what is compared with another part is a percentage, as in \">= 95% of plain\"")
	}
	return "share"
}

// parseValue reads 30s, 800/s, 48000/min, 95% or 1.3, as the unit asks.
func parseValue(s, unit string) (float64, bool) {
	factor := 1.0
	switch unit {
	case "s":
		d, err := time.ParseDuration(s)
		return d.Seconds(), err == nil && s != "0"
	case "1/s":
		number, per, ok := strings.Cut(s, "/")
		if !ok || per != "s" && per != "min" {
			return 0, false
		}
		if s = number; per == "min" {
			factor = 1.0 / 60
		}
	case "share":
		if !strings.HasSuffix(s, "%") {
			return 0, false
		}
		s, factor = strings.TrimSuffix(s, "%"), 0.01
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return v * factor, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

func exampleOf(unit string) string {
	switch unit {
	case "s":
		return "a time with its unit, as in 30s or 400ms"
	case "1/s":
		return "a rate, as in 800/s or 48000/min"
	case "share":
		return "a share, as in 95%"
	}
	return "a plain number, as in 1.3"
}
