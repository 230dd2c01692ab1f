package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Standing is whether a threshold holds.
type Standing uint8

// The standings.
const (
	NothingToJudge Standing = iota // the measure applies to no trial: an empty group, no trigger
	Passed
	Failed
	TooFew // undecided: more trials would tell
)

var standings = [...]string{"not judged", "passed", "failed", "undecided"}

func (s Standing) String() string { return standings[s] }

// Judgement is a threshold held against one cell.
type Judgement struct {
	Threshold Threshold
	Cell      *Cell
	Standing  Standing
	Trials    int     // to which the measure applies
	Estimate  float64 // the statistic of these trials
	Low, High float64 // its one-sided 95 % bounds; of min, max and = the estimate itself
	Needs     int     // undecided: trials that would decide if the estimate stays; 0 is not known
}

// Judge holds a threshold against the cells it is about. It passes if the one-sided
// 95 % bound on the side that matters keeps it, fails if the other bound breaks it,
// and is undecided in between: Student's bounds for a mean, Wilson's for a share,
// order statistics for p1 .. p99. min, max and = speak of the trials made and need no
// bounds; = holds if every trial has the value. A trial that did not recover has the
// recovery time +Inf.
func Judge(t Threshold, r *Results) []Judgement {
	var all []Judgement
	for _, c := range r.Cells {
		if t.Variant == "" || t.Variant == c.Variant {
			all = append(all, judge(t, c))
		}
	}
	return all
}

// JudgeAll judges thresholds in order.
func JudgeAll(ts []Threshold, r *Results) []Judgement {
	var all []Judgement
	for _, t := range ts {
		all = append(all, Judge(t, r)...)
	}
	return all
}

func judge(t Threshold, c *Cell) Judgement {
	j := Judgement{Threshold: t, Cell: c}
	x := t.values(c)
	j.Trials = len(x)
	if len(x) == 0 {
		return j
	}
	slices.Sort(x)
	j.Estimate, j.Low, j.High = t.bounds(x)
	switch {
	case t.Op == "=":
		j.Standing = standing(x[0] == t.Value && x[len(x)-1] == t.Value, true)
	case t.Op[0] == '<':
		j.Standing = standing(keeps(j.High, t.Op, t.Value), !keeps(j.Low, t.Op, t.Value))
	default:
		j.Standing = standing(keeps(j.Low, t.Op, t.Value), !keeps(j.High, t.Op, t.Value))
	}
	if j.Standing == TooFew {
		j.Needs = j.needs()
	}
	return j
}

func standing(passes, fails bool) Standing {
	switch {
	case passes:
		return Passed
	case fails:
		return Failed
	}
	return TooFew
}

func keeps(x float64, op string, value float64) bool {
	switch op {
	case "<":
		return x < value
	case "<=":
		return x <= value
	case ">":
		return x > value
	}
	return x >= value
}

// values are those of the trials to which the measure applies.
func (t Threshold) values(c *Cell) []float64 {
	x := t.of(c, t.Part)
	if t.Than == "" {
		return applicable(x)
	}
	y := t.of(c, t.Than)
	for i := range min(len(x), len(y)) {
		if y[i] == 0 && x[i] > 0 {
			x[i] = math.Inf(1)
			continue
		}
		x[i] = ratio(x[i], y[i])
	}
	return applicable(x[:min(len(x), len(y))])
}

// of are the values of the measure of a part by trial, NaN where the part has no call:
// of an empty group nothing holds.
func (t Threshold) of(c *Cell, part string) []float64 {
	i := slices.IndexFunc(c.Parts, func(p Part) bool { return p.String() == part })
	phase := c.Layout.phaseIndex(t.Phase)
	if i < 0 || phase < 0 && t.Phase != (Phase{}) {
		return nil
	}
	x := c.ofPhase(phase, i, MeasureIndex(t.Measure))
	for k, calls := range c.ofPhase(phase, i, MeasureIndex("calls")) {
		switch {
		case calls == 0 && t.Measure != "calls":
			x[k] = math.NaN()
		case t.OfCalls:
			x[k] = ratio(x[k], calls)
		}
	}
	return x
}

// bounds are the statistic of sorted values and its one-sided 95 % bounds.
func (t Threshold) bounds(x []float64) (estimate, low, high float64) {
	n := len(x)
	switch t.Statistic {
	case "min":
		return x[0], x[0], x[0]
	case "max":
		return x[n-1], x[n-1], x[n-1]
	case "share":
		k := count(x, 1)
		low, high = Wilson(k, n, z95one)
		return float64(k) / float64(n), low, high
	case "mean":
		return meanBounds(x)
	}
	q := percentile(t.Statistic)
	low, high = QuantileBounds(x, q)
	return Quantile(x, q), low, high
}

// meanBounds are a mean and Student's bounds; a mean with +Inf in it is +Inf.
func meanBounds(x []float64) (mean, low, high float64) {
	n := len(x)
	if math.IsInf(x[n-1], 1) {
		return x[n-1], x[n-1], x[n-1]
	}
	mean, sd := moments(x)
	if n < 2 {
		return mean, math.Inf(-1), math.Inf(1)
	}
	half := float64(student(0.95, n-1)*sd) / math.Sqrt(float64(n))
	return mean, mean - half, mean + half
}

// needs is how many trials would decide, if the estimate and the spread stay.
func (j *Judgement) needs() int {
	t := j.Threshold
	switch t.Statistic {
	case "mean":
		gap := math.Abs(t.Value - j.Estimate)
		if half := (j.High - j.Low) / 2; gap > 0 && !math.IsInf(half, 0) {
			return int(math.Ceil(float64(j.Trials) * half * half / (gap * gap)))
		}
		return 0
	case "share":
		return shareNeeds(j.Estimate, t)
	}
	if q := percentile(t.Statistic); t.Op[0] == '<' {
		return max(TrialsFor(q), 0)
	} else {
		return TrialsFor(1 - q)
	}
}

// shareNeeds is the least number of trials whose Wilson bound, at the same share,
// lies on one side of the threshold; 0 if not even 100,000 do.
func shareNeeds(share float64, t Threshold) int {
	for n := 1; n <= 100000; n += 1 + n/100 {
		low, high := Wilson(int(math.Round(share*float64(n))), n, z95one)
		if low > t.Value || high < t.Value {
			return n
		}
	}
	return 0
}

// String is a line: passed: jitter+budget: recovery-time p95 < 30s (9.1 s; 60 trials).
func (j Judgement) String() string {
	t := j.Threshold
	text := j.Standing.String() + ": "
	if t.Variant == "" {
		text += j.Cell.Variant + ": "
	}
	text += t.Text
	for i, v := range j.Cell.Values {
		if i == 0 {
			text += " at " + v
		} else {
			text += ", " + v
		}
	}
	if j.Standing == NothingToJudge {
		return text + " (it applies to no trial)"
	}
	text += fmt.Sprintf(" (%s; ", Show(j.Estimate, 0, t.unit()))
	if j.Standing == TooFew {
		text += fmt.Sprintf("%d trials are too few", j.Trials)
		if j.Needs > j.Trials {
			text += fmt.Sprintf(", %d would do if it stays so", j.Needs)
		}
		return text + ")"
	}
	return text + fmt.Sprintf("%d trials)", j.Trials)
}

func (t Threshold) unit() string {
	if t.OfCalls || t.Than != "" {
		return "share"
	}
	return Measures[MeasureIndex(t.Measure)].Unit
}

// thresholdsTable is thresholds.csv: one row for each threshold and cell.
func (r *Results) thresholdsTable() *Table {
	t := &Table{Head: append(append([]string{"scenario", "variant"}, r.Vary...), "threshold", "standing", "trials", "value", "estimate", "bound95_low", "bound95_high", "needs", "unit")}
	for _, j := range r.Judgements {
		needs := ""
		if j.Needs > 0 {
			needs = strconv.Itoa(j.Needs)
		}
		t.Rows = append(t.Rows, append(append([]string{r.Name, j.Cell.Variant}, j.Cell.Values...), j.Threshold.Text, j.Standing.String(),
			strconv.Itoa(j.Trials), rounded(j.Threshold.Value), rounded(j.Estimate), rounded(j.Low), rounded(j.High), needs, j.Threshold.unit()))
	}
	return t
}
