package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Threshold is a bound on a measure:
//
//	[VARIANT:] MEASURE [of GROUP | at NODE] [STATISTIC] OP VALUE
//
// MEASURE is a name of the catalogue; - may stand for _, and the unit at its end may
// be left out: recovery-time is recovery_time_s, latency p99 is latency_p99_s.
// STATISTIC is taken over the trials: mean (the default), p1 .. p99, min, max, or
// share (of the trials in which a flag is 1, the default for flags). OP is < <= > >=
// or =, and VALUE has the unit of the measure: 30s, 800/s, 95%, 1.3. A count of calls
// may be bounded as a share of the calls: failed < 1%.
type Threshold struct {
	Text      string
	Variant   string // "" is every variant
	Measure   string // as in the catalogue
	Part      string // as Part.String writes it; a group may also be a fleet
	Phase     Phase  // the zero value is the whole run
	Statistic string // mean, share, min, max, p1 .. p99
	Op        string
	Value     float64 // in the unit of the measure; a share is 0 to 1
	OfCalls   bool    // the measure is divided by calls
}

// ThresholdError says what is wrong with a threshold, and where.
type ThresholdError struct {
	Text    string
	At      int // byte in Text
	Problem string
}

func (e *ThresholdError) Error() string {
	return fmt.Sprintf("threshold %q, column %d: %s", e.Text, e.At+1, e.Problem)
}

// Names is what a threshold may name besides measures.
type Names struct {
	Variants []string
	Parts    []Part
}

// ParseThreshold reads a threshold. Its error is a [*ThresholdError].
func ParseThreshold(text string, names Names) (Threshold, error) {
	p := thresholdParser{text: text, names: names}
	t := Threshold{Text: text, Part: Part{}.String()}
	at := strings.IndexAny(text, "<>=")
	if at < 0 {
		return t, p.wrong(len(text), "no comparison: write it as in \"recovery-time p95 < 30s\", with <, <=, >, >= or =")
	}
	t.Op = text[at : at+1]
	end := at + 1
	if end < len(text) && text[end] == '=' && t.Op != "=" {
		t.Op, end = t.Op+"=", end+1
	}
	p.words = wordsOf(text[:at])
	p.variant(&t)
	p.measure(&t)
	p.part(&t)
	p.statistic(&t)
	if len(p.words) > 0 {
		p.fail(p.words[0].at, fmt.Sprintf("%q is not expected here: what comes before the comparison is [VARIANT:] MEASURE [of GROUP | at NODE] [STATISTIC]", p.words[0].text))
	}
	p.value(&t, end)
	if p.err != nil {
		return t, p.err
	}
	return t, nil
}

// thresholdParser eats words; the first error stays.
type thresholdParser struct {
	text  string
	names Names
	words []word
	err   error
}

type word struct {
	text string
	at   int
}

func wordsOf(s string) []word {
	var words []word
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:]+" ", ' ')
		if n > 0 {
			words = append(words, word{s[i : i+n], i})
		}
		i += n + 1
	}
	return words
}

func (p *thresholdParser) wrong(at int, problem string) error {
	return &ThresholdError{p.text, at, problem}
}

func (p *thresholdParser) fail(at int, problem string) {
	if p.err == nil {
		p.err = p.wrong(at, problem)
	}
}

// variant eats a name that ends in a colon.
func (p *thresholdParser) variant(t *Threshold) {
	if len(p.words) == 0 || !strings.HasSuffix(p.words[0].text, ":") {
		return
	}
	w := p.words[0]
	t.Variant = strings.TrimSuffix(w.text, ":")
	for _, v := range p.names.Variants {
		if v == t.Variant {
			p.words = p.words[1:]
			return
		}
	}
	p.words = p.words[1:]
	p.fail(w.at, fmt.Sprintf("unknown variant %q: there are %s", t.Variant, list(p.names.Variants)))
}

// measure eats one word, or two if the second belongs to the name (latency p99).
func (p *thresholdParser) measure(t *Threshold) {
	if len(p.words) == 0 {
		p.fail(0, "no measure before the comparison, as in \"amplification < 1.3\"")
		return
	}
	w := p.words[0]
	p.words = p.words[1:]
	if len(p.words) > 0 {
		if m, ok := findMeasure(w.text + "_" + p.words[0].text); ok {
			t.Measure = m
			p.words = p.words[1:]
			return
		}
	}
	m, ok := findMeasure(w.text)
	if !ok {
		p.fail(w.at, fmt.Sprintf("unknown measure %q: did you mean %q?", w.text, nearestMeasure(w.text)))
		return
	}
	t.Measure = m
	if Measures[MeasureIndex(m)].Shape == Word {
		p.fail(w.at, fmt.Sprintf("%s is a word and has no order: use recovered, metastable or recovery-time", m))
	}
}

// findMeasure finds a name that may be written with - and without its unit.
func findMeasure(text string) (string, bool) {
	text = strings.ReplaceAll(text, "-", "_")
	for _, suffix := range []string{"", "_s", "_per_s", "_share"} {
		if MeasureIndex(text+suffix) >= 0 {
			return text + suffix, true
		}
	}
	return "", false
}

// part eats of GROUP or at NODE.
func (p *thresholdParser) part(t *Threshold) {
	if len(p.words) == 0 || p.words[0].text != "of" && p.words[0].text != "at" {
		return
	}
	at := p.words[0].text == "at"
	if len(p.words) == 1 {
		p.fail(p.words[0].at, fmt.Sprintf("no name after %q", p.words[0].text))
		p.words = nil
		return
	}
	w := p.words[1]
	p.words = p.words[2:]
	var there []string
	for _, part := range p.names.Parts {
		if part.Kind == Total || (part.Kind == NodePart) != at {
			continue
		}
		if part.Name == w.text {
			t.Part = part.String()
			return
		}
		there = append(there, part.Name)
	}
	if there == nil {
		p.fail(w.at, fmt.Sprintf("there is nothing to tell apart here: leave out %q", p.text[w.at-3:w.at]+w.text))
		return
	}
	p.fail(w.at, fmt.Sprintf("unknown name %q: there are %s", w.text, list(there)))
}

// statistic eats one word, or sets the default.
func (p *thresholdParser) statistic(t *Threshold) {
	isFlag := t.Measure != "" && Measures[MeasureIndex(t.Measure)].Shape == Flag
	t.Statistic = "mean"
	if isFlag {
		t.Statistic = "share"
	}
	if len(p.words) == 0 {
		return
	}
	w := p.words[0]
	switch {
	case w.text == "share" && isFlag, w.text == "mean" && isFlag:
	case w.text == "share":
		p.fail(w.at, fmt.Sprintf("share is for recovered and metastable, not for %s", t.Measure))
	case isFlag:
		p.fail(w.at, fmt.Sprintf("%s is true or false in a trial: leave out %q", t.Measure, w.text))
	case w.text == "mean", w.text == "min", w.text == "max", percentile(w.text) > 0:
		t.Statistic = w.text
	default:
		return // not a statistic: the caller says what is expected
	}
	p.words = p.words[1:]
}

// percentile is the quantile that p95 names, as a share; 0 if it is none.
func percentile(s string) float64 {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "p"))
	if !strings.HasPrefix(s, "p") || err != nil || n < 1 || n > 99 || s != "p"+strconv.Itoa(n) {
		return 0
	}
	return float64(n) / 100
}

// value reads what comes after the comparison, in the unit of the measure.
func (p *thresholdParser) value(t *Threshold, from int) {
	raw := p.text[from:]
	from += len(raw) - len(strings.TrimLeft(raw, " "))
	s := strings.ReplaceAll(raw, " ", "")
	if s == "" {
		p.fail(len(p.text), "no value after the comparison")
		return
	}
	if t.Measure == "" {
		return
	}
	unit := Measures[MeasureIndex(t.Measure)].Unit
	if strings.HasSuffix(s, "%") && unit == "calls" && t.Measure != "calls" {
		unit, t.OfCalls = "share", true
	}
	v, ok := parseValue(s, unit)
	if !ok {
		p.fail(from, fmt.Sprintf("%q is no value of %s: write %s", s, t.Measure, exampleOf(unit)))
	}
	t.Value = v
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
