package experiments

import (
	"embed"
	"fmt"
	"slices"
	"strings"
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
		return nil, fmt.Errorf("there is no built-in experiment %q; there are %s", name, strings.Join(BuiltIn(), ", "))
	}
	return text, nil
}
