package report

import (
	"fmt"
	"strings"
)

// Threshold is a bound on a measure:
//
//	[VARIANT:] MEASURE [of GROUP | at NODE] [STATISTIC] [before | during | after FAULT] OP VALUE [of GROUP | at NODE]
//
// MEASURE is a name of the catalogue; - or a space may stand for _, and the unit at its
// end may be left out: recovery-time is recovery_time_s, latency p99 is latency_p99_s.
// STATISTIC is taken over the trials: mean (the default), p1 .. p99, min, max, or
// share (of the trials in which a flag is 1, the default for flags). A phase picks the
// calls born in it, see [Phase]. OP is < <= > >= or =, and VALUE has the unit of the
// measure: 30s, 800/s, 95%, 1.3. A count may be bounded as a share of the calls:
// failed < 1%; one of requests as a share of those that arrived. A percentage of
// another group or node compares the two in each trial: goodput-share of sdk >= 95% of
// plain; counts are compared by call.
type Threshold struct {
	Text      string
	Variant   string // "" is every variant
	Measure   string // as in the catalogue
	Part      string // as Part.String writes it; a group may also be a fleet
	Phase     Phase  // the zero value is the whole run
	Statistic string // mean, share, min, max, p1 .. p99
	Op        string
	Value     float64 // in the unit of the measure; a share is 0 to 1
	Than      string  // part whose measure the value is a share of; "" is none
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
	Faults   []Band
}

// Add takes in the parts and faults of a layout, once more if they are there already.
func (n *Names) Add(l *Layout) {
	n.Parts = append(n.Parts, l.Parts()...)
	n.Faults = append(n.Faults, l.Faults...)
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
	if name := p.part(); name != "" {
		t.Part = name
	}
	p.statistic(&t)
	p.phase(&t)
	if len(p.words) > 0 {
		p.fail(p.words[0].at, fmt.Sprintf("%q is not expected here: what comes before the comparison is [VARIANT:] MEASURE [of GROUP | at NODE] [STATISTIC] [before | during | after FAULT]", p.words[0].text))
	}
	p.value(&t, end)
	if p.err != nil {
		return t, p.err
	}
	return t, nil
}
