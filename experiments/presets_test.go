package experiments_test

import (
	"bytes"
	"testing"

	"retrystorm/experiments"
	"retrystorm/strategies"
)

// The experiment that compares all libraries leaves none out.
func TestPresetsNamesAll(t *testing.T) {
	text, err := experiments.Text("presets")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strategies.Presets() {
		if !bytes.Contains(text, []byte("    - "+string(p.Full())+"\n")) {
			t.Errorf("presets.yaml leaves out %s", p.Full())
		}
	}
}
