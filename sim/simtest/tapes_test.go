package simtest_test

import (
	"slices"
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
	"retrystorm/sim/simtest"
	"retrystorm/strategies"
)

// tape is the records of a run.
type tape []sim.Record

// at is the place of the nth record (from 0) of a kind that is as asked; -1 if there
// is none.
func (t tape) at(k sim.Kind, n int, as ...func(*sim.Record) bool) int {
	for i := range t {
		if t[i].Kind != k || slices.ContainsFunc(as, func(ok func(*sim.Record) bool) bool { return !ok(&t[i]) }) {
			continue
		}
		if n--; n < 0 {
			return i
		}
	}
	return -1
}

// cut takes records from i to before j out.
func (t tape) cut(i, j int) tape { return slices.Delete(t, i, j) }

// put puts records in before place i.
func (t tape) put(i int, r ...sim.Record) tape { return slices.Insert(t, i, r...) }

func status(st sim.Status) func(*sim.Record) bool {
	return func(r *sim.Record) bool { return r.Status == st }
}

func reason(why sim.Reason) func(*sim.Record) bool {
	return func(r *sim.Record) bool { return r.Reason == why }
}

func attempt(n uint16) func(*sim.Record) bool {
	return func(r *sim.Record) bool { return r.Attempt == n }
}

func seq(n uint32) func(*sim.Record) bool { return func(r *sim.Record) bool { return r.Seq == n } }

func link(n uint8) func(*sim.Record) bool { return func(r *sim.Record) bool { return r.Link == n } }

// small is a run and its rules, all of whose times are known.
type small struct {
	name  string
	cfg   sim.Config
	rules simtest.Rules
}

// fixed is a policy that retries after 20 ms, up to 3 attempts, and its rules.
func fixed() (strategies.Policy, simtest.LinkRules) {
	rules := simtest.LinkRules{From: -1, Closed: true, MaxAttempts: 3, Retried: transient, Timeout: 100 * ms}
	rules.Backoff = func(uint16, time.Duration, time.Duration) (low, high time.Duration) { return 20 * ms, 20 * ms }
	return strategies.Policy{Backoff: &strategies.Fixed{Wait: 20 * ms}, MaxAttempts: 3}, rules
}

// single is a herd that calls one service over a link.
func single(name string, clients uint32, p strategies.Policy, l sim.Link, rules simtest.LinkRules, m sim.Model, node simtest.NodeRules) small {
	l.Name, l.From, l.Policy, l.Timeout = "fleet/service", -1, p, rules.Timeout
	return small{name, sim.Config{
		Seed:   1,
		Fleets: []sim.Fleet{{Name: "fleet", Clients: clients, Workload: &models.Herd{}}},
		Nodes:  []sim.Node{{Name: "service", Model: m}},
		Links:  []sim.Link{l},
	}, simtest.Rules{Links: []simtest.LinkRules{rules}, Nodes: []simtest.NodeRules{node}}}
}

// worker is a queue with one worker that works 60 ms, and two places.
func worker() (*models.Queue, simtest.NodeRules) {
	return &models.Queue{Workers: 1, ServiceTime: &models.Constant{Value: 60 * ms}, Waiting: models.Waiting{Limit: 2}, HoldWorker: true},
		simtest.NodeRules{Workers: 1, Order: simtest.FirstFirst, Limit: 2, HoldWorker: true, Steady: true, NeedsAll: true}
}

// crowded is six clients at one worker: answers, timeouts, late answers, rejections.
func crowded() small {
	p, rules := fixed()
	q, node := worker()
	return single("crowded", 6, p, sim.Link{}, rules, q, node)
}

// patient is a client at a worker that is too slow for it.
func patient() small {
	p, rules := fixed()
	q, node := worker()
	q.ServiceTime = &models.Constant{Value: 150 * ms}
	return single("patient", 1, p, sim.Link{}, rules, q, node)
}

// broke is clients that run out of budget.
func broke() small {
	p, rules := fixed()
	p.Budget = &strategies.RatioBudget{Ratio: 0.5}
	rules.Budget = &simtest.BudgetRules{RatioMicro: 500_000, TTL: 10_000 * ms, TakeAtDecision: true}
	q, node := worker()
	return single("broke", 6, p, sim.Link{}, rules, q, node)
}

// tripped is clients that share a breaker, and calls that come later.
func tripped() small {
	p, rules := fixed()
	p.Breaker = &strategies.ConsecutiveBreaker{Failures: 2, OpenFor: 300 * ms, Scope: strategies.PerFleet}
	rules.Breaker = &simtest.BreakerRules{Failures: 2, OpenFor: 300 * ms, Probes: 1, Counts: transient}
	rules.Closed = false
	q, node := worker()
	c := single("tripped", 6, p, sim.Link{}, rules, q, node)
	c.cfg.Fleets[0].Workload, c.cfg.Horizon = &models.Batch{Size: 4, Every: 150 * ms}, 500*ms
	c.rules.Horizon = sim.Time(c.cfg.Horizon)
	return c
}

// lossy is hedged calls over a network that loses much, with a deadline, cancelled
// when they are over.
func lossy() small {
	p, rules := fixed()
	p.Hedge = &strategies.FixedHedge{After: 30 * ms}
	rules.Hedge, rules.Hedged, rules.Deadline, rules.Cancel = 30*ms, 1, 150*ms, true
	q, node := worker()
	q.Workers, node.Workers, q.Abandoned = 2, 2, models.StopWork
	l := sim.Link{Deadline: 150 * ms, Cancel: true, LoseRequest: 0.3, LoseResponse: 0.3, Response: &models.Constant{Value: 5 * ms}}
	return single("lossy", 8, p, l, rules, q, node)
}

// hasty is a hedged call that ends with its first outcome, cancelling the other attempt.
func hasty() small {
	p, rules := fixed()
	p.MaxAttempts, p.Hedge = 2, &strategies.FixedHedge{After: 30 * ms, Ends: strategies.EndsOnAny}
	rules.MaxAttempts, rules.Cancel, rules.Hedge, rules.Hedged = 2, true, 30*ms, 1
	rules.EndsOn = func(why sim.Reason) bool { return why == sim.MaxAttempts }
	m := &models.Scripted{Answers: []models.Answer{models.Answer(sim.Unavailable), models.Answer(sim.OK)}, Delay: []time.Duration{50 * ms, 60 * ms}}
	return single("hasty", 1, p, sim.Link{Cancel: true}, rules, m, simtest.NodeRules{Limit: -1})
}

// layered is a gateway that calls two stores at a time, of which one fails, so that
// the other is cancelled.
func layered() small {
	p, rules := fixed()
	q, node := worker()
	c := single("layered", 2, p, sim.Link{}, rules, q, node)
	store, storeRules := worker()
	store.Abandoned = models.StopWork
	c.cfg.Nodes = append(c.cfg.Nodes, sim.Node{Name: "store", Model: store}, sim.Node{Name: "other", Model: &models.Scripted{
		Answers: []models.Answer{models.Answer(sim.Internal)}, Delay: []time.Duration{10 * ms}}})
	c.rules.Nodes = append(c.rules.Nodes, storeRules, simtest.NodeRules{})
	for i := range uint8(2) {
		q.Calls = append(q.Calls, catalog.Named[models.Step]{Name: "step", Value: models.Step{Share: 1, Parallel: true}})
		q.Links = append(q.Links, i+1)
		c.cfg.Links = append(c.cfg.Links, sim.Link{Name: "gateway", From: 0, To: i + 1, Policy: strategies.None(), Cancel: true})
		c.rules.Links = append(c.rules.Links, simtest.LinkRules{From: 0, To: int(i) + 1, MaxAttempts: 1, Cancel: true})
	}
	return c
}

// play runs it.
func (c *small) play(t *testing.T) tape {
	t.Helper()
	recs, _, err := run(sim.New(), c.cfg)
	if err != nil {
		t.Fatal(err)
	}
	return recs
}
