package document

import "strings"

// byteOrderMark is what some editors put before the first letter.
const byteOrderMark = "\ufeff"

// Source is a text that nodes come from.
type Source struct {
	Name  string   // of the file, or of the flag
	Text  string   // as read, comments included
	Flag  bool     // the text of a flag: it has no lines worth counting
	lines []string // of Text, without their ends
}

// newSource splits the text into lines, as positions count them.
func newSource(name, text string, flag bool) *Source {
	plain := strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), byteOrderMark)
	return &Source{Name: name, Text: text, Flag: flag, lines: strings.Split(plain, "\n")}
}

// line returns line n, from 1.
func (s *Source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// plain returns the text with plain ends of lines and no byte order mark.
func (s *Source) plain() string { return strings.Join(s.lines, "\n") }
