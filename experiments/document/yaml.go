package document

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWidth is how long a line may get before a block is written over several.
const maxWidth = 80

var (
	// plainText needs no quotes, wherever it stands.
	plainText = regexp.MustCompile(`^(-?[0-9]|[\pL_/])[\pL0-9_./%+@<>=-]*(:[\pL0-9_./%+@<>=-]+)*( [\pL0-9_./%+@<>=-]+)*$`)
	// plainLine needs no quotes as a value on a line of its own.
	plainLine = regexp.MustCompile(`^[\pL0-9][\pL0-9_./%+@<>=,;!?'()-]*( [\pL0-9_./%+@<>=,;!?'()-]+)*$`)
	// otherThanText is what a reader takes for a number.
	otherThanText = regexp.MustCompile(`^[-+.]?[0-9][0-9_.xobeE+-]*$`)
)

// YAML writes n as a document. [Parse] reads the same nodes from it, but for their
// positions. Blocks of single values that fit go on one line.
func (n *Node) YAML() string {
	var w yamlWriter
	if n.Shape == Map && len(n.Entries) > 0 {
		w.block(n, 0)
	} else {
		w.WriteString(flow(n) + "\n")
	}
	return w.String()
}

type yamlWriter struct{ strings.Builder }

func (w *yamlWriter) block(n *Node, indent int) {
	blank := strings.Repeat(" ", indent)
	for _, e := range n.Entries {
		head := blank + key(e.Key) + ":"
		w.WriteString(head)
		w.value(e.Value, indent, utf8.RuneCountInString(head)+1)
	}
}

// value writes what follows the colon, which is at the column before col.
func (w *yamlWriter) value(n *Node, indent, col int) {
	if n.Shape == Scalar {
		w.WriteString(" " + text(n) + "\n")
		return
	}
	line := flow(n)
	if isFlat(n) && col+utf8.RuneCountInString(line) <= maxWidth || isEmpty(n) {
		w.WriteString(" " + line + "\n")
		return
	}
	w.WriteString("\n")
	if n.Shape == Map {
		w.block(n, indent+2)
		return
	}
	for _, item := range n.Items {
		w.WriteString(strings.Repeat(" ", indent+2) + "- " + flow(item) + "\n")
	}
}

func isEmpty(n *Node) bool { return len(n.Items) == 0 && len(n.Entries) == 0 }

// isFlat reports whether n holds nothing that holds something.
func isFlat(n *Node) bool {
	for _, e := range n.Entries {
		if !isEmpty(e.Value) {
			return false
		}
	}
	for _, item := range n.Items {
		if !isEmpty(item) {
			return false
		}
	}
	return true
}

// flow writes n on one line.
func flow(n *Node) string {
	var parts []string
	switch n.Shape {
	case Null:
		return "null"
	case Scalar:
		return word(n.Text, n.Quoted)
	case List:
		for _, item := range n.Items {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	for _, e := range n.Entries {
		parts = append(parts, key(e.Key)+": "+flow(e.Value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// text writes a scalar that has the rest of a line for itself.
func text(n *Node) string {
	if plainLine.MatchString(n.Text) && !isOther(n.Text, n.Quoted) {
		return n.Text
	}
	return word(n.Text, n.Quoted)
}

// word writes text so that it can stand anywhere.
func word(text string, quoted bool) string {
	if plainText.MatchString(text) && !isOther(text, quoted) {
		return text
	}
	return quote(text)
}

// key writes a key; in quotes what the parser could take for its end or a merge key.
func key(text string) string {
	if strings.Contains(text, ":") || strings.Contains(text, "<<") {
		return quote(text)
	}
	return word(text, false)
}

// isOther reports whether text without quotes would be read as something else: null
// in any case, a number, true or false if it was in quotes.
func isOther(text string, quoted bool) bool {
	switch strings.ToLower(text) {
	case "", "null", "~":
		return true
	case "true", "false":
		return quoted
	}
	return quoted && otherThanText.MatchString(text)
}

func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
