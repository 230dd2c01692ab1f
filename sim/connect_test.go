package sim_test

import (
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// TestConnections tells what connections cost, and what they refuse. The network takes
// 10 ms each way, the service none, unless a row says otherwise.
func TestConnections(t *testing.T) {
	const hop = 10 * ms
	for _, row := range []struct {
		why      string
		clients  uint32
		attempts uint16
		work     time.Duration
		timeout  time.Duration
		c        sim.Connections
		status   sim.Status
		ended    uint64        // attempts that end with status
		connects uint64        // connections opened
		last     time.Duration // end of the run
	}{
		{"two handshakes come before the request", 1, 1, 0, 0, sim.Connections{Handshakes: 2}, sim.OK, 1, 1, 60 * ms},
		{"without handshakes a connection is free", 1, 1, 0, 0, sim.Connections{}, sim.OK, 1, 1, 20 * ms},
		{"the connect timeout is shorter than the handshakes", 1, 1, 0, 0, sim.Connections{Handshakes: 2, Timeout: 39 * ms}, sim.ConnectTimeout, 1, 1, 39 * ms},
		{"a handshake that ends at the connect timeout is in time", 1, 1, 0, 0, sim.Connections{Handshakes: 2, Timeout: 40 * ms}, sim.OK, 1, 1, 60 * ms},
		{"the handshakes are part of the attempt", 1, 1, 0, 50 * ms, sim.Connections{Handshakes: 2}, sim.TimedOut, 1, 1, 50 * ms},
		{"an attempt that times out breaks its connection: the retry opens another", 1, 2, s, 50 * ms, sim.Connections{Handshakes: 1}, sim.TimedOut, 2, 2, 1030 * ms},
	} {
		cfg := one(row.clients, herd(), sim.Link{Policy: tries{row.attempts, 0}, Timeout: row.timeout,
			Request: constant(hop), Response: constant(hop), Connections: &row.c}, queue(10, 10, constant(row.work)))
		res := run(t, cfg)
		l := res.Links[0]
		if l.Ended[row.status] != row.ended || l.Connects != row.connects {
			t.Errorf("%s: %d attempts end with %v and %d connections are opened, want %d and %d",
				row.why, l.Ended[row.status], row.status, l.Connects, row.ended, row.connects)
		}
		if got := res.End.Sub(0); got < row.last {
			t.Errorf("%s: the run ends at %v, want %v or later", row.why, got, row.last)
		}
	}
}

// TestPool: three calls of a gateway need its only connection, each for 100 ms. The third
// waits for it too long, and its wait is part of its attempt.
func TestPool(t *testing.T) {
	for _, row := range []struct {
		why     string
		wait    time.Duration
		timeout time.Duration
		status  sim.Status
		at      time.Duration // when the third attempt ends
	}{
		{"the wait is over 1 ns before it is its turn", 200*ms - 1, 0, sim.NoConnection, 200*ms - 1},
		{"a connection that comes free at the end of the wait is in time", 200 * ms, 0, sim.OK, 300 * ms},
		{"the wait counts for the timeout of the attempt", 0, 250 * ms, sim.TimedOut, 250 * ms},
		{"nobody bounds the wait", 0, 0, sim.OK, 300 * ms},
	} {
		cfg := one(1, &models.Batch{Size: 3, Every: time.Hour}, sim.Link{Policy: tries{1, 0}, Timeout: row.timeout,
			Connections: &sim.Connections{Most: 1, Wait: row.wait}}, queue(10, 10, constant(100*ms)))
		cfg.Horizon = s
		log := &ends{}
		cfg.Observe = log
		run(t, cfg)
		if !log.has(row.at, row.status) {
			t.Errorf("%s: attempts end with %v at %v, want one with %v at %v", row.why, log.status, log.at, row.status, row.at)
		}
	}
}

// ends notes how and when attempts end.
type ends struct {
	at     []sim.Time
	status []sim.Status
}

func (*ends) Wants() sim.Kinds { return sim.Of(sim.AttemptEnded) }
func (e *ends) Observe(r *sim.Record) {
	e.at, e.status = append(e.at, r.At), append(e.status, r.Status)
}

func (e *ends) has(at time.Duration, st sim.Status) bool {
	for i := range e.at {
		if e.at[i].Sub(0) == at && e.status[i] == st {
			return true
		}
	}
	return false
}

// TestIdleTimeout: a client calls every second. If idle connections are closed after
// less than that, each call opens one.
func TestIdleTimeout(t *testing.T) {
	for _, row := range []struct {
		idle     time.Duration
		connects uint64
	}{{0, 1}, {2 * s, 1}, {500 * ms, 11}} {
		cfg := one(1, &models.Steady{PerSec: 1}, sim.Link{Policy: tries{1, 0}, Connections: &sim.Connections{Most: 1, Idle: row.idle, Handshakes: 1},
			Request: constant(ms)}, queue(1, 10, constant(ms)))
		cfg.Horizon = 10*s + ms
		if l := run(t, cfg).Links[0]; l.Connects != row.connects {
			t.Errorf("idle timeout %v: %d connections for %d calls, want %d", row.idle, l.Connects, l.Calls, row.connects)
		}
	}
}

// TestOutages: a network that is up for 3 s and down for 1 s in turns loses a quarter of
// the requests, each caller at its own times.
func TestOutages(t *testing.T) {
	cfg := one(1000, poisson(1000), sim.Link{Policy: tries{1, 0}, Timeout: 100 * ms,
		Outages: &sim.Outages{Up: constant(3 * s), Down: constant(s)}}, queue(10_000, 10, constant(0)))
	cfg.Horizon = 100 * s
	lost := &perSecond{}
	cfg.Observe = lost
	l := run(t, cfg).Links[0]
	for at, n := range lost.n[:100] {
		if n < 2*150 || n > 2*350 { // of about 1,000, on both event queues
			t.Errorf("second %d: %d requests are lost, want about 250", at, n/2)
		}
	}
	if got := float64(l.LostRequests) / float64(l.Attempts); got < 0.245 || got > 0.255 { // 1,000 clients in 25 cycles each
		t.Errorf("%.4f of the requests are lost, want 0.25", got)
	}
}

// perSecond counts lost requests.
type perSecond struct{ n [101]int }

func (*perSecond) Wants() sim.Kinds        { return sim.Of(sim.RequestLost) }
func (p *perSecond) Observe(r *sim.Record) { p.n[r.At/sim.Time(s)]++ }

// TestPoolIsFirstComeFirstServed: 1,000 attempts wait for one connection, and get it in the
// order of their calls, be it that most of them give up.
func TestPoolIsFirstComeFirstServed(t *testing.T) {
	times := make([]time.Duration, 1000)
	link := sim.Link{Policy: tries{1, 0}, Connections: &sim.Connections{Most: 1}}
	cfg := one(1, &models.Replay{Times: times, Speed: 1}, link, queue(1, 9, constant(ms)))
	got := run(t, cfg)
	if got.Links[0].OK != 1000 || got.End.Sub(0) != time.Second {
		t.Errorf("%d ok, the last at %v; want 1000, one after the other, at 1s", got.Links[0].OK, got.End.Sub(0))
	}
	order := &started{}
	cfg.Observe = order
	cfg.Links[0].Connections.Wait = 400 * ms // those that have not got it by then give up
	if _, err := sim.New().Run(cfg); err != nil {
		t.Fatal(err)
	}
	if len(order.calls) != 401 && len(order.calls) != 400 {
		t.Errorf("%d were served, want those of the first 400 ms", len(order.calls))
	}
	for i, c := range order.calls {
		if c != uint32(i)+1 {
			t.Fatalf("call %d is served as number %d, want the order in which they came", c, i+1)
		}
	}
}

// started notes which calls are served, in order.
type started struct{ calls []uint32 }

func (*started) Wants() sim.Kinds        { return sim.Of(sim.RequestStarted) }
func (s *started) Observe(r *sim.Record) { s.calls = append(s.calls, r.Call) }

// TestHedgeInThePoolIsNotSentTooLate: an answer frees a connection, for which a hedge of
// the same call waits. That is cancelled at this instant, and must not be sent first.
func TestHedgeInThePoolIsNotSentTooLate(t *testing.T) {
	link := sim.Link{Policy: hedged{tries{2, 0}, 50 * ms}, Connections: &sim.Connections{Most: 1}}
	cfg := one(1, &models.Replay{Times: []time.Duration{0, 10 * ms}, Speed: 1}, link, queue(9, 9, constant(100*ms)))
	got := run(t, cfg)
	// The hedge of the second call, sent at 60 ms, waits behind that call itself.
	if n := got.Nodes[0].Arrived; n != 2 || got.Links[0].OK != 2 || got.Links[0].Hedges != 2 {
		t.Errorf("%d requests arrived, %d calls ok, %d hedges; want 2 of each", n, got.Links[0].OK, got.Links[0].Hedges)
	}
}
