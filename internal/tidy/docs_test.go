package tidy

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// spokenFor are methods that say what they do by their name, since the standard
// library, the catalogue or an interface beside them gives it a meaning.
var spokenFor = []string{"String", "Error", "Unwrap", "Write", "MarshalText", "UnmarshalText", "Validate", "Fault"}

// TestEveryExportedNameIsDocumented reads declarations of packages that others can
// import. A comment of a function or a type begins with its name.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || tool(s) {
			continue
		}
		for _, d := range s.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if exported(d) && !slices.Contains(spokenFor, d.Name.Name) {
					begins(t, s, d.Name, d.Doc)
				}
			case *ast.GenDecl:
				checkGroup(t, s, d)
			}
		}
	}
}

// exported reports whether others can see a function, or the type of a method.
func exported(f *ast.FuncDecl) bool {
	if !f.Name.IsExported() {
		return false
	}
	if f.Recv == nil {
		return true
	}
	typ := f.Recv.List[0].Type
	for {
		switch x := typ.(type) {
		case *ast.StarExpr:
			typ = x.X
		case *ast.IndexExpr:
			typ = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}

// checkGroup looks at types, constants and variables: a type has its own comment; for
// the others that of the group, or one at the end of the line, will do.
func checkGroup(t *testing.T, s *source, d *ast.GenDecl) {
	t.Helper()
	for _, spec := range d.Specs {
		switch x := spec.(type) {
		case *ast.TypeSpec:
			doc := x.Doc
			if doc == nil && !d.Lparen.IsValid() {
				doc = d.Doc
			}
			if x.Name.IsExported() {
				begins(t, s, x.Name, doc)
			}
		case *ast.ValueSpec:
			for _, name := range x.Names {
				if name.IsExported() && d.Doc == nil && x.Doc == nil && x.Comment == nil && d.Tok != token.IMPORT {
					t.Errorf("%s: %s has no comment", s.at(name), name.Name)
				}
			}
		}
	}
}

func begins(t *testing.T, s *source, name *ast.Ident, doc *ast.CommentGroup) {
	t.Helper()
	if doc == nil {
		t.Errorf("%s: %s has no comment", s.at(name), name.Name)
		return
	}
	if !strings.HasPrefix(doc.Text(), name.Name+" ") {
		t.Errorf("%s: the comment of %s does not begin with its name", s.at(name), name.Name)
	}
}

// TestEveryPackageSaysWhatItIs looks for one package comment in each package.
func TestEveryPackageSaysWhatItIs(t *testing.T) {
	said := map[string]int{}
	for _, s := range sources(t) {
		if tool(s) {
			continue
		}
		if _, ok := said[s.dir()]; !ok {
			said[s.dir()] = 0
		}
		if s.Doc != nil {
			said[s.dir()]++
		}
	}
	for dir, n := range said {
		if n != 1 {
			t.Errorf("package %s has %d package comments, want 1", dir, n)
		}
	}
}
