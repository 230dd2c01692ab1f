package sim_test

import (
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

const (
	ms = time.Millisecond
	s  = time.Second
)

// tries is a policy that retries after a constant wait, whatever the failure.
type tries struct {
	attempts uint16
	wait     time.Duration
}

func (p tries) New(sim.Scopes) sim.Strategy { return p }

func (p tries) Before(sim.Time, uint32, *sim.Call) sim.Decision { return sim.Decision{} }

func (p tries) After(_ sim.Time, _ uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	if !out.Decide || c.Attempts >= p.attempts {
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	}
	return sim.Decision{Delay: p.wait}
}

// hedged sends one more attempt after a while.
type hedged struct {
	tries
	after time.Duration
}

func (p hedged) New(sim.Scopes) sim.Strategy { return p }

func (p hedged) Hedge(_ sim.Time, _ uint32, c *sim.Call) (time.Duration, bool) {
	return p.after, c.Attempts < p.attempts
}

// constant is a time that never changes.
type constant time.Duration

func (c constant) At(uint64) time.Duration { return time.Duration(c) }
func (c constant) Mean() time.Duration     { return time.Duration(c) }

// exponential is one with a mean, by inversion.
type exponential time.Duration

func (e exponential) At(u uint64) time.Duration {
	return time.Duration(-sim.Log(sim.Open(u)) * float64(e))
}
func (e exponential) Mean() time.Duration { return time.Duration(e) }

// one is the simplest topology: a fleet, a link, a service.
func one(clients uint32, w sim.Workload, l sim.Link, m sim.Model) *sim.Config {
	l.Name, l.From = "fleet/service", -1
	return &sim.Config{
		Seed:   1,
		Fleets: []sim.Fleet{{Name: "fleet", Clients: clients, Workload: w}},
		Nodes:  []sim.Node{{Name: "service", Model: m}},
		Links:  []sim.Link{l},
	}
}

func herd() sim.Workload { return &models.Herd{} }

func poisson(perSec sim.Rate) sim.Workload { return &models.Poisson{PerSec: perSec} }

func queue(workers int, limit models.Limit, d sim.Dist) *models.Queue {
	return &models.Queue{Workers: workers, ServiceTime: d, Waiting: models.Waiting{Limit: limit, Discipline: models.FIFO{}},
		Abandoned: models.Serve, HoldWorker: true}
}

// run runs cfg on both event queues, which must agree, and returns the result.
func run(t *testing.T, cfg *sim.Config) sim.Result {
	t.Helper()
	var got [2]string
	var res [2]sim.Result
	for i, s := range []*sim.Sim{sim.New(), sim.NewReference()} {
		log := &recorder{}
		c := *cfg
		if cfg.Observe == nil {
			c.Observe = log
		}
		r, err := s.Run(&c)
		if err != nil {
			t.Fatalf("run: %v", err)
		}
		got[i], res[i] = log.String(), r
	}
	if got[0] != got[1] {
		t.Fatal("the wheel and the heap tell different stories")
	}
	return res[0]
}
