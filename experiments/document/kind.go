package document

import (
	"fmt"
	"reflect"
	"strings"
)

// kindKey is the key that chooses from a catalogue.
const kindKey = "kind"

// kind fills the interface v: the row that n names gives the defaults, the other keys
// of n fill it.
func (d *decoder) kind(n *Node, v reflect.Value, at place, f field) {
	tab := d.kinds.table(v.Type())
	switch n.Shape {
	case Scalar:
		d.kindOfScalar(n, v, at, f, tab)
	case Map:
		if r, ok := d.kindInside(n, tab); ok {
			d.take(expand(n, r.short), v, place{path: at.path, key: n.Pos}, chosen{r, tab})
		} else if r, ok := d.kindOfMap(n, at, tab); ok {
			d.take(n, v, at, chosen{r, tab})
		}
	default:
		d.problem(n.Pos, at.path, fmt.Sprintf("this is %s, where a kind is due", n.Shape), d.kindsHint(tab))
	}
}

// take sets v to fresh settings of a kind, filled from n.
func (d *decoder) take(n *Node, v reflect.Value, at place, kind chosen) {
	settings := kind.row.fresh()
	d.fill(n, settings.Elem(), at, &kind)
	v.Set(kind.row.value(settings))
}

// kindOfMap returns the row that a map chooses.
func (d *decoder) kindOfMap(n *Node, at place, tab *table) (row, bool) {
	e := n.Entry(kindKey)
	if e == nil {
		r, ok := tab.find(tab.fallback)
		if !ok {
			d.noKind(n, at, tab)
		}
		return r, ok
	}
	if e.Value.Shape != Scalar {
		d.problem(e.Value.Pos, at.inner(kindKey, e.KeyPos).path,
			fmt.Sprintf("this is %s, where the name of a kind is due", e.Value.Shape), d.kindsHint(tab))
		return row{}, false
	}
	r, ok := tab.find(e.Value.Text)
	if !ok {
		d.unknownKind(e.Value, at, tab)
	}
	return r, ok
}

// kindInside returns the row whose short key holds the kind that n names, if tab has
// no such kind itself.
func (d *decoder) kindInside(n *Node, tab *table) (row, bool) {
	e := n.Entry(kindKey)
	if e == nil || e.Value.Shape != Scalar {
		return row{}, false
	}
	if _, own := tab.find(e.Value.Text); own {
		return row{}, false
	}
	for _, r := range tab.rows {
		if r.inside == nil {
			continue
		}
		if _, ok := d.kinds.table(r.inside).find(e.Value.Text); ok {
			return r, true
		}
	}
	return row{}, false
}

// noKind reports a map that must choose a kind and does not.
func (d *decoder) noKind(n *Node, at place, tab *table) {
	for _, e := range n.Entries {
		if hint := nearHint(e.Key, []string{kindKey}); hint != "" {
			d.problem(e.KeyPos, at.path, fmt.Sprintf("unknown key %q", e.Key), hint)
			return
		}
	}
	d.problem(at.key, at.path, `the key "kind" is missing`, d.kindsHint(tab))
}

// kindOfScalar takes the kind with the name n, or the first kind for whose short key
// n is a value.
func (d *decoder) kindOfScalar(n *Node, v reflect.Value, at place, f field, tab *table) {
	if r, ok := tab.find(n.Text); ok {
		d.take(&Node{Shape: Map, Pos: n.Pos}, v, place{path: at.path, key: n.Pos}, chosen{r, tab})
		return
	}
	if n.Text == none && f.takesNone(v) {
		v.SetZero()
		return
	}
	var first Problems
	for _, r := range tab.rows {
		if r.short == "" || tab.explained[n.Text] != "" {
			continue
		}
		ps := d.try(n, r, at)
		if len(ps) == 0 {
			d.take(expand(n, r.short), v, place{path: at.path, key: n.Pos}, chosen{r, tab})
			return
		}
		if first == nil {
			first = ps
		}
	}
	if isWord(n.Text) || first == nil {
		d.unknownKind(n, at, tab)
		return
	}
	d.problems = append(d.problems, first...)
}

// try reads n as the short key of r and returns what is wrong with that.
func (d *decoder) try(n *Node, r row, at place) Problems {
	f, _ := fieldOf(r.settings, r.short)
	scratch := decoder{kinds: d.kinds}
	scratch.value(n, r.fresh().Elem().FieldByIndex(f.index), at, f)
	return scratch.problems
}

// isWord reports whether text is more likely a misspelt name than a misspelt number.
func isWord(text string) bool {
	return text == "" || !strings.ContainsRune("0123456789+-.", rune(text[0]))
}

func (d *decoder) unknownKind(n *Node, at place, tab *table) {
	if hint := tab.explained[n.Text]; hint != "" {
		d.problem(n.Pos, at.path, fmt.Sprintf("there is no kind %q", n.Text), hint)
		return
	}
	hint := d.kindsHint(tab)
	if near := nearHint(n.Text, d.kinds.names(tab)); near != "" {
		hint = near
	}
	d.problem(n.Pos, at.path, fmt.Sprintf("unknown kind %q", n.Text), hint)
}

// kindsHint lists the kinds, and what a bare value may be.
func (d *decoder) kindsHint(tab *table) string {
	hint := "kinds: " + listed(d.kinds.names(tab))
	for _, r := range tab.rows {
		if s, ok := scalarField(r.settings, r.short); ok {
			hint += fmt.Sprintf("; or a %s for %s", s.words, r.name)
		}
	}
	return hint
}
