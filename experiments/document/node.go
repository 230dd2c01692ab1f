package document

import "slices"

// Shape says what a node is.
type Shape uint8

// The shapes.
const (
	Null   Shape = iota // nothing, or null
	Scalar              // one word or text
	List
	Map
)

// String returns the shape in words, for messages.
func (s Shape) String() string {
	return [...]string{"nothing", "a single value", "a list", "a map"}[s]
}

// Node is a value in a document. Nodes are made by [Parse], [ParseSet], [NewScalar]
// and [NewMap]; no node belongs to two trees, so rewriting one leaves others alone.
type Node struct {
	Shape   Shape
	Text    string  // of a scalar, without quotes
	Quoted  bool    // a scalar in quotes: text, even if it looks like a number, true or null
	Items   []*Node // of a list
	Entries []Entry // of a map, in the order written, each key once
	Pos     Pos     // where it begins
}

// Entry is one key of a map with its value.
type Entry struct {
	Key    string
	KeyPos Pos
	Value  *Node
}

// Pos is a place in a source. Line and Col count from 1, Col in characters. The zero
// Pos is of nodes that the program made itself.
type Pos struct {
	Source    *Source
	Line, Col int
}

// after returns the place n characters further on in the same line.
func (p Pos) after(n int) Pos {
	if p.Source != nil {
		p.Col += n
	}
	return p
}

// NewScalar returns a scalar that no source holds.
func NewScalar(text string) *Node { return &Node{Shape: Scalar, Text: text} }

// NewMap returns an empty map that no source holds.
func NewMap() *Node { return &Node{Shape: Map} }

// Entry returns the entry of key, nil if n is no map or has no such key.
func (n *Node) Entry(key string) *Entry {
	if n == nil {
		return nil
	}
	for i := range n.Entries {
		if n.Entries[i].Key == key {
			return &n.Entries[i]
		}
	}
	return nil
}

// Put gives key the value; a key that is there keeps its place in the order. at is
// where the key is written.
func (n *Node) Put(key string, at Pos, value *Node) {
	if e := n.Entry(key); e != nil {
		e.KeyPos, e.Value = at, value
		return
	}
	n.Entries = append(n.Entries, Entry{Key: key, KeyPos: at, Value: value})
}

// Delete takes key out of a map, if it is there.
func (n *Node) Delete(key string) {
	if n != nil {
		n.Entries = slices.DeleteFunc(n.Entries, func(e Entry) bool { return e.Key == key })
	}
}

// Clone returns a copy that shares nothing with n but the sources.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Items, c.Entries = nil, nil
	for _, item := range n.Items {
		c.Items = append(c.Items, item.Clone())
	}
	for _, e := range n.Entries {
		e.Value = e.Value.Clone()
		c.Entries = append(c.Entries, e)
	}
	return &c
}
