package strategies

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// kind is a row of any catalogue.
type kind struct {
	name, doc, source, short string
	settings                 any
}

func kinds[T any](rows []catalog.Row[T]) (ks []kind) {
	for _, r := range rows {
		ks = append(ks, kind{r.Name, r.Doc, r.Source, r.Short, r.New()})
	}
	return ks
}

func allKinds() []kind {
	ks := kinds(Backoffs())
	ks = append(ks, kinds(Budgets())...)
	ks = append(ks, kinds(Breakers())...)
	ks = append(ks, kinds(Limiters())...)
	return append(ks, kinds(Hedges())...)
}

// fill sets every duration and share that has no default, as a file would.
func fill(settings any) {
	v := reflect.ValueOf(settings).Elem()
	for _, field := range reflect.VisibleFields(v.Type()) {
		key := strings.Split(field.Tag.Get("key"), ",")[0]
		switch f := v.FieldByIndex(field.Index).Addr().Interface().(type) {
		case *float64:
			if *f == 0 {
				*f = 1
			}
		case *time.Duration:
			if *f == 0 {
				*f = map[string]time.Duration{"cap": time.Second, "ceiling": time.Second}[key]
			}
			if *f == 0 {
				*f = 10 * ms
			}
		case *int:
			if *f == 0 && key == "limit" {
				*f = 1
			}
		case *sim.Share:
			*f = 0.5
		case *sim.Rate:
			*f = max(*f, 1)
		}
	}
}

type sample struct {
	name string
	cap  time.Duration
	Backoff
}

// sampleBackoffs is the whole catalogue with base 10ms and cap 1s.
func sampleBackoffs() (bs []sample) {
	for _, r := range Backoffs() {
		b := r.New()
		fill(b)
		longest := time.Duration(0)
		for _, key := range []string{"Cap", "Wait"} {
			if f := reflect.ValueOf(b).Elem().FieldByName(key); f.IsValid() {
				longest = time.Duration(f.Int())
			}
		}
		bs = append(bs, sample{r.Name, longest, b})
	}
	return bs
}

// A kind without a row could not be named in a file, and nobody would notice.
func TestEveryKindHasARow(t *testing.T) {
	rows := map[string]bool{}
	for _, k := range allKinds() {
		rows[reflect.TypeOf(k.settings).Elem().Name()] = true
	}
	marks := map[string]bool{"Delay": true, "Point": true, "Most": true}
	found := 0
	for _, fn := range methods(t) {
		name := receiver(fn)
		if !marks[fn.Name.Name] || !ast.IsExported(name) {
			continue
		}
		found++
		if !rows[name] {
			t.Errorf("type %s has a method %s and no row in the catalogue", name, fn.Name.Name)
		}
	}
	if found != len(rows) {
		t.Errorf("got %d kinds in the source and %d rows, want as many", found, len(rows))
	}
}

// methods parses the package.
func methods(t *testing.T) (fns []*ast.FuncDecl) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files, %v", len(files), err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				fns = append(fns, fn)
			}
		}
	}
	return fns
}

func receiver(fn *ast.FuncDecl) string {
	x := fn.Recv.List[0].Type
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	return x.(*ast.Ident).Name
}

func TestRowsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range allKinds() {
		typ := reflect.TypeOf(k.settings).Elem()
		if k.name == "" || !strings.HasSuffix(k.doc, ".") || k.source == "" {
			t.Errorf("row %q: want a name, a sentence and a source", k.name)
		}
		if seen[typ.String()] {
			t.Errorf("row %q: its type has another row", k.name)
		}
		seen[typ.String()] = true
		short := k.short == ""
		for _, f := range reflect.VisibleFields(typ) {
			short = short || strings.Split(f.Tag.Get("key"), ",")[0] == k.short
		}
		if !short {
			t.Errorf("row %q: no key %q", k.name, k.short)
		}
		checkTags(t, typ)
	}
	checkTags(t, reflect.TypeFor[Policy]())
	checkTags(t, reflect.TypeFor[RetryAfter]())
}

func checkTags(t *testing.T, typ reflect.Type) {
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous {
			continue // its fields are visible too
		}
		if f.Tag.Get("key") == "" || f.Tag.Get("doc") == "" {
			t.Errorf("%s.%s: want a key and a doc", typ, f.Name)
		}
	}
}

// Defaults must be valid, and what must be said must be asked for.
func TestDefaultsAreValid(t *testing.T) {
	for _, k := range allKinds() {
		fill(k.settings)
		if v, ok := k.settings.(interface{ Validate() error }); ok && v.Validate() != nil {
			t.Errorf("%s: %v", k.name, v.Validate())
		}
	}
}

func TestDelaysStayBetween0AndCap(t *testing.T) {
	for _, b := range sampleBackoffs() {
		c := &sim.Call{}
		for n := range 65535 {
			c.Attempts = uint16(n + 1)
			for _, u := range []float64{sim.Unit(sim.Key(1, sim.ForJitter, uint64(n))), 0, almost}[:1+2*(n%2)] {
				if got := b.Delay(c, &sim.Outcome{Uniform: u}); got < 0 || got > b.cap {
					t.Fatalf("%s: attempt %d, draw %v: got %v, want 0s to %v", b.name, n+1, u, got, b.cap)
				}
			}
			if c.Memo&^ownMemo != 0 {
				t.Fatalf("%s: attempt %d: the memo is %#x, want its highest three bits clear", b.name, n+1, c.Memo)
			}
		}
	}
}
