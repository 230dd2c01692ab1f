package experiments_test

import (
	"context"
	"math"
	"slices"
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
	for _, name := range experiments.BuiltIn() {
		t.Run(name, func(t *testing.T) {
			x := expand(t, name)
			for _, c := range x.Cells {
				hasten(&c.Plan.Config)
				watch(t, x, c)
			}
		})
	}
}

// hasten shortens a run: faults come soon and do not last.
func hasten(cfg *sim.Config) {
	const soon = 5 * time.Second
	if cfg.Horizon <= soon {
		return
	}
	cfg.Horizon, cfg.WarmUp = soon, 0
	for i := range cfg.Faults {
		f := &cfg.Faults[i]
		f.At, f.For = sim.Time(time.Second+time.Duration(i)*700*time.Millisecond), min(f.For, 500*time.Millisecond)
	}
	cfg.Limits.Drain = time.Minute
}

func expand(t *testing.T, name string) *experiments.Experiment {
	t.Helper()
	text, err := experiments.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := experiments.Load(name, text)
	if err != nil {
		t.Fatal(err)
	}
	smaller := map[string]func() error{
		"aws":       func() error { return f.Vary("fleet.clients=[30]") },
		"reconnect": func() error { return f.Set("fleet.clients=2000") },
	}
	if change := smaller[name]; change != nil {
		if err := change(); err != nil {
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
	rules := rulesOf(t, c)
	for _, l := range res.Links {
		rules.Cut = rules.Cut || l.Unfinished > 0 // the drain was cut off: what is open then may stay so
	}
	found := simtest.Check(rules, records)
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
	for i := range cfg.Links {
		rules.Links = append(rules.Links, linkRules(t, cfg, i))
	}
	for i, n := range cfg.Nodes {
		r := simtest.NodeRules{Limit: -1, Steady: true}
		for _, f := range cfg.Faults {
			here := f.On == i && f.Kind != sim.Lose && f.Kind != sim.Spike
			r.Steady = r.Steady && !(here && (f.Kind == sim.Stall || f.Kind == sim.Slow))
			r.Crashes = r.Crashes || here && f.Kind == sim.Crash
			r.Front = r.Front || here && f.Kind == sim.Capacity
		}
		if q, ok := n.Model.(*models.Queue); ok {
			queueRules(cfg, i, q, &r)
		}
		_, r.CountsItself = n.Model.New().(sim.SelfCounting)
		rules.Nodes = append(rules.Nodes, r)
	}
	return rules
}

func linkRules(t *testing.T, cfg *sim.Config, i int) simtest.LinkRules {
	l := &cfg.Links[i]
	r := simtest.LinkRules{From: l.From, To: int(l.To), Timeout: l.Timeout, Deadline: l.Deadline, Propagate: l.Propagate, Cancel: l.Cancel}
	for _, f := range cfg.Fleets {
		r.Closed = r.Closed || int(f.Link) == i && f.Workload.Closed()
	}
	if n := l.Connections; n != nil {
		r.Connections, r.ConnectWait, r.ConnectTimeout, r.Handshakes = int(n.Most), n.Wait, n.Timeout, true
	}
	policyRules(t, l, &r)
	return r
}

// queueRules are those of a service.
func queueRules(cfg *sim.Config, node int, q *models.Queue, r *simtest.NodeRules) {
	r.Workers, r.HoldWorker, r.NeedsAll, r.Limit = q.Workers, q.HoldWorker || len(q.Calls) == 0, true, int(q.Waiting.Limit)
	r.Crashes = r.Crashes || q.Crash != nil
	r.Front = r.Front || r.Crashes || q.Special() != ""
	r.Final = q.MarkFinal
	if q.Waiting.Limit == models.Unlimited {
		r.Limit = -1
	}
	if !r.Front {
		r.Order = simtest.FirstFirst
	}
	r.Once = q.Writes && q.Keys != nil && q.Keys.Atomic
	for _, l := range cfg.Links {
		if int(l.To) == node {
			r.Once = r.Once && l.Key == sim.KeyPerCall && (q.Keys.Lock == 0 || l.Deadline > 0 && l.Deadline < q.Keys.Lock)
		}
	}
	if len(q.Limits) == 1 {
		if b, ok := q.Limits[0].Value.(*models.TokenBucket); ok && b.Per == models.PerFleet {
			r.Bucket = &simtest.BucketRules{PerSec: int64(b.Rate), Burst: int64(b.Burst), Status: sim.Status(b.Status)}
		}
	}
}

// policyRules are those of the policies that built-in files use.
func policyRules(t *testing.T, l *sim.Link, r *simtest.LinkRules) {
	p := l.Policy.(strategies.Policy)
	r.MaxAttempts, r.MaxElapsed, r.Limiter = int(p.MaxAttempts), p.MaxElapsed, p.Limiter != nil
	if p.Elapsed != "" && p.Elapsed != strategies.ElapsedNext {
		r.MaxElapsed = 0 // it knows no other
	}
	r.Retried = retried(&p, l)
	switch h := p.Hedge.(type) {
	case *strategies.FixedHedge:
		r.Hedge, r.Hedged = h.After, h.Most()
	case *strategies.PercentileHedge:
		r.HedgeVaries, r.Hedged = true, h.Most()
	}
	if p.MaxAttempts == strategies.Unlimited {
		r.MaxAttempts = 0
	}
	if p.Backoff == nil {
		r.MaxAttempts = 1 + r.Hedged
		return
	}
	curve := curveOf(t, p.Backoff)
	r.Backoff = func(n uint16, previous, hint time.Duration) (low, high time.Duration) {
		low, high = curve(n, previous)
		if hint == 0 || p.RetryAfter.Mode == strategies.IgnoreHint || !(p.RetryAfter.On == nil || slices.ContainsFunc(p.RetryAfter.On, func(c strategies.Class) bool { return c.Has(sim.TooMany) })) {
			return low, high
		}
		if p.RetryAfter.Cap > 0 {
			hint = min(hint, p.RetryAfter.Cap)
		}
		return hint, hint + time.Duration(float64(hint)*float64(p.RetryAfter.Jitter))
	}
	r.OtherBreaker = p.Breaker != nil
	b, ok := p.Budget.(*strategies.RatioBudget)
	ok = ok && b.Scope == strategies.PerFleet && b.Deposit == strategies.AtStart && b.Forget == strategies.ForgetDeposits && b.Floor == 0
	r.OtherBudget = p.Budget != nil && !ok
	if ok {
		r.Budget = &simtest.BudgetRules{RatioMicro: int64(float64(b.Ratio)*1e6 + 0.5), TTL: 10 * time.Second, TakeAtDecision: true}
	}
}

// retried is what a policy retries on a link: what it names, or by the outcome table, but
// on a link where repeating may do harm nothing that may have been done, unless that is
// allowed or made safe by a key.
func retried(p *strategies.Policy, l *sim.Link) (set simtest.Set) {
	keyed := l.Key != sim.NoKey
	safe := !l.Unsafe || p.Unsafe == strategies.UnsafeAlways || p.Unsafe != strategies.UnsafeNever && keyed
	classes := p.RetryOn
	if l.Unsafe && p.UnsafeOn != nil {
		classes = p.UnsafeOn
	}
	for st, row := range sim.Statuses {
		st := sim.Status(st)
		named := slices.ContainsFunc(classes, func(c strategies.Class) bool {
			if c.String() == "correct" {
				return row.Again == sim.ForAll || row.Again == sim.OnceMore || row.Again == sim.IfRepeatable && (!l.Unsafe || keyed)
			}
			return c.Has(st)
		})
		if named && (safe || row.Executed != sim.PerhapsDone) {
			set |= simtest.SetOf(st)
		}
	}
	return set
}

func curveOf(t *testing.T, b strategies.Backoff) func(n uint16, previous time.Duration) (low, high time.Duration) {
	grow := func(w strategies.Window, n uint16) time.Duration {
		v := float64(w.Base)
		for range n - 1 {
			v *= w.Multiplier
		}
		if w.First == strategies.GrownFirst {
			v *= w.Multiplier
		}
		return time.Duration(min(v, float64(w.Cap)))
	}
	return func(n uint16, previous time.Duration) (low, high time.Duration) {
		switch b := b.(type) {
		case *strategies.Immediate:
			return 0, 0
		case *strategies.Fixed:
			return b.Wait, b.Wait
		case *strategies.Linear:
			w := min(time.Duration(n)*b.Base, b.Cap)
			return w, w
		case *strategies.Exponential:
			w := grow(strategies.Window(*b), n)
			return w, w
		case *strategies.EqualJitter:
			w := grow(strategies.Window(*b), n)
			return w / 2, w
		case *strategies.FullJitter:
			return 0, grow(strategies.Window(*b), n)
		case *strategies.ScaledJitter:
			w := float64(grow(b.Window, n))
			low, high = max(b.Floor, time.Duration(w*b.From)-1), max(b.Floor, time.Duration(w*b.To)+1)
			if b.Ceiling > 0 {
				low, high = min(low, b.Ceiling), min(high, b.Ceiling)
			}
			return low, high
		case *strategies.PollyJitter: // f(n + 1) - f(n - 1), where the last draw was the least
			high := time.Duration(float64(b.Base) * math.Pow(2, float64(n)))
			if b.Cap > 0 {
				high = min(high, b.Cap)
			}
			return 0, high
		case *strategies.Compounding:
			if n == 1 {
				return time.Duration(float64(b.Base)*b.FirstFrom) - 1, min(b.Cap, time.Duration(float64(b.Base)*b.FirstTo)+1)
			}
			return min(b.Cap, time.Duration(float64(previous)*b.From)) - 1, min(b.Cap, time.Duration(float64(previous)*b.To)+1)
		case *strategies.Stages:
			return staged(b, n)
		case *strategies.DecorrelatedJitter:
			return min(b.Base, b.Cap), min(b.Cap, 3*max(previous, b.Base))
		}
		t.Fatalf("no rule for %T", b)
		return 0, 0
	}
}

// staged is where a delay built in stages may lie, to a nanosecond.
func staged(b *strategies.Stages, n uint16) (low, high time.Duration) {
	if n == 1 && b.First > 0 {
		return b.First, b.First
	}
	w, fib := float64(b.Base), 0.0
	for k := 2; k <= int(n); k++ {
		switch b.Growth {
		case strategies.GrowthExponential, "":
			w *= b.Multiplier
		case strategies.GrowthLinear:
			w += float64(b.Base)
		case strategies.GrowthPower:
			w = float64(b.Base)
			for range b.Exponent {
				w *= float64(k)
			}
		case strategies.GrowthExpMinus1:
			w = 2*w + float64(b.Base)
		case strategies.GrowthFibonacci:
			if k == 2 {
				fib, w = w, 2*w
			} else {
				fib, w = w, w+fib
			}
		case strategies.GrowthSelfPower:
			w *= float64(b.Base) / 1e6
		}
	}
	if b.Growth == strategies.GrowthList {
		w = float64(b.List[min(int(n), len(b.List))-1])
	}
	if b.Cap > 0 {
		w = min(w, float64(b.Cap))
	}
	cut := func(d float64) time.Duration {
		d = max(d, float64(b.Floor))
		if b.Ceiling > 0 {
			d = min(d, float64(b.Ceiling))
		}
		return time.Duration(min(d, 1<<62))
	}
	return cut(w*b.From+float64(b.Offset)) - 1 - b.Quantum, cut(w*b.To+float64(b.Offset+b.Add)) + 1
}
