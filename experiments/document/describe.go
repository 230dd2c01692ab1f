package document

import (
	"fmt"
	"reflect"
	"strings"

	"retrystorm/sim/catalog"
)

// Setting is what may be said of one key.
type Setting struct {
	Key     string // of a nested block with dots, as in paths
	Type    string // in words
	Default string // as a file would write it, "required" if there is none
	Doc     string
}

// Describe lists the keys of a kind.
func Describe[T any](row catalog.Row[T], kinds *Kinds) []Setting {
	return DescribeBlock(row.New(), kinds)
}

// DescribeBlock lists the keys of a settings struct, or of a pointer to one, that
// holds the defaults.
func DescribeBlock(settings any, kinds *Kinds) []Setting {
	v := reflect.ValueOf(settings)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	d := describer{kinds: kinds}
	d.block(v, "", nil)
	return d.settings
}

type describer struct {
	kinds    *Kinds
	settings []Setting
}

// block lists the keys of v; within are the types around it, so that a type that
// holds itself comes to an end.
func (d *describer) block(v reflect.Value, prefix string, within []reflect.Type) {
	for _, t := range within {
		if t == v.Type() {
			return
		}
	}
	within = append(within, v.Type())
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		s := Setting{Key: prefix + f.key, Type: typeInWords(d.kinds, f.typ, f.takesNone(x)), Doc: f.doc}
		nested := f.typ
		if nested.Kind() == reflect.Pointer {
			nested = nested.Elem()
		}
		_, isScalar := scalarOf(nested)
		isBlock := nested.Kind() == reflect.Struct && !isScalar && f.typ != nodeType
		if s.Default = d.byDefault(x, f); isBlock && f.typ.Kind() == reflect.Struct && s.Default != "required" {
			s.Default = ""
		}
		d.settings = append(d.settings, s)
		if isBlock {
			if x = reflect.Indirect(x); !x.IsValid() {
				x = reflect.Zero(nested)
			}
			d.block(x, s.Key+".", within)
		}
	}
}

// byDefault writes the default of a key.
func (d *describer) byDefault(x reflect.Value, f field) string {
	if f.required {
		return "required"
	}
	if f.omitZero && x.IsZero() {
		return ""
	}
	e := encoder{kinds: d.kinds}
	n := e.value(x)
	if n == nil {
		return ""
	}
	return flow(n)
}

// typeInWords says what a value of type t may be.
func typeInWords(kinds *Kinds, t reflect.Type, optional bool) string {
	if s, ok := scalarOf(t); ok {
		return s.words
	}
	switch {
	case t == nodeType:
		return "any value"
	case isNamedMap(t):
		return "map by name of " + typeInWords(kinds, elemOfMap(t), false)
	case t.Kind() == reflect.Slice:
		return "list of " + typeInWords(kinds, t.Elem(), false)
	case t.Kind() == reflect.Pointer:
		return typeInWords(kinds, t.Elem(), true)
	}
	text := ""
	if t.Kind() == reflect.Interface {
		text = kindsInWords(kinds, kinds.table(t))
	} else {
		text = "block" + shortInWords(shortOf(t), t)
	}
	if optional {
		text += ", or none"
	}
	return text
}

func kindsInWords(kinds *Kinds, tab *table) string {
	text := "kind: " + listed(kinds.names(tab))
	for _, r := range tab.rows {
		text += shortInWords(r.short, r.settings)
	}
	return text
}

func shortInWords(key string, t reflect.Type) string {
	if s, ok := scalarField(t, key); ok {
		return fmt.Sprintf(", or a %s for its %s", strings.TrimPrefix(s.words, "a "), key)
	}
	return ""
}
