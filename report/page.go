package report

import (
	"fmt"
	"io"
	"strings"
)

// writePage writes report.md: the question, the answer, the pictures with captions,
// and how to repeat it. It holds nothing that may differ between two equal runs.
func (r *Results) writePage(w io.Writer, m Manifest, pictures []Picture) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", r.Name, strings.TrimSpace(r.Question))
	fmt.Fprintf(&b, "%d cells, %s each, seed %d%s.\n\n## Answer\n\n", len(r.Cells), r.trialsText(), r.Seed, r.faultsText())
	b.WriteString(r.answer("markdown"))
	if notes := r.notes(); notes != nil {
		b.WriteString("\nWhere the predictions do not hold:\n\n")
		for _, n := range notes {
			fmt.Fprintf(&b, "- %s\n", n)
		}
	}
	b.WriteString("\n## Pictures\n")
	for _, p := range pictures {
		fmt.Fprintf(&b, "\n![%s](%s.svg)\n\n%s\n", strings.NewReplacer("[", "(", "]", ")").Replace(p.Chart.Title), p.Name, p.Caption)
	}
	if t := r.OutcomeTable(); t != nil {
		b.WriteString("\n## Outcomes of attempts\n\n")
		t.Write(&b, "markdown")
	}
	b.WriteString("\n## Measures\n\n")
	r.measuresTable().Write(&b, "markdown") // a strings.Builder cannot fail
	b.WriteString("\nValues are means over trials with 95 % intervals (Student's, for shares Wilson's). A time that a trial never reaches counts as infinite: " +
		"then the p50 over trials stands in place of the mean.\n")
	fmt.Fprintf(&b, "\n## Repeat it\n\n```\n%s\n```\n\n%s; the scenario, its long form and the list of files are in manifest.json.\n", m.Command, m.Program)
	_, err := io.WriteString(w, b.String())
	return err
}

// faultsText lists the faults of the first cell.
func (r *Results) faultsText() string {
	if len(r.Cells) == 0 {
		return ""
	}
	text := ""
	for _, f := range r.Cells[0].Layout.Faults {
		text += fmt.Sprintf("; %s: %s of %s at %s", f.Name, f.Kind, f.On, Show(f.At.Seconds(), 0, "s"))
		if f.For > 0 {
			text += " for " + Show(f.For.Seconds(), 0, "s")
		}
	}
	return text
}

// notes are the notes of all predictions, each once.
func (r *Results) notes() []string {
	var all []string
	seen := map[string]bool{}
	for _, c := range r.Cells {
		for _, n := range c.Prediction.Notes {
			if !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	return all
}

// measuresTable explains the measures that the tables show.
func (r *Results) measuresTable() *Table {
	t := &Table{Head: []string{"measure", "unit", "what it is"}}
	for _, name := range r.shown() {
		m := Measures[MeasureIndex(name)]
		t.Rows = append(t.Rows, []string{m.Name, m.Unit, m.Doc})
	}
	return t
}
