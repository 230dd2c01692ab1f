package models

import (
	"strconv"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// dice are throws that depend on a seed alone.
type dice struct{ seed, n uint64 }

func (d *dice) below(n int) int {
	d.n++
	return int(sim.Key(d.seed, sim.ForTrial, d.n) % uint64(n))
}

func (d *dice) oneIn(n int) bool { return d.below(n) == 0 }

// ms is a time of 1 ms to most ms.
func (d *dice) ms(most int) time.Duration { return time.Duration(1+d.below(most)) * time.Millisecond }

func oneOf[T ~string](d *dice, values []string) T { return T(values[d.below(len(values))]) }

// queue is a service with some of what may stand in it, calling on some links.
func (d *dice) queue(links []uint8) *Queue {
	q := plainQueue(1+d.below(3), Limit(d.below(20)), d.ms(9))
	q.HoldWorker, q.Writes, q.MarkFinal, q.RejectCost = d.oneIn(2), d.oneIn(2), d.oneIn(2), sim.Share(d.below(3))/10
	q.Abandoned = oneOf[Abandoned](d, q.Abandoned.Values())
	q.Waiting.Discipline = []Discipline{FIFO{}, LIFO{}, &AdaptiveLIFO{Above: 3}, &CoDel{5e6, 1e8}, &FollyCoDel{5e6, 1e8}, &FailAtScale{5e6, 1e8}, Priority{}}[d.below(7)]
	if d.oneIn(3) {
		q.Waiting.Patience = &Constant{d.ms(20)}
	}
	if d.oneIn(2) {
		q.Replicas, q.Balancer = 1+d.below(4), oneOf[Balancer](d, q.Balancer.Values())
	}
	d.front(q)
	d.life(q)
	for i := range links {
		step := Step{Share: 1 / sim.Share(1+d.below(2)), When: "always", Parallel: i > 0 && d.oneIn(2)}
		if d.oneIn(2) {
			step.When = onMiss
			q.Cache = &ZipfCache{Keys: 5, Entries: 3, TTL: 20 * time.Millisecond, Start: "cold", Coalesce: d.oneIn(2), Exponent: 1,
				FilledBy: oneOf[FilledBy](d, FilledBy("").Values())}
		}
		q.Calls = append(q.Calls, catalog.Named[Step]{Name: strconv.Itoa(i), Value: step})
	}
	q.Links = links
	return q
}

// front puts something in front of the queue.
func (d *dice) front(q *Queue) {
	if d.oneIn(3) {
		keys := LimitKeys{Per: PerClient, Status: Answer(sim.TooMany), Cost: 0.1}
		q.Limits = catalog.Map[RateLimit]{{Name: "a", Value: &LeakyBucket{Rate: 300, Burst: 10, LimitKeys: keys}}}
	}
	if d.oneIn(3) {
		q.Concurrency = &AIMD{InFlight: InFlight{10, 1, 20}, Timeout: d.ms(20), BackoffRatio: 0.9}
	}
	if d.oneIn(4) {
		q.Shed = &ShedByBusy{Above: 0.8, Full: 1, Window: d.ms(50)}
	}
	if d.oneIn(2) {
		q.Keys = &Idempotency{Window: d.ms(400), InProgress: oneOf[InProgress](d, InProgress("").Values()), MissingKey: "accept",
			Replay: oneOf[ReplayOf](d, ReplayOf("").Values()), Atomic: d.oneIn(2), Order: oneOf[EffectOrder](d, recordFirst.Values()),
			Gap: d.ms(4) - time.Millisecond, Lock: d.ms(40), Scope: "service"}
	}
}

// life lets replicas come and go.
func (d *dice) life(q *Queue) {
	const ms = time.Millisecond
	if d.oneIn(3) {
		q.Crash = &Overload{Open: 3 + d.below(10), Restart: d.ms(50)}
	}
	if d.oneIn(3) {
		q.ColdStart = &Warming{Factor: 3, For: 50 * ms}
	}
	if d.oneIn(3) {
		q.Autoscale = &Autoscale{Min: 1, Max: 5, Target: 0.6, Tolerance: 0.1, Every: 20 * ms, Window: 40 * ms, UpAfter: 10 * ms, DownAfter: 40 * ms}
	}
	if d.oneIn(3) {
		q.Ejection = &Ejection{Interval: 20 * ms, Consecutive: 5, Base: 30 * ms, MaxShare: 0.5, Stdevs: 1.9, MinReplicas: 5, MinRequests: 100}
	}
}

func (d *dice) link(name string, from int, to uint8) sim.Link {
	l := sim.Link{Name: name, From: from, To: to, Policy: patiently{uint16(1 + d.below(4)), d.ms(10)}, Timeout: d.ms(60), Cancel: d.oneIn(2),
		Propagate: d.oneIn(2), Priority: uint8(d.below(5)), Key: []sim.KeyMode{sim.NoKey, sim.KeyPerCall, sim.KeyPerAttempt}[d.below(3)]}
	if d.oneIn(3) {
		l.Policy = hedging{l.Policy.(patiently)}
	}
	if from >= 0 && d.oneIn(2) {
		l.Key = sim.KeyForwarded
	}
	if d.oneIn(2) {
		l.Deadline = d.ms(100)
	}
	if d.oneIn(2) {
		l.Request, l.Response = &Constant{time.Millisecond}, &Constant{time.Millisecond}
	}
	if d.oneIn(3) {
		l.LoseRequest, l.LoseResponse = 0.02, 0.02
	}
	if d.oneIn(3) {
		l.Connections = &sim.Connections{Most: uint32(d.below(4)), Wait: d.ms(10), Timeout: d.ms(3), Idle: d.ms(50), Handshakes: d.below(3)}
	}
	return l
}

func (d *dice) faults() (all []sim.Target) {
	kinds := []sim.FaultKind{sim.Stall, sim.Slow, sim.Refuse, sim.Errors, sim.Crash, sim.Crash, sim.Capacity, sim.Flush}
	for i := range d.below(4) {
		f := sim.Fault{Name: strconv.Itoa(i), Kind: kinds[d.below(len(kinds))], At: sim.Time(d.ms(500)), For: d.ms(100), Factor: float64(1+d.below(3)) / 2,
			Share: 0.5, Status: sim.Internal, Replica: uint16(d.below(2))}
		f.AfterWork = f.Kind == sim.Errors && d.oneIn(2)
		if f.Kind == sim.Capacity && d.oneIn(2) {
			f.Factor = 0
		}
		all = append(all, sim.Target{Fault: f, On: d.below(3)})
	}
	return all
}

// TestRandomStacks runs services of all kinds of parts, with all kinds of faults: in the
// end each request has been let go, and no worker, place, key or load is held. The story
// is the same on a plain heap, and by a kernel that has run others before.
func TestRandomStacks(t *testing.T) {
	used, plain := sim.New(), sim.NewReference()
	for seed := range uint64(800) {
		d := &dice{seed: seed}
		nodes := []*watched{{Queue: d.queue([]uint8{2, 3}[:d.below(3)])}, {Queue: d.queue(nil)}, {Queue: d.queue(nil)}}
		cfg := sim.Config{Seed: seed, Horizon: 600 * time.Millisecond, Ledger: true, Faults: d.faults(),
			Fleets: []sim.Fleet{{Name: "f", Clients: 3, Workload: &Poisson{PerSec: sim.Rate(100 + d.below(900))}},
				{Name: "g", Clients: 2, Workload: &Poisson{PerSec: sim.Rate(10 + d.below(300))}, Link: 1}},
			Links: []sim.Link{d.link("f/s", -1, 0), d.link("g/s", -1, 0), d.link("s/a", 0, 1), d.link("s/b", 0, 2)}}
		for i, n := range nodes {
			cfg.Nodes = append(cfg.Nodes, sim.Node{Name: strconv.Itoa(i), Model: n})
		}
		var logs [3]story
		for i, s := range []*sim.Sim{used, plain, sim.New()} {
			cfg.Observe = &logs[i]
			res, err := s.Run(&cfg)
			if err != nil || res.Limit != "" || res.End > sim.Time(30*time.Second) {
				t.Fatalf("seed %d: ended at %v with error %v, limit %q; want all to end soon after the horizon", seed, res.End.Sub(0), err, res.Limit)
			}
			for j, n := range nodes {
				if left := n.s.left(); left != 0 || res.Nodes[j].Work < 0 || res.Nodes[j].Wasted < 0 {
					t.Fatalf("seed %d: node %d holds %d in the end: %+v", seed, j, left, res.Nodes[j])
				}
			}
		}
		if logs[0] != logs[1] || logs[0] != logs[2] {
			t.Fatalf("seed %d: the stories %v differ", seed, logs)
		}
	}
}

// left is how much a service holds that nothing in hand accounts for.
func (s *service) left() (n int) {
	g := s.Probe()
	n = max(g.Queue, -g.Queue) + max(g.Busy, -g.Busy)
	for _, open := range s.open {
		n += int(max(open, -open))
	}
	if s.cache != nil {
		n += len(s.cache.loads)
	}
	if s.keys != nil {
		for _, e := range s.keys.keys {
			n += int(min(1, e.first))
		}
	}
	return n
}

// story is a sum over all records.
type story struct{ sum uint64 }

func (*story) Wants() sim.Kinds { return sim.AllKinds }
func (s *story) Observe(r *sim.Record) {
	s.sum = sim.Key(s.sum, sim.ForTrial, uint64(r.At)^uint64(r.Kind)<<56^uint64(r.Seq)<<20^uint64(r.Call)<<3^uint64(r.Status))
}
