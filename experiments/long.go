package experiments

import (
	"fmt"
	"slices"
	"strings"

	"retrystorm/experiments/document"
)

// long rewrites a document in place into its long form: fleet, service and link
// become fleets, services and links, and every link holds its own keys. Positions
// stay, so whatever is wrong is shown where it is written.
func long(root *document.Node) document.Problems {
	var ps document.Problems
	for _, word := range []string{"fleet", "service"} {
		ps = append(ps, plural(root, word)...)
	}
	return append(ps, longLinks(root)...)
}

// plural moves the only fleet or service to the map of all, by the name of its key.
func plural(root *document.Node, word string) document.Problems {
	one, many := root.Entry(word), root.Entry(word+"s")
	switch {
	case one != nil && many != nil:
		return document.Problems{bothGiven(word, one, many)}
	case one == nil && many == nil:
		return document.Problems{root.Pos.Problem(word, "there is no "+word, "add "+word+": {...}, or "+word+"s: with names")}
	case one == nil:
		return nil
	}
	at, value := one.KeyPos, one.Value
	root.Delete(word)
	root.Put(word+"s", at, document.NewMap())
	root.Entry(word+"s").Value.Put(word, at, value)
	return nil
}

// bothGiven complains where the second of them is written: in a variant, if the file
// has one and the variant the other.
func bothGiven(word string, one, many *document.Entry) document.Problem {
	if one.KeyPos.Source == many.KeyPos.Source && one.KeyPos.Line > many.KeyPos.Line {
		return one.KeyPos.Problem(word, "both "+word+"s and "+word+" are given", "keep "+word+"s, and name one of them")
	}
	return many.KeyPos.Problem(word+"s", "both "+word+" and "+word+"s are given",
		fmt.Sprintf("keep one: %s is short for %ss with one entry, called %s", word, word, word))
}

// longLinks gives every link that the topology has its own entry: the keys of link,
// overridden by those of links.NAME, overridden for a group by its own.
func longLinks(root *document.Node) document.Problems {
	base, baseAt := entry(root, "link")
	over, at := entry(root, "links")
	root.Delete("link")
	names := linkNames(root)
	out := document.NewMap()
	for _, name := range names {
		n := merge(base, value(over.Entry(name)))
		entryAt := at
		if e := over.Entry(name); e != nil {
			entryAt = e.KeyPos
		} else if base != nil {
			entryAt = baseAt
		}
		out.Put(name, entryAt, n)
	}
	root.Put("links", at, out)
	groupLinks(root, out)
	rolloutLinks(root, out)
	if over == nil {
		return nil
	}
	var ps document.Problems
	for _, e := range over.Entries {
		if !slices.Contains(names, e.Key) {
			ps = append(ps, e.KeyPos.Problem("links."+e.Key, fmt.Sprintf("there is no link %q", e.Key), "there are "+list(names)))
		}
	}
	return ps
}

// groupLinks completes the links of groups.
func groupLinks(root, links *document.Node) {
	for _, f := range children(root, "fleets") {
		callee := calleeName(root, f)
		for _, g := range children(f.Value, "groups") {
			l := value(links.Entry(f.Key + "/" + callee))
			at := g.KeyPos
			own := g.Value.Entry("link")
			if own != nil {
				at = own.KeyPos
			}
			if g.Value != nil && g.Value.Shape == document.Map {
				g.Value.Put("link", at, merge(l, value(own)))
			}
		}
	}
}

// rolloutLinks completes the links of those who move in a roll-out: from that of their
// fleet, or of its group.
func rolloutLinks(root, links *document.Node) {
	for _, e := range children(root, "faults") {
		own := e.Value.Entry("link")
		if own == nil || own.Value == nil {
			continue
		}
		on := ""
		if o := e.Value.Entry("on"); o != nil && o.Value != nil {
			on = o.Value.Text
		}
		for _, f := range children(root, "fleets") {
			base := value(links.Entry(f.Key + "/" + calleeName(root, f)))
			for _, g := range children(f.Value, "groups") {
				if on == f.Key+"."+g.Key {
					base = value(g.Value.Entry("link"))
				}
			}
			if on == "" || on == f.Key || strings.HasPrefix(on, f.Key+".") {
				e.Value.Put("link", own.KeyPos, merge(base, own.Value))
				break
			}
		}
	}
}

// linkNames lists the links that fleets and services make by calling.
func linkNames(root *document.Node) (names []string) {
	for _, f := range children(root, "fleets") {
		if to := calleeName(root, f); to != "" {
			names = append(names, f.Key+"/"+to)
		}
	}
	for _, s := range children(root, "services") {
		for _, c := range children(s.Value, "calls") {
			names = append(names, s.Key+"/"+c.Key)
		}
	}
	return names
}

// calleeName is the service that a fleet calls: the only one, if it does not say.
func calleeName(root *document.Node, fleet document.Entry) string {
	if e := fleet.Value.Entry("calls"); e != nil {
		return e.Value.Text
	}
	if s := children(root, "services"); len(s) == 1 {
		return s[0].Key
	}
	return ""
}

// children are the entries of a map below n, none if it is no map.
func children(n *document.Node, key string) []document.Entry {
	if e := n.Entry(key); e != nil && e.Value != nil {
		return e.Value.Entries
	}
	return nil
}

// entry is the value of a key and where the key is written, nil and the place of n if
// it is not there.
func entry(n *document.Node, key string) (*document.Node, document.Pos) {
	if e := n.Entry(key); e != nil {
		return e.Value, e.KeyPos
	}
	return nil, n.Pos
}

func value(e *document.Entry) *document.Node {
	if e == nil {
		return nil
	}
	return e.Value
}

// merge is base with the keys of over instead of its own. What is not a map is left
// for the decoder to complain about.
func merge(base, over *document.Node) *document.Node {
	switch {
	case base == nil && over == nil:
		return document.NewMap()
	case over == nil || over.Shape == document.Null:
		return base.Clone()
	case base == nil || base.Shape != document.Map || over.Shape != document.Map:
		return over.Clone()
	}
	n := base.Clone()
	for _, e := range over.Entries {
		n.Put(e.Key, e.KeyPos, e.Value.Clone())
	}
	return n
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
