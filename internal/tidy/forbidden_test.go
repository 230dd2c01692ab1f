package tidy

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// forbidden are names of the standard library that code may not use, and where it may
// all the same. Results must not depend on the clock or on shared randomness, and a
// library does not print or exit.
var forbidden = []struct {
	pkg, name string // an empty name is the whole package
	allowed   []string
}{
	{"time", "Now", []string{"internal/cli", "strategies/conformance"}}, // there it is a virtual clock
	{"time", "Since", []string{"internal/cli", "strategies/conformance"}},
	{"time", "Sleep", []string{"strategies/conformance"}},
	{"time", "After", nil},
	{"math/rand", "", nil},
	{"math/rand/v2", "", []string{"strategies/conformance"}},
	{"crypto/rand", "", nil},
	{"log", "", nil},
	{"unsafe", "", nil},
	{"os", "Exit", []string{".", "internal/mutants"}},
	{"os", "Stdout", []string{".", "internal/mutants"}},
	{"os", "Stderr", []string{".", "internal/mutants"}},
	{"fmt", "Print", []string{"internal/mutants"}},
	{"fmt", "Println", []string{"internal/mutants"}},
	{"fmt", "Printf", []string{"internal/mutants"}},
}

// TestForbidden looks for them; tests may.
func TestForbidden(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		names := importNames(s)
		for _, f := range forbidden {
			local := names[f.pkg]
			if local == "" || slices.Contains(f.allowed, s.dir()) || tool(s) {
				continue
			}
			if f.name == "" {
				t.Errorf("%s imports %s", s.path, f.pkg)
				continue
			}
			ast.Inspect(s.File, func(n ast.Node) bool {
				if x, ok := n.(*ast.SelectorExpr); ok && x.Sel.Name == f.name {
					if id, ok := x.X.(*ast.Ident); ok && id.Name == local {
						t.Errorf("%s uses %s.%s", s.at(n), f.pkg, f.name)
					}
				}
				return true
			})
		}
	}
}

// tool reports whether a file is a program of its own, run by hand.
func tool(s *source) bool {
	return len(s.Comments) > 0 && strings.HasPrefix(s.Comments[0].List[0].Text, "//go:build ignore")
}

// importNames are the local names of what a file imports.
func importNames(s *source) map[string]string {
	names := map[string]string{}
	for _, i := range s.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		names[path] = path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			names[path] = i.Name.Name
		}
	}
	return names
}

// TestNoInit looks for functions that run before main.
func TestNoInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s: init", s.at(f))
			}
		}
	}
}

// TestNoPackageState looks for variables of packages that something is assigned to.
func TestNoPackageState(t *testing.T) {
	byDir := map[string][]*source{}
	for _, s := range sources(t) {
		if !s.test && !tool(s) {
			byDir[s.dir()] = append(byDir[s.dir()], s)
		}
	}
	for dir, group := range byDir {
		uses, scope := resolve(dir, group)
		for _, s := range group {
			ast.Inspect(s.File, func(n ast.Node) bool {
				for _, target := range targets(n) {
					if v, ok := uses[target].(*types.Var); ok && v.Parent() == scope {
						t.Errorf("%s assigns to %s, a variable of the package", s.at(n), target.Name)
					}
				}
				return true
			})
		}
	}
}

// resolve says which identifier means which object of the package. What imports mean
// stays unknown, and does not matter.
func resolve(dir string, group []*source) (map[*ast.Ident]types.Object, *types.Scope) {
	var files []*ast.File
	for _, s := range group {
		files = append(files, s.File)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Error: func(error) {}, Importer: nothing{}}
	pkg, _ := config.Check(dir, group[0].fset, files, info)
	return info.Uses, pkg.Scope()
}

// nothing is an importer that finds nothing.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not looked for") }

// targets are the variables that a statement writes to.
func targets(n ast.Node) (ids []*ast.Ident) {
	var written []ast.Expr
	switch x := n.(type) {
	case *ast.AssignStmt:
		if x.Tok != token.DEFINE {
			written = x.Lhs
		}
	case *ast.IncDecStmt:
		written = []ast.Expr{x.X}
	}
	for _, e := range written {
		if id := rootOf(e); id != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// rootOf is x in x.y[i].z.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		default:
			return nil
		}
	}
}
