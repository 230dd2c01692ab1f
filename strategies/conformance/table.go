package conformance

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"retrystorm/strategies"
)

// Report notes that a library was compared, unless it failed: a row of the table, in the
// file that CONFORMANCE_TABLE names. The version is that of the preset, or stands behind
// an @ where there is none; [Versions] holds it to what ran.
func Report(t *testing.T, library, what string) {
	t.Helper()
	path := os.Getenv("CONFORMANCE_TABLE")
	if t.Failed() || path == "" {
		return
	}
	name, version, ok := strings.Cut(library, "@")
	if p, err := strategies.FindPreset(strategies.PresetName(library)); err == nil {
		name, version, ok = p.Name, p.Version, true
	}
	if !ok {
		t.Fatalf("%s has no preset: say its version", library)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "| %s | %s | %s | agrees |\n", name, version, what)
}
