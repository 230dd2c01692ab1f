package strategies

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// knownPreset is what is published of a library, or was measured: nothing here is
// computed from the preset.
type knownPreset struct {
	preset   PresetName
	delays   string // before its first retries, in ms
	attempts int
	retries  string // on links where to repeat does no harm
	unsafe   string // on others
	hint     string // what it does with one of 1h on a 503, and on a 502
}

// known is all of them; the others stand by family in known_*_test.go.
func known() []knownPreset {
	return slices.Concat(knownHere, knownSystems, knownStaged, knownGo, knownJava, knownDotnet, knownPython, knownRust, knownJavaScript)
}

var knownHere = []knownPreset{
	{"none", "", 1, "", "", "stop stop"},
	{"axios-retry@4.5.0", "0-0 0-0 0-0", 4,
		"429 500 502 503 shed 504 refused connect-timeout no-connection reset",
		"refused connect-timeout no-connection reset", "1h0m0s 1h0m0s"},
	{"go-retryablehttp@0.7.8", "1000-1000 2000-2000 4000-4000 8000-8000", 5,
		"429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "1h0m0s 1s"},
	{"openai-go@3.99.0", "375-500 750-1000", 3,
		"408 conflict in-progress key-reused 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "stop stop"},
	{"guide-python", "0-500 0-1000 0-2000 0-4000 0-8000", 6,
		"429 502 503 shed 504 refused connect-timeout no-connection reset timeout", "same", "30s 30s"},
}

func TestPresetsDoWhatTheirLibrariesDo(t *testing.T) {
	seen := map[PresetName]bool{}
	for _, k := range known() {
		p, err := FindPreset(k.preset)
		if err != nil || seen[k.preset] {
			t.Errorf("%s: %v, listed before: %t", k.preset, err, seen[k.preset])
			continue
		}
		seen[k.preset] = true
		if got := spans(p.Policy.FirstDelays(6)); got != k.delays {
			t.Errorf("%s: delays\n got %s\nwant %s", k.preset, got, k.delays)
		}
		if got := p.Policy.MostAttempts(); got != k.attempts {
			t.Errorf("%s: got %d attempts, want %d", k.preset, got, k.attempts)
		}
		if got := retried(p.Policy, sim.Scopes{Clients: 1}); got != k.retries {
			t.Errorf("%s: retries\n got %s\nwant %s", k.preset, got, k.retries)
		}
		want := k.unsafe
		if want == "same" {
			want = k.retries
		}
		if got := retried(p.Policy, sim.Scopes{Clients: 1, Unsafe: true}); got != want {
			t.Errorf("%s: on unsafe links it retries\n got %s\nwant %s", k.preset, got, want)
		}
		if got := hinted(p.Policy, sim.Shed) + " " + hinted(p.Policy, sim.BadGateway); got != k.hint {
			t.Errorf("%s: a hint of an hour: got %s, want %s", k.preset, got, k.hint)
		}
	}
	for _, p := range Presets() {
		if !seen[p.Full()] {
			t.Errorf("%s: nothing is known of it: add a row to known", p.Full())
		}
	}
}

func spans(spans []Span) string {
	var words []string
	for _, s := range spans {
		words = append(words, fmt.Sprintf("%v-%v", number(float64(s.Least)/1e6), number(float64(s.Most)/1e6)))
	}
	return strings.Join(words, " ")
}

// retried lists what a policy retries on a link.
func retried(p Policy, s sim.Scopes) string {
	all := Class(0)
	for st := range sim.Statuses {
		out := sim.Outcome{Status: sim.Status(st), Decide: st != int(sim.OK)}
		if p.New(s).After(0, 0, &sim.Call{Attempts: 1}, &out).Verb == sim.Go {
			all |= 1 << st
		}
	}
	return strings.Join(all.names(), " ")
}

func hinted(p Policy, st sim.Status) string {
	out := sim.Outcome{Status: st, RetryAfter: time.Hour, Uniform: 0.5, Decide: true}
	d := p.New(sim.Scopes{Clients: 1}).After(0, 0, &sim.Call{Attempts: 1}, &out)
	if d.Verb == sim.Stop {
		return "stop"
	}
	return d.Delay.String()
}

// A preset says everything, in words that a file may say, so that the manifest shows
// what ran.
func TestPresetsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Presets() {
		for _, name := range append([]string{string(p.Full())}, p.Aliases...) {
			if names[name] || strings.ToLower(name) != name {
				t.Errorf("%s: the name %q is another's, or not in small letters", p.Full(), name)
			}
			names[name] = true
		}
		for _, n := range append(append([]string{}, p.NotModelled...), p.Unknown...) {
			if n == "" || strings.HasSuffix(n, ".") {
				t.Errorf("%s: %q is no sentence without a full stop", p.Full(), n)
			}
		}
		if p.Name == "none" {
			continue
		}
		if missing := p.Missing(); missing != nil {
			t.Errorf("%s: does not state %s", p.Full(), strings.Join(missing, ", "))
		}
		q := p.Policy
		if q.Preset != "" {
			t.Errorf("%s: names a preset itself", p.Full())
		}
		if err := q.Validate(); err != nil {
			t.Errorf("%s: %v", p.Full(), err)
		}
		for _, c := range append(append(append([]Class{}, q.RetryOn...), q.UnsafeOn...), q.RetryAfter.On...) {
			text, _ := c.MarshalText()
			var again Class
			if err := again.UnmarshalText(text); err != nil || again != c {
				t.Errorf("%s: a file cannot say %v: it reads %v, %v", p.Full(), c.names(), again.names(), err)
			}
		}
		for _, part := range []any{q.Backoff, q.Budget, q.Breaker, q.Limiter, q.Hedge} {
			if part == nil {
				continue
			}
			if v, ok := part.(interface{ Validate() error }); ok && v.Validate() != nil {
				t.Errorf("%s: %v", p.Full(), v.Validate())
			}
			if reflect.TypeOf(part).Kind() != reflect.Pointer {
				t.Errorf("%s: %T is no pointer, as decoded settings are", p.Full(), part)
			}
		}
	}
}

func TestFindPreset(t *testing.T) {
	tests := []struct {
		reason string
		name   PresetName
		want   string // full name, or the beginning of the error
	}{
		{"a version", "axios-retry@4.5.0", "axios-retry@4.5.0"},
		{"the newest", "axios-retry", "axios-retry@4.5.0"},
		{"another name", "retryablehttp", "go-retryablehttp@0.7.8"},
		{"another name, and a version", "retryablehttp@0.7.8", "go-retryablehttp@0.7.8"},
		{"it has no version", "none", "none"},
		{"so it has none that can be named", "none@", `unknown preset "none@"; of none there is none`},
		{"a version that nobody has read", "axios-retry@9", `unknown preset "axios-retry@9"; of axios-retry there is axios-retry@4.5.0`},
		{"a library that nobody has read", "curl", `unknown preset "curl"; it is none of the `},
		{"nothing", "", `unknown preset ""; it is none of the `},
	}
	for _, tt := range tests {
		p, err := FindPreset(tt.name)
		got := string(p.Full())
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && !(err != nil && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s: %q: got %q, want %q", tt.reason, tt.name, got, tt.want)
		}
	}
	for _, name := range PresetName("").Values() {
		if _, err := FindPreset(PresetName(name)); err != nil {
			t.Errorf("a file may say %q: %v", name, err)
		}
	}
}

// Versions of a library stand newest first, side by side.
func TestPresetsAreInOrder(t *testing.T) {
	ps := Presets()
	seen := map[string]bool{}
	for i, p := range ps {
		if i > 0 && ps[i-1].Name == p.Name {
			if !older(p.Version, ps[i-1].Version) {
				t.Errorf("%s stands after %s", p.Full(), ps[i-1].Full())
			}
		} else if seen[p.Name] {
			t.Errorf("%s: other libraries stand between its versions", p.Name)
		}
		seen[p.Name] = true
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{{"1.9.0", "1.10.0", true}, {"2.0.0", "1.10.0", false}, {"2.0", "2.0", false}} {
		if got := older(tt.a, tt.b); got != tt.want {
			t.Errorf("%s older than %s: got %t", tt.a, tt.b, got)
		}
	}
}

func older(a, b string) bool {
	var x, y [3]int
	fmt.Sscanf(a, "%d.%d.%d", &x[0], &x[1], &x[2])
	fmt.Sscanf(b, "%d.%d.%d", &y[0], &y[1], &y[2])
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

// The decoder calls Defaults when `preset` has been read, and then reads the other keys.
func TestDefaultsTakeOverAPreset(t *testing.T) {
	p := Policy{Preset: "openai-go", MaxElapsed: 1}
	if err := p.Defaults(); err != nil {
		t.Fatal(err)
	}
	if p.Preset != "openai-go@3.99.0" || p.MaxAttempts != 3 || p.MaxElapsed != 0 {
		t.Errorf("got %+v, want the whole preset under its full name", p)
	}
	p.Backoff.(*ScaledJitter).Base = time.Hour
	if q, _ := FindPreset("openai-go"); q.Policy.Backoff.(*ScaledJitter).Base == time.Hour {
		t.Error("whoever changes a preset changes it for others")
	}
	p = Policy{MaxAttempts: 7}
	if err := p.Defaults(); err != nil || p.MaxAttempts != 7 {
		t.Errorf("no preset: got %+v, %v, want what was", p, err)
	}
	p = Policy{Preset: "curl"}
	if err := p.Defaults(); err == nil || !strings.HasPrefix(err.Error(), "preset: unknown preset") {
		t.Errorf("got %v, want an error at the key", err)
	}
}

// Windows of libraries, in ms: library-policies, appendix of first windows.
func TestScaledJitter(t *testing.T) {
	w := func(base, longest time.Duration, by float64) Window {
		x := window(base, longest)
		x.Multiplier = by
		return x
	}
	const s = time.Second
	tests := []struct {
		reason string
		b      ScaledJitter
		want   string
	}{
		{"cenkalti/backoff", ScaledJitter{Window: w(500*ms, 60*s, 1.5), From: 0.5, To: 1.5}, "250-750 375-1125 562.5-1687.5 843.75-2531.25"},
		{"gRPC retry, .1 s doubled to 1 s: the cap is before jitter", ScaledJitter{Window: w(100*ms, s, 2), From: 0.8, To: 1.2}, "80-120 160-240 320-480 640-960 800-1200"},
		{"Kafka's Java client: after it", ScaledJitter{Window: w(100*ms, s, 2), From: 0.8, To: 1.2, Ceiling: s}, "80-120 160-240 320-480 640-960 800-1000"},
		{"Azure for .NET", ScaledJitter{Window: w(800*ms, 60*s, 2), From: 0.8, To: 1.2, Ceiling: 60 * s}, "640-960 1280-1920 2560-3840"},
		{"stripe-node: the floor makes the first delay the same for all", ScaledJitter{Window: w(500*ms, 5*s, 2), From: 0.5, To: 1, Floor: 500 * ms}, "500-500 500-1000 1000-2000"},
		{"retry of npm: one to two times", ScaledJitter{Window: w(s, 100*time.Hour, 2), From: 1, To: 2}, "1000-2000 2000-4000"},
		{"no overflow", ScaledJitter{Window: w(1<<62, 1<<62, 2), From: 1, To: 100}, "4.611686018427388e+12-9.223372036854775e+12"},
	}
	for _, tt := range tests {
		n := len(strings.Fields(tt.want))
		if got := spans((Policy{Backoff: tt.b, MaxAttempts: Unlimited}).FirstDelays(n)); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want)
		}
	}
}
