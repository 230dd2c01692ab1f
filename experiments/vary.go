package experiments

import (
	"fmt"
	"strconv"
	"strings"

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
	a, unitA, err := quantity(from)
	if err != nil {
		return nil, err
	}
	b, unitB, err := quantity(to)
	if err != nil {
		return nil, err
	}
	factor := strings.HasPrefix(step, "x")
	by, unitBy, err := quantity(strings.TrimPrefix(step, "x"))
	if err != nil {
		return nil, err
	}
	if unitA == "" {
		unitA = unitB
	}
	if unitA != unitB || unitBy != "" && unitBy != unitB {
		return nil, fmt.Errorf("the range %q mixes units", text)
	}
	if b < a || factor && (by <= 1 || a <= 0) || !factor && by <= 0 {
		return nil, fmt.Errorf("the range %q does not get from %s to %s in steps of %s", text, from, to, step)
	}
	var out []string
	for i := 0; ; i++ {
		v := a + float64(i)*by
		if factor {
			v = a
			for range i {
				v *= by
			}
		}
		if v > b*(1+1e-12) {
			return out, nil
		}
		if len(out) == mostValues {
			return nil, fmt.Errorf("the range %q has more than %d values", text, mostValues)
		}
		out = append(out, strconv.FormatFloat(v, 'g', 12, 64)+unitB)
	}
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
