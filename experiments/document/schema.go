package document

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"
)

// Schema returns the JSON Schema (draft 2020-12) of the documents that [Decode] takes
// for into, a pointer to a struct that holds the defaults. Editors complete and check
// with it. It allows what Decode allows, but for what Validate methods and the names
// of anchors decide. The bytes depend on the types and the catalogues alone.
func Schema(into any, kinds *Kinds, title string) []byte {
	w := schemaWriter{kinds: kinds, names: map[reflect.Type]string{}}
	v := reflect.ValueOf(into).Elem()
	root := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", title},
	}
	root = append(root, w.block(v, "", "")...)
	if len(w.defs) > 0 {
		root = root.with("$defs", w.defs)
	}
	text, err := indentJSON(root)
	if err != nil {
		panic("document: schema: " + err.Error()) // objects of strings always marshal
	}
	return text
}

// schemaWriter collects the types that have a name of their own under $defs.
type schemaWriter struct {
	kinds *Kinds
	names map[reflect.Type]string
	defs  object
}

// value returns the schema of a value of type t.
func (w *schemaWriter) value(t reflect.Type, optional bool) object {
	if s, ok := scalarOf(t); ok {
		return s.schema(t)
	}
	switch {
	case t == nodeType:
		return object{}
	case isNamedMap(t):
		return object{{"type", "object"}, {"additionalProperties", w.value(elemOfMap(t), false)}}
	case t.Kind() == reflect.Slice:
		item := w.value(t.Elem(), false)
		return object{{"anyOf", []object{{{"type", "array"}, {"items", item}}, item}}}
	case t.Kind() == reflect.Pointer:
		return object{{"anyOf", []object{{{"const", none}}, w.value(t.Elem(), false)}}}
	case optional:
		return object{{"anyOf", []object{{{"const", none}}, w.ref(t)}}}
	}
	return w.ref(t)
}

// ref returns a reference to the definition of t, which it makes once.
func (w *schemaWriter) ref(t reflect.Type) object {
	name, known := w.names[t]
	if !known {
		name = w.newName(t)
		w.names[t] = name
		place := len(w.defs)
		w.defs = append(w.defs, member{name, nil})
		w.defs[place].value = w.define(t)
	}
	return object{{"$ref", "#/$defs/" + name}}
}

// newName makes a name in small letters, with a number if another type has it.
func (w *schemaWriter) newName(t reflect.Type) string {
	var b strings.Builder
	for i, r := range t.Name() {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	name := b.String()
	for n := 2; ; n++ {
		taken := false
		for _, d := range w.defs {
			taken = taken || d.name == name
		}
		if !taken {
			return name
		}
		name = fmt.Sprintf("%s-%d", b.String(), n)
	}
}

func (w *schemaWriter) define(t reflect.Type) object {
	if t.Kind() == reflect.Interface {
		return w.kind(w.kinds.table(t))
	}
	block := w.block(reflect.New(t).Elem(), "", "")
	if short, ok := w.short(t, shortOf(t)); ok {
		return object{{"anyOf", []object{short, block}}}
	}
	return block
}

// short returns the schema of a value that stands for a block of type t; ok is false
// if there is none, or if the block needs more keys.
func (w *schemaWriter) short(t reflect.Type, key string) (out object, ok bool) {
	f, ok := fieldOf(t, key)
	if !ok || !needsOnly(t, key) {
		return nil, false
	}
	return w.value(f.typ, false).with("description", f.doc), true
}

// needsOnly reports whether t has no required key but the one given.
func needsOnly(t reflect.Type, key string) bool {
	for _, f := range fieldsOf(t) {
		if f.required && f.key != key {
			return false
		}
	}
	return true
}

// kind returns the schema of a catalogue: the name of a kind that needs no key, a
// value for a short key, or a block that names its kind.
func (w *schemaWriter) kind(tab *table) object {
	var words, ways, blocks []object
	for _, r := range tab.rows {
		if needsOnly(r.settings, "") {
			words = append(words, object{{"const", r.name}}.with("description", r.doc))
		}
		if short, ok := w.short(r.settings, r.short); ok {
			ways = append(ways, short)
		}
		needed := kindKey
		if r.name == tab.fallback {
			needed = ""
		}
		block := object{{"title", r.name}}.with("description", r.doc)
		blocks = append(blocks, append(block, w.block(r.fresh().Elem(), r.name, needed)...))
	}
	if len(words) > 0 {
		ways = append([]object{{{"oneOf", words}}}, ways...)
	}
	return object{{"anyOf", append(ways, object{{"oneOf", blocks}})}}
}

// block returns the schema of the struct v, which holds the defaults. A kind, if it
// has one, is among its keys; needed is a key that it must have besides those tagged.
func (w *schemaWriter) block(v reflect.Value, kind, needed string) object {
	properties, required := object{}, []string{}
	if kind != "" {
		properties = properties.with(kindKey, object{{"const", kind}})
	}
	if needed != "" {
		required = append(required, needed)
	}
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		s := w.value(f.typ, f.takesNone(x)).with("description", f.doc)
		if f.required {
			required = append(required, f.key)
		} else if scalar, ok := scalarOf(f.typ); ok && !x.IsZero() {
			s = s.with("default", scalar.value(x))
		}
		properties = properties.with(f.key, s)
	}
	out := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		out = out.with("required", required)
	}
	return out.with("additionalProperties", false)
}
