package proof_test

import (
	"math"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/models"
	"retrystorm/models/theory"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// system is a queue whose answer is known. The unit of time is the mean service time,
// one second.
type system struct {
	name    string
	measure measure
	load    load
	service sim.Dist
	workers int
	places  models.Limit // for those who wait
	warm    int          // seconds that are discarded: some ten relaxation times
	times   int          // the run after them, as a multiple of warm
	want    float64
}

// load is the clients of a system.
type load struct {
	clients uint32
	sim.Workload
}

func poisson(perSec float64) load { return load{1, &models.Poisson{PerSec: sim.Rate(perSec)}} }

func thinking(clients uint32, perSec float64) load {
	return load{clients, &models.Think{Time: &models.Exponential{MeanTime: time.Duration(1e9 / perSec)}}}
}

const (
	runs     = 100 // independent ones for each value
	widest   = 0.01
	infinite = models.Unlimited
)

// systems lists the table. How long to run follows from the variance: 1 % at a load
// of 90 % takes 300,000 calls in each run. Where the value itself would take too long,
// the short test takes another one of the same system.
func systems() []system {
	exp := &models.Exponential{MeanTime: time.Second}
	constant := &models.Constant{Value: time.Second}
	uniform := &models.Uniform{Max: 2 * time.Second}
	erlang, weibull := models.NewErlang(time.Second, 2), models.NewWeibull(time.Second, weibullShape(4))
	mmc := func(c int, a float64) theory.MMc { return theory.MMc{Lambda: a, Mu: 1, Workers: c} }
	mmck := func(c, k int, a float64) theory.MMcK { return theory.MMcK{Lambda: a, Mu: 1, Workers: c, Room: k} }
	mg1 := func(rho, cv2 float64) float64 { return theory.MG1{Lambda: rho, Service: 1, CV2: cv2}.Wq() }
	finite := func(n, c int, nu float64) theory.FiniteSource {
		return theory.FiniteSource{Clients: n, Nu: nu, Mu: 1, Workers: c}
	}
	all := []system{
		{"M/M/1 at 0.8: wait", wait, poisson(.8), exp, 1, infinite, 1000, 150, mmc(1, .8).Wq()},
		{"M/M/1 at 0.9: wait", wait, poisson(.9), exp, 1, infinite, 4000, 85, mmc(1, .9).Wq()},
		{"M/M/2 at 1.6: wait", wait, poisson(1.6), exp, 2, infinite, 500, 150, mmc(2, 1.6).Wq()},
		{"M/M/5 at 4: delayed", delay, poisson(4), exp, 5, infinite, 200, 40, mmc(5, 4).Delayed()},
		{"M/M/10 at 8: delayed", delay, poisson(8), exp, 10, infinite, 100, 45, mmc(10, 8).Delayed()},
		{"M/M/10 at 9: delayed", delay, poisson(9), exp, 10, infinite, 400, 9, mmc(10, 9).Delayed()},
		{"M/M/30 at 28: delayed", delay, poisson(28), exp, 30, infinite, 300, 12, mmc(30, 28).Delayed()},
		{"M/M/1/10 at 0.8: wait", wait, poisson(.8), exp, 1, 9, 200, 140, mmck(1, 10, .8).Wq()},
		{"M/M/1/10 at 1: loss", loss, poisson(1), exp, 1, 9, 200, 340, mmck(1, 10, 1).Loss()},
		{"M/M/1/10 at 1.2: loss", loss, poisson(1.2), exp, 1, 9, 200, 85, mmck(1, 10, 1.2).Loss()},
		{"M/M/1/10 at 2: loss", loss, poisson(2), exp, 1, 9, 200, 6, mmck(1, 10, 2).Loss()},
		{"M/M/10/30 at 8: throughput", throughput, poisson(8), exp, 10, 20, 100, 5, mmck(10, 30, 8).Throughput()},
		{"M/M/10/30 at 10: throughput", throughput, poisson(10), exp, 10, 20, 100, 5, mmck(10, 30, 10).Throughput()},
		{"M/M/10/30 at 12: loss", loss, poisson(12), exp, 10, 20, 100, 36, mmck(10, 30, 12).Loss()},
		{"M/M/10/30 at 20: loss", loss, poisson(20), exp, 10, 20, 100, 2, mmck(10, 30, 20).Loss()},
		{"M/D/1 at 0.8: wait", wait, poisson(.8), constant, 1, infinite, 500, 110, mg1(.8, 0)},
		{"M/G/1 uniform at 0.8: wait", wait, poisson(.8), uniform, 1, infinite, 700, 118, mg1(.8, 1./3)},
		{"M/G/1 Erlang-2 at 0.8: wait", wait, poisson(.8), erlang, 1, infinite, 800, 140, mg1(.8, 1./2)},
		{"M/G/1 Weibull, cv^2 4, at 0.5: wait", wait, poisson(.5), weibull, 1, infinite, 500, 380, mg1(.5, 4)},
		{"M/M/1//20 at 0.1: throughput", throughput, thinking(20, .1), exp, 1, infinite, 200, 10, finite(20, 1, .1).X()},
		{"M/M/1//20 at 0.1: response", response, thinking(20, .1), exp, 1, infinite, 200, 20, finite(20, 1, .1).R()},
		{"M/M/5//20 at 0.5: throughput", throughput, thinking(20, .5), exp, 5, infinite, 50, 20, finite(20, 5, .5).X()},
		{"M/M/5//20 at 0.5: response", response, thinking(20, .5), exp, 5, infinite, 50, 20, finite(20, 5, .5).R()},
		{"M/M/10//100 at 0.1: throughput", throughput, thinking(100, .1), exp, 10, infinite, 200, 5, finite(100, 10, .1).X()},
		{"M/M/10//100 at 0.1: response", response, thinking(100, .1), exp, 10, infinite, 200, 7, finite(100, 10, .1).R()},
	}
	if long {
		all = append(all, []system{
			{"M/M/5 at 4: wait", wait, poisson(4), exp, 5, infinite, 200, 280, mmc(5, 4).Wq()},
			{"M/M/10 at 8: wait", wait, poisson(8), exp, 10, infinite, 100, 460, mmc(10, 8).Wq()},
			{"M/M/10 at 9: wait", wait, poisson(9), exp, 10, infinite, 400, 220, mmc(10, 9).Wq()},
			{"M/M/30 at 28: wait", wait, poisson(28), exp, 30, infinite, 300, 250, mmc(30, 28).Wq()},
			{"M/M/1/10 at 0.8: loss", loss, poisson(.8), exp, 1, 9, 200, 1250, mmck(1, 10, .8).Loss()},
			{"M/M/10/30 at 10: loss", loss, poisson(10), exp, 10, 20, 100, 320, mmck(10, 30, 10).Loss()},
			{"M/G/1 Weibull, cv^2 4, at 0.8: wait", wait, poisson(.8), weibull, 1, infinite, 3000, 120, mg1(.8, 4)},
		}...)
	}
	return all
}

// weibullShape is the shape of a Weibull distribution with this variance / mean^2,
// which falls with the shape.
func weibullShape(cv2 float64) float64 {
	low, high := 0.1, 10.0
	for range 60 {
		k := (low + high) / 2
		g := math.Gamma(1 + 1/k)
		if math.Gamma(1+2/k)/(g*g)-1 > cv2 {
			low = k
		} else {
			high = k
		}
	}
	return low
}

func (q *system) config(seed uint64, m *meter) sim.Config {
	return sim.Config{
		Seed:   seed,
		Fleets: []sim.Fleet{{Name: "fleet", Clients: q.load.clients, Workload: q.load}},
		Nodes: []sim.Node{{Name: "service", Model: &models.Queue{
			Workers: q.workers, ServiceTime: q.service, Waiting: models.Waiting{Limit: q.places, Discipline: "fifo"},
			Abandoned: models.Serve, HoldWorker: true}}},
		Links:   []sim.Link{{Name: "fleet/service", From: -1, Policy: strategies.None()}},
		Horizon: time.Duration(m.horizon),
		Observe: m,
	}
}

func (q *system) sample(t *testing.T, seed uint64) sample {
	const second = sim.Time(time.Second)
	return sampleOf(replicate(runs, func(s *sim.Sim, i int) float64 {
		m := &meter{warm: sim.Time(q.warm) * second, horizon: sim.Time(q.warm*(1+q.times)) * second, each: q.measure.each}
		simulate(t, s, q.config(experiments.TrialSeed(seed, i), m))
		return q.measure.of(m)
	}))
}

// Every closed form of queueing theory that the parts of the simulator can be put
// together to. The seeds are the numbers of the rows.
func TestQueueing(t *testing.T) {
	scores := table{what: "queues"}
	for i, q := range systems() {
		s := q.sample(t, uint64(i+1))
		z := s.from(q.want)
		scores.add(z)
		t.Logf("%-36s want %9.6f, got %9.6f, z %+.2f, interval +-%.2f %%", q.name, q.want, s.mean, z, 100*s.half())
		if math.Abs(z) > farthest {
			t.Errorf("%s: got %.6g +- %.2g, want %.6g: %.1f standard errors", q.name, s.mean, s.error(), q.want, z)
		}
		if s.half() > widest {
			t.Errorf("%s: half the 99 %% interval is %.2f %% of the value, want at most 1 %%: it must run longer", q.name, 100*s.half())
		}
	}
	scores.judge(t)
}
