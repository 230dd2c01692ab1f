package sim

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A product may be fused with a sum that uses it, even in another statement or in a
// caller it is inlined into, unless a conversion rounds it first. So in the files
// whose results must not depend on the processor, every product stands directly in
// float64(..), in another product, or in a quotient. (A quotient by a power of two may
// become a product, but that is exact.)
func TestProductsAreRounded(t *testing.T) {
	files, err := filepath.Glob("../models/dist*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "log.go", "exp.go", "pow.go", "normal.go") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range unrounded(f) {
			t.Errorf("%s: a product is not rounded, want float64(a*b)", fset.Position(at))
		}
	}
}

// unrounded lists the products under n that something else than those may use.
func unrounded(n ast.Node) []token.Pos {
	var found []token.Pos
	rounded := map[ast.Expr]bool{}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if name, ok := n.Fun.(*ast.Ident); ok && name.Name == "float64" {
				rounded[ast.Unparen(n.Args[0])] = true
			}
		case *ast.BinaryExpr:
			product := n.Op == token.MUL
			if product && !rounded[n] {
				found = append(found, n.OpPos)
			}
			if n.Op == token.QUO || product && rounded[n] {
				rounded[ast.Unparen(n.X)] = true
				rounded[ast.Unparen(n.Y)] = true
			}
		case *ast.AssignStmt:
			if n.Tok == token.MUL_ASSIGN {
				found = append(found, n.TokPos)
			}
		}
		return true
	})
	return found
}

func TestUnroundedProductsAreFound(t *testing.T) {
	rows := []struct {
		expr string
		want int
	}{
		{"a*b + c", 1},
		{"float64(a*b) + c", 0},
		{"float64((a*b))*d + c", 1},
		{"float64(a*b*d) + c", 0},
		{"a*b/c + d", 0},
		{"f(a*b)", 1},
	}
	for _, r := range rows {
		e, err := parser.ParseExpr(r.expr)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(unrounded(e)); got != r.want {
			t.Errorf("%s: %d products are not rounded, want %d", r.expr, got, r.want)
		}
	}
}
