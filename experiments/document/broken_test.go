package document

import (
	"fmt"
	"strings"
	"testing"
)

// brokenDocuments are what people write; the messages are in testdata/broken.golden.
var brokenDocuments = []struct{ reason, text string }{
	{"a misspelt key has its nearest word", "name: x\nlink:\n  tiemout: 1s\n"},
	{"a key of another language is the same word", "name: x\nwarmUp: 1s\nlink: {policy: {max_attempts: 3}}\n"},
	{"a key like no other lists the keys", "name: x\nlink: {colour: red}\n"},
	{"a struct can explain a key", "name: x\nlink: {policy: {retries: 3}}\n"},
	{"a missing key is shown at its block", "name: x\nservices:\n  db:\n    queue: 10\n"},
	{"a missing key at the top", "seed: 1\n"},
	{"a kind that is misspelt", "name: x\nlink: {policy: {backoff: full-jiter}}\n"},
	{"a kind that is misspelt in a block", "name: x\nlink: {policy: {backoff: {kind: ful-jitter, base: 1s}}}\n"},
	{"a kind like no other lists the kinds", "name: x\nlink: {policy: {backoff: sometimes}}\n"},
	{"a kind that needs more than its name", "name: x\nlink: {policy: {backoff: full-jitter}}\n"},
	{"a block without kind and without default kind", "name: x\nlink: {policy: {backoff: {base: 1s}}}\n"},
	{"a kind inside a kind misspelt", "name: x\nlink: {network: {kind: imediate}}\n"},
	{"a key of a kind inside a kind", "name: x\nlink: {network: {kind: constant, wiat: 1s}}\n"},
	{"kind itself misspelt", "name: x\nlink: {policy: {backoff: {knd: immediate}, budget: {kin: ratio, ratio: 1%}}}\n"},
	{"a kind that is no word", "name: x\nlink: {policy: {backoff: {kind: {a: 1}}}}\n"},
	{"a list for a kind", "name: x\nlink: {policy: {backoff: [immediate]}}\n"},
	{"a key of another kind", "name: x\nlink: {policy: {backoff: {kind: constant, wait: 1s, base: 1s}}}\n"},
	{"a kind without keys", "name: x\nlink: {policy: {backoff: {kind: immediate, wait: 1s}}}\n"},
	{"a number for a kind is judged by its short key", "name: x\nlink: {policy: {backoff: 100}}\n"},
	{"a fault that is not one is explained", "name: x\nfaults: {a: {kind: down, at: 1s, for: 1s}, b: down}\n"},
	{"a duration without unit", "name: x\nlink: {timeout: 250}\n"},
	{"a rate without unit", "name: x\nlink: {policy: {budget: {ratio: 10%, floor: 10}}}\n"},
	{"a share without unit", "name: x\nlink: {policy: {budget: {ratio: 0.2}}}\n"},
	{"a count with a unit", "name: x\nservices: {db: {workers: 10s}}\n"},
	{"a count in quotes", "name: x\nservices: {db: {workers: \"10\"}}\n"},
	{"a negative count", "name: x\nservices: {db: {workers: -1}}\n"},
	{"a number that does not fit", "name: x\npriority: 128\n"},
	{"neither true nor false", "name: x\nservices: {db: {workers: 1, writes: yes}}\n"},
	{"a word of an enumeration", "name: x\nservices: {db: {workers: 1, queue: {discipline: fif}}}\n"},
	{"a shorthand that does not parse", "name: x\nservices: {db: {workers: 1, queue: lots}}\n"},
	{"a status", "name: x\nlink: {policy: {retry-on: [503, time-out, 555]}}\n"},
	{"a type that reads its own text", "name: x\nlink: {policy: {max-attempts: ever}}\n"},
	{"a map for a single value", "name: {first: x}\n"},
	{"a single value for a block", "name: x\nlink: lan\n"},
	{"a list where a map by name is due", "name: x\nservices:\n  - workers: 1\n"},
	{"a map where a list is due", "name: x\nlink: {policy: {retry-on: {a: 1}}}\n"},
	{"a map inside a list", "name: x\nlink: {policy: {retry-on: [{a: 1}]}}\n"},
	{"nothing where a value is due", "name:\nlink:\nservices: {db: {workers: 1, cache: }}\n"},
	{"nothing in a list", "name: x\nlink: {policy: {retry-on: [503, ~]}}\n"},
	{"a name with a dot has no path", "name: x\nservices: {a.b: {workers: 1}}\n"},
	{"none is not for everything", "name: x\nservices: none\nfaults: {a: none}\n"},
	{"a check that names its key", "name: x\nlink: {policy: {backoff: {kind: full-jitter, base: 20s}}}\n"},
	{"a check that names a key that is not written", "name: x\nlink: {timeout: 2s, policy: {backoff: {kind: full-jitter, base: 2h, cap: 2h}}}\n"},
	{"a check of an embedded struct", "name: x\nlink:\n  timeout: 2s\n  deadline: 1s\n"},
	{"a check without a key", "name: x\nservices: {db: {workers: 1, writes: true, cache: {ttl: 1s}}}\n"},
	{"a preset that is not one", "name: x\nlink: {policy: {preset: sdk@2.0}}\n"},
	{"an alias shows its problem once, where it is written", "name: x\nservices:\n  a: &a {workers: no}\n  b: *a\n"},
	{"many problems, in the order of the file", "link: {timeout: 5, policy: {max-attempts: x}}\nservices: {db: {wrokers: 1}}\nseed: 1.5\n"},
	{"the key twice", "name: x\nname: y\nlink: {timeout: 1s, timeout: 2s}\n"},
	{"a second document", "name: x\n---\nname: y\n"},
	{"a tag", "name: !!str x\n"},
	{"a directive", "%YAML 1.2\n---\nname: x\n"},
	{"no anchor", "name: *x\n"},
	{"a circle", "name: &x [*x]\n"},
	{"merge of no map", "<<: 1\n"},
	{"a key that is a list", "? [a]\n: b\n"},
	{"a key that is an alias", "name: &x y\n*x : z\n"},
	{"no blank after the colon", "name:x\n"},
	{"nothing at all", "# only a comment\n"},
	{"two keys in one line", "name: x: y\n"},
	{"wrong indentation", "link:\n  timeout: 1s\n   deadline: 1s\n"},
	{"a tab", "link:\n\ttimeout: 1s\n"},
	{"a quote that is not closed", "name: \"x\n"},
	{"a bracket that is not closed", "name: [x\nseed: 1\n"},
	{"a brace that is not closed", "link: {timeout: 1s\n"},
	{"a reserved letter", "name: @x\n"},
	{"not UTF-8", "name: \xff\n"},
	{"too deep", "name: " + strings.Repeat("[", 100) + "\n"},
	{"too deep by indentation", deepBlock(100)},
	{"a bomb of aliases", bomb()},
}

func deepBlock(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n")
	for i := 1; i < 7; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10))
	}
	return b.String()
}

func TestBrokenDocumentsAreExplained(t *testing.T) {
	var b strings.Builder
	for _, c := range brokenDocuments {
		_, err := decode(c.text)
		if err == nil {
			t.Errorf("%s: got no error for %q", c.reason, c.text)
			continue
		}
		fmt.Fprintf(&b, "== %s\n%s\n\n", c.reason, err)
	}
	golden(t, "broken.golden", b.String())
}
