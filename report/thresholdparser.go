package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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

func wordsOf(s string) []word { return wordsFrom(s, 0) }

// wordsFrom are the words of s from a byte on.
func wordsFrom(s string, from int) []word {
	var words []word
	for i := from; i < len(s); {
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

// measure eats as many words as make a name: latency p99, peak-to-mean of retries.
func (p *thresholdParser) measure(t *Threshold) {
	if len(p.words) == 0 {
		p.fail(0, "no measure before the comparison, as in \"amplification < 1.3\"")
		return
	}
	w := p.words[0]
	for n := min(len(p.words), mostWords); n > 0; n-- {
		if m, ok := findMeasure(p.words[:n]); ok {
			t.Measure = m
			p.words = p.words[n:]
			break
		}
	}
	if t.Measure == "" {
		p.words = p.words[1:]
		p.fail(w.at, fmt.Sprintf("unknown measure %q: did you mean %q?", w.text, nearestMeasure(w.text)))
		return
	}
	if Measures[MeasureIndex(t.Measure)].Shape == Word {
		p.fail(w.at, fmt.Sprintf("%s is a word and has no order: use recovered, metastable or recovery-time", t.Measure))
	}
}

const mostWords = 5 // of the name of a measure

// findMeasure finds a name that may be written with - or spaces, and without its unit.
func findMeasure(words []word) (string, bool) {
	var parts []string
	for _, w := range words {
		parts = append(parts, w.text)
	}
	text := strings.NewReplacer("-", "_", ".", "").Replace(strings.Join(parts, "_")) // p99.9 is p999
	for _, suffix := range []string{"", "_s", "_per_s", "_share"} {
		if MeasureIndex(text+suffix) >= 0 {
			return text + suffix, true
		}
	}
	return "", false
}

// part eats of GROUP or at NODE; it is "" if there is none.
func (p *thresholdParser) part() string {
	if len(p.words) == 0 || p.words[0].text != "of" && p.words[0].text != "at" {
		return ""
	}
	at := p.words[0].text == "at"
	if len(p.words) == 1 {
		p.fail(p.words[0].at, fmt.Sprintf("no name after %q", p.words[0].text))
		p.words = nil
		return ""
	}
	w := p.words[1]
	p.words = p.words[2:]
	var there []string
	for _, part := range p.names.Parts {
		if part.Kind == Total || (part.Kind == NodePart) != at {
			continue
		}
		if part.Name == w.text {
			return part.String()
		}
		there = addOnce(there, part.Name)
	}
	if there == nil {
		p.fail(w.at, fmt.Sprintf("there is nothing to tell apart here: leave out %q", p.text[w.at-3:w.at]+w.text))
		return ""
	}
	p.fail(w.at, fmt.Sprintf("unknown name %q: there are %s", w.text, list(there)))
	return ""
}

func addOnce(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// phase eats before, during or after FAULT.
func (p *thresholdParser) phase(t *Threshold) {
	if len(p.words) == 0 || !slices.Contains(phaseWords, p.words[0].text) {
		return
	}
	when := p.words[0]
	if len(p.words) == 1 {
		p.fail(when.at, fmt.Sprintf("no fault after %q", when.text))
		p.words = nil
		return
	}
	fault := p.words[1]
	p.words = p.words[2:]
	t.Phase = Phase{when.text, fault.text}
	if t.Measure != "" && !Measures[MeasureIndex(t.Measure)].Phased {
		p.fail(when.at, fmt.Sprintf("%s is of the whole run: leave out %q", t.Measure, t.Phase))
	}
	var there []string
	for _, f := range p.names.Faults {
		there = addOnce(there, f.Name)
		if f.Name == fault.text && f.For == 0 && when.text == "during" {
			p.fail(when.at, fmt.Sprintf("%s is an instant, nothing happens during it: write before or after", f.Name))
		}
	}
	switch {
	case there == nil:
		p.fail(when.at, fmt.Sprintf("there are no faults here: leave out %q", t.Phase))
	case !slices.Contains(there, fault.text):
		p.fail(fault.at, fmt.Sprintf("unknown fault %q: there are %s", fault.text, list(there)))
	}
}

// statistic eats one word, or sets the default.
func (p *thresholdParser) statistic(t *Threshold) {
	isFlag := t.Measure != "" && Measures[MeasureIndex(t.Measure)].Shape == Flag
	t.Statistic = "mean"
	if isFlag {
		t.Statistic = "share"
	}
	if len(p.words) == 0 || slices.Contains(phaseWords, p.words[0].text) {
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
