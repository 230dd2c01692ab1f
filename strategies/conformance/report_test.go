package conformance

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"retrystorm/strategies"
)

func sorted(ds []time.Duration) []time.Duration {
	slices.Sort(ds)
	return ds
}

// rows is what tests that passed have compared.
var rows []string

// report notes that a library was compared, unless it failed. The version is that of the
// preset, and must be that of the module which was run.
func report(t *testing.T, library, what string) {
	t.Helper()
	if t.Failed() {
		return
	}
	name, version, ok := strings.Cut(library, "@")
	if p, err := strategies.FindPreset(strategies.PresetName(library)); err == nil {
		name, version, ok = p.Name, p.Version, true
	}
	if !ok {
		t.Fatalf("%s has no preset: say its version", library)
	}
	rows = append(rows, fmt.Sprintf("| %s | %s | %s | agrees |", name, version, what))
}

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 && os.Getenv("CONFORMANCE_TABLE") != "" {
		slices.Sort(rows)
		os.WriteFile(os.Getenv("CONFORMANCE_TABLE"), []byte(strings.Join(rows, "\n")+"\n"), 0o644)
	}
	os.Exit(code)
}
