package models

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// TestLoseShares: a share of 0 % that is given is no loss; nothing given is all
// requests.
func TestLoseShares(t *testing.T) {
	for _, row := range []struct {
		why               string
		f                 Lose
		request, response sim.Share
	}{
		{"nothing given", Lose{}, 1, 0},
		{"0 % given, the start of a sweep", Lose{Request: LossOf(0)}, 0, 0},
		{"responses alone", Lose{Response: LossOf(0.25)}, 0, 0.25},
		{"both", Lose{Request: LossOf(0.5), Response: LossOf(0.125)}, 0.5, 0.125},
	} {
		if got := row.f.Fault(); got.Request != row.request || got.Response != row.response {
			t.Errorf("%s: loses %v and %v, want %v and %v", row.why, got.Request, got.Response, row.request, row.response)
		}
	}
}

// TestErrorsDrawApart: of two faults at the same time that each fail half of the
// requests, a quarter of the requests escapes both.
func TestErrorsDrawApart(t *testing.T) {
	fault := func(name string) sim.Target {
		return sim.Target{Fault: sim.Fault{Name: name, Kind: sim.Errors, For: time.Hour, Share: 0.5, Status: sim.Internal}}
	}
	cfg := &sim.Config{Seed: 1, Horizon: 1000 * time.Second, Faults: []sim.Target{fault("a"), fault("b")},
		Fleets: []sim.Fleet{{Name: "fleet", Clients: 1, Workload: &Poisson{PerSec: 20}}},
		Nodes:  []sim.Node{{Name: "service", Model: &Delay{ServiceTime: &Constant{Value: time.Millisecond}}}},
		Links:  []sim.Link{{Name: "fleet/service", From: -1, Policy: once{}}}}
	res, err := sim.New().Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l := res.Links[0]
	if got := float64(l.OK) / float64(l.Calls); got < 0.238 || got > 0.262 { // 4 standard errors of 20,000
		t.Errorf("%.3f of the calls succeed, want 0.25", got)
	}
}

// TestStoppedRefusals: work that is stopped while its worker still pays for refusals
// gives back what was not done, so no more is wasted than was worked.
func TestStoppedRefusals(t *testing.T) {
	m := &Queue{Workers: 1, ServiceTime: &Constant{Value: 10 * time.Second}, Abandoned: StopWork, HoldWorker: true, RejectCost: 1}
	cfg := &sim.Config{Seed: 1, Horizon: 100 * time.Second,
		Fleets: []sim.Fleet{{Name: "fleet", Clients: 1, Workload: &Steady{PerSec: 10}}},
		Nodes:  []sim.Node{{Name: "service", Model: m}},
		Links:  []sim.Link{{Name: "fleet/service", From: -1, Policy: once{}, Timeout: time.Second, Cancel: true}}}
	res, err := sim.New().Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if n := res.Nodes[0]; n.Wasted != n.Work || n.Work < 95*time.Second || n.Work > 101*time.Second {
		t.Errorf("worked %v and wasted %v, want about 100 s of one worker, all of it wasted", n.Work, n.Wasted)
	}
}
