package strategies

import (
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// Words name sets; what a set is written as reads back as it.
func TestWordsOfClasses(t *testing.T) {
	tests := []struct{ reason, word, names, back string }{
		{"a code that three share", "409", "conflict in-progress key-reused", "409"},
		{"one of them", "in-progress", "in-progress", "in-progress"},
		{"another", "key-reused", "key-reused", "key-reused"},
		{"the one that a row gives", "conflict", "conflict", "conflict"},
		{"a code that two share", "503", "503 shed", "503"},
		{"one of them", "shed", "shed", "shed"},
		{"a code with one outcome, which has a name", "422", "key-mismatch", "key-mismatch"},
		{"its name", "key-mismatch", "key-mismatch", "key-mismatch"},
		{"nothing was sent", "connect", "refused connect-timeout no-connection", "connect"},
		{"one of them", "connect-timeout", "connect-timeout", "connect-timeout"},
		{"it was sent", "lost", "reset", "reset"},
		{"its name", "reset", "reset", "reset"},
		{"a code that is a name", "504", "504", "504"},
		{"what may be different next time", "transient",
			"408 in-progress 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "transient"},
		{"the outcome table", "correct",
			"401 408 conflict in-progress 429 500 502 503 shed 504 refused connect-timeout no-connection reset timeout", "correct"},
	}
	for _, tt := range tests {
		var c, again Class
		if err := c.UnmarshalText([]byte(tt.word)); err != nil {
			t.Errorf("%s: %v", tt.word, err)
			continue
		}
		if got := strings.Join(c.names(), " "); got != tt.names {
			t.Errorf("%s (%s):\n got %s\nwant %s", tt.word, tt.reason, got, tt.names)
		}
		back, _ := c.MarshalText()
		if err := again.UnmarshalText(back); err != nil || again != c || string(back) != tt.back {
			t.Errorf("%s (%s): is written as %q and read as %v, %v, want %q and the same", tt.word, tt.reason, back, again, err, tt.back)
		}
	}
}

// Every word of the language round trips, and every failure has one.
func TestEveryWordReadsBack(t *testing.T) {
	all := Class(0)
	for _, word := range allWords() {
		var c, again Class
		if err := c.UnmarshalText([]byte(word)); err != nil {
			t.Errorf("%s: %v", word, err)
		}
		text, _ := c.MarshalText()
		if err := again.UnmarshalText(text); err != nil || again != c {
			t.Errorf("%s: is written as %q and read as %v, %v", word, text, again, err)
		}
		if c != Any {
			all |= c
		}
	}
	if got := all &^ (byTable | Nothing); got != Any|late {
		t.Errorf("no word has %v", (Any|late)&^got)
	}
}

// The constant agrees with the table of sim.
func TestCorrectIsTheTable(t *testing.T) {
	k := byOutcome(true)
	if got, want := k.always|k.once|byTable, Correct; got != want {
		t.Errorf("the table gives %v, the constant holds %v", got.names(), want.names())
	}
}

func TestClassifier(t *testing.T) {
	const (
		harmless = iota
		keyless
		keyed
	)
	links := []sim.Scopes{harmless: {}, keyless: {Unsafe: true}, keyed: {Unsafe: true, Keyed: true}}
	correct, any := []Class{Correct}, []Class{Any}
	tests := []struct {
		reason string
		policy Policy
		out    sim.Status
		again  [3]bool // on each link
	}{
		{"a shed request was not begun", Policy{RetryOn: correct}, sim.Shed, [3]bool{true, true, true}},
		{"nor a limited one", Policy{RetryOn: correct}, sim.TooMany, [3]bool{true, true, true}},
		{"nor a refused one", Policy{RetryOn: correct}, sim.Refused, [3]bool{true, true, true}},
		{"the first attempt is at work: ask again for its answer", Policy{RetryOn: correct}, sim.InProgress, [3]bool{true, true, true}},
		{"read again, write again", Policy{RetryOn: correct}, sim.Conflict, [3]bool{true, true, true}},
		{"it may have been done", Policy{RetryOn: correct}, sim.TimedOut, [3]bool{true, false, true}},
		{"so may this", Policy{RetryOn: correct}, sim.Reset, [3]bool{true, false, true}},
		{"and a 503 of unknown origin", Policy{RetryOn: correct}, sim.Unavailable, [3]bool{true, false, true}},
		{"a new token was got", Policy{RetryOn: correct}, sim.Unauthorized, [3]bool{true, true, true}},
		{"the same key fails again", Policy{RetryOn: correct}, sim.KeyMismatch, [3]bool{}},
		{"nothing will be found", Policy{RetryOn: correct}, sim.NotFound, [3]bool{}},
		{"correct, and what else is named", Policy{RetryOn: []Class{Correct, 1 << sim.NotFound}}, sim.NotFound, [3]bool{true, true, true}},
		{"correct knows better than always", Policy{RetryOn: correct, Unsafe: UnsafeAlways}, sim.TimedOut, [3]bool{true, false, true}},
		{"never is stricter", Policy{RetryOn: correct, Unsafe: UnsafeNever}, sim.TimedOut, [3]bool{true, false, false}},
		{"keyed is the default", Policy{}, sim.TimedOut, [3]bool{true, false, true}},
		{"and may be said", Policy{Unsafe: UnsafeKeyed}, sim.GatewayTime, [3]bool{true, false, true}},
		{"never", Policy{Unsafe: UnsafeNever}, sim.GatewayTime, [3]bool{true, false, false}},
		{"never, but this was not done", Policy{Unsafe: UnsafeNever}, sim.Refused, [3]bool{true, true, true}},
		{"always", Policy{Unsafe: UnsafeAlways}, sim.GatewayTime, [3]bool{true, true, true}},
		{"a 400 was not done either", Policy{RetryOn: any}, sim.BadRequest, [3]bool{true, true, true}},
		{"another list for unsafe links", Policy{UnsafeOn: []Class{Lost}, Unsafe: UnsafeAlways}, sim.Reset, [3]bool{true, true, true}},
		{"which has nothing else", Policy{UnsafeOn: []Class{Lost}, Unsafe: UnsafeAlways}, sim.TooMany, [3]bool{true, false, false}},
		{"and is subject to unsafe", Policy{UnsafeOn: []Class{Lost}}, sim.Reset, [3]bool{true, false, true}},
	}
	for _, tt := range tests {
		tt.policy.Backoff, tt.policy.MaxAttempts = Immediate{}, 3
		for i, scopes := range links {
			scopes.Clients = 1
			d := tt.policy.New(scopes).After(0, 0, &sim.Call{Attempts: 1}, &sim.Outcome{Status: tt.out, Decide: true})
			want := sim.Decision{}
			if !tt.again[i] {
				want = sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}
			}
			if d != want {
				t.Errorf("%s: %v on link %d: got %+v, want %+v", tt.reason, tt.out, i, d, want)
			}
		}
	}
}

// A missing token is got once, whatever happens before and between.
func TestATokenIsRenewedOnce(t *testing.T) {
	p := play(Policy{RetryOn: []Class{Correct}, MaxAttempts: 9, Backoff: DecorrelatedJitter{Base: ms, Cap: time.Second}})
	for i, step := range []struct {
		out  sim.Status
		want sim.Decision
	}{
		{sim.Shed, sim.Decision{Delay: 3 * ms}},
		{sim.Unauthorized, sim.Decision{Delay: 9 * ms}},
		{sim.Shed, sim.Decision{Delay: 27 * ms}}, // the backoff knows nothing of the flag
		{sim.Unauthorized, sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}},
	} {
		p.send()
		if got := p.st.After(0, 0, p.c, &sim.Outcome{Status: step.out, Uniform: 1, Decide: true}); got != step.want {
			t.Errorf("attempt %d, %v: got %+v, want %+v", i+1, step.out, got, step.want)
		}
	}
}

func TestFinal(t *testing.T) {
	tests := []struct {
		reason string
		final  Final
		out    sim.Status
		want   sim.Decision
	}{
		{"told not to retry", "", sim.Shed, sim.Decision{Verb: sim.Stop, Reason: sim.MarkedFinal}},
		{"and obeys", ObeyFinal, sim.Shed, sim.Decision{Verb: sim.Stop, Reason: sim.MarkedFinal}},
		{"or does not", IgnoreFinal, sim.Shed, sim.Decision{}},
		{"it would not have anyway", "", sim.NotFound, sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}},
	}
	for _, tt := range tests {
		st := Policy{Backoff: Immediate{}, MaxAttempts: 3, Final: tt.final}.New(sim.Scopes{Clients: 1})
		got := st.After(0, 0, &sim.Call{Attempts: 1}, &sim.Outcome{Status: tt.out, Final: true, Decide: true})
		if got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.reason, got, tt.want)
		}
	}
}
