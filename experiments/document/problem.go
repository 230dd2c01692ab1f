package document

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxShown is how many problems [Problems.Error] shows; the rest is counted.
const maxShown = 20

// Problem is one thing that is wrong with a document. It is data; [Problem.Error] is
// how a terminal shows it.
type Problem struct {
	File      string // or the flag; "" if the program made the value itself
	Line, Col int    // from 1; Line is 0 in a flag
	Path      string // of the key it is about, as --set names it; "" at the top
	Message   string // lower case
	Hint      string // how to mend it, "" if the message says it
	Excerpt   string // the source line
}

// Problem makes a problem at p.
func (p Pos) Problem(path, message, hint string) Problem {
	out := Problem{Path: path, Message: message, Hint: hint}
	if p.Source == nil {
		return out
	}
	out.File, out.Line, out.Col = p.Source.Name, p.Line, p.Col
	out.Excerpt = p.Source.line(p.Line)
	if p.Source.Flag {
		out.Line = 0
	}
	return out
}

// Error returns the place, the message, the source line with a caret, and the hint.
func (p Problem) Error() string {
	var b strings.Builder
	for _, part := range []string{p.place(), p.Path} {
		if part != "" {
			b.WriteString(part + ": ")
		}
	}
	b.WriteString(p.Message)
	margin := ""
	if p.Line > 0 {
		margin = fmt.Sprint(p.Line)
	}
	pad := strings.Repeat(" ", len(margin))
	if p.Excerpt != "" {
		text, indent := excerpt(p.Excerpt, p.Col)
		fmt.Fprintf(&b, "\n  %s | %s\n  %s | %s^", margin, text, pad, strings.Repeat(" ", indent))
	}
	if p.Hint != "" {
		fmt.Fprintf(&b, "\n  %s   %s", pad, p.Hint)
	}
	return b.String()
}

func (p Problem) place() string {
	if p.File == "" || p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Problems is everything that is wrong with a document. Return it as an error with
// [Problems.Err]: an empty list in an error is not nil.
type Problems []Problem

// Err returns ps as an error, nil if there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Sorted returns ps in the order of the files, flags last, each problem once. Many
// cells of one scenario meet the same problem, and so does each alias of a block.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(flagLast(a), flagLast(b)), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	same := func(a, b Problem) bool {
		placed := a.File != "" || a.Path == b.Path
		a.Path = b.Path
		return placed && a == b
	}
	return compactAll(out, same)
}

func flagLast(p Problem) int {
	if p.Line == 0 {
		return 1
	}
	return 0
}

// compactAll drops what equals an earlier problem at the same place.
func compactAll(ps Problems, same func(a, b Problem) bool) Problems {
	out := ps[:0]
	for _, p := range ps {
		known := false
		for i := len(out) - 1; i >= 0 && out[i].place() == p.place() && !known; i-- {
			known = same(out[i], p)
		}
		if !known {
			out = append(out, p)
		}
	}
	return out
}

// Error shows the first problems in the order of the file, and counts the rest.
func (ps Problems) Error() string {
	sorted := ps.Sorted()
	var texts []string
	for _, p := range sorted[:min(len(sorted), maxShown)] {
		texts = append(texts, p.Error())
	}
	if rest := len(sorted) - maxShown; rest > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(texts, "\n")
}
