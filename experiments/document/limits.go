package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What a document may hold. The largest scenario is a hundredth of that; the limits
// keep a slip, or a file that is no scenario, from taking the memory or the day.
const (
	maxBytes = 1 << 20
	maxMarks = 20_000 // of each mark of the syntax: ends of lines, colons, commas, ...
	maxDepth = 64
	maxNodes = 100_000 // what aliases repeat is counted each time
)

// checkLimits looks at the text before the parser does: its time and stack grow
// faster than the text.
func checkLimits(src *Source, text string) Problems {
	start := Pos{Source: src, Line: 1, Col: 1}
	one := func(at Pos, message, hint string) Problems { return Problems{at.Problem("", message, hint)} }
	if len(text) > maxBytes {
		return one(start, fmt.Sprintf("the document has %d bytes, more than %d", len(text), maxBytes), "")
	}
	for _, mark := range []string{"\n", ":", ",", "?", "&", "*", "!", "%"} {
		if n := strings.Count(text, mark); n > maxMarks {
			return one(start, fmt.Sprintf("the document has %q %d times, more than %d", mark, n, maxMarks), "")
		}
	}
	if !utf8.ValidString(text) {
		return one(firstBad(src), "the document is not UTF-8 text", "save the file as UTF-8")
	}
	if at, deep := tooDeep(src, text); deep {
		return one(at, fmt.Sprintf("blocks are nested more than %d deep", maxDepth), "")
	}
	return nil
}

func firstBad(src *Source) Pos {
	for i, line := range src.lines {
		if !utf8.ValidString(line) {
			col := strings.IndexFunc(line, func(r rune) bool { return r == utf8.RuneError })
			return Pos{Source: src, Line: i + 1, Col: utf8.RuneCountInString(line[:max(col, 0)]) + 1}
		}
	}
	return Pos{Source: src, Line: 1, Col: 1}
}

// tooDeep finds the place where too many brackets are open, or too many list items
// and keys begin in one line. It takes brackets in texts for brackets, and blocks
// that are indented are counted later, while they are read.
func tooDeep(src *Source, text string) (Pos, bool) {
	open, number := 0, 0
	for line := range strings.Lines(text) {
		number++
		if strings.HasPrefix(strings.TrimLeft(line, " "), "#") {
			continue
		}
		begun, col, last := 0, 0, ' '
		for _, r := range line {
			col++
			switch {
			case r == '[' || r == '{':
				open++
			case r == ']' || r == '}':
				open = max(open-1, 0)
			case r == ' ' && (last == '-' || last == '?' || last == ':'):
				begun++
			case r != ' ' && r != '-' && r != '?' && r != ':':
				begun = 0
			}
			if last = r; open > maxDepth || begun > maxDepth {
				return Pos{Source: src, Line: number, Col: col}, true
			}
		}
	}
	return Pos{}, false
}

// room counts a node more, and reports the first that is too much or too deep.
func (r *reader) room(at Pos, depth int) bool {
	r.count++
	if r.full {
		return false
	}
	if depth > maxDepth {
		r.full = true
		r.problem(at, fmt.Sprintf("blocks are nested more than %d deep", maxDepth), "")
	}
	if r.count > maxNodes {
		r.full = true
		r.problem(at, fmt.Sprintf("the document has more than %d values, those of its aliases counted each time", maxNodes), "")
	}
	return !r.full
}
