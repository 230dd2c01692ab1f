package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Formats are the formats of [Render] and [Table.Write].
var Formats = []string{"table", "markdown", "csv", "json"}

// Render writes what r came to in one of [Formats]: as table and markdown the verdict
// lines, the comparison and the tables; as csv what summary.csv holds; as json all of
// it as one object.
func Render(w io.Writer, r *Results, format string) error {
	switch format {
	case "table", "markdown":
		_, err := io.WriteString(w, r.answer(format))
		return err
	case "csv":
		return r.summaryTable().Write(w, "csv")
	case "json":
		return r.writeJSON(w)
	}
	return fmt.Errorf("unknown format %q: it is one of %s", format, list(Formats))
}

// answer is verdict lines, comparison, thresholds and tables as text.
func (r *Results) answer(format string) string {
	var b strings.Builder
	bullet, code := "", ""
	if format == "markdown" {
		bullet, code = "- ", "`"
	}
	for _, l := range r.Lines() {
		fmt.Fprintf(&b, "%s%s%s%s: %s\n", bullet, code, l.Variant, code, l.Text)
	}
	if c := r.Comparison(); c != "" {
		fmt.Fprintf(&b, "\n%s.\n", capital(c))
	}
	for _, t := range r.tables() {
		b.WriteString("\n")
		t.Write(&b, format) // a strings.Builder cannot fail
	}
	if len(r.Judgements) > 0 {
		b.WriteString("\n")
	}
	for _, j := range r.Judgements {
		fmt.Fprintf(&b, "%s%s\n", bullet, j)
	}
	return b.String()
}

// capital is a sentence with a capital letter, unless it begins with a name.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// tables are the table of the cells, of the parts and of the predictions.
func (r *Results) tables() []*Table {
	all := []*Table{r.Table()}
	if t := r.PartTable(); t != nil {
		all = append(all, t)
	}
	if t := r.PredictionTable(); t != nil {
		all = append(all, t)
	}
	return all
}

// PredictionTable sets what theory says beside the estimates, nil if it says nothing.
func (r *Results) PredictionTable() *Table {
	t := &Table{Head: append(append([]string{}, r.Vary...), "variant", "measure", "predicted", "simulated", "by")}
	t.Right = make([]bool, len(t.Head))
	for i := range r.Vary {
		t.Right[i] = true
	}
	t.Right[len(r.Vary)+2], t.Right[len(r.Vary)+3] = true, true
	for _, c := range r.Cells {
		for _, e := range c.Prediction.Measures {
			unit := Measures[MeasureIndex(e.Measure)].Unit
			t.Rows = append(t.Rows, append(append([]string{}, c.Values...),
				c.Variant, e.Measure, Show(e.Value, 0, unit), c.Text(0, e.Measure), e.Source))
		}
	}
	if t.Rows == nil {
		return nil
	}
	return t
}

// writeJSON writes one object; keys are in a fixed order.
func (r *Results) writeJSON(w io.Writer) error {
	type verdict struct {
		Variant string `json:"variant"`
		Text    string `json:"text"`
	}
	out := struct {
		Name       string          `json:"name"`
		Question   string          `json:"question"`
		Seed       uint64          `json:"seed"`
		Verdicts   []verdict       `json:"verdicts"`
		Comparison string          `json:"comparison,omitempty"`
		Thresholds []string        `json:"thresholds,omitempty"`
		Summary    json.RawMessage `json:"summary"`
	}{Name: r.Name, Question: r.Question, Seed: r.Seed, Comparison: r.Comparison()}
	for _, l := range r.Lines() {
		out.Verdicts = append(out.Verdicts, verdict(l))
	}
	for _, j := range r.Judgements {
		out.Thresholds = append(out.Thresholds, j.String())
	}
	var b strings.Builder
	r.summaryTable().Write(&b, "json") // a strings.Builder cannot fail
	out.Summary = json.RawMessage(b.String())
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
