package tidy

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "retrystorm"

// arrows are the imports within the module: what is not listed is forbidden. A slash
// at the end stands for all packages below.
var arrows = map[string][]string{
	".":                    {"internal/cli"},
	"internal/cli":         {"experiments", "experiments/document", "report", "report/trace", "sim"},
	"internal/mutants":     {},
	"internal/tidy":        {},
	"experiments":          {"experiments/document", "strategies", "models", "models/theory", "report", "sim", "sim/catalog"},
	"experiments/document": {"sim", "sim/catalog"},
	"experiments/proof":    {},
	"strategies":           {"sim", "sim/catalog"},
	"models":               {"sim", "sim/catalog"},
	"models/theory":        {},
	"report":               {"report/plots", "sim"},
	"report/plots":         {},
	"report/trace":         {"sim"},
	"sim":                  {},
	"sim/catalog":          {},
	"sim/simtest":          {"sim"},
}

// thirdParty are the imports from outside: where and why is in CONTRIBUTING.md. With
// a file, only that file of the package may.
var thirdParty = map[string][]string{
	"github.com/spf13/cobra":            {"internal/cli"},
	"github.com/vbauerster/mpb/v8":      {"internal/cli"},
	"github.com/goccy/go-yaml":          {"experiments/document"},
	"github.com/olekukonko/tablewriter": {"report/tablewriter.go"},
	"gonum.org/v1/gonum":                {"report"},
	"gonum.org/v1/plot":                 {"report/plots"},
	"golang.org/x/image":                {"report/plots"},
}

// TestArrows walks the imports of every package, tests left out.
func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if name == "" {
			name = "."
		}
		allowed, known := arrows[name]
		if !known {
			t.Errorf("package %s has no row in the table of arrows", name)
		}
		for _, i := range p.Imports {
			if to, own := strings.CutPrefix(i, module+"/"); own && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s: no such arrow", name, to)
			}
		}
	}
}

// TestEveryArrowIsUsed keeps the table from promising more than there is.
func TestEveryArrowIsUsed(t *testing.T) {
	imports := map[string][]string{}
	for _, p := range packages(t) {
		imports[p.ImportPath] = p.Imports
	}
	for from, to := range arrows {
		path := strings.TrimSuffix(module+"/"+from, "/.")
		if _, ok := imports[path]; !ok {
			t.Errorf("there is no package %s", from)
		}
		for _, i := range to {
			if !slices.Contains(imports[path], module+"/"+i) {
				t.Errorf("%s may import %s but does not: take the arrow out", from, i)
			}
		}
	}
}

// TestThirdParty looks for imports from outside, tests left out.
func TestThirdParty(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, i := range s.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
				continue
			}
			if !slices.ContainsFunc(homes(path), func(home string) bool { return home == s.dir() || home == s.path }) {
				t.Errorf("%s imports %s, which has its home in %v", s.at(i), path, homes(path))
			}
		}
	}
}

// homes are where a package may be imported.
func homes(path string) []string {
	for prefix, where := range thirdParty {
		if path == prefix || strings.HasPrefix(path, prefix+"/") {
			return where
		}
	}
	return nil
}

// listed is what go list says of a package.
type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) (all []listed) {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
