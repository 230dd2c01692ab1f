package models

import (
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// TestWhatDiesWithTheLastReplica: the cache and the connections are those of all replicas:
// they are lost when none is left, and not before.
func TestWhatDiesWithTheLastReplica(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		why            string
		replica        uint16 // that dies at 1.5 s, for 500 ms; 0 is both
		hits, connects uint64
		want           []string
	}{
		{"one dies: the other has the cache, and the connections", 1, 3, 1, []string{"ok at 2ms", "ok at 2ms", "ok at 1.001s", "ok at 3.001s", "ok at 4.001s"}},
		{"both die: the third call loads and connects anew", 0, 2, 2, []string{"ok at 2ms", "ok at 2ms", "ok at 1.001s", "ok at 3.002s", "ok at 3.002s", "ok at 4.001s"}},
	} {
		q := plainQueue(2, 9, ms)
		q.Replicas, q.Balancer = 2, BalanceRoundRobin
		q.Cache = &ZipfCache{Keys: 1, Entries: 1, Start: "cold", FilledBy: "success"}
		q.Calls, q.Links = catalog.Map[Step]{{Name: "store", Value: Step{Share: 1, When: onMiss}}}, []uint8{1}
		cfg := single(callsAt(0, time.Second, 3*time.Second, 4*time.Second), q, sim.Link{Connections: &sim.Connections{}},
			sim.Target{Fault: sim.Fault{Name: "c", Kind: sim.Crash, Replica: row.replica, At: sim.Time(1500 * ms), For: 500 * ms}})
		cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "store", Model: plainQueue(1, 9, ms)})
		cfg.Links = append(cfg.Links, sim.Link{Name: "s/store", From: 0, To: 1, Policy: once{}})
		res := stackRun(t, cfg, row.want...)
		if got := res.Nodes[0].Hits; got != row.hits {
			t.Errorf("%s: %d hits, want %d", row.why, got, row.hits)
		}
		if got := res.Links[0].Connects; got != row.connects {
			t.Errorf("%s: %d connections were opened, want %d", row.why, got, row.connects)
		}
	}
}
