package document

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Parse reads one YAML document. Anchors, aliases and merge keys are resolved; tags,
// directives and keys that are no plain words are refused. name is shown in
// [Problem]s, which are what the error holds. The limits are those of limits.go.
func Parse(name string, text []byte) (*Node, error) {
	src := newSource(name, string(text), false)
	n, ps := parse(src, src.plain())
	if n != nil && n.Shape != Map {
		ps = Problems{n.Pos.Problem("", "a document is a map, not "+n.Shape.String(), "write key: value, with a blank after the colon")}
	}
	if ps != nil {
		return nil, ps
	}
	return n, nil
}

// parse reads text, whose lines and columns are those of src.
func parse(src *Source, text string) (*Node, Problems) {
	if ps := checkLimits(src, text); ps != nil {
		return nil, ps
	}
	tokens, file, err := parseYAML(text)
	if err != nil {
		return nil, Problems{syntaxProblem(src, err)}
	}
	r := reader{src: src, anchors: map[string]*Node{}, read: map[*token.Token]bool{}}
	n := r.document(file)
	if len(r.problems) == 0 {
		r.leftOver(tokens)
	}
	if len(r.problems) > 0 {
		return nil, r.problems.Sorted()
	}
	return n, nil
}

// parseYAML guards against panics of the parser, which has had some.
func parseYAML(text string) (tokens token.Tokens, file *ast.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the text confuses the YAML parser")
		}
	}()
	tokens = lexer.Tokenize(text + "\n") // at the very end the lexer drops tags
	file, err = parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	return tokens, file, err
}

func syntaxProblem(src *Source, err error) Problem {
	at, message := Pos{Source: src, Line: 1, Col: 1}, err.Error()
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Message
		if t := syntax.Token; t != nil && t.Position != nil {
			at.Line, at.Col = max(t.Position.Line, 1), max(t.Position.Column, 1)
		}
	}
	text, hint := explainSyntax(message)
	return at.Problem("", text, hint)
}

// reader turns the parser's tree into nodes.
type reader struct {
	src      *Source
	anchors  map[string]*Node
	count    int // nodes made, those of aliases included
	full     bool
	read     map[*token.Token]bool // tokens that are in the tree
	problems Problems
}

func (r *reader) problem(at Pos, message, hint string) {
	r.problems = append(r.problems, at.Problem("", message, hint))
}

// pos returns where t is, which counts as read thereby.
func (r *reader) pos(t *token.Token) Pos {
	r.read[t] = true
	return Pos{Source: r.src, Line: max(t.Position.Line, 1), Col: max(t.Position.Column, 1)}
}

func (r *reader) document(file *ast.File) *Node {
	var root *Node
	for _, doc := range file.Docs {
		body := doc.Body
		switch {
		case body == nil || body.Type() == ast.CommentType || body.Type() == ast.CommentGroupType:
		case body.Type() == ast.DirectiveType:
			r.problem(r.pos(body.GetToken()), "a YAML directive is not understood here", "leave the line out")
		case root != nil:
			r.problem(r.start(body), "a second document begins here", "write one document per file, without ---")
		default:
			root = r.value(body, 0)
		}
	}
	if root == nil && len(r.problems) == 0 {
		r.problem(Pos{Source: r.src, Line: 1, Col: 1}, "the document is empty", "")
	}
	return root
}

// value reads n, which has depth parents. It never returns nil.
func (r *reader) value(n ast.Node, depth int) *Node {
	at := r.start(n)
	if !r.room(at, depth) {
		return &Node{Pos: at}
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return r.mapping(n.Values, at, depth)
	case *ast.MappingValueNode:
		return r.mapping([]*ast.MappingValueNode{n}, at, depth)
	case *ast.SequenceNode:
		out := &Node{Shape: List, Pos: at}
		for _, item := range n.Values {
			out.Items = append(out.Items, r.value(item, depth+1))
		}
		return out
	case *ast.AnchorNode:
		name := n.Name.GetToken()
		value := r.value(n.Value, depth)
		r.anchors[name.Value], r.read[name] = value, true
		return value
	case *ast.AliasNode:
		return r.alias(n, depth)
	case *ast.TagNode:
		r.problem(at, fmt.Sprintf("the tag %s is not understood here", n.Start.Value), "write the value without a tag")
		return &Node{Pos: at}
	case *ast.LiteralNode:
		r.header(n.Start, at)
		r.read[n.Value.GetToken()] = true
		return &Node{Shape: Scalar, Text: n.Value.Value, Quoted: true, Pos: at}
	case *ast.NullNode:
		return &Node{Pos: at}
	}
	return r.scalar(n, at)
}

func (r *reader) scalar(n ast.Node, at Pos) *Node {
	if _, ok := n.(ast.ScalarNode); !ok {
		r.problem(at, fmt.Sprintf("a %s is not understood here", n.Type()), "")
		return &Node{Pos: at}
	}
	t := n.GetToken()
	return &Node{Shape: Scalar, Text: t.Value, Quoted: isQuoted(t), Pos: at}
}

func isQuoted(t *token.Token) bool {
	return t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
}

// start returns where n begins. The parser has a block of keys begin at a colon.
func (r *reader) start(n ast.Node) Pos {
	switch n := n.(type) {
	case *ast.MappingValueNode:
		return r.pos(n.Key.GetToken())
	case *ast.MappingNode:
		if n.Start.Type != token.MappingStartType && len(n.Values) > 0 {
			return r.pos(n.Values[0].Key.GetToken())
		}
	}
	return r.pos(n.GetToken())
}

func (r *reader) mapping(values []*ast.MappingValueNode, at Pos, depth int) *Node {
	out := &Node{Shape: Map, Pos: at}
	seen := map[string]Pos{}
	var merged []*Node
	for _, v := range values {
		keyPos := r.pos(v.Key.GetToken())
		if v.Key.IsMergeKey() {
			merged = append(merged, r.merged(v, depth)...)
			continue
		}
		key := r.key(v.Key, keyPos)
		if key == "" {
			continue
		}
		if first, twice := seen[key]; twice {
			r.problem(keyPos, fmt.Sprintf("the key %q is written twice in this block", key),
				fmt.Sprintf("it is also in line %d; keep one of them", first.Line))
			continue
		}
		seen[key] = keyPos
		out.Entries = append(out.Entries, Entry{Key: key, KeyPos: keyPos, Value: r.value(v.Value, depth+1)})
	}
	for _, m := range merged { // what is written wins over what is merged
		for _, e := range m.Entries {
			if _, known := seen[e.Key]; !known {
				seen[e.Key] = e.KeyPos
				out.Entries = append(out.Entries, e)
			}
		}
	}
	return out
}

// key returns the word of a key, "" after it has reported that it is none.
func (r *reader) key(k ast.MapKeyNode, at Pos) string {
	switch k.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.NanNode, *ast.InfinityNode:
		if word := k.GetToken().Value; word != "" {
			return word
		}
		r.problem(at, "the key is empty", "")
	default:
		r.problem(at, "a key must be a plain word", "write key: value")
	}
	return ""
}

// merged reads the value of a merge key, << : an alias of a map, or a list of them.
func (r *reader) merged(n *ast.MappingValueNode, depth int) []*Node {
	if word := strings.TrimSpace(n.Key.GetToken().Origin); word != "<<" { // the parser takes a<< for it too
		r.problem(r.pos(n.Key.GetToken()), fmt.Sprintf("%s is no key", word), "put it in quotes")
		return nil
	}
	value := r.value(n.Value, depth)
	items := []*Node{value}
	if value.Shape == List {
		items = value.Items
	}
	for _, item := range items {
		if item.Shape != Map {
			r.problem(value.Pos, "<< merges maps only", "write <<: *name, where name is the anchor of a map")
			return nil
		}
	}
	return items
}

// alias copies what its anchor names; an anchor is known after its whole value, so
// there are no circles.
func (r *reader) alias(n *ast.AliasNode, depth int) *Node {
	t := n.Value.GetToken()
	name, at := t.Value, r.pos(n.GetToken())
	r.read[t] = true
	target, ok := r.anchors[name]
	if !ok {
		r.problem(at, fmt.Sprintf("there is no anchor &%s before this", name), "")
		return &Node{Pos: at}
	}
	return r.copy(target, at, depth)
}

// copy clones n within the limits; at is the alias that asks for it.
func (r *reader) copy(n *Node, at Pos, depth int) *Node {
	if !r.room(at, depth) {
		return &Node{Pos: at}
	}
	c := *n
	c.Items, c.Entries = nil, nil
	for _, item := range n.Items {
		c.Items = append(c.Items, r.copy(item, at, depth+1))
	}
	for _, e := range n.Entries {
		e.Value = r.copy(e.Value, at, depth+1)
		c.Entries = append(c.Entries, e)
	}
	return &c
}
