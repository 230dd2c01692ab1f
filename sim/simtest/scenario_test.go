package simtest_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/sim/catalog"
	"retrystorm/sim/simtest"
)

const ms = time.Millisecond

// scenario is a run and what its records must keep to.
type scenario struct {
	cfg   sim.Config
	rules simtest.Rules
}

// dice makes scenarios. Its times are whole milliseconds as often as not, so that
// many things happen at one instant.
type dice struct {
	*rand.Rand
	scenario
}

// random is the scenario of a seed, always the same.
func random(seed uint64) scenario {
	d := dice{Rand: rand.New(rand.NewPCG(seed, 0))}
	d.cfg.Seed = seed
	d.cfg.Limits = sim.Limits{Events: 20_000, Drain: d.between(500*ms, 5000*ms)}
	layers := d.layers()
	d.fleets(layers[0])
	for range d.IntN(4) {
		d.fault()
	}
	return d.scenario
}

func (d *dice) chance(p float64) bool { return d.Float64() < p }

// between is a time, whole milliseconds or not.
func (d *dice) between(low, high time.Duration) time.Duration {
	t := low + time.Duration(d.Int64N(int64(high-low)+1))
	if d.chance(0.6) {
		t = max(t.Round(5*ms), min(low, ms))
	}
	return t
}

// perhaps is a time or 0.
func (d *dice) perhaps(p float64, low, high time.Duration) time.Duration {
	if d.chance(p) {
		return d.between(low, high)
	}
	return 0
}

func (d *dice) dist(high time.Duration) sim.Dist {
	mean := d.between(high/10, high)
	switch d.IntN(3) {
	case 0:
		return &models.Constant{Value: mean}
	case 1:
		return &models.Uniform{Min: mean / 2, Max: mean * 2}
	}
	return &models.Exponential{MeanTime: max(mean, 1)}
}

// layers adds one to three layers of one or two nodes and returns their numbers.
func (d *dice) layers() [][]int {
	layers := make([][]int, 1+d.IntN(3))
	for i := range layers {
		for range 1 + d.IntN(2) {
			layers[i] = append(layers[i], len(d.cfg.Nodes))
			d.cfg.Nodes = append(d.cfg.Nodes, sim.Node{Name: fmt.Sprintf("layer%d/%d", i, len(d.cfg.Nodes))})
		}
	}
	d.rules.Nodes = make([]simtest.NodeRules, len(d.cfg.Nodes))
	for i, layer := range layers {
		for _, n := range layer {
			if i+1 < len(layers) {
				d.gateway(n, layers[i+1])
			} else {
				d.bottom(n)
			}
		}
	}
	return layers
}

// queue makes node n a queue.
func (d *dice) queue(n int) *models.Queue {
	q := &models.Queue{
		Workers:     1 + d.IntN(4),
		ServiceTime: d.dist(20 * ms),
		Waiting:     models.Waiting{Limit: models.Limit(d.IntN(20)), Discipline: models.FIFO{}},
		Abandoned:   []models.Abandoned{models.Serve, models.DropQueued, models.StopWork}[d.IntN(3)],
		RejectCost:  sim.Share(d.IntN(3)) / 4,
		HoldWorker:  d.chance(0.6),
	}
	if d.chance(0.2) {
		q.ServiceTime = &models.Constant{}
	}
	limit := int(q.Waiting.Limit)
	if d.chance(0.2) {
		q.Waiting.Limit, limit = models.Unlimited, -1
	}
	d.cfg.Nodes[n].Model = q
	d.rules.Nodes[n] = simtest.NodeRules{Workers: q.Workers, Order: simtest.FirstFirst, Limit: limit, HoldWorker: true, Steady: true, NeedsAll: true}
	return q
}

// gateway makes node n a queue that calls nodes of the next layer.
func (d *dice) gateway(n int, next []int) {
	q := d.queue(n)
	links := make(map[int]uint8)
	for i := range d.IntN(4) {
		to := next[d.IntN(len(next))]
		l, again := links[to]
		if !again || d.chance(0.5) {
			l = d.link(n, to, fmt.Sprintf("%d/%d/%d", n, to, i))
			links[to] = l
		}
		share := sim.Share(1)
		if d.chance(0.3) {
			share = sim.Share(d.Float64())
		}
		q.Calls = append(q.Calls, catalog.Named[models.Step]{Name: fmt.Sprint(i), Value: models.Step{Share: share, Parallel: d.chance(0.5)}})
		q.Links = append(q.Links, l)
	}
	d.rules.Nodes[n].HoldWorker = q.HoldWorker || len(q.Calls) == 0
}

// bottom makes node n a service that calls no other.
func (d *dice) bottom(n int) {
	switch d.IntN(8) {
	case 0:
		d.cfg.Nodes[n].Model = &models.Delay{ServiceTime: d.dist(50 * ms)}
		d.rules.Nodes[n] = simtest.NodeRules{Steady: true}
	case 1:
		d.cfg.Nodes[n].Model = models.Row{}
		d.rules.Nodes[n] = simtest.NodeRules{CountsItself: true, Steady: true}
	case 2:
		all := []sim.Status{sim.OK, sim.BadRequest, sim.TooMany, sim.Internal, sim.Unavailable, sim.Conflict, sim.OK}
		s := new(models.Scripted)
		for range 1 + d.IntN(3) {
			s.Answers = append(s.Answers, models.Answer(all[d.IntN(len(all))]))
			s.Delay = append(s.Delay, d.perhaps(0.5, 0, 20*ms))
			s.RetryAfter = append(s.RetryAfter, d.perhaps(0.5, 0, 50*ms))
		}
		d.cfg.Nodes[n].Model = s
		d.rules.Nodes[n] = simtest.NodeRules{Steady: true}
	default:
		d.queue(n)
	}
}

// fleets adds one or two fleets that call nodes of the first layer.
func (d *dice) fleets(nodes []int) {
	ends := true
	for i := range 1 + d.IntN(2) {
		f := sim.Fleet{Name: fmt.Sprint("fleet", i), Clients: 1 + d.Uint32N(20)}
		if d.chance(0.7) {
			f.PerProcess = 1 + d.Uint32N(f.Clients)
		}
		herd := d.chance(0.3)
		ends = ends && herd
		if herd {
			f.Workload = &models.Herd{Spread: d.perhaps(0.5, 0, 50*ms)}
		} else {
			f.Workload = d.workload()
		}
		d.cfg.Fleets = append(d.cfg.Fleets, f)
	}
	for i := range d.cfg.Fleets { // after all have their number of clients
		to := nodes[d.IntN(len(nodes))]
		l := d.link(-1-i, to, fmt.Sprintf("fleet%d/%d", i, to))
		d.cfg.Fleets[i].Link = l
		d.rules.Links[l].Closed = d.cfg.Fleets[i].Workload.Closed()
	}
	if !ends || d.chance(0.5) {
		d.cfg.Horizon = d.between(100*ms, 600*ms)
		d.rules.Horizon = sim.Time(d.cfg.Horizon)
	}
}

func (d *dice) workload() sim.Workload {
	perSec := sim.Rate(20 + d.IntN(400))
	switch d.IntN(4) {
	case 0:
		return &models.Steady{PerSec: perSec}
	case 1:
		return &models.Think{Time: d.dist(100 * ms)}
	case 2:
		return &models.Batch{Size: 1 + d.IntN(20), Every: d.between(10*ms, 200*ms)}
	}
	return &models.Poisson{PerSec: perSec}
}

// fault adds a fault of any kind.
func (d *dice) fault() {
	f := sim.Target{Fault: sim.Fault{
		Name:      fmt.Sprint("fault", len(d.cfg.Faults)),
		Kind:      sim.FaultKind(d.IntN(6)),
		At:        sim.Time(d.between(0, 300*ms)),
		For:       d.between(ms, 300*ms),
		Factor:    0.5 + 4*d.Float64(),
		Share:     sim.Share(d.IntN(3)) / 2,
		Status:    []sim.Status{sim.Internal, sim.Unavailable, sim.Forbidden}[d.IntN(3)],
		AfterWork: d.chance(0.5),
		Request:   sim.Share(d.IntN(3)) / 2,
		Response:  sim.Share(d.IntN(3)) / 2,
	}}
	switch f.Kind {
	case sim.Lose:
		f.On = d.IntN(len(d.cfg.Links))
	case sim.Spike:
		f.On = d.IntN(len(d.cfg.Fleets))
	default:
		f.On = d.IntN(len(d.cfg.Nodes))
	}
	if f.Kind == sim.Stall || f.Kind == sim.Slow {
		d.rules.Nodes[f.On].Steady = false
	}
	d.cfg.Faults = append(d.cfg.Faults, f)
}

// link adds a link with a random policy; from is a node, or -1 less a fleet's number.
func (d *dice) link(from, to int, name string) uint8 {
	scopes := sim.Scopes{Clients: 1, PerProcess: 1}
	most := 3
	if from < 0 {
		f := &d.cfg.Fleets[-1-from]
		scopes, most = sim.Scopes{Clients: f.Clients, PerProcess: f.PerProcess}, 5
		from = -1
	}
	l := sim.Link{
		Name: name, From: from, To: uint8(to),
		Timeout:   d.perhaps(0.8, ms, 100*ms),
		Deadline:  d.perhaps(0.4, ms, 300*ms),
		Propagate: d.chance(0.5),
		Cancel:    d.chance(0.5),
	}
	if d.chance(0.5) {
		l.Request = d.dist(10 * ms)
	}
	if d.chance(0.5) {
		l.Response = d.dist(10 * ms)
	}
	if d.chance(0.3) {
		l.LoseRequest, l.LoseResponse = sim.Share(d.IntN(3))/10, sim.Share(d.IntN(3))/10
	}
	rules := simtest.LinkRules{From: from, To: to, Timeout: l.Timeout, Deadline: l.Deadline, Propagate: l.Propagate, Cancel: l.Cancel}
	d.network(&l, &rules)
	l.Policy = d.policy(&rules, scopes, most)
	d.cfg.Links = append(d.cfg.Links, l)
	d.rules.Links = append(d.rules.Links, rules)
	return uint8(len(d.cfg.Links) - 1)
}

// network gives some links connections that cost something, or outages.
func (d *dice) network(l *sim.Link, rules *simtest.LinkRules) {
	if d.chance(0.15) {
		l.Outages = &sim.Outages{Up: d.dist(200 * ms), Down: d.dist(50 * ms)}
	}
	if !d.chance(0.3) {
		return
	}
	l.Connections = &sim.Connections{
		Timeout:    d.perhaps(0.5, ms, 20*ms),
		Idle:       d.perhaps(0.5, ms, 100*ms),
		Handshakes: d.IntN(3),
	}
	if d.chance(0.7) {
		l.Connections.Most, l.Connections.Wait = 1+d.Uint32N(3), d.perhaps(0.7, ms, 50*ms)
	}
	rules.Handshakes = true
	rules.Connections, rules.ConnectWait, rules.ConnectTimeout = int(l.Connections.Most), l.Connections.Wait, l.Connections.Timeout
}
