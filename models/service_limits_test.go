package models

import (
	"fmt"
	"testing"
	"time"

	"retrystorm/sim"
)

// TestLeakyBucketHolds: nginx lets one pass and holds burst of them back; the rest gets 503.
func TestLeakyBucketHolds(t *testing.T) {
	q := plainQueue(9, 9, time.Millisecond)
	q.Limits = limitOn(&LeakyBucket{Rate: 10, Burst: 3, LimitKeys: LimitKeys{Per: PerFleet, Status: Answer(sim.Unavailable)}})
	res := stackRun(t, single(callsAt(0, 0, 0, 0, 0, 0), q, sim.Link{}), "503 at 0s", "503 at 0s", "ok at 1ms", "ok at 101ms", "ok at 201ms", "ok at 301ms")
	if n := res.Nodes[0]; n.Limited != 2 || n.Started != 4 {
		t.Errorf("%d refused, %d started, want 2 and 4", n.Limited, n.Started)
	}
	q.Limits = append(q.Limits, limitOn(&LeakyBucket{Rate: 20, Burst: 9, LimitKeys: LimitKeys{Per: PerFleet}})...)
	stackRun(t, single(callsAt(0, 0), q, sim.Link{}), "ok at 1ms", "ok at 101ms") // the longer of two times
}

// TestRoundedHintsBringTheHerd: 100 clients with a bucket of their own each call once at
// some time in the first second, and all on the stroke of it. They are told to wait for
// what is left of their second: rounded up, they all come back together.
func TestRoundedHintsBringTheHerd(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		hint Hint
		most [2]int // that come within one 10 ms after that
	}{
		{Hint{From: FromBucket, Round: RoundUp}, [2]int{100, 100}},
		{Hint{From: FromBucket, Round: RoundNot}, [2]int{1, 6}},
		{Hint{From: FromBucket, Form: AsMS}, [2]int{1, 6}},
	} {
		q := plainQueue(1000, 0, ms)
		q.Limits = limitOn(&TokenBucket{Rate: 1, Burst: 1, LimitKeys: LimitKeys{Per: PerClient, Status: Answer(sim.TooMany), RetryAfter: row.hint}})
		cfg := sim.Config{Nodes: []sim.Node{{Name: "s", Model: q}}}
		for i := range 100 {
			first := time.Duration(float64(time.Second) * sim.Unit(sim.Key(7, sim.ForGap, uint64(i))))
			cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: fmt.Sprint(i), Clients: 1, Workload: callsAt(first, time.Second), Link: uint8(i)})
			cfg.Links = append(cfg.Links, sim.Link{Name: fmt.Sprint(i), From: -1, Policy: stubborn{attempts: 5}})
		}
		came := map[time.Duration]int{}
		cfg.Observe = &watch{kinds: sim.Of(sim.RequestArrived), each: func(r *sim.Record) {
			if r.At > sim.Time(time.Second) {
				came[r.At.Sub(0)/(10*ms)]++
			}
		}}
		res, most := mustRun(t, cfg), 0
		for _, n := range came {
			most = max(most, n)
		}
		if most < row.most[0] || most > row.most[1] {
			t.Errorf("%+v: up to %d come back within 10 ms, want %v", row.hint, most, row.most)
		}
		if res.Nodes[0].Limited != 100 {
			t.Errorf("%+v: %d are refused, want each once", row.hint, res.Nodes[0].Limited)
		}
	}
}
