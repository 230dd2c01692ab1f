package models

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"
)

// typesWith lists the types of this package that have a method called name, with
// test files left out.
func typesWith(t *testing.T, name string) []string {
	t.Helper()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var types []string
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.Name == name {
				types = append(types, receiver(fn.Recv.List[0].Type))
			}
		}
	}
	return types
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

func TestEveryDistHasARowAndTests(t *testing.T) {
	kinds, tested := map[string]bool{}, map[string]bool{}
	for _, row := range Dists() {
		kinds[reflect.TypeOf(row.New()).Elem().Name()] = true
	}
	for _, r := range distRows() {
		tested[reflect.TypeOf(r.dist).Elem().Name()] = true
	}
	found := typesWith(t, "At")
	if len(found) < 10 {
		t.Errorf("%d types with a method At found, want at least 10", len(found))
	}
	for _, name := range found {
		if !kinds[name] {
			t.Errorf("type %s has a method At, want a row for it in Dists", name)
		}
		if !tested[name] {
			t.Errorf("type %s has a method At, want a row for it in distRows", name)
		}
	}
}

// What a file may say is documented, key by key.
func TestDistRowsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, row := range Dists() {
		if row.Name == "" || names[row.Name] || row.Doc == "" || row.Source == "" {
			t.Errorf("row %q lacks a name of its own, a doc or a source", row.Name)
		}
		names[row.Name] = true
		kind := reflect.TypeOf(row.New()).Elem()
		keys := map[string]bool{}
		for i := range kind.NumField() {
			field := kind.Field(i)
			key, _, _ := strings.Cut(field.Tag.Get("key"), ",")
			if key == "" {
				continue
			}
			keys[key] = true
			if field.Tag.Get("doc") == "" {
				t.Errorf("%s: key %q has no doc", row.Name, key)
			}
		}
		if len(keys) == 0 || row.Short != "" && !keys[row.Short] {
			t.Errorf("%s: keys %v, want some, and %q among them", row.Name, keys, row.Short)
		}
	}
}
