package models

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"time"

	"retrystorm/sim"
)

// The conformance suite of services. Every service in suiteServices is put under clients
// that retry, hedge, give up and cancel, in a world where everything goes wrong, and must
// keep what the kernel and the books demand.

// stubborn retries after a wait or the hint of the answer, and hedges.
type stubborn struct {
	attempts    uint16
	wait, hedge time.Duration
}

func (p stubborn) New(sim.Scopes) sim.Strategy                       { return p }
func (stubborn) Before(sim.Time, uint32, *sim.Call) (d sim.Decision) { return d }
func (p stubborn) After(_ sim.Time, _ uint32, c *sim.Call, o *sim.Outcome) sim.Decision {
	if !o.Decide || o.Final || c.Attempts >= p.attempts {
		return sim.Decision{Verb: sim.Stop}
	}
	return sim.Decision{Delay: max(p.wait, o.RetryAfter)}
}

// Hedge implements [sim.Hedger].
func (p stubborn) Hedge(_ sim.Time, _ uint32, c *sim.Call) (time.Duration, bool) {
	return p.hedge, p.hedge > 0 && c.Attempts < p.attempts
}

// suiteConfig is the world around a service: a fleet that cancels, hedges and has few
// connections, one that does none of this, and a store that the service may call.
func suiteConfig(row suiteRow, seed uint64, horizon time.Duration) *sim.Config {
	const ms = time.Millisecond
	net := &Exponential{300 * time.Microsecond}
	store := suiteQueue(func(q *Queue) { q.Waiting.Limit = 10 })
	cfg := &sim.Config{
		Seed: seed, Horizon: horizon, Ledger: row.ledger,
		Fleets: []sim.Fleet{
			{Name: "web", Clients: 20, PerProcess: 5, Workload: &Poisson{PerSec: 180}, Link: 0},
			{Name: "batch", Clients: 5, Workload: &Think{Time: &Exponential{30 * ms}}, Link: 1},
		},
		Nodes: []sim.Node{{Name: "service", Model: row.model}, {Name: "store", Model: store}},
		Links: []sim.Link{
			{Name: "web/service", From: -1, To: 0, Policy: stubborn{4, 10 * ms, 30 * ms}, Timeout: 60 * ms, Deadline: 200 * ms, Propagate: true, Cancel: true,
				Request: net, Response: net, LoseResponse: 0.01, Key: row.web, Priority: 5,
				Connections: &sim.Connections{Most: 3, Wait: 20 * ms, Timeout: 5 * ms, Idle: 100 * ms, Handshakes: 1}},
			{Name: "batch/service", From: -1, To: 0, Policy: stubborn{3, 20 * ms, 0}, Timeout: 100 * ms, Key: row.batch, Priority: 1},
			{Name: "service/store", From: 0, To: 1, Policy: stubborn{2, 5 * ms, 0}, Timeout: 25 * ms, Cancel: seed%2 == 0},
		},
	}
	cfg.Faults = suiteFaults(seed, horizon, replicasOf(row.model))
	return cfg
}

func replicasOf(m sim.Model) uint16 {
	if r, ok := m.(sim.Replicated); ok {
		return uint16(r.MostReplicas())
	}
	return 1
}

// suiteFaults is one of each kind, at a random time.
func suiteFaults(seed uint64, horizon time.Duration, replicas uint16) (all []sim.Target) {
	const ms = time.Millisecond
	second := min(2, replicas)
	for i, f := range []sim.Target{
		{Fault: sim.Fault{Kind: sim.Stall, For: 150 * ms}},
		{Fault: sim.Fault{Kind: sim.Stall, For: 100 * ms, Replica: second}},
		{Fault: sim.Fault{Kind: sim.Slow, For: 200 * ms, Factor: 5}},
		{Fault: sim.Fault{Kind: sim.Slow, For: 200 * ms, Factor: 5, Replica: 1}},
		{Fault: sim.Fault{Kind: sim.Refuse, For: 50 * ms}},
		{Fault: sim.Fault{Kind: sim.Refuse, For: 100 * ms, Replica: second}},
		{Fault: sim.Fault{Kind: sim.Errors, For: 100 * ms, Share: 0.5, Status: sim.Internal}},
		{Fault: sim.Fault{Kind: sim.Errors, For: 200 * ms, Share: 0.5, Status: sim.Internal, AfterWork: true, Replica: second}},
		{Fault: sim.Fault{Kind: sim.Crash, For: 100 * ms}},
		{Fault: sim.Fault{Kind: sim.Crash, For: 200 * ms, Replica: 1}},
		{Fault: sim.Fault{Kind: sim.Crash, For: 100 * ms, Replica: second}},
		{Fault: sim.Fault{Kind: sim.Capacity, For: 200 * ms, Factor: 0.5}},
		{Fault: sim.Fault{Kind: sim.Capacity, For: 100 * ms, Replica: 1}},
		{Fault: sim.Fault{Kind: sim.Flush}},
		{Fault: sim.Fault{Kind: sim.Lose, For: 200 * ms, Request: 0.2, Response: 0.2}},
		{Fault: sim.Fault{Kind: sim.Lose, For: 100 * ms, Request: 0.3, Response: 0.3}, On: suiteStore},
		{Fault: sim.Fault{Kind: sim.Spike, For: 300 * ms, Factor: 4}},
		{Fault: sim.Fault{Kind: sim.Stall, For: 100 * ms}, On: 1},
		{Fault: sim.Fault{Kind: sim.Errors, For: 100 * ms, Share: 0.5, Status: sim.Unavailable}, On: 1},
		{Fault: sim.Fault{Kind: sim.Crash, For: 50 * ms}, On: 1},
	} {
		f.Name = fmt.Sprintf("fault %d", i)
		f.At = sim.Time(float64(horizon) * sim.Unit(sim.Key(seed, sim.ForFault, uint64(i))))
		all = append(all, f)
	}
	return all
}

// books keeps the records of a run, and what it knows of each attempt.
type books struct {
	t    *testing.T
	recs []sim.Record
	at   map[uint32]sim.Kinds // by attempt: what has happened to it
	hand [2]int               // by node: requests that are there
	to   []uint8              // by link: its node
}

func (b *books) Wants() sim.Kinds { return sim.AllKinds }

func (b *books) Observe(r *sim.Record) {
	if n := len(b.recs); n > 0 && r.At < b.recs[n-1].At {
		b.t.Fatalf("%v at %v, after %v: in the past", r.Kind, r.At, b.recs[n-1].At)
	}
	b.recs = append(b.recs, *r)
	if r.Seq == 0 || r.Kind == sim.CallBegan || r.Kind == sim.CallEnded {
		return
	}
	was := b.at[r.Seq]
	b.at[r.Seq] |= sim.Of(r.Kind)
	switch r.Kind {
	case sim.AttemptSent, sim.AttemptEnded, sim.RequestArrived:
		if was&sim.Of(r.Kind) != 0 {
			b.t.Fatalf("attempt %d: a second %v at %v", r.Seq, r.Kind, r.At)
		}
		if r.Kind == sim.RequestArrived {
			b.hand[b.to[r.Link]]++
		}
	case sim.Replied, sim.Dropped:
		if was&sim.Of(sim.Replied, sim.Dropped) != 0 {
			b.t.Fatalf("attempt %d: %v at %v, after it was answered or dropped", r.Seq, r.Kind, r.At)
		}
		if was&sim.Of(sim.RequestArrived) != 0 {
			b.hand[b.to[r.Link]]--
		}
	}
}

// counted is how many requests have arrived at, and how many have left, a node.
func (b *books) counted(node uint8) (arrived, replied, dropped, lost int) {
	for _, r := range b.recs {
		switch {
		case b.to[r.Link] != node:
		case r.Kind == sim.RequestArrived:
			arrived++
		case r.Kind == sim.Replied:
			replied++
		case r.Kind == sim.Dropped && b.at[r.Seq]&sim.Of(sim.RequestArrived) == 0:
			lost++
		case r.Kind == sim.Dropped:
			dropped++
		}
	}
	return
}

// guarded is a queue whose state is looked at after each of its acts.
type guarded struct {
	*Queue
	t *testing.T
	s *guard
}

func (g *guarded) New() sim.Service {
	g.s = &guard{service: g.Queue.New().(*service), t: g.t}
	return g.s
}

type guard struct {
	*service
	t *testing.T
}

func (g *guard) Arrive(env *sim.Env, r *sim.Request)       { g.service.Arrive(env, r); g.check() }
func (g *guard) Wake(env *sim.Env, r *sim.Request)         { g.service.Wake(env, r); g.check() }
func (g *guard) Turn(env *sim.Env, which uint32)           { g.service.Turn(env, which); g.check() }
func (g *guard) Cancel(env *sim.Env, r *sim.Request)       { g.service.Cancel(env, r); g.check() }
func (g *guard) Remind(env *sim.Env, r *sim.Request)       { g.service.Remind(env, r); g.check() }
func (g *guard) Alarm(env *sim.Env, token uint32)          { g.service.Alarm(env, token); g.check() }
func (g *guard) Fault(env *sim.Env, f *sim.Fault, on bool) { g.service.Fault(env, f, on); g.check() }
func (g *guard) Done(env *sim.Env, r *sim.Request, left int, st sim.Status) {
	g.service.Done(env, r, left, st)
	g.check()
}

func (g *guard) check() {
	for i := range g.replicas {
		p := &g.replicas[i]
		switch {
		case p.busy < 0 || p.busy > g.Workers:
			g.t.Fatalf("replica %d: %d of %d workers are busy", i, p.busy, g.Workers)
		case p.wait.len() > int(g.Waiting.Limit):
			g.t.Fatalf("replica %d: %d wait, the limit is %d", i, p.wait.len(), g.Waiting.Limit)
		case (p.state == dead || p.state == off) && p.busy+p.wait.len() > 0:
			g.t.Fatalf("replica %d is gone and has %d at work, %d waiting", i, p.busy, p.wait.len())
		case g.open[i] < 0 || g.front && int(g.open[i]) < p.wait.len():
			g.t.Fatalf("replica %d has %d in hand, %d of them waiting", i, g.open[i], p.wait.len())
		}
	}
}

// inHand is how many requests a service says it has, at the least and at the most.
func (g *guard) inHand() (least, most int) {
	if !g.front {
		probe := g.Probe()
		least = probe.Queue + probe.Busy
		if most = least; !g.HoldWorker {
			most = 1 << 30 // some wait for calls without a worker
		}
		return least, most
	}
	for _, n := range g.open {
		least += int(n)
	}
	if most = least; len(g.Limits) > 0 {
		most = 1 << 30 // a limit holds some
	}
	return least, most
}

// observed runs cfg, and returns the books.
func observed(t *testing.T, s *sim.Sim, cfg *sim.Config) (*books, sim.Result) {
	t.Helper()
	b := &books{t: t, at: map[uint32]sim.Kinds{}}
	for _, l := range cfg.Links {
		b.to = append(b.to, l.To)
	}
	c := *cfg
	c.Observe = b
	res, err := s.Run(&c)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range res.Nodes {
		arrived, replied, dropped, lost := b.counted(uint8(i))
		if uint64(arrived) != n.Arrived || uint64(replied) != n.Replied || uint64(dropped+lost) != n.Dropped {
			t.Errorf("%s: %d arrived, %d replied, %d dropped, recorded are %d, %d, %d", cfg.Nodes[i].Name,
				n.Arrived, n.Replied, n.Dropped, arrived, replied, dropped+lost)
		}
		if b.hand[i] != arrived-replied-dropped {
			t.Errorf("%s: %d arrived, %d replied, %d dropped, and %d are in hand", cfg.Nodes[i].Name, arrived, replied, dropped, b.hand[i])
		}
	}
	return b, res
}

// TestServicesKeepTheRules is the suite.
func TestServicesKeepTheRules(t *testing.T) {
	s, reference := sim.New(), sim.NewReference()
	for i, row := range suiteServices() {
		t.Run(row.name, func(t *testing.T) {
			for _, seed := range []uint64{uint64(2 * i), uint64(2*i + 1)} {
				conforms(t, s, reference, row, seed)
			}
		})
	}
}

func conforms(t *testing.T, s, reference *sim.Sim, row suiteRow, seed uint64) {
	const horizon = 3 * time.Second
	var queue *guarded
	plain := row.model
	if q, ok := row.model.(*Queue); ok {
		queue = &guarded{Queue: q, t: t}
		row.model = queue
	}
	cfg := suiteConfig(row, seed, horizon)
	full, res := observed(t, s, cfg)
	finished(t, full, res)
	if queue != nil {
		if n := queue.s.left(); n != 0 {
			t.Errorf("seed %d: the service still holds %d workers, places, keys or loads", seed, n)
		}
	}

	row.model = plain
	cfg = suiteConfig(row, seed, horizon)
	for name, sim := range map[string]*sim.Sim{"again, in the same memory": s, "on the other queue": reference} {
		b, r := observed(t, sim, cfg)
		if !reflect.DeepEqual(r, res) {
			t.Errorf("%s: result %+v, want %+v", name, r, res)
		}
		sameRecords(t, name, b.recs, full.recs)
	}

	row.model = plain
	if queue != nil {
		row.model = queue
	}
	cut := suiteConfig(row, seed, horizon)
	cut.Limits.Events = res.Events/2 + 1
	b, _ := observed(t, s, cut)
	if queue == nil {
		return
	}
	if least, most := queue.s.inHand(); b.hand[0] < least || b.hand[0] > most {
		t.Errorf("seed %d: cut off, the service has %d to %d requests in hand, the books %d", seed, least, most, b.hand[0])
	}
}

// finished checks a run in which everything has ended.
func finished(t *testing.T, b *books, res sim.Result) {
	t.Helper()
	if res.Limit != "" {
		t.Errorf("the run was ended: %s", res.Limit)
	}
	for i, l := range res.Links {
		if l.Unfinished != 0 || l.Open != 0 {
			t.Errorf("link %d: %d calls are unfinished", i, l.Unfinished)
		}
	}
	for i, n := range res.Nodes {
		if n.Queue != 0 || n.Busy != 0 || b.hand[i] != 0 {
			t.Errorf("node %d still has %d waiting, %d at work, %d in hand", i, n.Queue, n.Busy, b.hand[i])
		}
	}
	for seq, at := range b.at {
		if at&sim.Of(sim.AttemptEnded) == 0 {
			t.Errorf("attempt %d never ended: %b", seq, at)
		}
	}
}

func sameRecords(t *testing.T, name string, got, want []sim.Record) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("%s: record %d is %+v, want %+v", name, i, got[i], want[i])
			return
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d records, want %d", name, len(got), len(want))
	}
}

// TestServicesAllocateNothing: ten times as many requests need no more memory, but for what
// a replica needs that starts anew, and a store of keys that grows.
func TestServicesAllocateNothing(t *testing.T) {
	s := sim.New()
	for i, row := range suiteServices() {
		var mallocs, requests, crashes []uint64
		for _, horizon := range []time.Duration{30 * time.Second, 3 * time.Second, 30 * time.Second} { // the first warms up
			cfg := suiteConfig(row, uint64(i), horizon)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			res, err := s.Run(cfg)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			mallocs = append(mallocs, after.Mallocs-before.Mallocs)
			requests = append(requests, res.Nodes[0].Arrived+res.Nodes[1].Arrived)
			crashes = append(crashes, res.Nodes[0].Crashes)
		}
		more := float64(requests[2] - requests[1])
		allowed := 0.01*more + 8*(float64(crashes[2])-float64(crashes[1]))
		if row.web != sim.NoKey {
			allowed += 0.01 * more // a map that grows table by table
		}
		if got := float64(mallocs[2]) - float64(mallocs[1]); got > allowed || more < 3000 {
			t.Errorf("%s: %v allocations for %v more requests and %d more crashes, want at most %v", row.name, got, more, crashes[2]-crashes[1], allowed)
		}
	}
}
