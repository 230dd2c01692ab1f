package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// watch notes counters at equal distances, and the records of some kinds.
type watch struct {
	every   time.Duration
	samples []sim.NodeCount // of the first node
	kinds   sim.Kinds
	each    func(r *sim.Record)
}

func (w *watch) Wants() sim.Kinds      { return w.kinds }
func (w *watch) Observe(r *sim.Record) { w.each(r) }
func (w *watch) Every() time.Duration  { return w.every }
func (w *watch) Sample(_ sim.Time, t *sim.Tally) {
	w.samples = append(w.samples, t.Nodes[0])
}

// ratio is the hit ratio between two samples.
func (w *watch) ratio(from, to int) float64 {
	hits, misses := w.samples[to].Hits-w.samples[from].Hits, w.samples[to].Misses-w.samples[from].Misses
	return float64(hits) / float64(hits+misses)
}

func mustRun(t *testing.T, cfg sim.Config) sim.Result {
	t.Helper()
	cfg.Seed = 1
	if cfg.Horizon == 0 {
		cfg.Horizon = time.Minute
	}
	res, err := sim.New().Run(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// cached is a service with a cache in front of a store: 1,000 calls per second about
// 1,000 objects, all of which are there until a flush at 5 s.
func cached(cache ZipfCache, storeWorkers int, faults ...sim.Target) sim.Config {
	const ms = time.Millisecond
	q := plainQueue(1000, 0, ms)
	q.Cache, q.Calls, q.Links = &cache, catalog.Map[Step]{{Name: "store", Value: Step{Share: 1, When: onMiss}}}, []uint8{1}
	cfg := single(&Poisson{PerSec: 1000}, q, sim.Link{}, append(faults, sim.Target{Fault: sim.Fault{Name: "flush", Kind: sim.Flush, At: sim.Time(5 * time.Second)}})...)
	cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "store", Model: plainQueue(storeWorkers, 1000, 10*ms)})
	cfg.Links = append(cfg.Links, sim.Link{Name: "s/store", From: 0, To: 1, Policy: once{}, Timeout: 100 * ms})
	cfg.Horizon = 20 * time.Second
	return cfg
}

// TestFlushedCache: after a flush the store, which bears 20 % of the load, must fill the
// cache, and does so only with answers that somebody still takes.
func TestFlushedCache(t *testing.T) {
	cache := ZipfCache{Keys: 1000, Entries: 1000, Start: "warm", FilledBy: "success"}
	late := cache
	late.FilledBy = "late"
	down := sim.Target{Fault: sim.Fault{Name: "down", Kind: sim.Errors, Share: 1, Status: sim.Internal, At: sim.Time(4 * time.Second), For: 8 * time.Second}, On: 1}
	for _, row := range []struct {
		why       string
		cache     ZipfCache
		workers   int
		faults    []sim.Target
		mid, last [2]float64 // the hit ratio from 6 s to 12 s, and from 15 s to 20 s: at least, at most
	}{
		{"a store for all the load: back within seconds", cache, 20, nil, [2]float64{0.9, 1}, [2]float64{0.99, 1}},
		{"a store with room for 20 % gives answers that nobody waits for: for ever", cache, 2, nil, [2]float64{0, 0.1}, [2]float64{0, 0.1}},
		{"late answers fill: it recovers", late, 2, nil, [2]float64{0.3, 0.95}, [2]float64{0.9, 1}},
		{"a store that fails fills nothing, and then all", cache, 20, []sim.Target{down}, [2]float64{0, 0}, [2]float64{0.9, 1}},
	} {
		cfg := cached(row.cache, row.workers, row.faults...)
		w := &watch{every: time.Second}
		cfg.Observe = w
		mustRun(t, cfg)
		if before := w.ratio(0, 3); before != 1 {
			t.Errorf("%s: hit ratio %.3f before the flush, want 1", row.why, before)
		}
		for _, got := range []struct {
			ratio float64
			want  [2]float64
			when  string
		}{{w.ratio(5, 11), row.mid, "from 6 s to 12 s"}, {w.ratio(14, 19), row.last, "from 15 s to 20 s"}} {
			if got.ratio < got.want[0] || got.ratio > got.want[1] {
				t.Errorf("%s: hit ratio %.3f %s, want %.2f to %.2f", row.why, got.ratio, got.when, got.want[0], got.want[1])
			}
		}
	}
}

// TestLoadsAreShared: with one object, the store never has more than one load, however
// many ask, and also if those who load give up; without sharing it has many.
func TestLoadsAreShared(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		coalesce bool
		timeout  time.Duration // of callers, who then cancel; 0 is none
		ok       float64       // share of the calls, at least
	}{{true, 0, 1}, {false, 0, 1}, {true, 9 * ms, 0.5}, {false, 9 * ms, 0}} {
		cfg := cached(ZipfCache{Keys: 1, Entries: 1, TTL: 50 * ms, Start: "cold", FilledBy: "late", Coalesce: row.coalesce}, 20)
		cfg.Nodes[0].Model.(*Queue).Abandoned = StopWork
		cfg.Links[0].Timeout, cfg.Links[0].Cancel, cfg.Links[1].Cancel = row.timeout, true, row.timeout > 0
		if row.timeout > 0 { // who comes in the first 1 ms of a load gives up before it ends
			cfg.Nodes[1].Model.(*Queue).ServiceTime = &Exponential{10 * ms}
		}
		open, top := 0, 0
		cfg.Observe = &watch{kinds: sim.Of(sim.CallBegan, sim.CallEnded), each: func(r *sim.Record) {
			if r.Link == 1 {
				open += map[sim.Kind]int{sim.CallBegan: 1, sim.CallEnded: -1}[r.Kind]
				top = max(top, open)
			}
		}}
		res := mustRun(t, cfg)
		if (top == 1) != row.coalesce || top > 1 && top < 5 {
			t.Errorf("%+v: up to %d loads at a time", row, top)
		}
		if l := res.Links[0]; float64(l.OK) < row.ok*float64(l.Calls) {
			t.Errorf("%+v: %d of %d calls succeeded", row, l.OK, l.Calls)
		}
	}
}

// TestCascade: of three replicas, each good for 100 requests per second, one dies under a
// load of 250. The others follow, unless a bound keeps them from holding too much.
func TestCascade(t *testing.T) {
	for _, row := range []struct {
		why     string
		limit   Limit
		crashes func(n uint64) bool
		ok      float64 // share of the calls, at least
	}{
		{"they hold what they are given", 100, func(n uint64) bool { return n >= 3 }, 0},
		{"they hold 11 at most", 10, func(n uint64) bool { return n == 1 }, 0.8},
	} {
		q := plainQueue(1, row.limit, 10*time.Millisecond)
		q.Replicas, q.Balancer, q.Crash = 3, BalanceRoundRobin, &Overload{Open: 30, Restart: 5 * time.Second}
		cfg := single(&Poisson{PerSec: 250}, q, sim.Link{}, sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Crash, Replica: 1, At: sim.Time(5 * time.Second), For: 10 * time.Second}})
		cfg.Horizon = 20 * time.Second
		res := mustRun(t, cfg)
		if n := res.Nodes[0].Crashes; !row.crashes(n) {
			t.Errorf("%s: %d replicas died", row.why, n)
		}
		if l := res.Links[0]; float64(l.OK) < row.ok*float64(l.Calls) {
			t.Errorf("%s: %d of %d calls succeeded", row.why, l.OK, l.Calls)
		}
	}
}

// TestReplicasComeAndGo: a second replica is asked for at 1 s and takes requests from 3 s
// on, not before. When it is to go, it finishes what it has.
func TestReplicasComeAndGo(t *testing.T) {
	const ms = time.Millisecond
	q := plainQueue(1, 100, 100*ms)
	q.Replicas, q.Balancer = 1, BalanceRoundRobin
	q.Autoscale = &Autoscale{Min: 1, Max: 2, Target: 0.6, Tolerance: 0.1, Every: time.Second, Window: time.Second, UpAfter: 2 * time.Second, DownAfter: time.Second}
	var at []time.Duration
	for d := time.Duration(0); d < 5*time.Second; d += 100 * ms {
		at = append(at, d)
	}
	for d := 5 * time.Second; d < 20*time.Second; d += time.Second { // two at work whenever the scaler decides
		at = append(at, d+950*ms, d+951*ms)
	}
	cfg := single(callsAt(at...), q, sim.Link{})
	var first, last sim.Time // that the second replica is given
	w := &watch{every: time.Second, kinds: sim.Of(sim.RequestStarted), each: func(r *sim.Record) {
		if r.Replica == 1 {
			if first == 0 {
				first = r.At
			}
			last = r.At
		}
	}}
	cfg.Observe = w
	res := mustRun(t, cfg)
	if lo, hi := sim.Time(3*time.Second), sim.Time(3200*ms); first < lo || first > hi {
		t.Errorf("the second replica begins at %v, want 3s to 3.2s", first.Sub(0))
	}
	if l := res.Links[0]; l.OK != l.Calls || l.Calls != uint64(len(at)) {
		t.Errorf("%d of %d calls succeeded, want all", l.OK, l.Calls)
	}
	if last > sim.Time(12*time.Second) || res.Nodes[0].Replicas != 1 {
		t.Errorf("the second replica is last used at %v, and %d are left, want 1 long before", last.Sub(0), res.Nodes[0].Replicas)
	}
	if most := slices.MaxFunc(w.samples, func(a, b sim.NodeCount) int { return a.Replicas - b.Replicas }).Replicas; most != 2 {
		t.Errorf("at most %d replicas, want 2", most)
	}
}

// TestCapacityComesBack: without workers requests wait, and are served afterwards.
func TestCapacityComesBack(t *testing.T) {
	const ms = time.Millisecond
	none := sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Capacity, At: sim.Time(10 * ms), For: 490 * ms}}
	stackRun(t, single(callsAt(0, 50*ms, 60*ms), plainQueue(1, 5, 100*ms), sim.Link{}, none), "ok at 100ms", "ok at 600ms", "ok at 700ms")
	half := none
	half.Factor = 0.5
	stackRun(t, single(callsAt(0, 50*ms, 450*ms, 450*ms, 450*ms), plainQueue(2, 5, 100*ms), sim.Link{}, half),
		"ok at 100ms", "ok at 200ms", "ok at 550ms", "ok at 600ms", "ok at 650ms")
}

// TestFaultOfOneReplica: the other one answers in 10 ms as ever.
func TestFaultOfOneReplica(t *testing.T) {
	const ms = time.Millisecond
	for why, f := range map[string]sim.Fault{
		"stall": {Kind: sim.Stall}, "slow": {Kind: sim.Slow, Factor: 10}, "refuse": {Kind: sim.Refuse}, "crash": {Kind: sim.Crash},
		"error": {Kind: sim.Errors, Share: 1, Status: sim.Internal}, "after": {Kind: sim.Errors, Share: 1, Status: sim.Internal, AfterWork: true},
		"capacity": {Kind: sim.Capacity},
	} {
		f.Name, f.Replica, f.At, f.For = why, 2, sim.Time(time.Second), time.Second
		q := plainQueue(1, 1000, 10*ms)
		q.Replicas, q.Balancer = 2, BalanceRoundRobin
		cfg := single(&Steady{PerSec: 50}, q, sim.Link{}, sim.Target{Fault: f})
		cfg.Horizon = 3 * time.Second
		came, served, bad := map[uint32]sim.Time{}, 0, [2]int{}
		cfg.Observe = &watch{kinds: sim.Of(sim.RequestArrived, sim.Replied), each: func(r *sim.Record) {
			switch {
			case r.Kind == sim.RequestArrived:
				came[r.Seq] = r.At
			case r.Status != sim.OK || r.At.Sub(came[r.Seq]) != 10*ms:
				bad[r.Replica]++
			default:
				served++
			}
		}}
		mustRun(t, cfg)
		if bad[0] != 0 || bad[1] == 0 && f.Kind != sim.Crash || served < 100 {
			t.Errorf("%s of replica 2: %d answers of replica 1 are late or errors, %d of replica 2, %d as ever", why, bad[0], bad[1], served)
		}
	}
}

// TestPriorityKeepsTheImportant: at twice the capacity, a quarter of the load is important.
func TestPriorityKeepsTheImportant(t *testing.T) {
	for _, row := range []struct {
		d         Discipline
		important [2]float64 // share that succeeds
	}{{Priority{}, [2]float64{0.999, 1}}, {FIFO{}, [2]float64{0.4, 0.6}}} {
		q := plainQueue(1, 20, 10*time.Millisecond)
		q.Waiting.Discipline = row.d
		cfg := single(&Poisson{PerSec: 50}, q, sim.Link{Priority: 7})
		cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: "g", Clients: 1, Workload: &Poisson{PerSec: 150}, Link: 1})
		cfg.Links = append(cfg.Links, sim.Link{Name: "g/s", From: -1, Policy: once{}, Priority: 2})
		res := mustRun(t, cfg)
		if got := float64(res.Links[0].OK) / float64(res.Links[0].Calls); got < row.important[0] || got > row.important[1] {
			t.Errorf("%T: %.3f of the important calls succeed, want %v", row.d, got, row.important)
		}
		if all := float64(res.Links[0].OK+res.Links[1].OK) / 60; all < 99 || all > 101 {
			t.Errorf("%T: %.1f calls per second succeed, want the capacity of 100", row.d, all)
		}
	}
}
