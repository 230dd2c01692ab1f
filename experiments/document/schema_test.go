package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retrystorm/sim/catalog"
)

func testSchema() []byte {
	return Schema(&scenario{Seed: 1}, testKinds(), "test")
}

func TestSchema(t *testing.T) {
	got := testSchema()
	golden(t, "schema.golden", string(got))
	for range 5 {
		if !bytes.Equal(testSchema(), got) {
			t.Fatal("got other bytes from the same types")
		}
	}
}

// checker is as much of JSON Schema as [Schema] writes. An editor has the rest.
type checker struct{ root map[string]any }

func (c checker) ok(schema, v any) bool {
	for key, want := range schema.(map[string]any) {
		if !c.keyword(key, want, v, schema.(map[string]any)) {
			return false
		}
	}
	return true
}

func (c checker) keyword(key string, want, v any, schema map[string]any) bool {
	object, isObject := v.(map[string]any)
	switch key {
	case "$schema", "$defs", "title", "description", "default":
		return true
	case "$ref":
		return c.ok(c.root["$defs"].(map[string]any)[strings.TrimPrefix(want.(string), "#/$defs/")], v)
	case "type":
		return slices.ContainsFunc(listOf(want), func(name any) bool { return isType(name.(string), v) })
	case "const":
		return reflect.DeepEqual(want, v)
	case "enum":
		return slices.ContainsFunc(want.([]any), func(x any) bool { return reflect.DeepEqual(x, v) })
	case "minimum":
		n, isNumber := v.(json.Number)
		return !isNumber || !strings.HasPrefix(n.String(), "-")
	case "pattern":
		text, isText := v.(string)
		return !isText || regexp.MustCompile(want.(string)).MatchString(text)
	case "items":
		list, _ := v.([]any)
		return !slices.ContainsFunc(list, func(item any) bool { return !c.ok(want, item) })
	case "anyOf":
		return c.count(want, v) > 0
	case "oneOf":
		return c.count(want, v) == 1
	case "required":
		return !isObject || !slices.ContainsFunc(want.([]any), func(name any) bool { return object[name.(string)] == nil })
	case "properties":
		for name, inner := range want.(map[string]any) {
			if x, there := object[name]; there && !c.ok(inner, x) {
				return false
			}
		}
		return true
	case "additionalProperties":
		known, _ := schema["properties"].(map[string]any)
		for name, x := range object {
			if _, there := known[name]; !there && (want == false || !c.ok(want, x)) {
				return false
			}
		}
		return true
	}
	panic("the checker does not know the keyword " + key)
}

func (c checker) count(schemas, v any) (n int) {
	for _, s := range schemas.([]any) {
		if c.ok(s, v) {
			n++
		}
	}
	return n
}

func listOf(v any) []any {
	if list, ok := v.([]any); ok {
		return list
	}
	return []any{v}
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return name == "object"
	case []any:
		return name == "array"
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case json.Number:
		return name == "number" || name == "integer" && !strings.ContainsAny(v.String(), ".eE")
	}
	return false
}

// asJSON is how an editor reads n.
func asJSON(n *Node) any {
	switch n.Shape {
	case Null:
		return nil
	case List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, asJSON(item))
		}
		return list
	case Map:
		object := map[string]any{}
		for _, e := range n.Entries {
			object[e.Key] = asJSON(e.Value)
		}
		return object
	}
	switch {
	case n.Quoted:
		return n.Text
	case n.Text == "true" || n.Text == "false":
		return n.Text == "true"
	case factor.MatchString(n.Text):
		return json.Number(n.Text)
	}
	return n.Text
}

func newChecker(t *testing.T) checker {
	var root map[string]any
	d := json.NewDecoder(bytes.NewReader(testSchema()))
	d.UseNumber()
	if err := d.Decode(&root); err != nil {
		t.Fatal(err)
	}
	return checker{root}
}

// The schema and the decoder are two readers of one description: they must agree, but
// for what only Validate methods know.
func TestSchemaAgreesWithDecode(t *testing.T) {
	c := newChecker(t)
	onlyValidate := []string{
		"a check that names its key", "a check that names a key that is not written", "a check of an embedded struct",
		"a check without a key", "a preset that is not one", "a number that does not fit", "a name with a dot has no path",
	}
	for _, doc := range brokenDocuments {
		n, err := Parse("t.yaml", []byte(doc.text))
		if err != nil || slices.Contains(onlyValidate, doc.reason) {
			continue
		}
		if c.ok(any(c.root), asJSON(n)) {
			t.Errorf("%s: got %q allowed by the schema", doc.reason, doc.text)
		}
	}
	for _, text := range []string{
		"name: x", "name: 429", "name: x\nlink: {}",
		"name: x\nseed: 1\nwarm-up: 1m30s\nramp: 1.5\npriority: -128",
		"name: x\nservices: {b: {workers: 1}, a: {workers: 2, queue: 5, writes: true, start: 7d}}",
		"name: x\nservices: {b: {workers: 1, cache: {ttl: 1h}}, c: {workers: 1, cache: none}}",
		"name: x\nlink: {timeout: 1s, network: wan, policy: none}",
		"name: x\nlink: {network: {loss: 1%}}",
		"name: x\nlink: {network: {kind: constant, wait: 1s}}",
		"name: x\nlink: {network: immediate}",
		"name: x\nlink: {policy: {backoff: {kind: full-jitter, base: 1s}}}",
		"name: x\nlink: {policy: {backoff: immediate, max-attempts: unlimited}}",
		"name: x\nlink: {policy: {backoff: 1s, budget: 10%, retry-on: 503}}",
		"name: x\nlink: {policy: {backoff: none, budget: 12, retry-on: [503, timeout]}}",
		"name: x\nlink: {policy: {budget: {ratio: 1%, floor: 10 rps, scope: client}}}",
		"name: x\nvariants: {a: {link.timeout: 1s}, b: {}}",
	} {
		n := mustParse(t, text)
		if _, err := decode(text); err != nil {
			t.Errorf("got %v for %q", err, text)
		}
		if !c.ok(any(c.root), asJSON(n)) {
			t.Errorf("got %q refused by the schema, which the decoder takes", text)
		}
	}
	s, err := decode("name: x\nservices: {db: {workers: 1}}\nlink: {policy: {preset: sdk@1.0, budget: none}}")
	if err != nil {
		t.Fatal(err)
	}
	if long := Encode(s, testKinds()); !c.ok(any(c.root), asJSON(mustParse(t, long.YAML()))) {
		t.Errorf("got the long form refused by the schema:\n%s", long.YAML())
	}
}

func TestDescribe(t *testing.T) {
	var b strings.Builder
	write := func(title string, settings []Setting) {
		fmt.Fprintf(&b, "== %s\n", title)
		for _, s := range settings {
			fmt.Fprintf(&b, "%s | %s | %s | %s\n", s.Key, s.Type, s.Default, s.Doc)
		}
	}
	kinds := testKinds()
	row := catalog.Row[backoff]{Name: "full-jitter", New: func() backoff { return &fullJitter{Cap: 10e9} }}
	write("full-jitter", Describe(row, kinds))
	write("scenario", DescribeBlock(&scenario{Seed: 1}, kinds))
	golden(t, "describe.golden", b.String())
}
