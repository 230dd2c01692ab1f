package conformance

import (
	"os"
	"regexp"
	"testing"

	"retrystorm/strategies"
)

// Versions holds presets to be those of the modules that ran, by name and path, as the
// go.mod of a test says.
func Versions(t *testing.T, modfile string, modules map[strategies.PresetName]string) {
	t.Helper()
	text, err := os.ReadFile(modfile)
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range modules {
		p, err := strategies.FindPreset(name)
		if err != nil {
			t.Error(err)
			continue
		}
		found := regexp.MustCompile(`(?m)^(?:require)?\s` + regexp.QuoteMeta(path) + ` v(\S+)`).FindSubmatch(text)
		if found == nil || string(found[1]) != p.Version {
			t.Errorf("%s: %s has %q of %s", name, modfile, found, path)
		}
	}
}
