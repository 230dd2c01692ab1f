// Package tidy holds tests of the tree itself: imports, what code may not do, sizes,
// comments, and the commands of the README.
package tidy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the top of the tree.
const root = "../.."

// source is one Go file.
type source struct {
	path string // from root, with slashes
	test bool
	fset *token.FileSet
	*ast.File
}

// dir is the folder of the package.
func (s *source) dir() string {
	if i := strings.LastIndexByte(s.path, '/'); i >= 0 {
		return s.path[:i]
	}
	return "."
}

// at is where a node is, for messages.
func (s *source) at(n ast.Node) string {
	p := s.fset.Position(n.Pos())
	return s.path + ":" + strconv.Itoa(p.Line)
}

// line is the line of a position.
func (s *source) line(p token.Pos) int { return s.fset.Position(p).Line }

// sources parses every Go file of the tree.
func sources(t *testing.T) (all []*source) {
	t.Helper()
	fset := token.NewFileSet()
	for _, path := range files(t) {
		if !strings.HasSuffix(path, ".go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(root, path), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, &source{path, strings.HasSuffix(path, "_test.go"), fset, f})
	}
	return all
}

// files lists the files of the tree, without what git or a run keeps in it.
func files(t *testing.T) (paths []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin", "results"}, d.Name()):
			return fs.SkipDir
		case !d.IsDir():
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
