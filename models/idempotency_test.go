package models

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// careful is a store's settings by default.
func careful(change func(*Idempotency)) *Idempotency {
	s := new(Idempotency)
	if err := s.Defaults(); err != nil {
		panic(err)
	}
	if change != nil {
		change(s)
	}
	return s
}

// keyStep is one thing that happens at a store, to key 7.
type keyStep struct {
	at     float64 // s
	do     string  // begin, complete, abandon or leave
	id     uint32
	body   uint64 // begin: the fingerprint
	status sim.Status
	want   keyRuling // of begin
	heard  []uint32  // complete, abandon: those that wait and hear of it
	why    string
}

// play does the steps.
func play(t *testing.T, s *Idempotency, steps []keyStep) {
	t.Helper()
	k := newKeyStore(s)
	for _, r := range steps {
		var heard []uint32
		hear := func(id uint32) { heard = append(heard, id) }
		switch r.do {
		case "begin":
			if got := k.begin(seconds(r.at), 7, r.body, r.id); got != r.want {
				t.Errorf("%s: at %v s: request %d: %+v, want %+v", r.why, r.at, r.id, got, r.want)
			}
		case "complete":
			k.complete(seconds(r.at), 7, r.id, r.status)
			k.waiters(7, hear)
		case "abandon":
			k.abandon(7, r.id)
			k.waiters(7, hear)
		case "leave":
			k.leave(7, r.id)
		}
		if !slices.Equal(heard, r.heard) {
			t.Errorf("%s: at %v s: %v hear of it, want %v", r.why, r.at, heard, r.heard)
		}
	}
}

var (
	goes     = keyRuling{what: execute}
	busy     = keyRuling{what: inProgress}
	otherOne = keyRuling{what: mismatch}
)

func again(st sim.Status) keyRuling { return keyRuling{what: replay, status: st} }

func TestKeysOfACarefulService(t *testing.T) {
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, body: 5, want: goes, why: "a new key"},
		{at: 1, do: "begin", id: 2, body: 5, want: busy, why: "the draft: 409 while the first is at work"},
		{at: 1, do: "begin", id: 2, body: 6, want: otherOne, why: "another body, though it is not done yet"},
		{at: 2, do: "abandon", id: 2, why: "who does not execute frees nothing"},
		{at: 2, do: "begin", id: 2, body: 5, want: busy, why: "still"},
		{at: 3, do: "complete", id: 1, status: sim.OK, why: "the result"},
		{at: 3, do: "begin", id: 2, body: 5, want: again(sim.OK), why: "is replayed"},
		{at: 3, do: "begin", id: 2, body: 6, want: otherOne, why: "but not to another body"},
		{at: 63, do: "begin", id: 2, body: 5, want: again(sim.OK), why: "the lock is no matter once it is done"},
		{at: 86402.9, do: "begin", id: 2, body: 5, want: again(sim.OK), why: "for 24 h from the result, not from the request"},
		{at: 86402.9, do: "complete", id: 2, status: sim.Internal, why: "of who does not execute"},
		{at: 86402.9, do: "abandon", id: 2, why: "nor that"},
		{at: 86402.9, do: "begin", id: 2, body: 5, want: again(sim.OK), why: "changes nothing"},
		{at: 86403, do: "begin", id: 2, body: 6, want: goes, why: "then the key is new, even for another body"},
	})
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "a new key"},
		{at: 1, do: "complete", id: 1, status: sim.Internal, why: "an error"},
		{at: 2, do: "begin", id: 2, want: again(sim.Internal), why: "is a result too: replay all, as Stripe's v1"},
	})
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, body: 5, want: goes, why: "a new key"},
		{at: 1, do: "abandon", id: 1, why: "it was refused or dropped before it did anything"},
		{at: 2, do: "begin", id: 2, body: 6, want: goes, why: "so the key is free for all"},
	})
	play(t, careful(func(s *Idempotency) { s.Replay = "success" }), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "a new key"},
		{at: 1, do: "complete", id: 1, status: sim.Internal, why: "replay success: an error"},
		{at: 2, do: "begin", id: 2, want: goes, why: "frees the key"},
		{at: 3, do: "complete", id: 2, status: sim.OK, why: "a success"},
		{at: 4, do: "begin", id: 3, want: again(sim.OK), why: "does not"},
	})
}

func TestKeysWhoseLockExpires(t *testing.T) {
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, body: 5, want: goes, why: "it will crash, or be slow"},
		{at: 59.9, do: "begin", id: 2, body: 5, want: busy, why: "nobody knows"},
		{at: 60, do: "begin", id: 2, body: 5, want: goes, why: "but 60 s are over: it is done again"},
		{at: 61, do: "begin", id: 3, body: 5, want: busy, why: "by 2, with a lock of its own"},
		{at: 62, do: "abandon", id: 1, why: "the first gives up"},
		{at: 63, do: "complete", id: 1, status: sim.Internal, why: "or fails"},
		{at: 119.9, do: "begin", id: 3, body: 5, want: busy, why: "which says nothing of 2"},
		{at: 120, do: "begin", id: 3, body: 6, want: goes, why: "whose lock is over in its turn; the body is that of who executes"},
	})
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "slow"},
		{at: 60, do: "begin", id: 2, want: goes, why: "done twice"},
		{at: 61, do: "complete", id: 1, status: sim.OK, why: "the first succeeds after all"},
		{at: 62, do: "begin", id: 3, want: again(sim.OK), why: "so there is a result, though 2 is at work"},
		{at: 63, do: "complete", id: 2, status: sim.Internal, why: "2 fails"},
		{at: 64, do: "begin", id: 3, want: again(sim.OK), why: "which does not undo what was done"},
	})
	for _, change := range []func(*Idempotency){nil, func(s *Idempotency) { s.Replay = "success" }} {
		play(t, careful(change), []keyStep{
			{at: 0, do: "begin", id: 1, want: goes, why: "slow"},
			{at: 60, do: "begin", id: 2, want: goes, why: "its lock is over"},
			{at: 61, do: "abandon", id: 2, why: "the second is dropped before it did anything: the key is free"},
			{at: 62, do: "complete", id: 1, status: sim.OK, why: "the first succeeds after all"},
			{at: 63, do: "begin", id: 3, want: again(sim.OK), why: "so it is not done again"},
		})
	}
	play(t, careful(nil), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "slow"},
		{at: 60, do: "begin", id: 2, want: goes, why: "its lock is over"},
		{at: 61, do: "abandon", id: 2, why: "the key is free"},
		{at: 62, do: "complete", id: 1, status: sim.Internal, why: "the first fails late"},
		{at: 63, do: "begin", id: 3, want: goes, why: "which is no result"},
		{at: 64, do: "begin", id: 4, want: busy, why: "and 3 has a lock"},
	})
	play(t, careful(func(s *Idempotency) { s.Lock = 0 }), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "it crashes"},
		{at: 1e6, do: "begin", id: 2, want: busy, why: "and without an end of the lock the key is lost for ever"},
	})
}

func TestKeysThatAreWaitedFor(t *testing.T) {
	line := careful(func(s *Idempotency) { s.InProgress = "wait" })
	waits := func(s float64) keyRuling {
		return keyRuling{what: waitForIt, wait: time.Duration(s * float64(time.Second))}
	}
	play(t, line, []keyStep{
		{at: 0, do: "begin", id: 1, body: 5, want: goes, why: "a new key"},
		{at: 10, do: "begin", id: 9, body: 5, want: waits(50), why: "until the lock expires at most"},
		{at: 20, do: "begin", id: 3, body: 5, want: waits(40), why: "the same"},
		{at: 20, do: "begin", id: 4, body: 6, want: otherOne, why: "another body does not wait"},
		{at: 20, do: "begin", id: 5, body: 5, want: waits(40), why: "nor hears of it"},
		{at: 25, do: "leave", id: 3, why: "its caller has gone"},
		{at: 25, do: "leave", id: 5, why: "that of the last too"},
		{at: 26, do: "begin", id: 6, body: 5, want: waits(34), why: "behind 9"},
		{at: 30, do: "complete", id: 1, heard: []uint32{9, 6}, why: "in the order of coming"},
		{at: 30, do: "begin", id: 9, body: 5, want: again(sim.OK), why: "the result"},
		{at: 31, do: "complete", id: 1, why: "they hear of it once"},
	})
	play(t, line, []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "a new key"},
		{at: 1, do: "begin", id: 2, want: waits(59), why: "waits"},
		{at: 1, do: "begin", id: 3, want: waits(59), why: "waits"},
		{at: 2, do: "abandon", id: 1, heard: []uint32{2, 3}, why: "the key is free"},
		{at: 2, do: "begin", id: 2, want: goes, why: "for the first of them"},
		{at: 2, do: "begin", id: 3, want: waits(60), why: "the other waits for that, with a new lock"},
		{at: 3, do: "complete", id: 2, status: sim.Internal, heard: []uint32{3}, why: "an error is a result"},
		{at: 3, do: "begin", id: 3, want: again(sim.Internal), why: "and replayed"},
	})
	play(t, line, []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "it crashes"},
		{at: 1, do: "begin", id: 2, want: waits(59), why: "waits"},
		{at: 2, do: "begin", id: 3, want: waits(58), why: "waits"},
		{at: 60, do: "leave", id: 2, why: "asks again when the lock is over"},
		{at: 60, do: "begin", id: 2, want: goes, why: "and executes"},
		{at: 61, do: "complete", id: 2, heard: []uint32{3}, why: "who waited for the first hears of the second"},
	})
	play(t, careful(func(s *Idempotency) { s.InProgress, s.Window, s.Lock = "wait", math.MaxInt64, 0 }), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "results are kept for ever"},
		{at: 1, do: "begin", id: 2, want: waits(0), why: "waits"},
		{at: 2, do: "abandon", id: 1, heard: []uint32{2}, why: "but there is none"},
		{at: 2, do: "begin", id: 2, want: goes, why: "to replay"},
	})
	play(t, careful(func(s *Idempotency) { s.InProgress, s.Lock = "wait", 0 }), []keyStep{
		{at: 0, do: "begin", id: 1, want: goes, why: "a new key"},
		{at: 1, do: "begin", id: 2, want: waits(0), why: "with no end"},
	})
}

func TestIdempotencySettings(t *testing.T) {
	rows := []struct {
		why    string
		change func(*Idempotency)
		want   []string
	}{
		{"the defaults", nil, nil},
		{"no lock", func(s *Idempotency) { s.Lock = 0 }, nil},
		{"no gap", func(s *Idempotency) { s.Gap = 0 }, nil},
		{"nothing is remembered", func(s *Idempotency) { s.Window = 0 }, []string{"window"}},
		{"negative times", func(s *Idempotency) { s.Gap, s.Lock = -1, -1 }, []string{"gap", "lock"}},
	}
	for _, r := range rows {
		if got := keysOf(careful(r.change).Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems with %q, want %q", r.why, got, r.want)
		}
	}
	s := Idempotency{Scope: "client"} // what is read before the defaults
	if err := s.Defaults(); err != nil || s.Scope != "client" || s.Lock != time.Minute {
		t.Errorf("defaults after a scope: %+v (%v), want it kept and the rest filled in", s, err)
	}
	d := careful(nil)
	for _, word := range []struct {
		key, is string
		of      []string
	}{
		{"mismatch", string(d.Mismatch), d.Mismatch.Values()},
		{"in-progress", string(d.InProgress), d.InProgress.Values()},
		{"missing-key", string(d.MissingKey), d.MissingKey.Values()},
		{"replay", string(d.Replay), d.Replay.Values()},
		{"order", string(d.Order), d.Order.Values()},
		{"scope", string(d.Scope), d.Scope.Values()},
	} {
		if !slices.Contains(word.of, word.is) {
			t.Errorf("the default of %s is %q, want one of %q", word.key, word.is, word.of)
		}
	}
}
