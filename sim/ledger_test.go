package sim_test

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// writer executes each request after a time, and leaves an effect.
type writer struct {
	work time.Duration
	lies bool // it says ok and does nothing
}

func (w writer) New() sim.Service                    { return w }
func (w writer) Arrive(env *sim.Env, r *sim.Request) { env.Serve(r.ID, w.work, 0) }
func (w writer) Wake(env *sim.Env, r *sim.Request) {
	if !w.lies {
		env.Effect(r.ID)
	}
	env.Reply(r.ID, sim.OK, 0)
}

// TestLedger: what became of the effects of calls, and what clients were told.
func TestLedger(t *testing.T) {
	for _, row := range []struct {
		why  string
		w    writer
		l    sim.Link
		want sim.Ledger
	}{
		{"told and done", writer{work: ms}, sim.Link{Policy: tries{1, 0}}, sim.Ledger{Effects: 4}},
		{"told ok, not done", writer{work: ms, lies: true}, sim.Link{Policy: tries{1, 0}}, sim.Ledger{ToldOKButUndone: 4}},
		{"all answers are lost: told failed, done", writer{work: ms}, sim.Link{Policy: tries{1, 0}, Timeout: s, LoseResponse: 1},
			sim.Ledger{Effects: 4, ToldFailedButDone: 4}},
		{"three attempts each, all executed", writer{work: ms}, sim.Link{Policy: tries{3, 0}, Timeout: s, LoseResponse: 1},
			sim.Ledger{Effects: 12, Duplicates: 8, ToldFailedButDone: 4}},
		{"the work is done after its client has been told of a timeout", writer{work: 2 * s}, sim.Link{Policy: tries{1, 0}, Timeout: s},
			sim.Ledger{Effects: 4, ToldFailedButDone: 4}},
		{"no request arrives", writer{work: ms}, sim.Link{Policy: tries{1, 0}, Timeout: s, LoseRequest: 1}, sim.Ledger{}},
		{"told ok, and nothing was to be done", writer{work: ms, lies: true}, sim.Link{Policy: tries{1, 0}, NoEffect: true}, sim.Ledger{}},
	} {
		cfg := one(4, herd(), row.l, row.w)
		cfg.Ledger = true
		if got := run(t, cfg).Links[0].Ledger; got != row.want {
			t.Errorf("%s: %+v, want %+v", row.why, got, row.want)
		}
	}
}

// TestLedgerAfterWarmUp: calls of the warm-up do not count.
func TestLedgerAfterWarmUp(t *testing.T) {
	cfg := one(1, poisson(100), sim.Link{Policy: tries{1, 0}}, writer{work: ms})
	cfg.Ledger, cfg.WarmUp, cfg.Horizon = true, 5*s, 10*s
	l := run(t, cfg).Links[0]
	if l.Effects < 400 || l.Effects > 600 || l.Calls < 900 {
		t.Errorf("%d effects of %d calls, want about half: the warm-up is half of the run", l.Effects, l.Calls)
	}
}
