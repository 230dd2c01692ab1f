package document

import (
	"fmt"
	"reflect"
	"slices"
)

// chosen is the kind that a block was given, nil for a block without kinds.
type chosen struct {
	row   row
	table *table
}

// fill sets the fields of the struct v from the map n: those tagged first, then the
// others, then what follows from them.
func (d *decoder) fill(n *Node, v reflect.Value, at place, kind *chosen) {
	before := len(d.problems)
	fields := fieldsOf(v.Type())
	d.unknown(n, v, fields, at, kind)
	d.missing(n, v.Type(), fields, at, kind)
	if slices.ContainsFunc(fields, func(f field) bool { return f.first }) {
		d.keys(n, v, at, fields, true)
		if len(d.problems) == before {
			d.hook(n, v, at, defaults)
		}
	}
	d.keys(n, v, at, fields, false)
	for _, f := range fields {
		if n.Entry(f.key) == nil && !f.required {
			d.settle(v.FieldByIndex(f.index), at.inner(f.key, at.key))
		}
	}
	if len(d.problems) == before {
		d.finish(n, v, at)
	}
}

// keys fills the fields that are written in n: those tagged first, or the others.
func (d *decoder) keys(n *Node, v reflect.Value, at place, fields []field, first bool) {
	for _, f := range fields {
		if e := n.Entry(f.key); e != nil && f.first == first {
			d.value(e.Value, v.FieldByIndex(f.index), at.inner(e.Key, e.KeyPos), f)
		}
	}
}

// unknown reports the keys of n that are none of fields.
func (d *decoder) unknown(n *Node, v reflect.Value, fields []field, at place, kind *chosen) {
	known := keysOf(fields)
	for _, e := range n.Entries {
		if slices.Contains(known, e.Key) || kind != nil && e.Key == kindKey {
			continue
		}
		message := fmt.Sprintf("unknown key %q", e.Key)
		if kind != nil {
			message = fmt.Sprintf("the kind %q has no key %q", kind.row.name, e.Key)
		}
		d.problem(e.KeyPos, at.path, message, unknownHint(e.Key, v, known, kind))
	}
}

// unknownHint tells what to write instead of a key that v does not have.
func unknownHint(key string, v reflect.Value, known []string, kind *chosen) string {
	if x, ok := v.Addr().Interface().(interface{ Explain(string) string }); ok {
		if hint := x.Explain(key); hint != "" {
			return hint
		}
	}
	hint := didYouMean(key, known, "keys")
	if kind != nil && Nearest(key, append(known, kindKey)) == kindKey {
		hint = didYouMean(key, []string{kindKey}, "")
	}
	if hint == "" {
		hint = "there are no keys here"
	}
	if others := kindsWith(key, kind); len(others) > 0 {
		hint += "; kinds with that key: " + listed(others)
	}
	return hint
}

// kindsWith returns the kinds beside the chosen one that have key.
func kindsWith(key string, kind *chosen) []string {
	var names []string
	if kind == nil {
		return nil
	}
	for _, r := range kind.table.rows {
		if _, ok := fieldOf(r.settings, key); ok {
			names = append(names, r.name)
		}
	}
	return names
}

// missing reports the keys without a default that n does not have, but for those that
// it seems to misspell.
func (d *decoder) missing(n *Node, t reflect.Type, fields []field, at place, kind *chosen) {
	meant, known := map[string]bool{}, keysOf(fields)
	for _, e := range n.Entries {
		if !slices.Contains(known, e.Key) {
			meant[Nearest(e.Key, known)] = true
		}
	}
	for _, f := range fields {
		if !f.required || n.Entry(f.key) != nil || meant[f.key] {
			continue
		}
		message, hint := fmt.Sprintf("the key %q is missing", f.key), "add "+f.key+": "+exampleOf(f.typ)
		if kind != nil {
			message = fmt.Sprintf("the kind %q needs the key %q", kind.row.name, f.key)
		}
		if kind != nil && len(n.Entries) == 0 {
			hint = "write " + exampleBlock(t, kind.row.name)
		}
		d.problem(at.key, at.path, message, hint)
	}
}

// exampleBlock returns the shortest block of a kind.
func exampleBlock(t reflect.Type, kind string) string {
	text := "{" + kindKey + ": " + kind
	for _, f := range fieldsOf(t) {
		if f.required {
			text += ", " + f.key + ": " + exampleOf(f.typ)
		}
	}
	return text + "}"
}

func exampleOf(t reflect.Type) string {
	if s, ok := scalarOf(t); ok {
		return s.example
	}
	return "..."
}
