package sim_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// layers is a fleet of one client, n relaying services and a dead one at the bottom,
// every link with the same policy.
func layers(n int, p sim.Policy) *sim.Config {
	cfg := one(1, herd(), sim.Link{Policy: p}, nil)
	cfg.Nodes = nil
	cfg.Links = nil
	for i := range n {
		m := queue(100, 100, constant(0))
		if i < n-1 {
			m.Calls = append(m.Calls, namedStep("next"))
			m.Links = []uint8{uint8(i + 1)}
		}
		cfg.Nodes = append(cfg.Nodes, sim.Node{Name: fmt.Sprint("layer", i), Model: m})
		cfg.Links = append(cfg.Links, sim.Link{Name: fmt.Sprintf("%d/%d", i-1, i), From: i - 1, To: uint8(i), Policy: p})
	}
	cfg.Nodes[n-1].Model = &models.Scripted{Answers: []models.Answer{models.Answer(sim.Internal)}}
	return cfg
}

// TestLayersMultiply is the algebra of retries in layers: attempts^layers requests
// reach a dead bottom.
func TestLayersMultiply(t *testing.T) {
	for _, row := range []struct {
		layers   int
		attempts uint16
		want     uint64
	}{
		{1, 3, 3}, {2, 3, 9}, {3, 3, 27}, {3, 4, 64}, {3, 1, 1}, {5, 3, 243},
	} {
		res := run(t, layers(row.layers, tries{row.attempts, 10 * ms}))
		if got := res.Nodes[row.layers-1].Arrived; got != row.want {
			t.Errorf("%d layers of %d attempts: %d requests at the bottom, want %d", row.layers, row.attempts, got, row.want)
		}
		if got := res.Links[0].Failed; got != 1 {
			t.Errorf("%d layers: %d failed calls at the top, want 1", row.layers, got)
		}
	}
}

// TestTies is a timeline by hand: 10 calls at t = 0, one worker, 100 ms each, one
// immediate retry. The fifth answer comes at the very instant of a 500 ms timeout and
// counts; with a timeout one nanosecond shorter it does not.
func TestTies(t *testing.T) {
	for _, row := range []struct {
		timeout            time.Duration
		ok, attempts, late uint64
		wasted             time.Duration
	}{
		{500 * ms, 5, 15, 10, 1000 * ms},
		{500*ms - 1, 4, 16, 12, 1200 * ms},
	} {
		cfg := one(10, herd(), sim.Link{Policy: tries{2, 0}, Timeout: row.timeout}, queue(1, 100, constant(100*ms)))
		res := run(t, cfg)
		l := res.Links[0]
		if l.OK != row.ok || l.Attempts != row.attempts || l.Late != row.late {
			t.Errorf("timeout %v: %d ok, %d attempts, %d late, want %d, %d, %d", row.timeout, l.OK, l.Attempts, l.Late, row.ok, row.attempts, row.late)
		}
		if got := res.Nodes[0].Wasted; got != row.wasted {
			t.Errorf("timeout %v: wasted %v, want %v", row.timeout, got, row.wasted)
		}
	}
}

// TestHedgeLoser follows the attempt that loses: still queued, in service, or served
// for nobody.
func TestHedgeLoser(t *testing.T) {
	for _, row := range []struct {
		name      string
		workers   int
		abandoned models.Abandoned
		cancel    bool
		dropped   uint64
		late      uint64
		work      time.Duration // of both attempts
		wasted    time.Duration
	}{
		{"cancelled in the queue", 1, models.DropQueued, true, 1, 0, 100 * ms, 0},
		{"cancelled in service", 2, models.StopWork, true, 1, 0, 180 * ms, 80 * ms},
		{"served for nobody", 2, models.Serve, true, 0, 1, 200 * ms, 100 * ms},
		{"served, never told", 2, models.StopWork, false, 0, 1, 200 * ms, 100 * ms},
	} {
		m := queue(row.workers, 10, constant(100*ms))
		m.Abandoned = row.abandoned
		res := run(t, one(1, herd(), sim.Link{Policy: hedged{tries{2, 0}, 20 * ms}, Cancel: row.cancel}, m))
		l, n := res.Links[0], res.Nodes[0]
		if l.OK != 1 || l.Hedges != 1 || l.Attempts != 2 {
			t.Errorf("%s: %+v, want one call answered, one hedge", row.name, l)
		}
		if n.Dropped != row.dropped || l.Late != row.late || n.Work != row.work || n.Wasted != row.wasted {
			t.Errorf("%s: dropped %d, late %d, work %v, wasted %v, want %d, %d, %v, %v", row.name,
				n.Dropped, l.Late, n.Work, n.Wasted, row.dropped, row.late, row.work, row.wasted)
		}
	}
}

// TestAbandonedWork is two calls on one worker, both timed out while one is served
// and one waits.
func TestAbandonedWork(t *testing.T) {
	for _, row := range []struct {
		abandoned models.Abandoned
		cancel    bool
		propagate bool
		work      time.Duration
		why       string
	}{
		{models.Serve, true, true, 200 * ms, "served although it is known to be abandoned"},
		{models.DropQueued, false, false, 200 * ms, "the service is not told"},
		{models.DropQueued, true, false, 100 * ms, "dropped at its turn: cancelled"},
		{models.DropQueued, false, true, 100 * ms, "dropped at its turn: its deadline has passed"},
		{models.StopWork, true, false, 50 * ms, "stopped at the timeout, the other dropped"},
	} {
		m := queue(1, 10, constant(100*ms))
		m.Abandoned = row.abandoned
		l := sim.Link{Policy: tries{1, 0}, Timeout: 50 * ms, Cancel: row.cancel, Propagate: row.propagate}
		if got := run(t, one(2, herd(), l, m)).Nodes[0].Work; got != row.work {
			t.Errorf("%s: work %v, want %v", row.why, got, row.work)
		}
	}
}

// TestDeadline checks who stops a call: the deadline while an attempt is out, or the
// knowledge that a retry would leave too late.
func TestDeadline(t *testing.T) {
	for _, row := range []struct {
		name     string
		deadline time.Duration
		wait     time.Duration
		attempts uint64
		end      time.Duration
	}{
		{"expires in flight", 250 * ms, 10 * ms, 3, 250 * ms},
		{"the retry would leave at the deadline", 210 * ms, 110 * ms, 1, 100 * ms},
		{"the retry leaves just before it", 210*ms + 1, 110 * ms, 2, 210*ms + 1},
	} {
		cfg := one(1, herd(), sim.Link{Policy: tries{9, row.wait}, Timeout: 100 * ms, Deadline: row.deadline},
			queue(10, 10, constant(s)))
		log := &recorder{want: sim.Of(sim.CallEnded)}
		cfg.Observe = log
		if _, err := sim.New().Run(cfg); err != nil {
			t.Fatal(err)
		}
		if got := log.recs[0]; uint64(got.Attempt) != row.attempts || got.D != row.end {
			t.Errorf("%s: ended after %v with %d attempts, want %v, %d", row.name, got.D, got.Attempt, row.end, row.attempts)
		}
	}
}

// nested is a gateway in front of a store; steps says how it calls the store's
// links.
func nested(gateway *models.Queue, up, down sim.Link, store ...*models.Queue) *sim.Config {
	cfg := one(1, herd(), up, gateway)
	cfg.Nodes[0].Name = "gateway"
	for i, m := range store {
		down.Name, down.From, down.To = fmt.Sprintf("gateway/store%d", i), 0, uint8(i+1)
		cfg.Nodes = append(cfg.Nodes, sim.Node{Name: fmt.Sprint("store", i), Model: m})
		cfg.Links = append(cfg.Links, down)
		gateway.Links = append(gateway.Links, uint8(i+1))
	}
	return cfg
}

// TestSequenceAndParallel times a gateway (10 ms) that calls two stores (100 ms and
// 50 ms).
func TestSequenceAndParallel(t *testing.T) {
	for _, row := range []struct {
		parallel bool
		want     time.Duration
	}{
		{false, 160 * ms}, {true, 110 * ms},
	} {
		g := queue(1, 10, constant(10*ms))
		g.Calls = append(g.Calls, namedStep("store0"), namedStep("store1"))
		g.Calls[1].Value.Parallel = row.parallel
		cfg := nested(g, sim.Link{Policy: tries{1, 0}}, sim.Link{Policy: tries{1, 0}},
			queue(1, 10, constant(100*ms)), queue(1, 10, constant(50*ms)))
		if got := run(t, cfg).LastOK.Sub(0); got != row.want {
			t.Errorf("parallel %v: answered after %v, want %v", row.parallel, got, row.want)
		}
	}
}

// TestEarlyAnswer is a parallel pair of which one fails: the gateway answers at once
// while the other still runs for nobody, or is cancelled with its own attempts.
func TestEarlyAnswer(t *testing.T) {
	for _, row := range []struct {
		cancel bool
		late   uint64
		work   time.Duration // of the slow store
	}{
		{false, 0, 100 * ms}, {true, 0, 0},
	} {
		g := queue(1, 10, constant(0))
		g.Calls = append(g.Calls, namedStep("store0"), namedStep("store1"))
		g.Calls[1].Value.Parallel = true
		slow := queue(1, 10, constant(100*ms))
		slow.Abandoned = models.StopWork
		cfg := nested(g, sim.Link{Policy: tries{1, 0}}, sim.Link{Policy: tries{1, 0}, Cancel: row.cancel}, slow)
		cfg.Nodes = append(cfg.Nodes, sim.Node{Name: "bad", Model: &models.Scripted{Answers: []models.Answer{models.Answer(sim.Internal)}}})
		cfg.Links = append(cfg.Links, sim.Link{Name: "gateway/bad", From: 0, To: 2, Policy: tries{1, 0}})
		g.Links = append(g.Links, 2)
		res := run(t, cfg)
		if res.Links[0].Failed != 1 || res.Nodes[1].Work != row.work {
			t.Errorf("cancel %v: %d failed, the slow store worked %v, want 1, %v", row.cancel, res.Links[0].Failed, res.Nodes[1].Work, row.work)
		}
		if row.cancel && res.Links[1].Cancelled != 1 {
			t.Errorf("the slow store was not told: %+v", res.Links[1])
		}
	}
}

// TestPropagatedDeadline: the gateway passes on the 100 ms its caller waits, so its
// own retries end then, and not at their own time.
func TestPropagatedDeadline(t *testing.T) {
	for _, row := range []struct {
		propagate bool
		attempts  uint64
	}{
		{false, 9}, {true, 4}, // retries every 30 ms: at 0, 30, 60, 90 ms
	} {
		g := queue(1, 10, constant(0))
		g.Calls = append(g.Calls, namedStep("store0"))
		cfg := nested(g, sim.Link{Policy: tries{1, 0}, Timeout: 100 * ms, Propagate: row.propagate},
			sim.Link{Policy: tries{9, 10 * ms}, Timeout: 20 * ms}, queue(9, 10, constant(s)))
		if got := run(t, cfg).Links[1].Attempts; got != row.attempts {
			t.Errorf("propagate %v: %d attempts at the store, want %d", row.propagate, got, row.attempts)
		}
	}
}

// TestHoldWorker: a worker held while its call is out lets a bystander wait.
func TestHoldWorker(t *testing.T) {
	for _, row := range []struct {
		hold bool
		want time.Duration // both calls through one worker, a store of 100 ms
	}{
		{true, 220 * ms}, {false, 120 * ms},
	} {
		g := queue(1, 10, constant(10*ms))
		g.HoldWorker = row.hold
		g.Calls = append(g.Calls, namedStep("store0"))
		cfg := nested(g, sim.Link{Policy: tries{1, 0}}, sim.Link{Policy: tries{1, 0}}, queue(9, 10, constant(100*ms)))
		cfg.Fleets[0].Clients = 2
		if got := run(t, cfg).LastOK.Sub(0); got != row.want {
			t.Errorf("hold-worker %v: both answered after %v, want %v", row.hold, got, row.want)
		}
	}
}

// TestLoss: what the network loses ends in a timeout; a lost response is wasted work.
func TestLoss(t *testing.T) {
	res := run(t, one(3, herd(), sim.Link{Policy: tries{2, 0}, Timeout: 50 * ms, LoseRequest: 1}, queue(9, 10, constant(ms))))
	if l := res.Links[0]; l.LostRequests != 6 || l.TimedOut != 6 || l.Failed != 3 || res.Nodes[0].Arrived != 0 {
		t.Errorf("all requests lost: %+v", l)
	}
	res = run(t, one(3, herd(), sim.Link{Policy: tries{2, 0}, Timeout: 50 * ms, LoseResponse: 1}, queue(9, 10, constant(ms))))
	if l, n := res.Links[0], res.Nodes[0]; l.LostResponses != 6 || l.Failed != 3 || n.Wasted != 6*ms {
		t.Errorf("all responses lost: %+v %+v", l, n)
	}
}

// TestNoTimeout: without a timeout a lost request leaves its call open for ever; it
// is counted as unfinished, not dropped.
func TestNoTimeout(t *testing.T) {
	res := run(t, one(3, herd(), sim.Link{Policy: tries{2, 0}, LoseRequest: 1}, queue(9, 10, constant(ms))))
	if l := res.Links[0]; l.Calls != 3 || l.Unfinished != 3 {
		t.Errorf("%+v, want 3 calls unfinished", l)
	}
}

// TestMisbehavingService: a service that answers twice is stopped with a message.
func TestMisbehavingService(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "answers or drops a request twice") {
			t.Errorf("panic %q", got)
		}
	}()
	cfg := one(1, herd(), sim.Link{Policy: tries{1, 0}}, twice{})
	sim.New().Run(cfg)
	t.Error("no panic")
}

type twice struct{}

func (t twice) New() sim.Service { return t }
func (twice) Arrive(env *sim.Env, r *sim.Request) {
	env.Reply(r.ID, sim.OK, 0)
	env.Reply(r.ID, sim.OK, 0)
}
func (twice) Wake(*sim.Env, *sim.Request) {}

func namedStep(name string) (n struct {
	Name  string
	Value models.Step
}) {
	n.Name, n.Value.Share = name, 1
	return n
}
