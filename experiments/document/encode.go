package document

import (
	"fmt"
	"reflect"
)

// Encode returns v in the long form: every kind by its name, every key, those with
// their default too. [Decode] of the result gives v again, provided that v has come
// from Decode. A kind is known by its Go type; where several kinds share one, it is
// the first whose defaults equal the value, else the first. An optional block that is
// not there is `none`.
func Encode(v any, kinds *Kinds) *Node {
	e := encoder{kinds: kinds}
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	return e.value(r)
}

type encoder struct{ kinds *Kinds }

// value returns nil for what is left out.
func (e encoder) value(v reflect.Value) *Node {
	t := v.Type()
	if s, ok := scalarOf(t); ok {
		return encodeScalar(s, v)
	}
	switch {
	case t == nodeType:
		return v.Interface().(*Node).Clone()
	case t.Kind() == reflect.Slice && v.IsNil():
		return nil
	case isNamedMap(t):
		return e.named(v)
	case t.Kind() == reflect.Slice:
		return e.list(v)
	case t.Kind() == reflect.Struct:
		return e.block(v, NewMap())
	case v.IsNil():
		return NewScalar(none)
	case t.Kind() == reflect.Pointer:
		return e.value(v.Elem())
	case t.Kind() == reflect.Interface:
		return e.kind(v)
	}
	panic(fmt.Sprintf("document: a document cannot hold a %s", t))
}

// encodeScalar leaves out a word that is not chosen: the zero value of a type with
// its own words.
func encodeScalar(s scalar, v reflect.Value) *Node {
	text := s.text(v)
	if text == "" && v.Type() != reflect.TypeFor[string]() {
		return nil
	}
	return NewScalar(text)
}

func (e encoder) list(v reflect.Value) *Node {
	out := &Node{Shape: List}
	for i := range v.Len() {
		if item := e.value(v.Index(i)); item != nil {
			out.Items = append(out.Items, item)
		}
	}
	return out
}

func (e encoder) named(v reflect.Value) *Node {
	out := NewMap()
	for i := range v.Len() {
		if value := e.value(v.Index(i).Field(1)); value != nil {
			out.Put(v.Index(i).Field(0).String(), Pos{}, value)
		}
	}
	return out
}

func (e encoder) block(v reflect.Value, out *Node) *Node {
	for _, f := range fieldsOf(v.Type()) {
		x := v.FieldByIndex(f.index)
		if f.omitZero && x.IsZero() {
			continue
		}
		if value := e.value(x); value != nil {
			out.Put(f.key, Pos{}, value)
		}
	}
	return out
}

func (e encoder) kind(v reflect.Value) *Node {
	settings := v.Elem()
	r := e.kinds.table(v.Type()).rowOf(settings)
	if settings.Kind() == reflect.Pointer {
		settings = settings.Elem()
	}
	out := NewMap()
	out.Put(kindKey, Pos{}, NewScalar(r.name))
	return e.block(settings, out)
}

// rowOf returns the row of a value in an interface.
func (t *table) rowOf(settings reflect.Value) row {
	var same []row
	for _, r := range t.rows {
		fresh := r.value(r.fresh())
		if fresh.Type() != settings.Type() {
			continue
		}
		if reflect.DeepEqual(fresh.Interface(), settings.Interface()) {
			return r
		}
		same = append(same, r)
	}
	if len(same) == 0 {
		panic(fmt.Sprintf("document: no kind has settings of type %s", settings.Type()))
	}
	return same[0]
}
