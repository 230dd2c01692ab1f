package document

import (
	"strings"
	"unicode"
)

// maxExcerpt is how many columns of a source line a problem shows.
const maxExcerpt = 100

// excerpt returns line as a terminal may show it, cut to a window around the
// character at col (from 1), and how many columns stand before that character.
// Tabs and control characters become blanks: a file must not steer a terminal.
func excerpt(line string, col int) (text string, indent int) {
	runes := []rune(line)
	at := min(max(col-1, 0), len(runes))
	from := 0
	if len(runes) > maxExcerpt {
		from = min(max(at-maxExcerpt/2, 0), len(runes)-maxExcerpt)
	}
	to := min(from+maxExcerpt, len(runes))
	var b strings.Builder
	if from > 0 {
		b.WriteString("…")
		indent++
	}
	for i, r := range runes[from:to] {
		if !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
		if from+i < at {
			indent += columns(r)
		}
	}
	if to < len(runes) {
		b.WriteString("…")
	}
	return strings.TrimRight(b.String(), " "), indent
}

// columns returns how many columns of a terminal r takes: 2 for the wide letters of
// East Asia and for emoji, 0 for marks that combine with the letter before. Source:
// the wide ranges of Unicode's East Asian Width.
func columns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	for _, wide := range [][2]rune{
		{0x1100, 0x115f}, {0x2e80, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
		{0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd},
	} {
		if r >= wide[0] && r <= wide[1] {
			return 2
		}
	}
	return 1
}
