package document

import (
	"fmt"
	"strings"
	"testing"
)

func TestProblemsAreCountedBeyondTheFirstTwenty(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: x\n")
	for i := range 33 {
		fmt.Fprintf(&b, "unknown%d: 1\n", i)
	}
	_, err := decode(b.String())
	got := strings.Split(err.Error(), "\n")
	if last := got[len(got)-1]; last != "and 13 more" {
		t.Errorf("got last line %q, want 20 shown and 13 counted", last)
	}
	if strings.Count(err.Error(), "t.yaml:") != 20 {
		t.Errorf("got %d problems shown, want 20", strings.Count(err.Error(), "t.yaml:"))
	}
}

func TestProblemsAreSortedAndShownOnce(t *testing.T) {
	a, b, flag := newSource("a", "1\n2", false), newSource("b", "1", false), newSource("--set", "p=v", true)
	ps := Problems{
		Pos{flag, 1, 3}.Problem("", "flag", ""),
		Pos{b, 1, 1}.Problem("", "b", ""),
		Pos{a, 2, 1}.Problem("", "late", ""),
		Pos{a, 1, 2}.Problem("", "second", ""),
		Pos{a, 1, 1}.Problem("one", "first", ""),
		Pos{a, 1, 1}.Problem("two", "first", ""),
		{Path: "x", Message: "nowhere"},
		{Path: "y", Message: "nowhere"},
	}
	var got []string
	for _, p := range ps.Sorted() {
		got = append(got, p.Message)
	}
	if text := strings.Join(got, " "); text != "first second late b nowhere nowhere flag" {
		t.Errorf("got %s, want files by place, then what has no place, then flags; the same once", text)
	}
	if Problems(nil).Err() != nil || ps.Err() == nil {
		t.Error("Err must be nil exactly if there are no problems")
	}
}

func TestExcerpts(t *testing.T) {
	long := strings.Repeat("a", 200)
	cases := []struct {
		reason, line string
		col, indent  int
		want         string
	}{
		{"as it stands", "a: b", 4, 3, "a: b"},
		{"tabs are one blank", "\ta", 2, 1, " a"},
		{"control characters do not reach a terminal", "a\x1b[31mb", 7, 6, "a [31mb"},
		{"wide letters take two columns", "世界: x", 5, 6, "世界: x"},
		{"combining marks take none", "e\u0301: x", 5, 3, "e\u0301: x"},
		{"behind the end", "ab", 9, 2, "ab"},
		{"the beginning of a long line", long, 1, 0, long[:100] + "…"},
		{"the middle of a long line", long, 101, 51, "…" + long[:100] + "…"},
		{"the end of a long line", long, 200, 100, "…" + long[:100]},
	}
	for _, c := range cases {
		text, indent := excerpt(c.line, c.col)
		if text != c.want || indent != c.indent {
			t.Errorf("%s: got %q and %d columns, want %q and %d", c.reason, text, indent, c.want, c.indent)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"timeout", "deadline", "max-attempts", "cap", "base", "on"}
	cases := []struct{ reason, got, want string }{
		{"two letters swapped", "tiemout", "timeout"},
		{"a letter too few", "deadlin", "deadline"},
		{"a letter too many", "capp", "cap"},
		{"another letter", "bose", "base"},
		{"capitals for hyphens", "maxAttempts", "max-attempts"},
		{"underscores", "MAX_ATTEMPTS", "max-attempts"},
		{"too far from all", "colour", ""},
		{"a short word needs more than one letter in common", "xy", ""},
		{"empty", "", ""},
		{"no word at all", strings.Repeat("timeout", 100), ""},
	}
	for _, c := range cases {
		if got := Nearest(c.got, words); got != c.want {
			t.Errorf("%s: got %q for %q, want %q", c.reason, got, c.got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	cases := []struct {
		reason, a, b string
		want         int
	}{
		{"the same", "abc", "abc", 0},
		{"nothing and three letters", "", "abc", 3},
		{"a swap is one error", "abc", "acb", 1},
		{"a swap with a letter between is edited once each", "ca", "abc", 3},
		{"letters, not bytes", "größe", "grösse", 2},
	}
	for _, c := range cases {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("%s: got %d and %d for %q and %q, want %d", c.reason, got, distance(c.b, c.a), c.a, c.b, c.want)
		}
	}
}

// The parser's time grows with the square of some marks; these must be refused first.
func TestLimitsComeBeforeTheParser(t *testing.T) {
	cases := []struct{ reason, text, want string }{
		{"bytes", strings.Repeat("# long enough\n", 80_000), "bytes, more than 1048576"},
		{"lines", strings.Repeat("#\n", 20_001), `has "\n" 20001 times`},
		{"keys", "{" + strings.Repeat("a: 1, ", 20_001) + "}", `has ":" 20001 times`},
		{"items", "a: [" + strings.Repeat("1, ", 20_001) + "]", `has "," 20001 times`},
		{"anchors", strings.Repeat("&a ", 20_001), `has "&" 20001 times`},
		{"brackets", strings.Repeat("[", 500_000), "nested more than 64 deep"},
		{"items of items in one line", strings.Repeat("- ", 500_000), "nested more than 64 deep"},
		{"brackets in comments do not count", "a: 1\n# " + strings.Repeat("[", 100), ""},
		{"brackets that are closed do not count", "a: [" + strings.Repeat("[], ", 100) + "]", ""},
		{"dashes that draw a line do not count", "a: 1\n#" + strings.Repeat("- ", 100), ""},
	}
	for _, c := range cases {
		_, err := Parse("t.yaml", []byte(c.text))
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.200s, want %q", c.reason, got, c.want)
		}
	}
}
