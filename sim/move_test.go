package sim_test

import (
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// TestMove: a tenth of the clients has moved from 10 s on, all of them from 20 s on.
func TestMove(t *testing.T) {
	cfg := one(1000, &models.Steady{PerSec: 1000}, sim.Link{Policy: tries{1, 0}}, queue(10, 10, constant(0)))
	old := cfg.Links[0]
	old.Name = "fleet.new/service"
	cfg.Links = append(cfg.Links, old)
	cfg.Fleets[0].Moves = []sim.Move{{Link: 1, Steps: []sim.MoveStep{{At: sim.Time(10 * s), Share: 0.1}, {At: sim.Time(20 * s), Share: 1}}}}
	cfg.Horizon = 30 * s
	res := run(t, cfg)
	if total := res.Links[0].Calls + res.Links[1].Calls; total < 29_990 || total > 30_010 {
		t.Errorf("%d calls in all, want 30,000", total)
	}
	if got := res.Links[1].Calls; got < 10_700 || got > 11_300 {
		t.Errorf("%d calls over the new link, want a tenth of 10,000 and all of 10,000", got)
	}
}

// doubled has twice the rate after a second.
type doubled struct{ models.Steady }

func (doubled) Shaped() bool { return true }

func (doubled) Stretch(from sim.Time, gap time.Duration) time.Duration {
	edge := sim.Time(s)
	switch {
	case from >= edge:
		return gap / 2
	case from.Add(gap) <= edge:
		return gap
	}
	first := edge.Sub(from)
	return first + (gap-first)/2
}

// TestShapeAndSpike: the rate of a shape and that of a fault multiply.
func TestShapeAndSpike(t *testing.T) {
	cfg := one(1, &doubled{models.Steady{PerSec: 100}}, sim.Link{Policy: tries{1, 0}}, queue(10, 10, constant(0)))
	cfg.Horizon = 4 * s
	if got := run(t, cfg).Links[0].Calls; got < 699 || got > 701 {
		t.Errorf("%d calls, want 100 in the first second and 200 in each of three", got)
	}
	cfg.Faults = []sim.Target{{Fault: sim.Fault{Name: "x", Kind: sim.Spike, At: sim.Time(2 * s), For: s, Factor: 3}}}
	if got := run(t, cfg).Links[0].Calls; got < 1098 || got > 1102 {
		t.Errorf("%d calls, want 100 + 200 + 600 + 200", got)
	}
	cfg.WarmUp = s
	if got := run(t, cfg).Links[0].Calls; got < 998 || got > 1002 {
		t.Errorf("%d calls with a warm-up, want 100 + 100 + 600 + 200", got)
	}
}
