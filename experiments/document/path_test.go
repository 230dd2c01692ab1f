package document

import (
	"strings"
	"testing"
)

func mustParse(t *testing.T, text string) *Node {
	t.Helper()
	n, err := Parse("t.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustSet(t *testing.T, n *Node, text string) {
	t.Helper()
	path, value, err := ParseSet("--set", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Set(path, value); err != nil {
		t.Fatal(err)
	}
}

func TestSet(t *testing.T) {
	const before = "name: x\nlinks: {web/api: {timeout: 1s}}\nempty:\n"
	cases := []struct{ reason, set, want string }{
		{"a value that is there keeps its place", "name=y", "name: y\nlinks:\n  web/api: {timeout: 1s}\nempty: null\n"},
		{"a name with a slash", "links.web/api.timeout=2s", "name: x\nlinks:\n  web/api: {timeout: 2s}\nempty: null\n"},
		{"maps on the way are made", "a.b-c.d_e+f=1", "name: x\nlinks:\n  web/api: {timeout: 1s}\nempty: null\na:\n  b-c: {d_e+f: 1}\n"},
		{"nothing becomes a map", "empty.a=1", "name: x\nlinks:\n  web/api: {timeout: 1s}\nempty: {a: 1}\n"},
		{"a block replaces a block", "links={a: {b: [1, two]}}", "name: x\nlinks:\n  a:\n    b: [1, two]\nempty: null\n"},
		{"a word keeps its colon and its equals sign", "name=a: b=c # d", "name: x\n"},
		{"nothing", "name=", "name: null\nlinks:\n  web/api: {timeout: 1s}\nempty: null\n"},
	}
	for _, c := range cases {
		n := mustParse(t, before)
		mustSet(t, n, c.set)
		if strings.HasPrefix(c.set, "name=a") {
			if got := n.Get("name").Text; got != "a: b=c # d" {
				t.Errorf("%s: got %q", c.reason, got)
			}
			continue
		}
		if got := n.YAML(); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.reason, got, c.want)
		}
	}
}

func TestSetExplains(t *testing.T) {
	const before = "queue: 2000\nlist: [1]\nlink: {policy: none}\n"
	cases := []struct{ reason, set, want string }{
		{"a single value has no keys", "queue.limit=5",
			"--set: queue.limit: queue is the single value \"2000\", so \"limit\" cannot be set in it\n   | queue.limit=5\n   |       ^\n     set the whole block: queue = {limit: ...}"},
		{"neither has one further in", "link.policy.backoff.base=1s",
			"--set: link.policy.backoff.base: link.policy is the single value \"none\", so \"backoff\" cannot be set in it\n   | link.policy.backoff.base=1s\n   |             ^\n     set the whole block: link.policy = {backoff: {base: ...}}"},
		{"a list is set as a whole", "list.0=2",
			"--set: list.0: list is a list, so \"0\" cannot be set in it\n   | list.0=2\n   |      ^\n     set list to a whole list"},
		{"an empty key", "link..timeout=1s",
			"--set: path \"link..timeout\": a key is empty\n   | link..timeout=1s\n   |      ^\n     a path is keys with dots between them, for instance link.policy.backoff"},
		{"a letter that no name has", "link.time out=1s",
			"--set: path \"link.time out\": ' ' may not stand in a name\n   | link.time out=1s\n   |      ^\n     a path is keys with dots between them, for instance link.policy.backoff"},
		{"no value", "link.timeout",
			"--set: \"link.timeout\" has no =\n   | link.timeout\n   | ^\n     write PATH=VALUE, for instance link.timeout=250ms"},
		{"a value that is no YAML", "link={timeout: 1s",
			"--set: the map that begins with \"{\" is not closed\n   | link={timeout: 1s\n   |      ^\n     add \"}\""},
		{"a value of several lines", "name=a\nb",
			"--set: the value must be one line of text\n   | name=a\n   | ^"},
	}
	for _, c := range cases {
		path, value, err := ParseSet("--set", c.set)
		if err == nil {
			err = mustParse(t, before).Set(path, value)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got\n%v\nwant\n%s", c.reason, err, c.want)
		}
	}
}

func TestProblemsPointToWhereAValueWasSet(t *testing.T) {
	n := mustParse(t, "name: x\nlink: {timeout: 1s}\nvariants:\n  slow: {link.tiemout: 5s}\n")
	mustSet(t, n, "link.policy.backoff={kind: constant, wait: 5}")
	slow := n.Get("variants.slow").Entries[0]
	path, err := ParsePath(slow.Key, slow.KeyPos)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Set(path, slow.Value); err != nil {
		t.Fatal(err)
	}
	var s scenario
	got := Decode(n, &s, testKinds()).Error()
	const want = `t.yaml:4:15: link: unknown key "tiemout"
  4 |   slow: {link.tiemout: 5s}
    |               ^
      did you mean "timeout"?
--set: link.policy.backoff.wait: 5 has no unit
   | link.policy.backoff={kind: constant, wait: 5}
   |                                            ^
     write 5ms or 5s`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTreesShareNothing(t *testing.T) {
	n := mustParse(t, "a: {b: 1}\nc: &c {d: 1}\ne: *c\n")
	copied := n.Clone()
	mustSet(t, n, "a.b=2")
	mustSet(t, n, "c.d=2")
	if got := copied.YAML(); got != "a: {b: 1}\nc: {d: 1}\ne: {d: 1}\n" {
		t.Errorf("got %q, want the clone as it was", got)
	}
	if got := n.Get("e.d").Text; got != "1" {
		t.Errorf("got %q, want what an alias copied as it was", got)
	}
	value := NewMap()
	value.Put("x", Pos{}, NewScalar("1"))
	path, _ := ParsePath("a", Pos{})
	if err := n.Set(path, value); err != nil {
		t.Fatal(err)
	}
	mustSet(t, n, "a.x=2")
	if value.Get("x").Text != "1" {
		t.Error("got the value changed that was set, want a copy in the tree")
	}
}

func TestGetAndDelete(t *testing.T) {
	n := mustParse(t, "a: {b: [1]}\nc: 2\n")
	for path, want := range map[string]bool{"a": true, "a.b": true, "a.x": false, "a.b.c": false, "c.d": false, "": false} {
		if got := n.Get(path) != nil; got != want {
			t.Errorf("%q: got %v, want %v", path, got, want)
		}
	}
	n.Delete("a")
	n.Delete("x")
	if got := n.YAML(); got != "c: 2\n" {
		t.Errorf("got %q, want a taken out", got)
	}
}
