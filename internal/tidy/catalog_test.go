package tidy

import (
	"go/ast"
	"reflect"
	"slices"
	"strings"
	"testing"

	"retrystorm/models"
	"retrystorm/sim/catalog"
)

// TestEveryModelHasARow looks for exported types of models that could be a kind, by
// the method that makes them one, and are missing from the catalogue. Distributions
// and strategies have such tests of their own.
func TestEveryModelHasARow(t *testing.T) {
	for _, c := range []struct {
		kind   string
		method func(*ast.FuncDecl) bool
		rows   []string
	}{
		{"workload", named("Gap"), typesOf(models.Workloads())},
		{"network", named("Wire"), typesOf(models.Networks())},
		{"fault", named("Fault"), typesOf(models.Faults())},
		{"service", makesService, typesOf(models.Services())},
	} {
		found := 0
		for _, s := range sources(t) {
			if s.dir() != "models" || s.test {
				continue
			}
			for _, d := range s.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv == nil || !exported(f) || !c.method(f) {
					continue
				}
				found++
				if name := receiver(f); !slices.Contains(c.rows, name) {
					t.Errorf("%s: %s is a %s without a row in the catalogue", s.at(f), name, c.kind)
				}
			}
		}
		if found == 0 {
			t.Errorf("no %s found: has the method another name now?", c.kind)
		}
	}
}

func named(name string) func(*ast.FuncDecl) bool {
	return func(f *ast.FuncDecl) bool { return f.Name.Name == name }
}

// makesService reports whether f is func (...) New() sim.Service.
func makesService(f *ast.FuncDecl) bool {
	if f.Name.Name != "New" || f.Type.Results == nil {
		return false
	}
	result, ok := f.Type.Results.List[0].Type.(*ast.SelectorExpr)
	return ok && result.Sel.Name == "Service"
}

func receiver(f *ast.FuncDecl) string {
	typ := f.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if id, ok := typ.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// typesOf are the names of the Go types of a catalogue.
func typesOf[T any](rows []catalog.Row[T]) (names []string) {
	for _, r := range rows {
		typ := reflect.TypeOf(r.New())
		names = append(names, strings.TrimPrefix(typ.String(), "*models."))
	}
	return names
}
