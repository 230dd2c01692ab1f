package strategies

import (
	"errors"
	"fmt"
	"math"
	"regexp"
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
		{Policy{UnsafeOn: []Class{}}, "unsafe-on: is empty"},
		{Policy{UnsafeOn: []Class{late}}, "unsafe-on: has deadline"},
		{Policy{MaxAttempts: 2, MaxElapsed: -1}, "backoff: is missing\nmax-elapsed: is"},
		{Fixed{}, ""},
		{Fixed{-1}, "wait: is -1ns"},
		{Linear{}, "base: is 0s, want more\ncap: is 0s, want more"},
		{Exponential{Base: 1, Cap: 1}, ""},
		{Exponential{Base: 1, Cap: 1, Multiplier: 0.5}, "multiplier: is 0.5, want 1"},
		{EqualJitter{Base: 1, Cap: 1, Multiplier: nan}, "multiplier: is NaN"},
		{FullJitter{Base: 1, Cap: -1}, "cap: is -1ns"},
		{ScaledJitter{Window: Window{Base: 1, Cap: 1}, From: 1, To: 1}, ""},
		{ScaledJitter{From: -1, To: 101}, "base: is 0s\ncap: is 0s\nfrom: is -1\nto: is 101"},
		{ScaledJitter{Window: Window{Base: 1, Cap: 1}, From: 2, To: 1, Floor: 2, Ceiling: 1}, "to: is 1, want 2\nceiling: is 1ns"},
		{DecorrelatedJitter{}, "base: is 0s\ncap: is 0s"},
		{DecorrelatedJitter{Base: 1, Cap: ownMemo + 1}, "cap: is 9h46m24.372088832s, want 9h46m"},
		{RatioBudget{Ratio: 1}, ""},
		{RatioBudget{Ratio: 10}, "ratio: is 1000%, want 0% to 100%"},
		{RatioBudget{Ratio: sim.Share(nan)}, "ratio: is NaN%"},
		{RatioBudget{Floor: -1}, "floor: is -1/s"},
		{RatioBudget{TTL: 1}, "ttl: is 1ns"},
		{ConsecutiveBreaker{}, ""},
		{ConsecutiveBreaker{Failures: -1, OpenFor: -1, Probes: 256, Counts: []Class{}}, "failures: is -1\nopen-for: is -1ns\nprobes: is 256\ncounts: is empty"},
		{TokenBucket{Rate: 0.001, Burst: 1e6}, ""},
		{TokenBucket{Burst: -1, Wait: -1}, "rate: is 0/s, want 0.001/s\nburst: is -1\nwait: is -1ns"},
		{TokenBucket{Rate: sim.Rate(nan)}, "rate: is NaN/s"},
		{FollowRateLimit{}, ""},
		{FollowRateLimit{Wait: -1}, "wait: is -1ns"},
		{FixedHedge{After: -1}, "after: is -1ns"},
		{PercentileHedge{}, "start: is 0s"},
		{FixedHedge{After: 1, Max: -1}, "max: is -1"},
		{RetryAfter{}, ""},
		{RetryAfter{Cap: -1, Jitter: 2}, "cap: is -1ns\njitter: is 200%"},
		{RetryAfter{StopAbove: -1, IgnoreAbove: -1, On: []Class{}}, "on: is empty\nstop-above: is -1ns\nignore-above: is -1ns"},
		{RetryAfter{Mode: ClampHint}, "beyond: is 0s, want more"},
		{RetryAfter{Mode: ClampHint, Beyond: 1}, ""},
		{RetryAfter{Beyond: 1}, "beyond: is 1ns, but mode is not clamp"},
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

// Words are a scenario file's; a zero value that needs a word is written out.
func TestValues(t *testing.T) {
	for _, e := range []interface{ Values() []string }{First(""), HintMode(""), Unsafe(""), Final(""), Scope(""), Deposit(""), When(""), Forget("")} {
		seen := map[string]bool{"": true}
		for _, v := range e.Values() {
			if seen[v] {
				t.Errorf("%T: got %q among %q, want every value once and not empty", e, v, e.Values())
			}
			seen[v] = true
		}
	}
}

func TestPrepareWritesDefaultsOut(t *testing.T) {
	var p Policy
	if err := errors.Join(p.Prepare(), p.RetryAfter.Prepare()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %v %v %v", p.RetryOn, p.RetryAfter.Mode, p.Unsafe, p.Final); got != "[transient conflict] override keyed obey" {
		t.Errorf("got %s", got)
	}
	p = Policy{RetryOn: []Class{Any}, RetryAfter: RetryAfter{Mode: IgnoreHint}}
	if err := errors.Join(p.Prepare(), p.RetryAfter.Prepare()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%v %v", p.RetryOn, p.RetryAfter.Mode); got != "[any] ignore" {
		t.Errorf("got %s, want what was said", got)
	}
}

func TestMostAttempts(t *testing.T) {
	hedge := FixedHedge{After: ms, Max: 2}
	tests := []struct {
		reason string
		policy Policy
		want   int
	}{
		{"nothing said", Policy{}, 1},
		{"max-attempts without a way to send them", Policy{MaxAttempts: 3}, 1},
		{"retries", Policy{Backoff: Immediate{}, MaxAttempts: 3}, 3},
		{"unlimited", Policy{Backoff: Immediate{}, MaxAttempts: Unlimited}, 0},
		{"hedges alone", Policy{Hedge: hedge}, 3},
		{"hedges count", Policy{Hedge: hedge, MaxAttempts: 2}, 2},
		{"hedges and retries", Policy{Hedge: hedge, Backoff: Immediate{}, MaxAttempts: 5}, 5},
	}
	for _, tt := range tests {
		if got := tt.policy.MostAttempts(); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.reason, got, tt.want)
		}
	}
}

func TestClasses(t *testing.T) {
	tests := []struct {
		word string
		in   []sim.Status
		out  []sim.Status
	}{
		{"transient", []sim.Status{sim.Refused, sim.TimedOut, sim.RequestTime, sim.TooMany, sim.Internal, sim.BadGateway, sim.Unavailable, sim.Shed, sim.GatewayTime, sim.Reset, sim.ConnectTimeout, sim.NoConnection, sim.InProgress},
			[]sim.Status{sim.OK, sim.BadRequest, sim.Unauthorized, sim.Forbidden, sim.NotFound, sim.Conflict, sim.KeyReused, sim.KeyMismatch, sim.Expired, sim.GateClosed, sim.Cancelled, sim.Unfinished}},
		{"any", []sim.Status{sim.BadRequest, sim.Conflict, sim.TimedOut, sim.Refused},
			[]sim.Status{sim.OK, sim.Expired, sim.GateClosed, sim.Cancelled, sim.Unfinished}},
		{"503", []sim.Status{sim.Unavailable, sim.Shed}, []sim.Status{sim.Internal}},
		{"timeout", []sim.Status{sim.TimedOut}, []sim.Status{sim.RequestTime, sim.GatewayTime}},
		{"409", []sim.Status{sim.Conflict, sim.InProgress, sim.KeyReused}, []sim.Status{sim.OK}},
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
	for _, bad := range []string{"", "0", "007", "-1", "65536", "1.5", "3x", "none"} {
		var a Attempts
		if err := a.UnmarshalText([]byte(bad)); err == nil || !strings.Contains(err.Error(), "1 to 65535") {
			t.Errorf("%q: got %v, %v, want an error that says what is allowed", bad, a, err)
		}
	}
}

// What is read is written as it reads back, and the pattern for editors agrees.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"3", "65536", "unlimited", "transient", "503", "409", "422", "lost", "correct", "timeout", "any", ""} {
		f.Add(s)
	}
	attempts, class := regexp.MustCompile(Attempts(0).Pattern()), regexp.MustCompile(Class(0).Pattern())
	f.Fuzz(func(t *testing.T, s string) {
		var a, a2 Attempts
		if a.UnmarshalText([]byte(s)) == nil {
			b, _ := a.MarshalText()
			if err := a2.UnmarshalText(b); err != nil || a2 != a || !attempts.MatchString(s) {
				t.Errorf("attempts %q: got %v, then %v, %v", s, a, a2, err)
			}
		}
		var c, c2 Class
		err := c.UnmarshalText([]byte(s))
		if got := class.MatchString(s); got != (err == nil) {
			t.Errorf("class %q: got %v, and the pattern says %t", s, err, got)
		}
		if err == nil {
			b, _ := c.MarshalText()
			if err := c2.UnmarshalText(b); err != nil || c2 != c {
				t.Errorf("class %q: got %v, then %v, %v", s, c, c2, err)
			}
		}
	})
}
