package document

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// Path is the way from the root of a document to a value: keys with dots between
// them, `links.web/api.policy.backoff`. At is where the path itself is written, so
// that what is wrong with a value can be shown where somebody asked for it.
type Path struct {
	Keys []string
	At   Pos
}

// ParsePath reads a path that is written at at.
func ParsePath(text string, at Pos) (Path, error) {
	keys := strings.Split(text, ".")
	offset := 0
	for _, key := range keys {
		if message := badName(key); message != "" {
			hint := `a path is keys with dots between them, for instance link.policy.backoff`
			return Path{}, Problems{at.after(offset).Problem("", fmt.Sprintf("path %q: %s", text, message), hint)}
		}
		offset += len([]rune(key)) + 1
	}
	return Path{Keys: keys, At: at}, nil
}

// badName says what is wrong with a key or a name, "" if nothing is.
func badName(name string) string {
	if name == "" {
		return "a key is empty"
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/-_+@%", r) {
			return fmt.Sprintf("%q may not stand in a name", r)
		}
	}
	return ""
}

// String returns the path as --set names it.
func (p Path) String() string { return strings.Join(p.Keys, ".") }

// keyPos returns where key number i of the path is written.
func (p Path) keyPos(i int) Pos {
	return p.At.after(len([]rune(strings.Join(p.Keys[:i], "."))) + min(i, 1))
}

// Get returns the value at path, nil if there is none.
func (n *Node) Get(path string) *Node {
	for key := range strings.SplitSeq(path, ".") {
		e := n.Entry(key)
		if e == nil {
			return nil
		}
		n = e.Value
	}
	return n
}

// Set puts a copy of value at path and makes the maps on the way that are not there.
// Whether the keys are known is the decoder's to say. It is an error if the way goes
// through a value that has no keys.
func (n *Node) Set(path Path, value *Node) error {
	for i, key := range path.Keys {
		if n.Shape == Null {
			n.Shape = Map
		}
		if n.Shape != Map {
			return noKeys(n, path, i)
		}
		if i == len(path.Keys)-1 {
			n.Put(key, path.keyPos(i), value.Clone())
			return nil
		}
		next := n.Entry(key)
		if next == nil {
			n.Put(key, path.keyPos(i), &Node{Shape: Map, Pos: path.keyPos(i)})
			next = n.Entry(key)
		}
		n = next.Value
	}
	return nil
}

// noKeys explains why key number i of path cannot be set inside n.
func noKeys(n *Node, path Path, i int) error {
	whole := cmp.Or(strings.Join(path.Keys[:i], "."), "the document")
	if n.Shape == List {
		message := fmt.Sprintf("%s is a list, so %q cannot be set in it", whole, path.Keys[i])
		return Problems{path.keyPos(i).Problem(path.String(), message, "set "+whole+" to a whole list")}
	}
	message := fmt.Sprintf("%s is the single value %q, so %q cannot be set in it", whole, n.Text, path.Keys[i])
	rest := path.Keys[i:]
	hint := fmt.Sprintf("set the whole block: %s = {%s: ...%s", whole, strings.Join(rest, ": {"), strings.Repeat("}", len(rest)))
	return Problems{path.keyPos(i).Problem(path.String(), message, hint)}
}
