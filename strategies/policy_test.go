package strategies

import (
	"encoding"
	"math"
	"strings"
	"testing"

	"retrystorm/sim"
)

func TestValidate(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		settings interface{ Validate() error }
		want     string // the beginnings of its problems, "" is none
	}{
		{Policy{}, ""},
		{Policy{Backoff: Immediate{}, MaxAttempts: Unlimited}, ""},
		{Policy{Backoff: Immediate{}}, "max-attempts: is missing"},
		{Policy{MaxAttempts: 1}, ""},
		{Policy{MaxAttempts: 2}, "backoff: is missing"},
		{Policy{MaxAttempts: 2, Hedge: FixedHedge{After: ms}}, ""},
		{Policy{MaxElapsed: -1}, "max-elapsed: is -1ns"},
		{Policy{RetryOn: []Class{}}, "retry-on: is empty"},
		{Policy{RetryOn: []Class{Transient, 1 << sim.Expired}}, "retry-on: has deadline"},
		{Policy{MaxAttempts: 2, MaxElapsed: -1}, "backoff: is missing\nmax-elapsed: is"},
		{Fixed{}, ""},
		{Fixed{-1}, "wait: is -1ns"},
		{Linear{}, "base: is 0s, want more\ncap: is 0s, want more"},
		{Exponential{Base: 1, Cap: 1}, ""},
		{Exponential{Base: 1, Cap: 1, Multiplier: 0.5}, "multiplier: is 0.5, want 1"},
		{EqualJitter{Base: 1, Cap: 1, Multiplier: nan}, "multiplier: is NaN"},
		{FullJitter{Base: 1, Cap: -1}, "cap: is -1ns"},
		{DecorrelatedJitter{}, "base: is 0s\ncap: is 0s"},
		{RatioBudget{Ratio: 1}, ""},
		{RatioBudget{Ratio: 10}, "ratio: is 1000%, want 0% to 100%"},
		{RatioBudget{Ratio: sim.Share(nan)}, "ratio: is NaN%"},
		{RatioBudget{Floor: -1}, "floor: is -1/s"},
		{RatioBudget{TTL: 1}, "ttl: is 1ns"},
		{ConsecutiveBreaker{}, ""},
		{ConsecutiveBreaker{Failures: -1, OpenFor: -1, Probes: 256, Counts: []Class{}}, "failures: is -1\nopen-for: is -1ns\nprobes: is 256\ncounts: is empty"},
		{FixedHedge{}, "after: is 0s"},
		{FixedHedge{After: 1, Max: -1}, "max: is -1"},
		{RetryAfter{}, ""},
		{RetryAfter{Cap: -1, Jitter: 2}, "cap: is -1ns\njitter: is 200%"},
	}
	for _, tt := range tests {
		got := ""
		if err := tt.settings.Validate(); err != nil {
			got = err.Error()
		}
		lines, want := strings.Split(got, "\n"), strings.Split(tt.want, "\n")
		for i := range max(len(lines), len(want)) {
			if len(lines) != len(want) || !strings.HasPrefix(lines[i], want[i]) || (want[i] == "") != (lines[i] == "") {
				t.Errorf("%T%+v:\n got %q\nwant %q", tt.settings, tt.settings, got, tt.want)
				break
			}
		}
	}
}

type text interface {
	encoding.TextUnmarshaler
	encoding.TextMarshaler
}

func TestWords(t *testing.T) {
	type word interface {
		text
		Words() []string
	}
	for _, w := range []word{new(First), new(HintMode), new(Scope), new(Deposit), new(When), new(Forget), new(Class)} {
		seen := map[string]bool{}
		for _, want := range w.Words() {
			if err := w.UnmarshalText([]byte(want)); err != nil {
				t.Errorf("%T: %v", w, err)
			}
			got, _ := w.MarshalText()
			if string(got) != want || seen[want] {
				t.Errorf("%T: got %q, want %q, once", w, got, want)
			}
			seen[want] = true
		}
		if err := w.UnmarshalText([]byte("ok")); err == nil || !strings.Contains(err.Error(), `"ok"`) || !strings.Contains(err.Error(), w.Words()[0]) {
			t.Errorf("%T: got error %v, want one with the word and what is allowed", w, err)
		}
	}
}

func TestClasses(t *testing.T) {
	tests := []struct {
		word string
		in   []sim.Status
		out  []sim.Status
	}{
		{"transient", []sim.Status{sim.Refused, sim.TimedOut, sim.RequestTime, sim.TooMany, sim.Internal, sim.BadGateway, sim.Unavailable, sim.GatewayTime},
			[]sim.Status{sim.OK, sim.BadRequest, sim.Unauthorized, sim.Forbidden, sim.NotFound, sim.Conflict, sim.Expired, sim.GateClosed, sim.Cancelled, sim.Unfinished}},
		{"any", []sim.Status{sim.BadRequest, sim.Conflict, sim.TimedOut, sim.Refused},
			[]sim.Status{sim.OK, sim.Expired, sim.GateClosed, sim.Cancelled, sim.Unfinished}},
		{"503", []sim.Status{sim.Unavailable}, []sim.Status{sim.Internal}},
		{"timeout", []sim.Status{sim.TimedOut}, []sim.Status{sim.RequestTime, sim.GatewayTime}},
		{"409", []sim.Status{sim.Conflict}, []sim.Status{sim.OK}},
		{"deadline", []sim.Status{sim.Expired}, []sim.Status{sim.TimedOut}},
	}
	for _, tt := range tests {
		var c Class
		if err := c.UnmarshalText([]byte(tt.word)); err != nil {
			t.Errorf("%s: %v", tt.word, err)
		}
		for _, st := range tt.in {
			if !c.Has(st) {
				t.Errorf("%s: want %v in it", tt.word, st)
			}
		}
		for _, st := range tt.out {
			if c.Has(st) {
				t.Errorf("%s: want %v not in it", tt.word, st)
			}
		}
	}
	for _, bad := range []string{"", "200", "ok", "cancelled", "gate", "unfinished", "Transient", "5xx"} {
		if c := new(Class); c.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q: got %v, want an error", bad, *c)
		}
	}
}

func TestAttempts(t *testing.T) {
	for word, want := range map[string]Attempts{"1": 1, "65535": 65535, "unlimited": Unlimited} {
		var a Attempts
		if err := a.UnmarshalText([]byte(word)); err != nil || a != want {
			t.Errorf("%q: got %v, %v, want %v", word, a, err, want)
		}
	}
	for _, bad := range []string{"", "0", "-1", "65536", "1.5", "3x", "none"} {
		var a Attempts
		if err := a.UnmarshalText([]byte(bad)); err == nil || !strings.Contains(err.Error(), "1 to 65535") {
			t.Errorf("%q: got %v, %v, want an error that says what is allowed", bad, a, err)
		}
	}
}

// What is read is written as it reads back, and nothing panics.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"3", "unlimited", "transient", "503", "1x", "at-least", "fleet", "success", "after", "both", "99999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, mk := range []func() text{
			func() text { return new(Attempts) }, func() text { return new(Class) }, func() text { return new(First) },
			func() text { return new(HintMode) }, func() text { return new(Scope) }, func() text { return new(Deposit) },
			func() text { return new(When) }, func() text { return new(Forget) },
		} {
			v := mk()
			if v.UnmarshalText([]byte(s)) != nil {
				continue
			}
			b, _ := v.MarshalText()
			again := mk()
			if err := again.UnmarshalText(b); err != nil {
				t.Fatalf("%T: %q was written as %q: %v", v, s, b, err)
			}
			if b2, _ := again.MarshalText(); string(b2) != string(b) {
				t.Fatalf("%T: %q became %q", v, b, b2)
			}
		}
	})
}
