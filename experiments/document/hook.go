package document

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"retrystorm/sim/catalog"
)

// hook is a method that a settings struct may have.
type hook func(settings any) (call func() error, ok bool)

func defaults(settings any) (func() error, bool) {
	h, ok := settings.(interface{ Defaults() error })
	if !ok {
		return nil, false
	}
	return h.Defaults, true
}

func prepare(settings any) (func() error, bool) {
	h, ok := settings.(interface{ Prepare() error })
	if !ok {
		return nil, false
	}
	return h.Prepare, true
}

func validate(settings any) (func() error, bool) {
	h, ok := settings.(interface{ Validate() error })
	if !ok {
		return nil, false
	}
	return h.Validate, true
}

// finish derives what is not written in a block and checks it.
func (d *decoder) finish(n *Node, v reflect.Value, at place) {
	before := len(d.problems)
	if d.hook(n, v, at, prepare); len(d.problems) == before {
		d.hook(n, v, at, validate)
	}
}

// hook calls a method of the struct v, or of each struct embedded in it if v has it
// only from there and from more than one.
func (d *decoder) hook(n *Node, v reflect.Value, at place, h hook) {
	if call, ok := h(v.Addr().Interface()); ok {
		d.report(call(), n, at)
		return
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.Anonymous || f.Type.Kind() != reflect.Struct {
			continue
		}
		if _, ok := h(reflect.New(f.Type).Interface()); ok && !f.IsExported() {
			panic(fmt.Sprintf("document: %s embeds %s, whose methods cannot be called: export it", v.Type(), f.Type))
		}
		if f.IsExported() {
			d.hook(n, v.Field(i), at, h)
		}
	}
}

// report places err, which may be several, at the keys that it names.
func (d *decoder) report(err error, n *Node, at place) {
	if err == nil {
		return
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			d.report(e, n, at)
		}
		return
	}
	path, pos, message := at.path, at.key, err.Error()
	var key *catalog.KeyError
	if errors.As(err, &key) {
		message = key.Message
		if key.Key != "" {
			path, pos = at.inner(key.Key, Pos{}).path, keyPos(n, key.Key, at.key)
		}
	}
	message, hint, _ := strings.Cut(message, "; ")
	d.problem(pos, path, message, hint)
}

// keyPos returns where the value at path is written in the block n, or the last key
// on the way to it, or otherwise.
func keyPos(n *Node, path string, otherwise Pos) Pos {
	for key := range strings.SplitSeq(path, ".") {
		e := n.Entry(key)
		if e == nil {
			return otherwise
		}
		n, otherwise = e.Value, e.Value.Pos
		if n.Shape == Map {
			otherwise = e.KeyPos
		}
	}
	return otherwise
}

// settle finishes the settings structs in v, which the document does not mention.
func (d *decoder) settle(v reflect.Value, at place) {
	t := v.Type()
	if _, ok := scalarOf(t); ok || t == nodeType {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		before := len(d.problems)
		for _, f := range fieldsOf(t) {
			d.settle(v.FieldByIndex(f.index), at.inner(f.key, at.key))
		}
		if len(d.problems) == before {
			d.finish(nil, v, at)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			d.settle(v.Elem(), at)
		}
	case reflect.Interface:
		if !v.IsNil() {
			d.settleKind(v, at)
		}
	case reflect.Slice:
		if isNamedMap(t) {
			d.settleNamed(v, at)
		}
	}
}

func (d *decoder) settleNamed(v reflect.Value, at place) {
	for i := range v.Len() {
		d.settle(v.Index(i).Field(1), at.inner(v.Index(i).Field(0).String(), at.key))
	}
}

// settleKind finishes the settings in the interface v.
func (d *decoder) settleKind(v reflect.Value, at place) {
	settings := v.Elem()
	if settings.Kind() == reflect.Pointer {
		d.settle(settings, at)
		return
	}
	copied := reflect.New(settings.Type())
	copied.Elem().Set(settings)
	d.settle(copied.Elem(), at)
	v.Set(copied.Elem())
}
