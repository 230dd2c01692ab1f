package sim_test

import (
	"testing"

	"retrystorm/models"
	"retrystorm/sim"
)

// barred is a policy whose gate lets nothing leave.
type barred struct{ tries }

func (p barred) New(sim.Scopes) sim.Strategy { return p }

func (barred) Before(sim.Time, uint32, *sim.Call) sim.Decision {
	return sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
}

// TestParallelCallsRefused: two calls that a gateway makes at a time end before it can
// hear of the first. It answers once.
func TestParallelCallsRefused(t *testing.T) {
	g := queue(1, 10, constant(0))
	g.Calls = append(g.Calls, namedStep("store0"), namedStep("store1"))
	g.Calls[1].Value.Parallel = true
	cfg := nested(g, sim.Link{Policy: tries{1, 0}}, sim.Link{Policy: barred{}}, queue(1, 10, constant(0)), queue(1, 10, constant(0)))
	res := run(t, cfg)
	if l := res.Links[0]; l.Failed != 1 || res.Nodes[0].Replied != 1 {
		t.Errorf("%d failed, %d answers, want 1, 1", l.Failed, res.Nodes[0].Replied)
	}
	if got := res.Links[1].Refused + res.Links[2].Refused; got != 2 {
		t.Errorf("%d calls refused, want 2", got)
	}
}

// TestRejectedIsNotBegun: a request that a worker has begun with, be it for no time,
// and that then fails, is no rejection.
func TestRejectedIsNotBegun(t *testing.T) {
	g := queue(1, 10, constant(0))
	g.Calls = append(g.Calls, namedStep("bad"))
	cfg := nested(g, sim.Link{Policy: tries{1, 0}}, sim.Link{Policy: tries{1, 0}}, queue(1, 10, constant(0)))
	cfg.Nodes[1].Model = &models.Scripted{Answers: []models.Answer{models.Answer(sim.Internal)}}
	if n := run(t, cfg).Nodes[0]; n.Started != 1 || n.Rejected != 0 {
		t.Errorf("%d started, %d rejected, want 1, 0", n.Started, n.Rejected)
	}
}

// TestNoHedgeAtTheDeadline: a hedge that is due at the deadline does not leave, 1 ns
// before it does.
func TestNoHedgeAtTheDeadline(t *testing.T) {
	for _, row := range []struct {
		deadline int64
		attempts uint64
	}{{50_000_000, 1}, {50_000_001, 2}} {
		cfg := one(1, herd(), sim.Link{Policy: hedged{tries{2, 0}, 50 * ms}}, queue(2, 10, constant(s)))
		cfg.Links[0].Deadline = sim.Time(row.deadline).Sub(0)
		if got := run(t, cfg).Links[0].Attempts; got != row.attempts {
			t.Errorf("deadline %d ns: %d attempts, want %d", row.deadline, got, row.attempts)
		}
	}
}

// TestDeadlineTie: a gateway that was told how long its caller waits gives up on a
// hanging store at the very instant of its caller's timeout. Its answer comes at that
// instant, so it counts, for every call alike: by value, not by who set a timer first.
func TestDeadlineTie(t *testing.T) {
	g := queue(100, 10, constant(0))
	g.Calls = append(g.Calls, namedStep("store0"))
	cfg := nested(g, sim.Link{Policy: tries{1, 0}, Timeout: 50 * ms, Propagate: true}, sim.Link{Policy: tries{1, 0}}, queue(1000, 10, constant(s)))
	cfg.Fleets[0].Workload = &models.Steady{PerSec: 100}
	cfg.Horizon = s
	log := &recorder{want: sim.Of(sim.CallEnded)}
	cfg.Observe = log
	if _, err := sim.New().Run(cfg); err != nil {
		t.Fatal(err)
	}
	calls := 0
	for _, r := range log.recs {
		if r.Link != 0 {
			continue
		}
		if calls++; r.Status != sim.GatewayTime || r.D != 50*ms {
			t.Errorf("call %d ended %v after %v, want 504 after 50ms", r.Call, r.Status, r.D)
		}
	}
	if calls != 100 {
		t.Errorf("%d calls, want 100", calls)
	}
}
