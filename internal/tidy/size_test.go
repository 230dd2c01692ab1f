package tidy

import (
	"go/ast"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Lines of a file and of a function at most; tests may be longer.
const (
	mostLines, mostTestLines = 300, 400
	mostBody, mostTestBody   = 70, 100
)

// large are the exceptions. The list only shrinks: no entry may grow beyond the lines
// noted here, and one that has become small enough goes.
var large = map[string]struct {
	lines  int
	reason string
}{
	"sim/life.go": {527, "the life of a call is one file: all control flow is there"},

	"strategies/budget_ratio_test.go TestRatioBudgetTimeline": {118, "one timeline in one table, to be read from top to bottom"},
}

// TestSizes measures files and functions.
func TestSizes(t *testing.T) {
	found := map[string]int{}
	for _, s := range sources(t) {
		file, body := mostLines, mostBody
		if s.test {
			file, body = mostTestLines, mostTestBody
		}
		if n := lines(t, s.path); n > file {
			found[s.path] = n
		}
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > body {
					found[s.path+" "+f.Name.Name] = n
				}
			}
		}
	}
	for name, n := range found {
		if x, ok := large[name]; !ok {
			t.Errorf("%s has %d lines: part it", name, n)
		} else if n > x.lines {
			t.Errorf("%s has grown from %d to %d lines", name, x.lines, n)
		}
	}
	for name, x := range large {
		if found[name] == 0 {
			t.Errorf("%s is small enough now: take it off the list", name)
		}
		if x.reason == "" {
			t.Errorf("%s is on the list without a reason", name)
		}
	}
}

func lines(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}
