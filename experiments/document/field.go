package document

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"retrystorm/sim/catalog"
)

// field is one key of a settings struct. The options are those of the key tag.
type field struct {
	key, doc                            string
	index                               []int
	typ                                 reflect.Type
	required, first, optional, omitZero bool
}

// fieldsOf returns the keys of the struct type t in the order of its fields, those of
// embedded structs in their place. It panics if two fields share a key.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for f := range t.Fields() {
		tag, tagged := f.Tag.Lookup("key")
		switch {
		case tagged:
			fields = append(fields, newField(t, f, tag))
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append(slices.Clone(f.Index), inner.index...)
				fields = append(fields, inner)
			}
		}
	}
	for i, f := range fields {
		for _, other := range fields[:i] {
			if f.key == other.key {
				panic(fmt.Sprintf("document: %s has two keys %q", t, f.key))
			}
		}
	}
	return fields
}

func newField(t reflect.Type, f reflect.StructField, tag string) field {
	words := strings.Split(tag, ",")
	out := field{key: words[0], doc: f.Tag.Get("doc"), index: f.Index, typ: f.Type}
	if out.key == "" || !f.IsExported() {
		panic(fmt.Sprintf("document: field %s of %s has an empty key or is not exported", f.Name, t))
	}
	for _, option := range words[1:] {
		switch option {
		case "required":
			out.required = true
		case "first":
			out.first = true
		case "optional":
			out.optional = true
		case "omitzero":
			out.omitZero = true
		default:
			panic(fmt.Sprintf("document: field %s of %s has the unknown option %q", f.Name, t, option))
		}
	}
	return out
}

// takesNone reports whether the word none may stand for a block or kind, whose
// default is x.
func (f field) takesNone(x reflect.Value) bool {
	return f.optional || x.Kind() == reflect.Interface && x.IsNil() && !f.required
}

// fieldOf returns the field of t with that key.
func fieldOf(t reflect.Type, key string) (field, bool) {
	for _, f := range fieldsOf(t) {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

// scalarField returns what is known of the scalar that the key of t holds.
func scalarField(t reflect.Type, key string) (scalar, bool) {
	f, ok := fieldOf(t, key)
	if !ok {
		return scalar{}, false
	}
	return scalarOf(f.typ)
}

func keysOf(fields []field) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}

// isNamedMap reports whether t is a [catalog.Map].
func isNamedMap(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.PkgPath() == reflect.TypeFor[catalog.Map[int]]().PkgPath() &&
		strings.HasPrefix(t.Name(), "Map[")
}

// elemOfMap returns T of the [catalog.Map] type t.
func elemOfMap(t reflect.Type) reflect.Type { return t.Elem().Field(1).Type }

var nodeType = reflect.TypeFor[*Node]()

// shortOf returns the key that a scalar stands for in the struct type t, "" if none.
func shortOf(t reflect.Type) string {
	if s, ok := reflect.New(t).Interface().(interface{ Short() string }); ok {
		return s.Short()
	}
	return ""
}
