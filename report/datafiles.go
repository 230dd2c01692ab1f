package report

import (
	"slices"
	"strconv"
)

// The data files are tables of text. A column of a varied path is named after it. A
// value that does not exist, or never happens, is empty.

// manyParts reports whether files need a column for the part.
func (r *Results) manyParts() bool { return len(r.Cells) > 0 && len(r.Cells[0].Parts) > 1 }

// keys are the columns that say which cell, and which part, a row is about.
func (r *Results) keys() []string {
	head := append([]string{"scenario", "variant"}, r.Vary...)
	if r.manyParts() {
		head = append(head, "part")
	}
	return head
}

func (r *Results) key(c *Cell, part int) []string {
	row := append([]string{r.Name, c.Variant}, c.Values...)
	if r.manyParts() {
		row = append(row, c.Parts[part].String())
	}
	return row
}

// trialsTable is trials.csv: one row for each trial and part.
func (r *Results) trialsTable() *Table {
	t := &Table{Head: append(r.keys(), "trial", "seed")}
	for _, m := range Measures {
		t.Head = append(t.Head, m.Name)
	}
	for _, c := range r.Cells {
		for _, trial := range c.Trials {
			for p := range trial.Values {
				row := append(r.key(c, p), strconv.Itoa(trial.Number), strconv.FormatUint(trial.Seed, 10))
				t.Rows = append(t.Rows, append(row, trial.cells(p)...))
			}
		}
	}
	return t
}

func (t *Trial) cells(part int) []string {
	row := make([]string, len(Measures))
	for m, v := range t.Values[part] {
		row[m] = exact(v)
		if Measures[m].Shape == Word {
			row[m] = Verdict(v).String()
		}
	}
	return row
}

// summaryTable is summary.csv: one row for each cell, part and measure. trials is how
// many the measure applies to, never in how many of them it did not happen.
func (r *Results) summaryTable() *Table {
	t := &Table{Head: append(r.keys(), "measure", "unit", "n", "never", "mean", "ci95_low", "ci95_high", "sd", "min", "p50", "max")}
	t.Right = make([]bool, len(t.Head))
	for i := len(r.keys()) + 2; i < len(t.Head); i++ {
		t.Right[i] = true
	}
	for _, c := range r.Cells {
		for p := range c.Parts {
			for m, measure := range Measures {
				if s := c.Summary(p, m); s.N > 0 && measure.Shape != Word {
					t.Rows = append(t.Rows, slices.Concat(r.key(c, p), []string{measure.Name, measure.Unit}, s.cells()))
				}
			}
		}
	}
	return t
}

// cells are the numbers of a summary, from n to max.
func (s *Summary) cells() []string {
	return []string{strconv.Itoa(s.N), strconv.Itoa(s.Never), rounded(s.Mean), rounded(s.Low), rounded(s.High), rounded(s.SD),
		rounded(s.Min), rounded(s.P50), rounded(s.Max)}
}

// phasesTable is phases.csv: what summary.csv is, of the phases that are watched.
func (r *Results) phasesTable() *Table {
	t := &Table{Head: append(r.keys(), "phase", "measure", "unit", "n", "never", "mean", "ci95_low", "ci95_high", "sd", "min", "p50", "max")}
	for _, c := range r.Cells {
		for i, phase := range c.Layout.Phases {
			for p := range c.Parts {
				for m, measure := range Measures {
					if s := Summarize(c.ofPhase(i, p, m), measure.Shape); s.N > 0 {
						t.Rows = append(t.Rows, slices.Concat(r.key(c, p), []string{phase.String(), measure.Name, measure.Unit}, s.cells()))
					}
				}
			}
		}
	}
	return t
}

// hasPhases reports whether phases are watched in some cell.
func (r *Results) hasPhases() bool {
	return slices.ContainsFunc(r.Cells, func(c *Cell) bool { return len(c.Layout.Phases) > 0 })
}

// latencyQuantiles are those of latency.csv, as shares.
var latencyQuantiles = []string{"0.01", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.95", "0.99", "0.999", "1"}

// latencyTable is latency.csv: quantiles of the calls of all trials of a cell, backoff
// included; empty where that call failed.
func (r *Results) latencyTable() *Table {
	t := &Table{Head: append(r.keys(), "quantile", "latency_s")}
	for _, c := range r.Cells {
		for p := range c.Parts {
			if c.Latency[p].Calls() == 0 {
				continue
			}
			for _, q := range latencyQuantiles {
				share, _ := strconv.ParseFloat(q, 64)
				t.Rows = append(t.Rows, append(r.key(c, p), q, rounded(c.Latency[p].Quantile(share))))
			}
		}
	}
	return t
}

// predictionsTable is predictions.csv: what theory says of each cell.
func (r *Results) predictionsTable() *Table {
	t := &Table{Head: append(append([]string{"scenario", "variant"}, r.Vary...), "name", "unit", "value", "by")}
	for _, c := range r.Cells {
		add := func(name, unit string, value float64, by string) {
			if text := rounded(value); text != "" && value != 0 {
				t.Rows = append(t.Rows, append(append([]string{r.Name, c.Variant}, c.Values...), name, unit, text, by))
			}
		}
		p := c.Prediction
		add("offered_load_per_s", "1/s", p.OfferedPerSec, "")
		add("capacity_per_s", "1/s", p.CapacityPerSec, "")
		add("max_attempts", "attempts/call", p.MaxAttempts, "")
		add("worst_load_per_s", "1/s", p.WorstLoadPerSec(), "offered load x max attempts")
		add("herd_load_per_s", "1/s", p.HerdPerSec, "N / (T + f cap)")
		add("safe_budget", "share", p.SafeBudget, "")
		add("safe_queue", "requests", p.SafeQueue, "")
		for _, e := range p.Measures {
			add(e.Measure, Measures[MeasureIndex(e.Measure)].Unit, e.Value, e.Source)
		}
		if h := c.Layout.Horizon; h > 0 {
			add("horizon_s", "s", h.Seconds(), "")
		}
		add("decides_s", "s", c.decides().Seconds(), "the horizon that would decide an undecided trial")
	}
	return t
}

// comparisonTable is comparison.csv: paired differences to the baseline.
func (r *Results) comparisonTable() *Table {
	t := &Table{Head: append(append([]string{"scenario", "variant", "baseline"}, r.Vary...), "measure", "unit", "n", "difference", "ci95_low", "ci95_high")}
	if len(r.Cells) == 0 {
		return t
	}
	for _, c := range r.Cells {
		base := r.at(r.baselineName(), c.Values)
		if base == nil || base == c {
			continue
		}
		for m, measure := range Measures {
			d := c.minus(base, m)
			if d.N == 0 || measure.Shape == Word {
				continue
			}
			t.Rows = append(t.Rows, append(append([]string{r.Name, c.Variant, base.Variant}, c.Values...), measure.Name, measure.Unit,
				strconv.Itoa(d.N), rounded(d.Mean), rounded(d.Low), rounded(d.High)))
		}
	}
	return t
}
