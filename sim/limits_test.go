package sim_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// TestLimits hits every limit of a run once, and reads what it says.
func TestLimits(t *testing.T) {
	base := func() *sim.Config {
		c := one(10, poisson(1000), sim.Link{Policy: tries{3, ms}, Timeout: 50 * ms}, queue(1, 50, exponential(10*ms)))
		c.Horizon = 10 * s
		return c
	}
	rows := []struct {
		name string
		make func() *sim.Config
		want string // in the message
	}{
		{"events", func() *sim.Config { c := base(); c.Limits.Events = 1000; return c },
			"the limit of 1000 events is reached; shorten the horizon"},
		{"open calls", func() *sim.Config { c := base(); c.Limits.Calls = 5; return c },
			"the limit of 5 open calls is reached; bound the queue"},
		{"memory", func() *sim.Config {
			c := one(10, poisson(1000), sim.Link{Policy: tries{1, 0}}, queue(1, models.Unlimited, exponential(10*ms)))
			c.Horizon, c.Limits.Memory = time.Hour, 2<<20
			return c
		}, "calls and requests hold 2 MiB, the limit is 2 MiB; bound the queue"},
		{"attempts of a call", func() *sim.Config {
			return one(1, herd(), sim.Link{Policy: tries{0xffff, ms}}, &models.Scripted{Answers: []models.Answer{models.Answer(sim.Internal)}})
		}, ""},
	}
	for _, row := range rows {
		res, err := sim.New().Run(row.make())
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if !strings.Contains(res.Limit, row.want) || (row.want == "") != (res.Limit == "") {
			t.Errorf("%s: limit %q, want one with %q", row.name, res.Limit, row.want)
		}
		l := res.Links[0]
		if l.Calls != l.OK+l.Failed+l.Refused+l.Unfinished {
			t.Errorf("%s: calls are lost: %+v", row.name, l)
		}
	}
}

// forever retries without any limit of its own.
type forever struct{}

func (f forever) New(sim.Scopes) sim.Strategy                       { return f }
func (forever) Before(sim.Time, uint32, *sim.Call) (d sim.Decision) { return d }
func (forever) After(_ sim.Time, _ uint32, _ *sim.Call, out *sim.Outcome) sim.Decision {
	return sim.Decision{Delay: ms}
}

// TestAttemptLimit: 65,535 attempts of one call are the end, and the result says so.
func TestAttemptLimit(t *testing.T) {
	res, err := sim.New().Run(one(1, herd(), sim.Link{Policy: forever{}}, &models.Scripted{Answers: []models.Answer{models.Answer(sim.Internal)}}))
	if err != nil {
		t.Fatal(err)
	}
	if l := res.Links[0]; l.Attempts != 65535 || l.Failed != 1 || !strings.Contains(res.Limit, "65,535 attempts") {
		t.Errorf("%d attempts, %d failed, limit %q", l.Attempts, l.Failed, res.Limit)
	}
}

// TestQueueLimit: what finds the queue full is answered at once, with 503.
func TestQueueLimit(t *testing.T) {
	log := &recorder{want: sim.Of(sim.Replied)}
	cfg := one(10, herd(), sim.Link{Policy: tries{1, 0}}, queue(2, 3, constant(10*ms)))
	cfg.Observe = log
	res, err := sim.New().Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if l, n := res.Links[0], res.Nodes[0]; l.OK != 5 || l.Failed != 5 || n.Rejected != 5 || n.Work != 50*ms {
		t.Errorf("2 workers and 3 places for 10 requests: %+v %+v", l, n)
	}
	for _, r := range log.recs[:5] {
		if r.Status != sim.Shed || r.At != 0 {
			t.Errorf("refused with %v at %v, want shed at once", r.Status, r.At)
		}
	}
}

// TestDrainLimit: what is still open after the drain is unfinished, and counted.
func TestDrainLimit(t *testing.T) {
	cfg := one(1, &models.Steady{PerSec: 10}, sim.Link{Policy: tries{1, 0}}, queue(1, 1000, constant(10*s)))
	cfg.Horizon, cfg.Limits.Drain = s, 20*s
	res := run(t, cfg)
	if l := res.Links[0]; l.Calls != 10 || l.OK != 2 || l.Unfinished != 8 || res.End != sim.Time(21*s) {
		t.Errorf("%+v, end %v, want 10 calls, 2 served by 21 s", l, res.End)
	}
}

// TestHorizon: arrivals stop at the horizon, excluded; what is in flight finishes.
func TestHorizon(t *testing.T) {
	cfg := one(1, &models.Steady{PerSec: 10}, sim.Link{Policy: tries{1, 0}}, queue(1, 1000, constant(150*ms)))
	cfg.Horizon = s
	res := run(t, cfg)
	if l := res.Links[0]; l.Calls != 10 || l.OK != 10 || res.End != sim.Time(1500*ms) {
		t.Errorf("%+v, end %v, want 10 calls, the last served at 1.5 s", l, res.End)
	}
}

// TestNoAllocationPerEvent compares the mallocs of runs of different length, beyond
// 2^40 ns where the wheel's far list is at work.
func TestNoAllocationPerEvent(t *testing.T) {
	mallocs := func(horizon time.Duration) (uint64, uint64) {
		cfg := closedModel(1000, 0.9)
		cfg.Horizon, cfg.Observe = horizon, &counting{}
		kernel := sim.New()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		res, err := kernel.Run(cfg)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		return after.Mallocs - before.Mallocs, res.Events
	}
	short, few := mallocs(20 * time.Minute)
	long, many := mallocs(100 * time.Minute)
	if many < 4*few {
		t.Fatalf("%d and %d events: the second run is not longer", few, many)
	}
	if long >= 200 || long > short+20 {
		t.Errorf("%d mallocs for %d events, %d for %d", short, few, long, many)
	}
}

// TestMemoryOfIdleClients: a client that thinks is one event in the queue.
func TestMemoryOfIdleClients(t *testing.T) {
	const n = 1_000_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kernel := sim.New()
	cfg := closedModel(n, 0.9)
	cfg.Horizon = 100 * ms
	if _, err := kernel.Run(cfg); err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if per := float64(after.HeapAlloc-before.HeapAlloc) / n; per > 16.5 { // 12 of the event, the rest what blocks leave free
		t.Errorf("%.1f bytes a client", per)
	}
	runtime.KeepAlive(kernel)
}

// TestStop: a run can be stopped from outside, and says so.
func TestStop(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	cfg := closedModel(1000, 0.9)
	cfg.Horizon, cfg.Stop = 1000*time.Hour, stop
	res, err := sim.New().Run(cfg)
	if err != nil || res.Limit != sim.Interrupted {
		t.Errorf("limit %q, error %v", res.Limit, err)
	}
}
