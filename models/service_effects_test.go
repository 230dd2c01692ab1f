package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// payments is a service that writes, under clients that try again after 100 ms.
func payments(key sim.KeyMode, keys *Idempotency, faults ...sim.Fault) sim.Config {
	const ms = time.Millisecond
	q := plainQueue(8, 100, 20*ms)
	q.Writes, q.Keys = true, keys
	cfg := sim.Config{Seed: 1, Horizon: 10 * time.Second, Ledger: true,
		Fleets: []sim.Fleet{{Name: "f", Clients: 10, Workload: &Poisson{PerSec: 100}}},
		Nodes:  []sim.Node{{Name: "s", Model: q}},
		Links: []sim.Link{{Name: "f/s", From: -1, Policy: stubborn{attempts: 8, wait: 150 * ms}, Timeout: 100 * ms, Key: key,
			Request: &Constant{ms}, Response: &Constant{ms}}}}
	for i, f := range faults {
		f.Name = string(rune('a' + i))
		if f.At == 0 {
			f.At = sim.Time(2 * time.Second)
		}
		if f.For == 0 {
			f.For = 3 * time.Second
		}
		cfg.Faults = append(cfg.Faults, sim.Target{Fault: f})
	}
	return cfg
}

// crashes are twenty, 300 ms apart, each short.
func crashes() (all []sim.Fault) {
	for i := range 20 {
		all = append(all, sim.Fault{Kind: sim.Crash, At: sim.Time(2*time.Second + time.Duration(i)*300*time.Millisecond), For: 20 * time.Millisecond})
	}
	return all
}

// TestEffects: who pays twice, and who is told so but has not paid. With a key per call,
// and effect and record together, nobody, whatever goes wrong.
func TestEffects(t *testing.T) {
	const ms = time.Millisecond
	keys := func(change func(*Idempotency)) *Idempotency {
		s := &Idempotency{Window: time.Hour, Mismatch: "422", InProgress: "409", MissingKey: "accept", Replay: "success", Atomic: true,
			Order: effectFirst, Gap: 20 * ms, Lock: time.Minute, Scope: "service"}
		if change != nil {
			change(s)
		}
		return s
	}
	gap := func(order EffectOrder) *Idempotency {
		return keys(func(s *Idempotency) { s.Atomic, s.Order, s.Lock = false, order, 200*ms })
	}
	slow := sim.Fault{Kind: sim.Slow, Factor: 12}
	after := sim.Fault{Kind: sim.Errors, Share: 0.5, Status: sim.Internal, AfterWork: true}
	lostResponses, lostRequests := sim.Fault{Kind: sim.Lose, Response: 0.5}, sim.Fault{Kind: sim.Lose, Request: 0.5}
	stall := sim.Fault{Kind: sim.Stall, For: time.Second}
	for _, row := range []struct {
		why           string
		key           sim.KeyMode
		keys          *Idempotency
		faults        []sim.Fault
		twice, undone bool
	}{
		{"slow: the first is still at work", sim.KeyPerCall, keys(nil), []sim.Fault{slow}, false, false},
		{"slow, and retries wait", sim.KeyPerCall, keys(func(s *Idempotency) { s.InProgress = "wait" }), []sim.Fault{slow}, false, false},
		{"error after the effect", sim.KeyPerCall, keys(nil), []sim.Fault{after}, false, false},
		{"the answer is lost", sim.KeyPerCall, keys(nil), []sim.Fault{lostResponses}, false, false},
		{"the request is lost", sim.KeyPerCall, keys(nil), []sim.Fault{lostRequests}, false, false},
		{"stall", sim.KeyPerCall, keys(nil), []sim.Fault{stall}, false, false},
		{"crashes", sim.KeyPerCall, keys(nil), crashes(), false, false},
		{"crashes, and locks that expire soon after", sim.KeyPerCall, keys(func(s *Idempotency) { s.Lock = 200 * ms }), crashes(), false, false},
		{"all of it", sim.KeyPerCall, keys(nil), append(crashes(), slow, after, lostResponses, lostRequests), false, false},
		{"a lost request was never done", sim.NoKey, keys(nil), []sim.Fault{lostRequests}, false, false},
		{"no key, slow", sim.NoKey, keys(nil), []sim.Fault{slow}, true, false},
		{"no key, error after the effect", sim.NoKey, keys(nil), []sim.Fault{after}, true, false},
		{"no key, the answer is lost", sim.NoKey, keys(nil), []sim.Fault{lostResponses}, true, false},
		{"no key, stall", sim.NoKey, keys(nil), []sim.Fault{stall}, true, false},
		{"no store of keys", sim.KeyPerCall, nil, []sim.Fault{lostResponses}, true, false},
		{"a new key each time", sim.KeyPerAttempt, keys(nil), []sim.Fault{lostResponses}, true, false},
		{"a crash between effect and record", sim.KeyPerCall, gap(effectFirst), crashes(), true, false},
		{"a crash between record and effect", sim.KeyPerCall, gap(recordFirst), crashes(), false, true},
		{"not together, but no crash", sim.KeyPerCall, gap(effectFirst), []sim.Fault{after, lostResponses}, false, false},
		{"the lock expires while the first is at work", sim.KeyPerCall, keys(func(s *Idempotency) { s.Lock = 100 * ms }), []sim.Fault{slow}, true, false},
		{"the result is forgotten before the retry", sim.KeyPerCall, keys(func(s *Idempotency) { s.Window = 50 * ms }), []sim.Fault{lostResponses}, true, false},
	} {
		cfg := payments(row.key, row.keys, row.faults...)
		res, err := sim.New().Run(&cfg)
		if err != nil {
			t.Fatal(err)
		}
		l := res.Links[0]
		if got := l.Duplicates > 0; got != row.twice {
			t.Errorf("%s: %d duplicates of %d effects, want some: %v", row.why, l.Duplicates, l.Effects, row.twice)
		}
		if got := l.ToldOKButUndone > 0; got != row.undone {
			t.Errorf("%s: %d of %d were told ok, but never done, want some: %v", row.why, l.ToldOKButUndone, l.OK, row.undone)
		}
		if l.Retries < 50 || l.OK < 200 {
			t.Errorf("%s: %d retries, %d calls succeeded: too few to say anything", row.why, l.Retries, l.OK)
		}
		if saved := l.Replayed > 0; saved && (row.key != sim.KeyPerCall || row.keys == nil) {
			t.Errorf("%s: %d results are replayed without a key to find them by", row.why, l.Replayed)
		}
	}
}

// replies notes answers of services.
type replies struct {
	link uint8
	log  []string
}

func (a *replies) Wants() sim.Kinds { return sim.Of(sim.Replied) }
func (a *replies) Observe(r *sim.Record) {
	if r.Link == a.link {
		a.log = append(a.log, r.Status.String()+" at "+r.At.Sub(0).String())
	}
}

// TestAllWhoWaitForAKeyAreAnswered: a call, its hedge, and the hedge of that one, are one
// execution.
func TestAllWhoWaitForAKeyAreAnswered(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 0, 100*ms)
	q.Writes = true
	q.Keys = &Idempotency{Window: time.Hour, InProgress: "wait", Replay: "success", Atomic: true, Lock: time.Minute, MissingKey: "accept"}
	cfg := single(callsAt(0), q, sim.Link{Key: sim.KeyPerCall, Policy: stubborn{attempts: 3, hedge: 30 * ms}})
	seen := &replies{}
	cfg.Seed, cfg.Horizon, cfg.Observe, cfg.Ledger = 1, time.Second, seen, true
	res, err := sim.New().Run(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"ok at 100ms", "ok at 100ms", "ok at 100ms"}; !slices.Equal(seen.log, want) {
		t.Errorf("answers %q, want %q", seen.log, want)
	}
	if l := res.Links[0]; l.Effects != 1 || l.Replayed != 2 || res.Nodes[0].Started != 1 {
		t.Errorf("%d effects, %d replayed, %d executions, want 1, 2, 1", l.Effects, l.Replayed, res.Nodes[0].Started)
	}
}

// TestHeirsKeepTheLimit: who is pushed out has a hedge that waits for its key and now
// wants the place. The queue has one place all the same.
func TestHeirsKeepTheLimit(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 1, 100*ms)
	q.Waiting.Discipline = Priority{}
	q.Keys = &Idempotency{Window: time.Hour, InProgress: "wait", Replay: "success", Atomic: true, Lock: time.Minute, MissingKey: "accept"}
	cfg := single(callsAt(0, 50*ms), q, sim.Link{Key: sim.KeyPerCall, Priority: 9})
	cfg.Nodes[0].Model = &guarded{Queue: q, t: t}
	cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: "g", Clients: 1, Workload: callsAt(10 * ms), Link: 1})
	cfg.Links = append(cfg.Links, sim.Link{Name: "g/s", From: -1, Key: sim.KeyPerCall, Policy: stubborn{attempts: 2, hedge: 20 * ms}})
	stackRun(t, cfg, "shed at 50ms", "shed at 50ms", "ok at 100ms", "ok at 200ms")
}

// TestKeyOfTheDead: a crash leaves the key of what was at work locked, until it expires.
func TestKeyOfTheDead(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 1, 100*ms)
	q.Writes = true
	q.Keys = &Idempotency{Window: time.Hour, InProgress: "409", Replay: "success", Atomic: true, Lock: 2 * time.Second, MissingKey: "accept"}
	cfg := single(callsAt(0), q, sim.Link{Key: sim.KeyPerCall, Policy: patiently{5, time.Second}},
		sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Crash, At: sim.Time(50 * ms), For: 10 * ms}})
	stackRun(t, cfg, "reset at 50ms", "in-progress at 1.05s", "ok at 2.15s")
}
