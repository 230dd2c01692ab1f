package document

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// FuzzParseAndDecode looks for panics, and for settings that do not survive a round
// trip.
func FuzzParseAndDecode(f *testing.F) {
	for _, c := range brokenDocuments {
		if len(c.text) < 200 {
			f.Add(c.text)
		}
	}
	f.Add("name: x\nservices: {db: {workers: 1, cache: {ttl: 1h}}}\nlink:\n  policy: {backoff: 1s, budget: 10%}\n")
	kinds := testKinds()
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse("t.yaml", []byte(text))
		if err != nil {
			if err.Error() == "" {
				t.Fatal("got an error without text")
			}
			return
		}
		var s scenario
		if ps := Decode(n, &s, kinds); ps != nil {
			if ps.Error() == "" {
				t.Fatal("got problems without text")
			}
			return
		}
		long := Encode(s, kinds).YAML()
		again, err := Parse("long", []byte(long))
		if err != nil {
			t.Fatalf("%v\nin the long form of %q", err, text)
		}
		var back scenario
		if ps := Decode(again, &back, kinds); ps != nil {
			t.Fatalf("%v\nin the long form of %q", ps, text)
		}
		if got := Encode(back, kinds).YAML(); got != long {
			t.Fatalf("got\n%s\nafter\n%s", got, long)
		}
	})
}

// FuzzParseSet looks for panics in the text of flags.
func FuzzParseSet(f *testing.F) {
	for _, text := range []string{"a=b", "a.b={c: 1}", "a=[1", "a='", "=", "a..b=1", "é={ü: \"x\"}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, value, err := ParseSet("--set", text)
		if err != nil {
			_ = err.Error()
			return
		}
		n := mustParse(t, "a: {b: 1}\nc: [1]\nd: 2\n")
		if err := n.Set(path, value); err == nil && n.Get(path.String()) == nil {
			t.Fatalf("got nothing at %q after it was set", path)
		}
	})
}

// TestNothingIsParsedAndIgnored makes texts of all the marks of YAML and looks for
// letters that are written in the text and are not in the tree.
func TestNothingIsParsedAndIgnored(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"a", "b", "c", "d", ": ", ":", "\n", "\n  ", "\n    ", "- ", "{", "}", "[", "]", ", ", ",", " ", "? ", "'", `"`, "| ", ">", "<<", "&", "*", "!", "%", "~", "-", ".", "---", "...", "(", "=",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := "k: " + strings.Join(rapid.SliceOfN(piece, 0, 14).Draw(t, "pieces"), "")
		n, err := Parse("t.yaml", []byte(text))
		if err != nil {
			return
		}
		// Names of anchors are not in the tree, what aliases repeat is there twice.
		if strings.ContainsAny(text, "&*") || strings.Contains(text, `\`) {
			return
		}
		if got, want := letters(written(n)), letters(text); got != want {
			t.Fatalf("got the letters %q of %q in\n%s", got, text, n.YAML())
		}
	})
}

// written returns all keys and texts of n in their order.
func written(n *Node) string {
	text := n.Text
	for _, item := range n.Items {
		text += written(item)
	}
	for _, e := range n.Entries {
		text += e.Key + written(e.Value)
	}
	return text
}

func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
}
