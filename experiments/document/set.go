package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// ParseSet reads the text P=V of a flag such as --set: a path and a value. flag is
// the name of the flag, shown in problems with P, V and whatever V does later. The
// error holds [Problems].
func ParseSet(flag, text string) (Path, *Node, error) {
	src := newSource(flag, text, true)
	start := Pos{Source: src, Line: 1, Col: 1}
	left, _, found := strings.Cut(text, "=")
	if !found {
		hint := "write PATH=VALUE, for instance link.timeout=250ms"
		return Path{}, nil, Problems{start.Problem("", fmt.Sprintf("%q has no =", text), hint)}
	}
	path, err := ParsePath(left, start)
	if err != nil {
		return Path{}, nil, err
	}
	value, err := parseValue(src, len(left)+1)
	return path, value, err
}

// ParseValue reads a value by itself, as V of [ParseSet].
func ParseValue(flag, text string) (*Node, error) {
	return parseValue(newSource(flag, text, true), 0)
}

// parseValue reads the text of src from byte from on. A value in brackets, braces or
// quotes is YAML; anything else is a word as it stands, so that nobody has to quote
// a colon for the shell and for YAML both.
func parseValue(src *Source, from int) (*Node, error) {
	if strings.ContainsAny(src.Text, "\r\n") || !utf8.ValidString(src.Text) {
		at := Pos{Source: src, Line: 1, Col: 1}
		return nil, Problems{at.Problem("", "the value must be one line of text", "")}
	}
	text := src.Text[from:]
	word := strings.TrimSpace(text)
	blanks := utf8.RuneCountInString(src.Text[:from]) + len(text) - len(strings.TrimLeft(text, " \t"))
	at := Pos{Source: src, Line: 1, Col: blanks + 1}
	switch {
	case word == "" || word == "null" || word == "~":
		return &Node{Pos: at}, nil
	case strings.ContainsRune("[{\"'", rune(word[0])):
		n, ps := parse(src, strings.Repeat(" ", blanks)+word)
		return n, ps.Err()
	}
	return &Node{Shape: Scalar, Text: word, Pos: at}, nil
}
