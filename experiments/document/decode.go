package document

import (
	"fmt"
	"reflect"
)

// Decode fills into, a pointer, from n. What n does not mention keeps its value, so
// into holds the defaults. Every problem is reported, in the order of the document;
// into is of no use if there are any. A field of type *[Node] takes what is written
// as it stands, for later; a field with no key tag is left alone.
func Decode(n *Node, into any, kinds *Kinds) Problems {
	d := decoder{kinds: kinds}
	d.value(n, reflect.ValueOf(into).Elem(), place{key: n.Pos}, field{})
	return d.problems.Sorted()
}

type decoder struct {
	kinds    *Kinds
	problems Problems
}

// place is where a value stands: its path, and where the key that leads to it is
// written, for what is missing in it.
type place struct {
	path string
	key  Pos
}

func (p place) inner(key string, at Pos) place {
	if p.path != "" {
		key = p.path + "." + key
	}
	return place{path: key, key: at}
}

func (d *decoder) problem(at Pos, path, message, hint string) {
	d.problems = append(d.problems, at.Problem(path, message, hint))
}

// value fills v, which f describes, from n.
func (d *decoder) value(n *Node, v reflect.Value, at place, f field) {
	t := v.Type()
	s, isScalar := scalarOf(t)
	switch {
	case t == nodeType:
		v.Set(reflect.ValueOf(n))
	case n.Shape == Null:
		d.problem(n.Pos, at.path, "there is no value here", d.valueHint(t))
	case isScalar:
		d.scalar(n, v, at, s)
	case isNamedMap(t):
		d.named(n, v, at)
	case t.Kind() == reflect.Slice:
		d.list(n, v, at)
	case t.Kind() == reflect.Struct:
		d.block(n, v, at, f)
	case t.Kind() == reflect.Pointer:
		d.pointer(n, v, at)
	case t.Kind() == reflect.Interface:
		d.kind(n, v, at, f)
	default:
		panic(fmt.Sprintf("document: %s: a document cannot hold a %s", at.path, t))
	}
}

// valueHint tells what to write where nothing is written.
func (d *decoder) valueHint(t reflect.Type) string {
	if s, ok := scalarOf(t); ok {
		return fmt.Sprintf("write a value (%s), or leave the key out", s.words)
	}
	if t.Kind() == reflect.Slice && !isNamedMap(t) {
		return "write [] for an empty list, or leave the key out"
	}
	return "write {} for a block without keys, or leave the key out"
}

func (d *decoder) scalar(n *Node, v reflect.Value, at place, s scalar) {
	if n.Shape != Scalar {
		d.problem(n.Pos, at.path, fmt.Sprintf("this is %s, where a single value is due", n.Shape), "write "+s.inWords())
		return
	}
	if f := s.set(v, n); f != nil {
		d.problem(n.Pos, at.path, f.message, f.hint)
	}
}

// list fills a slice; a scalar stands for a list of one.
func (d *decoder) list(n *Node, v reflect.Value, at place) {
	elem := v.Type().Elem()
	s, ok := scalarOf(elem)
	if !ok {
		panic(fmt.Sprintf("document: %s: a list holds single values, no %s", at.path, elem))
	}
	items := n.Items
	switch n.Shape {
	case Scalar:
		items = []*Node{n}
	case Map:
		d.problem(n.Pos, at.path, "this is a map, where a list is due", fmt.Sprintf("write [%s, ...]", s.example))
		return
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		if item.Shape == Null {
			d.problem(item.Pos, at.path, "there is no value here", "take the item out of the list")
			continue
		}
		d.scalar(item, out.Index(i), at, s)
	}
	v.Set(out)
}

// named fills a map by name, in the order written.
func (d *decoder) named(n *Node, v reflect.Value, at place) {
	if n.Shape != Map {
		d.problem(n.Pos, at.path, fmt.Sprintf("this is %s, where a map by name is due", n.Shape), "write NAME: and its value, for each")
		return
	}
	out := reflect.MakeSlice(v.Type(), len(n.Entries), len(n.Entries))
	raw := elemOfMap(v.Type()) == nodeType // keys of raw maps may be paths
	for i, e := range n.Entries {
		if message := badName(e.Key); message != "" && !raw {
			d.problem(e.KeyPos, at.path, fmt.Sprintf("%q is no name: %s", e.Key, message), "a name has letters, digits and / - _ + @ %")
			continue
		}
		out.Index(i).Field(0).SetString(e.Key)
		d.value(e.Value, out.Index(i).Field(1), at.inner(e.Key, e.KeyPos), field{required: true})
	}
	v.Set(out)
}

// none is the word for an optional block that is not there.
const none = "none"

// pointer fills an optional block; what it points to by default is copied first, as
// others may share it.
func (d *decoder) pointer(n *Node, v reflect.Value, at place) {
	if n.Shape == Scalar && n.Text == none {
		v.SetZero()
		return
	}
	fresh := reflect.New(v.Type().Elem())
	if !v.IsNil() {
		fresh.Elem().Set(v.Elem())
	}
	d.value(n, fresh.Elem(), at, field{})
	v.Set(fresh)
}

// block fills a struct from a map, or from the scalar that it has a key for.
func (d *decoder) block(n *Node, v reflect.Value, at place, f field) {
	if n.Shape == Scalar && n.Text == none && f.optional {
		v.SetZero()
		n = &Node{Shape: Map, Pos: n.Pos}
	}
	if short := shortOf(v.Type()); n.Shape == Scalar && short != "" {
		n = expand(n, short)
	}
	if n.Shape != Map {
		keys := keysOf(fieldsOf(v.Type()))
		d.problem(n.Pos, at.path, fmt.Sprintf("this is %s, where a block of keys is due", n.Shape),
			"keys: "+listed(keys))
		return
	}
	d.fill(n, v, at, nil)
}

// expand writes out the scalar n as the block that it stands for.
func expand(n *Node, key string) *Node {
	return &Node{Shape: Map, Pos: n.Pos, Entries: []Entry{{Key: key, KeyPos: n.Pos, Value: n}}}
}
