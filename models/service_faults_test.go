package models

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// patiently retries after a wait, whatever the failure.
type patiently struct {
	attempts uint16
	wait     time.Duration
}

func (p patiently) New(sim.Scopes) sim.Strategy                       { return p }
func (patiently) Before(sim.Time, uint32, *sim.Call) (d sim.Decision) { return d }
func (p patiently) After(_ sim.Time, _ uint32, c *sim.Call, o *sim.Outcome) sim.Decision {
	if !o.Decide || c.Attempts >= p.attempts {
		return sim.Decision{Verb: sim.Stop}
	}
	return sim.Decision{Delay: p.wait}
}

// callsAt is calls at given instants.
func callsAt(at ...time.Duration) *Replay { return &Replay{Times: at, Speed: 1} }

// plainQueue is a queue with constant work and nothing in front.
func plainQueue(workers int, limit Limit, work time.Duration) *Queue {
	return &Queue{Workers: workers, ServiceTime: &Constant{work}, Waiting: Waiting{Limit: limit, Discipline: FIFO{}},
		Replicas: 1, HoldWorker: true, Abandoned: Serve}
}

// answers notes how attempts end, in order.
type answers struct{ log []string }

func (a *answers) Wants() sim.Kinds { return sim.Of(sim.AttemptEnded) }
func (a *answers) Observe(r *sim.Record) {
	a.log = append(a.log, fmt.Sprintf("%v at %v", r.Status, r.At.Sub(0)))
}

// stackRun runs one client that calls front at given instants.
func stackRun(t *testing.T, cfg sim.Config, want ...string) sim.Result {
	t.Helper()
	seen := &answers{}
	cfg.Seed, cfg.Observe = 1, seen
	if cfg.Horizon == 0 {
		cfg.Horizon = time.Minute
	}
	res, err := sim.New().Run(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen.log, want) {
		t.Errorf("attempts ended %q, want %q", seen.log, want)
	}
	return res
}

// one client on one service.
func single(w sim.Workload, q *Queue, link sim.Link, faults ...sim.Target) sim.Config {
	link.Name, link.From = "f/s", -1
	if link.Policy == nil {
		link.Policy = once{}
	}
	return sim.Config{Fleets: []sim.Fleet{{Name: "f", Clients: 1, Workload: w}}, Nodes: []sim.Node{{Name: "s", Model: q}},
		Links: []sim.Link{link}, Faults: faults}
}

// TestCrashOfAPlainQueue: while it is down it refuses, with nothing in front of it too.
func TestCrashOfAPlainQueue(t *testing.T) {
	const ms = time.Millisecond
	crash := sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Crash, At: sim.Time(50 * ms), For: time.Second}}
	stackRun(t, single(callsAt(0, 500*ms, 2*time.Second), plainQueue(1, 5, 100*ms), sim.Link{}, crash),
		"reset at 50ms", "refused at 500ms", "ok at 2.1s")
}

// TestCrashesOverlap: who is down until 10 s is not up earlier because it dies again.
func TestCrashesOverlap(t *testing.T) {
	const ms = time.Millisecond
	crash := func(name string, at, d time.Duration) sim.Target {
		return sim.Target{Fault: sim.Fault{Name: name, Kind: sim.Crash, At: sim.Time(at), For: d}}
	}
	res := stackRun(t, single(callsAt(5*time.Second, 11*time.Second), plainQueue(1, 5, 100*ms), sim.Link{}, crash("a", time.Second, 9*time.Second), crash("b", 2*time.Second, time.Second)),
		"refused at 5s", "ok at 11.1s")
	if res.Nodes[0].Crashes != 1 {
		t.Errorf("%d crashes, want 1: the dead do not die", res.Nodes[0].Crashes)
	}
}

// TestFaultOfTheOnlyReplica: number 1 of 1 is the whole service.
func TestFaultOfTheOnlyReplica(t *testing.T) {
	const ms = time.Millisecond
	for why, f := range map[string]sim.Fault{
		"500 at 0s":     {Kind: sim.Errors, Share: 1, Status: sim.Internal},
		"refused at 0s": {Kind: sim.Refuse},
		"500 at 100ms":  {Kind: sim.Errors, Share: 1, Status: sim.Internal, AfterWork: true},
	} {
		f.Name, f.For, f.Replica = "x", time.Second, 1
		stackRun(t, single(callsAt(0), plainQueue(1, 5, 100*ms), sim.Link{}, sim.Target{Fault: f}), why)
	}
}

// TestAllLimitsAreAsked: one that holds a request back does not let it pass the next.
func TestAllLimitsAreAsked(t *testing.T) {
	const ms = time.Millisecond
	keys := LimitKeys{Per: PerFleet, Status: Answer(sim.TooMany)}
	q := plainQueue(9, 5, 100*ms)
	q.Limits = catalog.Map[RateLimit]{
		{Name: "a", Value: &LeakyBucket{Rate: 1, Burst: 10, LimitKeys: keys}},
		{Name: "b", Value: &TokenBucket{Rate: 0.001, Burst: 1, LimitKeys: keys}},
	}
	stackRun(t, single(callsAt(0, 0), q, sim.Link{}), "429 at 0s", "ok at 100ms")
	q.Limits[0], q.Limits[1] = q.Limits[1], q.Limits[0]
	stackRun(t, single(callsAt(0, 0), q, sim.Link{}), "429 at 0s", "ok at 100ms")
}

// hedging sends a second attempt after 50 ms.
type hedging struct{ patiently }

func (h hedging) New(sim.Scopes) sim.Strategy { return h }
func (hedging) Hedge(_ sim.Time, _ uint32, c *sim.Call) (time.Duration, bool) {
	return 50 * time.Millisecond, c.Attempts < 2
}

// TestLockIsNoPatience: a request that has waited for a key, and then for a worker, is
// not refused at the instant at which the lock of that key would have expired.
func TestLockIsNoPatience(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 9, 100*ms)
	q.Keys = &Idempotency{Window: time.Hour, InProgress: "wait", Replay: "success", Atomic: true, Lock: 420 * ms, MissingKey: "accept"}
	q.Calls, q.Links = catalog.Map[Step]{{Name: "n", Value: Step{Share: 1, When: "always"}}}, []uint8{1}
	cfg := single(callsAt(0, 10*ms), q, sim.Link{Key: sim.KeyPerCall, Policy: hedging{patiently{1, 0}}})
	cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "n", Model: plainQueue(9, 9, 0)})
	cfg.Links = append(cfg.Links, sim.Link{Name: "s/n", From: 0, To: 1, Policy: once{}})
	cfg.Faults = []sim.Target{{Fault: sim.Fault{Name: "e", Kind: sim.Errors, Share: 1, Status: sim.Internal, For: 250 * ms}, On: 1}}
	q.ServiceTime = &Constant{100 * ms}
	stackRun(t, cfg, "500 at 100ms", "502 at 100ms", "500 at 200ms", "502 at 200ms", "ok at 300ms", "ok at 300ms", "ok at 400ms", "ok at 400ms")
	q.Keys.Lock = 250 * ms // of the first key it would have expired while its heir is at work, of the second while that one waits
	stackRun(t, cfg, "500 at 100ms", "502 at 100ms", "500 at 200ms", "502 at 200ms", "ok at 300ms", "ok at 300ms", "ok at 400ms", "ok at 400ms")
}

// TestWaitingForALoadHoldsNoWorker: who stops such a request frees no worker.
func TestWaitingForALoadHoldsNoWorker(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(2, 9, 100*ms)
	q.HoldWorker, q.Abandoned = false, StopWork
	q.Cache = &ZipfCache{Keys: 1, Entries: 1, Start: "cold", FilledBy: "success", Coalesce: true}
	q.Calls, q.Links = catalog.Map[Step]{{Name: "n", Value: Step{Share: 1, When: onMiss}}}, []uint8{2}
	cfg := single(callsAt(0), q, sim.Link{})
	cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: "g", Clients: 1, Workload: callsAt(10 * ms), Link: 1})
	cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "n", Model: plainQueue(9, 9, time.Second)})
	cfg.Links = append(cfg.Links,
		sim.Link{Name: "g/s", From: -1, Policy: once{}, Timeout: 150 * ms, Cancel: true},
		sim.Link{Name: "s/n", From: 0, To: 1, Policy: once{}})
	stackRun(t, cfg, "timeout at 160ms", "ok at 1.1s", "ok at 1.1s")
}

// TestLateAnswersOfOthersFillNothing: only a load fills the cache, be it late.
func TestLateAnswersOfOthersFillNothing(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(2, 9, 10*ms)
	q.Cache = &ZipfCache{Keys: 1, Entries: 1, Start: "cold", FilledBy: "late"}
	q.Calls = catalog.Map[Step]{{Name: "n", Value: Step{Share: 1, When: "always"}}, {Name: "n", Value: Step{Share: 1, When: onMiss}}}
	q.Links = []uint8{1, 2}
	cfg := single(callsAt(0, time.Second), q, sim.Link{})
	cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "n", Model: plainQueue(9, 9, 100*ms)}, sim.Node{Name: "store", Model: plainQueue(9, 9, 100*ms)})
	cfg.Links = append(cfg.Links,
		sim.Link{Name: "s/n", From: 0, To: 1, Policy: once{}, Timeout: 50 * ms},
		sim.Link{Name: "s/store", From: 0, To: 2, Policy: once{}, Timeout: 50 * ms})
	want := []string{"timeout at 60ms", "504 at 60ms", "timeout at 1.06s", "504 at 1.06s"}
	if res := stackRun(t, cfg, want...); res.Nodes[0].Hits != 0 {
		t.Errorf("%d hits, want none: nothing was loaded", res.Nodes[0].Hits)
	}
	q.Links = []uint8{2, 1} // the load comes late, and fills
	q.Calls = catalog.Map[Step]{{Name: "store", Value: Step{Share: 1, When: onMiss}}, {Name: "n", Value: Step{Share: 1, When: "always"}}}
	if res := stackRun(t, cfg, want...); res.Nodes[0].Hits != 1 {
		t.Errorf("%d hits, want the second call's", res.Nodes[0].Hits)
	}
}

// watched is a queue that shows its state.
type watched struct {
	*Queue
	s *service
}

func (w *watched) New() sim.Service {
	w.s = w.Queue.New().(*service)
	return w.s
}

// TestConcurrencyLimitHearsOfWorkOnly: an answer of the store of keys says nothing of
// how long work takes.
func TestConcurrencyLimitHearsOfWorkOnly(t *testing.T) {
	q := plainQueue(1, 9, time.Millisecond)
	q.Keys = &Idempotency{Window: time.Hour, MissingKey: "400"}
	q.Concurrency = &AIMD{InFlight: InFlight{10, 1, 20}, Timeout: time.Second, BackoffRatio: 0.9}
	w := &watched{Queue: q}
	cfg := single(callsAt(0, time.Second), q, sim.Link{})
	cfg.Nodes[0].Model = w
	stackRun(t, cfg, "400 at 0s", "400 at 1s")
	if got := w.s.replicas[0].limit.(*aimd).limit; got != 10 {
		t.Errorf("the limit is %d, want 10 as before", got)
	}
}

// TestQuotaMovesAlong: a roll-out gives clients no new bucket.
func TestQuotaMovesAlong(t *testing.T) {
	q := plainQueue(9, 5, time.Millisecond)
	q.Limits = catalog.Map[RateLimit]{{Name: "a", Value: &TokenBucket{Rate: 0.001, Burst: 1, LimitKeys: LimitKeys{Per: PerClient, Status: Answer(sim.TooMany)}}}}
	cfg := single(callsAt(0, 2*time.Second), q, sim.Link{})
	cfg.Links = append(cfg.Links, sim.Link{Name: "f.new/s", From: -1, Policy: once{}})
	cfg.Fleets[0].Moves = []sim.Move{{Link: 1, Steps: []sim.MoveStep{{At: sim.Time(time.Second), Share: 1}}}}
	stackRun(t, cfg, "ok at 1ms", "429 at 2s")
}

// TestReplicaThatGoesIsForgotten: the next one with its number is not ejected.
func TestReplicaThatGoesIsForgotten(t *testing.T) {
	q := plainQueue(1, 5, time.Millisecond)
	q.Replicas, q.Ejection = 2, &Ejection{Interval: time.Second, Consecutive: 1, Base: time.Hour, MaxShare: 1, MinReplicas: 9, MinRequests: 1}
	s := q.New().(*service)
	s.eject.ended(0, 1, true)
	if s.eject.available(0, 1) {
		t.Fatal("a replica that failed is not ejected, so nothing is tested")
	}
	s.switchOff(1)
	if !s.eject.available(0, 1) || s.eject.out != 0 {
		t.Errorf("the next replica is out, with %d in all; want it in", s.eject.out)
	}
}

// TestWhoWaitsForTheKeyOfTheDead goes when its caller has gone: the lock never expires.
func TestWhoWaitsForTheKeyOfTheDead(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 5, 100*ms)
	q.Abandoned = DropQueued
	q.Keys = &Idempotency{Window: time.Hour, InProgress: "wait", Replay: "all", Atomic: true, MissingKey: "accept"}
	crash := sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Crash, At: sim.Time(50 * ms), For: 10 * ms}}
	link := sim.Link{Key: sim.KeyPerCall, Policy: patiently{2, 100 * ms}, Timeout: 500 * ms, Cancel: true}
	res := stackRun(t, single(callsAt(0), q, link, crash), "reset at 50ms", "timeout at 650ms")
	if res.End.Sub(0) != 650*ms || res.Nodes[0].Dropped != 1 {
		t.Errorf("the run ended at %v with %d dropped, want 650ms and 1", res.End.Sub(0), res.Nodes[0].Dropped)
	}
}
