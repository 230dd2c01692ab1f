package document

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// drawServices makes services with names that may stand in paths.
func drawServices(t *rapid.T) catalog.Map[service] {
	name := rapid.StringMatching(`[a-z]{1,3}[/_+-][a-z0-9]{1,3}`)
	services := catalog.Map[service]{}
	for _, n := range rapid.SliceOfDistinct(name, rapid.ID[string]).Draw(t, "names") {
		s := service{
			Workers: rapid.Uint32().Draw(t, "workers"), Start: sim.Time(drawDuration().Draw(t, "start")), Hedge: drawDuration().Draw(t, "hedge"),
			Queue: queue{rapid.Int().Draw(t, "limit"), rapid.SampledFrom([]discipline{"", "lifo"}).Draw(t, "discipline")},
		}
		if rapid.Bool().Draw(t, "cached") {
			s.Cache = &cache{drawDuration().Draw(t, "ttl"), rapid.Int().Draw(t, "entries")}
		} else {
			s.Writes = rapid.Bool().Draw(t, "writes")
		}
		services = append(services, catalog.Named[service]{Name: n, Value: s})
	}
	return services
}

// drawDuration makes durations of up to thirteen days.
func drawDuration() *rapid.Generator[time.Duration] {
	return rapid.Map(rapid.Int64Range(0, 1<<50), func(n int64) time.Duration { return time.Duration(n) })
}

// drawScenario makes settings as they come from a document.
func drawScenario(t *rapid.T) scenario {
	duration := drawDuration()
	share := rapid.Map(rapid.Float64Range(0, 1), func(x float64) sim.Share { return sim.Share(x) })
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"", "null", "~", "true", "5", "1e3", "-", "- a", "a: b", "a #b", "#", "\n", "a\nb\n", "x ", " x", "'", `"`, "\\", "[", "{",
		"*a", "&a", "!a", "%", "@", "<<", "---", "...", "\u2028", "\ufeff", "0x1F", "世界", "?", "a,b", ".5",
	}))
	budgets := func() budget {
		switch rapid.IntRange(0, 2).Draw(t, "budget") {
		case 0:
			return nil
		case 1:
			return &bucket{rapid.Float64().Draw(t, "size")}
		}
		return &ratio{share.Draw(t, "ratio"), sim.Rate(rapid.Float64Range(0, 1e6).Draw(t, "floor")), rapid.SampledFrom([]scope{"client", "fleet"}).Draw(t, "scope")}
	}
	backoffs := func() backoff {
		switch rapid.IntRange(0, 3).Draw(t, "backoff") {
		case 0:
			return nil
		case 1:
			return immediate{}
		case 2:
			return &constant{duration.Draw(t, "wait")}
		}
		base := duration.Draw(t, "base") % time.Hour
		return &fullJitter{base, base, share.Draw(t, "cut")}
	}
	services := drawServices(t)
	timeout := duration.Draw(t, "timeout")
	p := policy{
		Preset: rapid.SampledFrom([]string{"", "sdk@1.0"}).Draw(t, "preset"), Backoff: backoffs(), Budget: budgets(),
		MaxAttempts: attempts(rapid.IntRange(-1, 9).Draw(t, "attempts")),
		RetryOn:     rapid.OneOf(rapid.Just([]sim.Status(nil)), rapid.SliceOf(rapid.SampledFrom([]sim.Status{sim.OK, sim.Conflict, sim.Unavailable, sim.TimedOut}))).Draw(t, "retry-on"),
	}
	if p.Preset != "" && p.Backoff == nil { // only what is tagged optional can be taken from a preset
		p.Backoff = immediate{}
	}
	p.retries = max(int(p.MaxAttempts)-1, 0)
	return scenario{
		Name: text.Draw(t, "name"), Seed: rapid.Uint64().Draw(t, "seed"), WarmUp: duration.Draw(t, "warm-up"),
		Ramp: rapid.Float64().Draw(t, "ramp"), Priority: rapid.Int8().Draw(t, "priority"), Services: services,
		Link: link{
			times:   times{timeout, timeout + duration.Draw(t, "deadline")},
			Network: rapid.SampledFrom([]network{nil, &wire{}, &wire{Delay: time.Millisecond}, &wire{Loss: 0.5}}).Draw(t, "network"),
			Policy:  p,
		},
		Faults:   catalog.Map[fault1]{{Name: "a", Value: &stall{sim.Time(duration.Draw(t, "at")), duration.Draw(t, "for")}}},
		Variants: catalog.Map[*Node]{},
	}
}

func TestDecodeOfEncodeGivesTheSettingsBack(t *testing.T) {
	kinds := testKinds()
	rapid.Check(t, func(t *rapid.T) {
		want := drawScenario(t)
		text := Encode(&want, kinds).YAML()
		n, err := Parse("t.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		var got scenario
		if ps := Decode(n, &got, kinds); ps != nil {
			t.Fatalf("%v in\n%s", ps, text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v\nfrom\n%s", got, want, text)
		}
		if again := Encode(got, kinds).YAML(); again != text {
			t.Fatalf("got\n%swant the same text again:\n%s", again, text)
		}
	})
}

func TestLongForm(t *testing.T) {
	s, err := decode(`
name: long
services: {db: {workers: 4, queue: 100, cache: {ttl: 1h}}, api: {workers: 1}}
link: {network: wan, policy: {preset: sdk@1.0, retry-on: [503, timeout]}}
faults: {outage: {kind: stall, at: 5m, for: 10s}}
variants: {a: {link.policy: none}}
`)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "long.golden", Encode(&s, testKinds()).YAML())
}

func TestEncodeNamesTheKindWhoseDefaultsAreMeant(t *testing.T) {
	cases := []struct {
		reason string
		v      network
		want   string
	}{
		{"the defaults of the second kind", &wire{Delay: 40 * time.Millisecond, Loss: 0.001}, "kind: wan\n"},
		{"others: the first of the type", &wire{Delay: time.Second}, "kind: lan\n"},
	}
	for _, c := range cases {
		if got := Encode(&c.v, testKinds()).YAML(); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.reason, got, c.want)
		}
	}
}

// drawNode makes any tree that YAML can write.
func drawNode(t *rapid.T, depth int) *Node {
	most := 3
	if depth == 0 {
		most = 1
	}
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+.~a-z0-9:#\[\]{}&*!?,'"%@ ]{0,8}`))
	switch Shape(rapid.IntRange(0, most).Draw(t, "shape")) {
	case Scalar:
		return &Node{Shape: Scalar, Text: text.Draw(t, "text"), Quoted: true}
	case List:
		n := &Node{Shape: List}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			n.Items = append(n.Items, drawNode(t, depth-1))
		}
		return n
	case Map:
		n := NewMap()
		for range rapid.IntRange(0, 3).Draw(t, "entries") {
			n.Put("k"+text.Draw(t, "key"), Pos{}, drawNode(t, depth-1))
		}
		return n
	}
	return &Node{}
}

// same compares trees without positions, and quotes only where they matter.
func same(a, b *Node) bool {
	if a.Shape != b.Shape || a.Text != b.Text || len(a.Items) != len(b.Items) || len(a.Entries) != len(b.Entries) {
		return false
	}
	if a.Quoted != b.Quoted && isOther(a.Text, true) {
		return false
	}
	for i := range a.Items {
		if !same(a.Items[i], b.Items[i]) {
			return false
		}
	}
	for i := range a.Entries {
		if a.Entries[i].Key != b.Entries[i].Key || !same(a.Entries[i].Value, b.Entries[i].Value) {
			return false
		}
	}
	return true
}

func TestParseReadsWhatYAMLWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := NewMap()
		n.Put("root", Pos{}, drawNode(t, 3))
		text := n.YAML()
		got, err := Parse("t.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if !same(n, got) {
			t.Fatalf("got\n%s\nwant\n%s", got.YAML(), text)
		}
	})
}
