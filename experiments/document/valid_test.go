package document

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

func TestDecodeFillsWhatIsWritten(t *testing.T) {
	second, policy3 := time.Second, policy{Preset: "sdk@1.0", MaxAttempts: 3, Backoff: &constant{Wait: time.Second},
		Budget: &ratio{Ratio: 0.1, Scope: "fleet"}, retries: 2}
	without := policy3
	without.Budget = nil
	cases := []struct {
		reason, text string
		want         scenario
	}{
		{"scalars", "name: x\nseed: 18446744073709551615\nwarm-up: 1m30s\nramp: 1.5\npriority: -128",
			scenario{Name: "x", Seed: 1<<64 - 1, WarmUp: 90 * second, Ramp: 1.5, Priority: -128}},
		{"a number is a text where a text is due", "name: 429", scenario{Name: "429"}},
		{"maps by name keep their order", "name: x\nservices: {b: {workers: 1}, a: {workers: 2, queue: 5, writes: true, start: 1s}}",
			scenario{Name: "x", Services: catalog.Map[service]{
				{Name: "b", Value: service{Workers: 1}},
				{Name: "a", Value: service{Workers: 2, Queue: queue{Limit: 5}, Writes: true, Start: sim.Time(second)}}}}},
		{"an optional block", "name: x\nservices: {b: {workers: 1, cache: {ttl: 1h}}, c: {workers: 1, cache: none}}",
			scenario{Name: "x", Services: catalog.Map[service]{
				{Name: "b", Value: service{Workers: 1, Cache: &cache{TTL: time.Hour}}}, {Name: "c", Value: service{Workers: 1}}}}},
		{"embedded keys, a kind by its name, none for a block", "name: x\nlink: {timeout: 1s, network: wan, policy: none}",
			scenario{Name: "x", Link: link{times: times{Timeout: second}, Network: &wire{Delay: 40 * time.Millisecond, Loss: 0.001}}}},
		{"the default kind", "name: x\nlink: {network: {loss: 1%}}",
			scenario{Name: "x", Link: link{Network: &wire{Delay: time.Millisecond, Loss: 0.01}}}},
		{"a kind inside a kind, by its block", "name: x\nlink: {network: {kind: constant, wait: 1s}}",
			scenario{Name: "x", Link: link{Network: &waits{&constant{second}}}}},
		{"a kind inside a kind, by its own value", "name: x\nlink: {network: 1s}",
			scenario{Name: "x", Link: link{Network: &waits{&constant{second}}}}},
		{"a kind keeps its defaults", "name: x\nlink: {policy: {backoff: {kind: full-jitter, base: 1s}}}",
			scenario{Name: "x", Link: link{Policy: policy{Backoff: &fullJitter{Base: second, Cap: 10 * second}}}}},
		{"a kind without keys", "name: x\nlink: {policy: {backoff: immediate, max-attempts: unlimited}}",
			scenario{Name: "x", Link: link{Policy: policy{Backoff: immediate{}, MaxAttempts: -1}}}},
		{"the first kind for which a value parses", "name: x\nlink: {policy: {backoff: 1s, budget: 10%}}",
			scenario{Name: "x", Link: link{Policy: policy{Backoff: &constant{second}, Budget: &ratio{Ratio: 0.1, Scope: "fleet"}}}}},
		{"the second kind, as the first does not parse it with its unit", "name: x\nlink: {policy: {budget: 12}}",
			scenario{Name: "x", Link: link{Policy: policy{Budget: &bucket{12}}}}},
		{"a scalar is a list of one", "name: x\nlink: {policy: {retry-on: 503}}",
			scenario{Name: "x", Link: link{Policy: policy{RetryOn: []sim.Status{sim.Unavailable}}}}},
		{"what a preset says", "name: x\nlink: {policy: {preset: sdk@1.0}}", scenario{Name: "x", Link: link{Policy: policy3}}},
		{"keys go on top of a preset wherever they stand", "name: x\nlink: {policy: {budget: none, preset: sdk@1.0}}",
			scenario{Name: "x", Link: link{Policy: without}}},
		{"anchors, aliases and merged maps", "name: x\nlink: {timeout: &t 1s, deadline: *t}\nservices: {a: &a {workers: 1, queue: 2}, b: {<<: *a, queue: 3}}",
			scenario{Name: "x", Link: link{times: times{second, second}}, Services: catalog.Map[service]{
				{Name: "a", Value: service{Workers: 1, Queue: queue{Limit: 2}}}, {Name: "b", Value: service{Workers: 1, Queue: queue{Limit: 3}}}}}},
		{"carriage returns and a byte order mark", "\ufeffname: x\r\nlink: {timeout: 1s,\r\n  deadline: 2s}\r\n",
			scenario{Name: "x", Link: link{times: times{second, 2 * second}}}},
	}
	for _, c := range cases {
		got, err := decode(c.text)
		if err != nil {
			t.Errorf("%s: got error\n%v", c.reason, err)
		} else if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", c.reason, got, c.want)
		}
	}
}

func TestDecodeLeavesAloneWhatIsNotMentioned(t *testing.T) {
	root, err := Parse("t.yaml", []byte("name: new\nservices: {a: {workers: 1}}"))
	if err != nil {
		t.Fatal(err)
	}
	shared := &cache{TTL: time.Hour, Entries: 7}
	s := scenario{Name: "old", Seed: 5, Hidden: 3, Services: catalog.Map[service]{{Name: "z"}}}
	if ps := Decode(root, &s, testKinds()); ps != nil {
		t.Fatal(ps)
	}
	if s.Name != "new" || s.Seed != 5 || s.Hidden != 3 || len(s.Services) != 1 {
		t.Errorf("got %+v, want the name and services replaced and the rest kept", s)
	}
	v := service{Workers: 1, Cache: shared}
	root, _ = Parse("t.yaml", []byte("workers: 1\ncache: {ttl: 1s}"))
	if ps := Decode(root, &v, testKinds()); ps != nil {
		t.Fatal(ps)
	}
	if shared.TTL != time.Hour || v.Cache.TTL != time.Second || v.Cache.Entries != 7 {
		t.Errorf("got cache %+v with the shared default %+v; the block starts from a copy of the default", v.Cache, shared)
	}
}

func TestRawNodesWaitForLater(t *testing.T) {
	s, err := decode("name: x\nvariants:\n  a: {link.timeout: 1s}\n  b: {}\n  c:")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Variants.Names(); len(got) != 3 || s.Variants[0].Value.Entries[0].Key != "link.timeout" {
		t.Errorf("got variants %v, want a, b and c as written", got)
	}
}

// counting counts how often it is prepared.
type counting struct {
	Inner  counted  `key:"inner" doc:"a block"`
	Kind   network  `key:"network" doc:"a kind"`
	Other  *counted `key:"other" doc:"a pointer"`
	Number int      `key:"number" doc:"a number"`
}

type counted struct {
	N        int `key:"n" doc:"a number"`
	prepared int
}

func (c *counted) Prepare() error {
	c.prepared++
	return nil
}

func TestPrepareIsCalledOnceForEveryBlock(t *testing.T) {
	for _, text := range []string{"number: 1", "inner: {n: 1}", "other: {}", "{inner: {}, other: {n: 1}}"} {
		root, err := Parse("t.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		c := counting{Other: &counted{}}
		if ps := Decode(root, &c, testKinds()); ps != nil {
			t.Fatal(ps)
		}
		if c.Inner.prepared != 1 || c.Other.prepared != 1 {
			t.Errorf("%s: got %d and %d calls of Prepare, want 1 and 1, mentioned or not", text, c.Inner.prepared, c.Other.prepared)
		}
	}
}

// twice has Validate from two embedded structs, so Go gives it none.
type twice struct {
	FirstHalf
	SecondHalf
}

// FirstHalf and SecondHalf are exported, so that their methods can be called.
type FirstHalf struct {
	A int `key:"a" doc:"a number"`
}

// SecondHalf is the other half.
type SecondHalf struct {
	B int `key:"b" doc:"a number"`
}

func (f *FirstHalf) Validate() error  { return catalog.Problem(f.A < 0, "a", "is negative") }
func (s *SecondHalf) Validate() error { return catalog.Problem(s.B < 0, "b", "is negative") }

func TestEveryEmbeddedStructIsValidated(t *testing.T) {
	root, err := Parse("t.yaml", []byte("a: -1\nb: -1"))
	if err != nil {
		t.Fatal(err)
	}
	ps := Decode(root, &twice{}, testKinds())
	if len(ps) != 2 {
		t.Errorf("got %v, want a problem of each embedded struct", ps)
	}
}

func TestAddRefusesCataloguesThatCannotWork(t *testing.T) {
	fresh := func() backoff { return &constant{} }
	cases := []struct {
		reason, want string
		add          func(*Kinds)
	}{
		{"two kinds of one name", "two kinds", func(k *Kinds) { Add(k, []catalog.Row[backoff]{{Name: "a", New: fresh}, {Name: "a", New: fresh}}, "") }},
		{"a default that is none", "no kind", func(k *Kinds) { Add(k, []catalog.Row[backoff]{{Name: "a", New: fresh}}, "b") }},
		{"a short key that is none", "no key", func(k *Kinds) { Add(k, []catalog.Row[backoff]{{Name: "a", Short: "cap", New: fresh}}, "") }},
		{"no interface", "no interface", func(k *Kinds) { Add(k, []catalog.Row[int]{}, "") }},
		{"an interface that was not added", "no kinds", func(k *Kinds) { k.table(reflect.TypeFor[budget]()) }},
	}
	for _, c := range cases {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, c.want) {
					t.Errorf("%s: got panic %q, want one with %q", c.reason, text, c.want)
				}
			}()
			c.add(NewKinds())
		}()
	}
}
