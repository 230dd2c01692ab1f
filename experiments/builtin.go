package experiments

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"retrystorm/experiments/document"
)

//go:embed *.yaml
var builtin embed.FS

// BuiltIn lists the names of the built-in experiments: the first to run comes first,
// the others in order of the alphabet.
func BuiltIn() []string {
	entries, err := builtin.ReadDir(".")
	if err != nil {
		panic("experiments: " + err.Error())
	}
	names := []string{"storm", "aws"}
	for _, e := range entries {
		if n := strings.TrimSuffix(e.Name(), ".yaml"); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// Text returns the scenario file of a built-in experiment.
func Text(name string) ([]byte, error) {
	text, err := builtin.ReadFile(name + ".yaml")
	if err != nil {
		hint := "there are " + strings.Join(BuiltIn(), ", ")
		if near := document.Nearest(name, BuiltIn()); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return nil, fmt.Errorf("there is no file and no built-in experiment %q; %s", name, hint)
	}
	return text, nil
}
