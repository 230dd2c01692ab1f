package document

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// The parser is lenient in places and leaves out what it cannot use. Nothing here is
// parsed and ignored, so what is not in the tree is an error.

// leftOver reports the words that were written and are not in the tree.
func (r *reader) leftOver(tokens token.Tokens) {
	for _, t := range tokens {
		if r.read[t] || !isWordToken(t) {
			continue
		}
		r.problem(r.pos(t), fmt.Sprintf("%q is left over here", strings.TrimSpace(t.Value)), "check the punctuation before it")
	}
}

func isWordToken(t *token.Token) bool {
	switch t.Type {
	case token.DocumentHeaderType, token.DocumentEndType, token.SequenceEntryType, token.MappingKeyType,
		token.MappingValueType, token.CollectEntryType, token.SequenceStartType, token.SequenceEndType,
		token.MappingStartType, token.MappingEndType, token.CommentType, token.SpaceType, token.ImplicitNullType:
		return false
	}
	return strings.TrimSpace(t.Value) != ""
}

// header reports text after | or >, which is in no token.
func (r *reader) header(t *token.Token, at Pos) {
	line, _, _ := strings.Cut(strings.TrimLeft(t.Origin, " \t\n"), "\n")
	line, _, _ = strings.Cut(line, " #")
	if word := strings.TrimLeft(strings.TrimSpace(line), "|>+-123456789"); word != "" {
		r.problem(at, fmt.Sprintf("%q cannot stand after the mark of a text block", word), "begin the text on the next line")
	}
}
