package document

import (
	"fmt"
	"reflect"

	"retrystorm/sim/catalog"
)

// Kinds is the catalogues that a document chooses from: for an interface type, the
// rows whose names `kind` may be. Fill it with [Add] and [Explain] before use;
// afterwards it does not change.
type Kinds struct{ tables map[reflect.Type]*table }

// table is the catalogue of one interface type.
type table struct {
	rows      []row
	fallback  string            // the kind of a map without `kind`, "" if there is none
	explained map[string]string // words that are no kinds, and what to write instead
}

// row is a [catalog.Row] without its type.
type row struct {
	name, doc, source, short string
	settings                 reflect.Type // the struct
	byValue                  bool         // New returns the struct, not a pointer
	inside                   reflect.Type // of the short key, if it holds a kind itself: `network: {kind: normal}`
	fresh                    func() reflect.Value
}

// NewKinds returns an empty set of catalogues.
func NewKinds() *Kinds { return &Kinds{tables: map[reflect.Type]*table{}} }

// Add puts in the catalogue of the interface type T. A map without `kind` takes
// defaultKind, and is an error if that is "". Add panics if the rows cannot work: no
// document is to blame for that.
func Add[T any](kinds *Kinds, rows []catalog.Row[T], defaultKind string) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Interface || kinds.tables[t] != nil {
		panic(fmt.Sprintf("document: %s is no interface type, or was added before", t))
	}
	tab := &table{fallback: defaultKind}
	for _, r := range rows {
		if _, twice := tab.find(r.Name); twice {
			panic(fmt.Sprintf("document: %s has two kinds %q", t, r.Name))
		}
		tab.rows = append(tab.rows, newRow(r))
		if tab.rows[len(tab.rows)-1].inside == t {
			panic(fmt.Sprintf("document: kind %q stands for its own catalogue", r.Name))
		}
	}
	if _, ok := tab.find(defaultKind); !ok && defaultKind != "" {
		panic(fmt.Sprintf("document: %s has no kind %q", t, defaultKind))
	}
	kinds.tables[t] = tab
}

func newRow[T any](r catalog.Row[T]) row {
	sample := reflect.TypeOf(r.New())
	out := row{name: r.Name, doc: r.Doc, source: r.Source, short: r.Short, settings: sample}
	if sample.Kind() == reflect.Pointer {
		out.settings = sample.Elem()
	} else {
		out.byValue = true
	}
	if out.settings.Kind() != reflect.Struct {
		panic(fmt.Sprintf("document: kind %q is no struct but %s", r.Name, out.settings))
	}
	if f, ok := fieldOf(out.settings, r.Short); ok && f.typ.Kind() == reflect.Interface {
		out.inside = f.typ
	} else if _, ok := scalarField(out.settings, r.Short); !ok && r.Short != "" {
		panic(fmt.Sprintf("document: kind %q has no key %q that holds a single value or a kind", r.Name, r.Short))
	}
	out.fresh = func() reflect.Value {
		v := reflect.ValueOf(r.New())
		if !out.byValue {
			return v
		}
		p := reflect.New(out.settings)
		p.Elem().Set(v)
		return p
	}
	return out
}

// value returns settings, which fresh has made, as the kind of value that New returns.
func (r row) value(settings reflect.Value) reflect.Value {
	if r.byValue {
		return settings.Elem()
	}
	return settings
}

// Explain says what to write instead of words that are no kinds of T, for instance
// because they may mean several. T must have been added.
func Explain[T any](kinds *Kinds, words map[string]string) {
	kinds.table(reflect.TypeFor[T]()).explained = words
}

// table returns the catalogue of t, which a program must have added.
func (k *Kinds) table(t reflect.Type) *table {
	if k != nil && k.tables[t] != nil {
		return k.tables[t]
	}
	panic(fmt.Sprintf("document: no kinds of %s were added", t))
}

func (t *table) find(name string) (row, bool) {
	for _, r := range t.rows {
		if r.name == name {
			return r, true
		}
	}
	return row{}, false
}

// names lists the kinds of t, and after them the kinds that stand inside one of them.
func (k *Kinds) names(t *table) []string {
	var names, inside []string
	for _, r := range t.rows {
		names = append(names, r.name)
		if r.inside == nil {
			continue
		}
		for _, r := range k.table(r.inside).rows {
			if _, own := t.find(r.name); !own {
				inside = append(inside, r.name)
			}
		}
	}
	return append(names, inside...)
}
