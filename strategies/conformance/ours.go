package conformance

import (
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// Ours lets n clients make one call each, in the kernel, under a policy.
func Ours(t *testing.T, p strategies.Policy, script Script, n int) []Trace {
	t.Helper()
	return ours(t, p, func(_ time.Duration, attempt int) Answer { return script(attempt) }, n)
}

func ours(t *testing.T, p strategies.Policy, script func(now time.Duration, attempt int) Answer, n int) []Trace {
	t.Helper()
	return oursAfter(t, p, script, n, Latency)
}

// oursAfter is ours with answers that take another time.
func oursAfter(t *testing.T, p strategies.Policy, script func(now time.Duration, attempt int) Answer, n int, latency time.Duration) []Trace {
	t.Helper()
	watch := &watcher{traces: make([]Trace, n)}
	_, err := sim.New().Run(&sim.Config{
		Seed:    1,
		Fleets:  []sim.Fleet{{Name: "clients", Clients: uint32(n), Workload: &models.Herd{}}},
		Nodes:   []sim.Node{{Name: "service", Model: scripted{script, latency}}},
		Links:   []sim.Link{{Name: "clients/service", From: -1, Policy: p}},
		Observe: watch,
	})
	if err != nil {
		t.Fatal(err)
	}
	return watch.traces
}

// watcher makes traces of records.
type watcher struct{ traces []Trace }

func (*watcher) Wants() sim.Kinds { return sim.Of(sim.AttemptSent, sim.CallEnded) }
func (w *watcher) Observe(r *sim.Record) {
	tr := &w.traces[r.Client]
	if r.Kind == sim.CallEnded {
		tr.Over = time.Duration(r.At)
		return
	}
	tr.Sent = append(tr.Sent, time.Duration(r.At))
}

// scripted is a service that answers by a script.
type scripted struct {
	script  func(now time.Duration, attempt int) Answer
	latency time.Duration
}

func (s scripted) New() sim.Service { return s }

func (s scripted) Arrive(env *sim.Env, r *sim.Request) { env.WakeAfter(r.ID, s.latency) }

func (s scripted) Wake(env *sim.Env, r *sim.Request) {
	a := s.script(time.Duration(env.Now), int(r.N))
	if a.Code == 0 {
		env.Break(r.ID, sim.Reset)
		return
	}
	env.Reply(r.ID, a.Status(), a.Retry)
}

// Preset is the policy of a preset.
func Preset(t *testing.T, name string) strategies.Policy {
	t.Helper()
	p, err := strategies.FindPreset(strategies.PresetName(name))
	if err != nil {
		t.Fatal(err)
	}
	return p.Policy
}
