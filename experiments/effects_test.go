package experiments_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/sim"
)

// TestEffectsWhereNobodyWrites: the ledger misses no effect of calls that leave none.
func TestEffectsWhereNobodyWrites(t *testing.T) {
	x := loadAs(t, "x.yaml", []byte(`name: x
question: Who is told ok?
trials: 1
horizon: 10s
fleets:
  readers: {clients: 10, calls: pages, workload: {kind: poisson, rate: 10/s}}
  payers: {clients: 10, calls: payments, workload: {kind: poisson, rate: 10/s}}
services:
  pages: {workers: 9, service-time: 1ms, queue: 9}
  payments: {workers: 9, service-time: 1ms, queue: 9, writes: true}
`), nil)
	results, err := x.Run(context.Background(), experiments.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := results.Cells[0]
	for i, p := range c.Parts {
		got := c.Of(i, report.MeasureIndex("told_ok_but_undone"))[0]
		if got > 0 || p.String() == "total" && math.IsNaN(got) {
			t.Errorf("%v: %v calls told ok but undone, want none", p, got)
		}
	}
}

// TestEffectsOfOneCallAtTwoServices would all look like duplicates.
func TestEffectsOfOneCallAtTwoServices(t *testing.T) {
	f, err := experiments.Load("x.yaml", []byte(`name: x
question: What is charged twice?
horizon: 10s
fleet: {clients: 10, calls: orders, workload: {kind: poisson, rate: 10/s}}
services:
  orders: {workers: 9, service-time: 1ms, queue: 9, writes: true, calls: {payments: {}}}
  payments: {workers: 9, service-time: 1ms, queue: 9, writes: true}
`))
	if err == nil {
		_, err = f.Expand()
	}
	if err == nil || !strings.Contains(err.Error(), "let one of them write") {
		t.Errorf("error %v, want one that says what to do", err)
	}
}

// TestFaultsHitThoseWhoMoved, wherever in the file the roll-out stands.
func TestFaultsHitThoseWhoMoved(t *testing.T) {
	x := loadAs(t, "x.yaml", []byte(base+`
service: {workers: 9, service-time: 1ms, queue: 9}
link: {timeout: 1s}
faults:
  cut: {kind: lose, at: 50s, for: 10s}
  release: {kind: rollout, at: 20s, for: 20s, link: {policy: {backoff: 10ms, max-attempts: 3}}}
`), nil)
	hit := map[string]bool{}
	cfg := x.Cells[0].Plan.Config
	for _, f := range cfg.Faults {
		if f.Kind == sim.Lose {
			hit[cfg.Links[f.On].Name] = true
		}
	}
	if len(hit) != 2 {
		t.Errorf("the fault hits %v, want the link before the roll-out and the one after it", hit)
	}
	if got, most := x.Cells[0].Plan.Layout.Nodes[0].WorstPerSec, 30.0; got != most {
		t.Errorf("%v attempts per second at worst, want %v: after the roll-out", got, most)
	}
}
