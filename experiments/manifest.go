package experiments

import (
	"encoding/json"

	"retrystorm/experiments/document"
	"retrystorm/report"
)

// Manifest describes x: the text as written, and the long form of every cell.
func (x *Experiment) Manifest() (report.Manifest, error) {
	type cell struct {
		Variant string   `json:"variant"`
		Values  []string `json:"values,omitempty"`
		Long    string   `json:"scenario"`
	}
	var cells []cell
	for _, c := range x.Cells {
		cells = append(cells, cell{c.Variant, c.Values, document.Encode(c.Scenario, Kinds()).YAML()})
	}
	long, err := json.Marshal(cells)
	return report.Manifest{
		Name: x.Name, Question: x.Question, Seed: x.Seed, Trials: x.Trials, Cells: len(x.Cells),
		Scenario: string(x.File.Text), Long: long,
	}, err
}
