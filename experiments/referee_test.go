package experiments_test

import (
	"context"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/simtest"
	"retrystorm/strategies"
)

// TestReferee lets the referee watch one trial of every cell of the built-in
// experiments, on shorter horizons where they are long. Its rules are made from the
// scenario, its windows written out here, not asked of the strategies.
func TestReferee(t *testing.T) {
	shorter := map[string][]string{
		"aws":         {"fleet.clients=30"},
		"storm":       {"horizon=12s", "faults.outage.at=3s"},
		"fault-words": {"faults.outage.at=3s", "faults.outage.for=2s"},
		"how-many":    {"horizon=5s"},
	}
	for _, name := range experiments.BuiltIn() {
		t.Run(name, func(t *testing.T) {
			x := expand(t, name, shorter[name])
			for _, c := range x.Cells {
				if name == "fault-words" {
					c.Plan.Config.Horizon = 8 * time.Second // its variants set their own
				}
				watch(t, x, c)
			}
		})
	}
}

func expand(t *testing.T, name string, set []string) *experiments.Experiment {
	t.Helper()
	text, err := experiments.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := experiments.Load(name, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range set {
		change := f.Set
		if name == "aws" {
			change = func(text string) error { return f.Vary("fleet.clients=[30]") }
		}
		if err := change(s); err != nil {
			t.Fatal(err)
		}
	}
	x, err := f.Expand()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// tape keeps all records.
type tape []sim.Record

func (*tape) Wants() sim.Kinds        { return sim.AllKinds }
func (p *tape) Observe(r *sim.Record) { *p = append(*p, *r) }

func watch(t *testing.T, x *experiments.Experiment, c *experiments.Cell) {
	t.Helper()
	var records tape
	res, err := x.Observe(context.Background(), c, 1, &records)
	if err != nil {
		t.Fatalf("%s %v: %v", c.Variant, c.Values, err)
	}
	if len(records) < 100 || res.Limit != "" {
		t.Errorf("%s %v: %d records, limit %q", c.Variant, c.Values, len(records), res.Limit)
	}
	found := simtest.Check(rulesOf(t, c), records)
	for i, v := range found {
		if i == 3 {
			t.Errorf("and %d more", len(found)-i)
			break
		}
		t.Errorf("%s %v: %v", c.Variant, c.Values, v)
	}
}

func rulesOf(t *testing.T, c *experiments.Cell) simtest.Rules {
	cfg := &c.Plan.Config
	rules := simtest.Rules{Horizon: sim.Time(cfg.Horizon)}
	for i, l := range cfg.Links {
		r := simtest.LinkRules{From: l.From, To: int(l.To), Timeout: l.Timeout, Deadline: l.Deadline, Propagate: l.Propagate, Cancel: l.Cancel}
		for _, f := range cfg.Fleets {
			r.Closed = r.Closed || int(f.Link) == i && f.Workload.Closed()
		}
		policyRules(t, l.Policy.(strategies.Policy), &r)
		rules.Links = append(rules.Links, r)
	}
	for i, n := range cfg.Nodes {
		r := simtest.NodeRules{Limit: -1, Steady: true}
		if q, ok := n.Model.(*models.Queue); ok {
			r.Workers, r.Order, r.HoldWorker, r.NeedsAll, r.Limit = q.Workers, simtest.FirstFirst, q.HoldWorker, true, int(q.Waiting.Limit)
			if q.Waiting.Limit == models.Unlimited {
				r.Limit = -1
			}
		}
		_, r.CountsItself = n.Model.New().(sim.SelfCounting)
		for _, f := range cfg.Faults {
			r.Steady = r.Steady && (f.On != i || f.Kind != sim.Stall && f.Kind != sim.Slow)
		}
		rules.Nodes = append(rules.Nodes, r)
	}
	return rules
}

// policyRules are those of the policies that built-in files use.
func policyRules(t *testing.T, p strategies.Policy, r *simtest.LinkRules) {
	r.MaxAttempts, r.MaxElapsed = int(p.MaxAttempts), p.MaxElapsed
	r.Retried = simtest.SetOf(sim.Refused, sim.TimedOut, sim.RequestTime, sim.TooMany, sim.Internal,
		sim.BadGateway, sim.Unavailable, sim.GatewayTime, sim.Conflict,
		sim.Shed, sim.InProgress, sim.Reset, sim.ConnectTimeout, sim.NoConnection)
	if p.MaxAttempts == strategies.Unlimited {
		r.MaxAttempts = 0
	}
	if p.Backoff == nil {
		r.MaxAttempts = 1
		return
	}
	curve := curveOf(t, p.Backoff)
	r.Backoff = func(n uint16, previous, hint time.Duration) (low, high time.Duration) {
		if hint > 0 {
			return hint, hint
		}
		return curve(n, previous)
	}
	if b, ok := p.Budget.(*strategies.RatioBudget); ok {
		r.Budget = &simtest.BudgetRules{RatioMicro: int64(float64(b.Ratio)*1e6 + 0.5), TTL: 10 * time.Second, TakeAtDecision: true}
	}
}

func curveOf(t *testing.T, b strategies.Backoff) func(n uint16, previous time.Duration) (low, high time.Duration) {
	grow := func(w strategies.Window, n uint16) time.Duration {
		v := float64(w.Base)
		for range n - 1 {
			v *= 2
		}
		if w.First == strategies.GrownFirst {
			v *= 2
		}
		return time.Duration(min(v, float64(w.Cap)))
	}
	return func(n uint16, previous time.Duration) (low, high time.Duration) {
		switch b := b.(type) {
		case *strategies.Immediate:
			return 0, 0
		case *strategies.Fixed:
			return b.Wait, b.Wait
		case *strategies.Exponential:
			w := grow(strategies.Window(*b), n)
			return w, w
		case *strategies.EqualJitter:
			w := grow(strategies.Window(*b), n)
			return w / 2, w
		case *strategies.FullJitter:
			return 0, grow(strategies.Window(*b), n)
		case *strategies.DecorrelatedJitter:
			return b.Base, min(b.Cap, 3*max(previous, b.Base))
		}
		t.Fatalf("no rule for %T", b)
		return 0, 0
	}
}
