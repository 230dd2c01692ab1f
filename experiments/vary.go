package experiments

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"retrystorm/experiments/document"
)

// mostValues bounds a range, so that a slip of the pen is an error and not a week.
const mostValues = 1000

// values lists what a varied path takes: a list as it is, or a range FROM..TO:STEP or
// FROM..TO:xFACTOR. Both ends may carry the same unit, which may stand at the last one
// alone.
func values(path string, n *document.Node) ([]*document.Node, document.Problems) {
	if n.Shape == document.List {
		if len(n.Items) == 0 {
			return nil, problem(n, path, "the list is empty", "name at least one value")
		}
		return n.Items, nil
	}
	texts, err := spread(n.Text)
	if n.Shape != document.Scalar || err != nil {
		if err == nil {
			err = fmt.Errorf("want a list or a range")
		}
		return nil, problem(n, path, err.Error(), "write [10, 20, 50], 10..190:10 (in steps of 10) or 1..64:x2 (doubling)")
	}
	nodes := make([]*document.Node, len(texts))
	for i, t := range texts {
		nodes[i] = &document.Node{Shape: document.Scalar, Text: t, Pos: n.Pos}
	}
	return nodes, nil
}

func problem(n *document.Node, path, message, hint string) document.Problems {
	return document.Problems{n.Pos.Problem(path, message, hint)}
}

// spread writes out a range.
func spread(text string) ([]string, error) {
	from, rest, ok := strings.Cut(text, "..")
	to, step, stepped := strings.Cut(rest, ":")
	if !ok {
		return nil, fmt.Errorf("%q is one value, want a list or a range", text)
	}
	if !stepped {
		return nil, fmt.Errorf("the range %q has no step", text)
	}
	by, factor := strings.CutPrefix(step, "x")
	r, err := measured(from, to, by)
	if err != nil {
		return nil, fmt.Errorf("the range %q: %w", text, err)
	}
	if r.to < r.from || factor && (r.by <= 1 || r.from <= 0) || !factor && r.by <= 0 {
		return nil, fmt.Errorf("the range %q does not get from %s to %s in steps of %s", text, from, to, step)
	}
	var out []string
	for i, v := 0, r.from; v <= r.to*(1+1e-12); i++ {
		if len(out) == mostValues {
			return nil, fmt.Errorf("the range %q has more than %d values", text, mostValues)
		}
		out = append(out, r.text(v))
		if factor {
			v *= r.by
		} else {
			v = r.from + float64(float64(i+1)*r.by)
		}
	}
	return out, nil
}

// interval is a range in one unit.
type interval struct {
	from, to, by float64
	unit         string
	times        bool // in ns, whatever the text says
}

func (r interval) text(v float64) string {
	if r.times {
		return time.Duration(math.Round(v)).String()
	}
	return strconv.FormatFloat(v, 'g', 12, 64) + r.unit
}

// measured reads both ends and the step. Units may differ only if all are times.
func measured(from, to, by string) (interval, error) {
	r, err := sameUnit(from, to, by)
	if err == nil {
		return r, nil
	}
	a, errA := document.ParseDuration(from)
	b, errB := document.ParseDuration(to)
	step, errC := strconv.ParseFloat(by, 64) // a factor
	if c, err := document.ParseDuration(by); err == nil {
		step, errC = float64(c), nil
	}
	if errA != nil || errB != nil || errC != nil {
		return r, err
	}
	return interval{from: float64(a), to: float64(b), by: step, times: true}, nil
}

// sameUnit reads numbers with the unit of the last end; the others may leave it out.
func sameUnit(from, to, by string) (r interval, err error) {
	var units [3]string
	for i, q := range []struct {
		text  string
		value *float64
	}{{from, &r.from}, {to, &r.to}, {by, &r.by}} {
		if *q.value, units[i], err = quantity(q.text); err != nil {
			return r, err
		}
	}
	r.unit = units[1]
	if units[0] != "" && units[0] != r.unit || units[2] != "" && units[2] != r.unit {
		return r, errors.New("the units differ")
	}
	return r, nil
}

// quantity parts a number from its unit.
func quantity(text string) (float64, string, error) {
	text = strings.TrimSpace(text)
	i := strings.LastIndexAny(text, "0123456789.") + 1
	if j := strings.IndexByte(text, '/'); j >= 0 { // 800/s
		i = j
	}
	v, err := strconv.ParseFloat(text[:i], 64)
	if err != nil {
		return 0, "", fmt.Errorf("%q is no number with a unit", text)
	}
	return v, text[i:], nil
}
