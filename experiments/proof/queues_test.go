package proof_test

import (
	"fmt"
	"math"
	"slices"

	"retrystorm/models/theory"
)

// Words of scenario files from which the systems are made.
const (
	exponential = "{kind: exponential, mean: 1s}"
	constant    = "1s"
	uniform     = "{kind: uniform, min: 0s, max: 2s}"
	erlang2     = "{kind: erlang, mean: 1s, stages: 2}"
	unlimited   = "unlimited"
	once        = "{policy: none}"
)

func poisson(perSec float64) string {
	return fmt.Sprintf("{clients: 1, workload: {kind: poisson, rate: %v/s}}", perSec)
}

func thinking(clients int, perSec float64) string {
	return fmt.Sprintf("{clients: %d, workload: {kind: think, time: {kind: exponential, mean: %vms}}}", clients, 1000/perSec)
}

func queue(workers int, serviceTime string, waiting any) string {
	return fmt.Sprintf("{workers: %d, service-time: %s, queue: %v}", workers, serviceTime, waiting)
}

// weibull has this variance / mean^2, which falls with the shape.
func weibull(cv2 float64) string {
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
	return fmt.Sprintf("{kind: weibull, mean: 1s, shape: %v}", low)
}

// patiently waits for an answer, but not longer than t: a client's timeout bounds the
// sojourn. The service is not told.
func patiently(t float64) string { return fmt.Sprintf("{timeout: %vs, policy: none}", t) }

// orbiting retries for ever, each time after an exponential time of this mean. It is
// the network that takes the time: first attempts meet it too, and stay a Poisson stream.
func orbiting(theta float64) string {
	return fmt.Sprintf("{network: {request: {kind: exponential, mean: %vms}}, policy: {backoff: immediate, max-attempts: unlimited}}", 1000/theta)
}

// slowly retries so often, after long random times.
func slowly(retries int) string {
	return fmt.Sprintf("{policy: {backoff: {kind: full-jitter, base: 1000s, cap: 1000s}, max-attempts: %d}}", retries+1)
}

// systems lists the table. How long to run follows from the variance: 1 % at a load
// of 90 % takes 300,000 calls in each run. Where a value takes too long, the short test
// takes another one of the same system.
func systems() []system {
	return slices.Concat(unbounded(), bounded(), finiteSources(), retrials(), impatient(), replicated(), contended())
}

// unbounded are M/M/c and M/G/1: Erlang, Pollaczek and Khinchine.
func unbounded() []system {
	mmc := func(c int, a float64) theory.MMc { return theory.MMc{Lambda: a, Mu: 1, Workers: c} }
	mm := func(c int) string { return queue(c, exponential, unlimited) }
	mg := func(serviceTime string) string { return queue(1, serviceTime, unlimited) }
	mg1 := func(rho, cv2 float64) float64 { return theory.MG1{Lambda: rho, Service: 1, CV2: cv2}.Wq() }
	const slow = true
	return []system{
		{"M/M/1 at 0.5: wait", wait, poisson(.5), once, mm(1), 200, 260, mmc(1, .5).Wq(), false},
		{"M/M/1 at 0.8: wait", wait, poisson(.8), once, mm(1), 1000, 150, mmc(1, .8).Wq(), slow},
		{"M/M/1 at 0.9: wait", wait, poisson(.9), once, mm(1), 4000, 100, mmc(1, .9).Wq(), slow},
		{"M/M/1 at 0.8: longer than 5", failed, poisson(.8), patiently(5), mm(1), 1000, 90, mmc(1, .8).SojournBeyond(5), slow},
		{"M/M/1 at 0.8: longer than p95", failed, poisson(.8), patiently(14.978661), mm(1), 1000, 1400, .05, slow},
		{"M/M/1 at 0.5, the newest first: wait", wait, poisson(.5), once, queue(1, exponential, "{limit: unlimited, discipline: lifo}"), 200, 400, mmc(1, .5).Wq(), false},
		{"M/M/2 at 1.6: wait", wait, poisson(1.6), once, mm(2), 500, 150, mmc(2, 1.6).Wq(), slow},
		{"M/M/5 at 4: delayed", delay, poisson(4), once, mm(5), 200, 40, mmc(5, 4).Delayed(), false},
		{"M/M/5 at 4: wait", wait, poisson(4), once, mm(5), 200, 280, mmc(5, 4).Wq(), slow},
		{"M/M/5 at 2.5: delayed, Brooker's 13 %", delay, poisson(2.5), once, mm(5), 100, 145, mmc(5, 2.5).Delayed(), false},
		{"M/M/5 at 4: longer than 3", failed, poisson(4), patiently(3), mm(5), 200, 240, mmc(5, 4).SojournBeyond(3), slow},
		{"M/M/5 at 2.5: longer than 2", failed, poisson(2.5), patiently(2), mm(5), 100, 60, mmc(5, 2.5).SojournBeyond(2), false},
		{"M/M/10 at 5: delayed, Brooker's 3.6 %", delay, poisson(5), once, mm(10), 100, 350, mmc(10, 5).Delayed(), slow},
		{"M/M/10 at 8: delayed", delay, poisson(8), once, mm(10), 100, 45, mmc(10, 8).Delayed(), false},
		{"M/M/10 at 8: wait", wait, poisson(8), once, mm(10), 100, 460, mmc(10, 8).Wq(), slow},
		{"M/M/10 at 9: delayed", delay, poisson(9), once, mm(10), 400, 9, mmc(10, 9).Delayed(), slow},
		{"M/M/10 at 9: wait", wait, poisson(9), once, mm(10), 400, 220, mmc(10, 9).Wq(), slow},
		{"M/M/30 at 28: delayed", delay, poisson(28), once, mm(30), 300, 15, mmc(30, 28).Delayed(), slow},
		{"M/M/30 at 28: wait", wait, poisson(28), once, mm(30), 300, 250, mmc(30, 28).Wq(), slow},
		{"M/M/100 at 95: delayed", delay, poisson(95), once, mm(100), 200, 19, mmc(100, 95).Delayed(), slow},
		{"M/D/1 at 0.8: wait", wait, poisson(.8), once, mg(constant), 500, 130, mg1(.8, 0), false},
		{"M/G/1 uniform at 0.8: wait", wait, poisson(.8), once, mg(uniform), 700, 118, mg1(.8, 1./3), slow},
		{"M/G/1 Erlang-2 at 0.8: wait", wait, poisson(.8), once, mg(erlang2), 800, 140, mg1(.8, 1./2), slow},
		{"M/G/1 Weibull, cv^2 4, at 0.5: wait", wait, poisson(.5), once, mg(weibull(4)), 500, 380, mg1(.5, 4), slow},
		{"M/G/1 Weibull, cv^2 4, at 0.8: wait", wait, poisson(.8), once, mg(weibull(4)), 3000, 120, mg1(.8, 4), slow},
		{"M/G/1 Weibull, cv^2 9, at 0.5: wait", wait, poisson(.5), once, mg(weibull(9)), 1000, 800, mg1(.5, 9), slow},
	}
}

// limited is a service that is never busy behind a rate limit.
func limited(kind string) string {
	return "{workers: 100000, service-time: 1s, queue: 0, limits: {all: " + kind + "}}"
}

// bounded are M/M/c/K: with no queue at all, Erlang B, where the law of the service
// times does not matter. So a limit of ten in any window is a house of ten workers that
// each are held for a window.
func bounded() []system {
	mmck := func(c, k int, a float64) theory.MMcK { return theory.MMcK{Lambda: a, Mu: 1, Workers: c, Room: k} }
	room := func(c, k int) string { return queue(c, exponential, k-c) }
	const slow = true
	return []system{
		{"M/M/5/5 at 4: loss", loss, poisson(4), once, room(5, 5), 50, 60, theory.ErlangB(5, 4), false},
		{"M/D/10/10 at 8: loss", loss, poisson(8), once, queue(10, constant, 0), 50, 40, theory.ErlangB(10, 8), false},
		{"M/M/30/30 at 28: loss", loss, poisson(28), once, room(30, 30), 50, 36, theory.ErlangB(30, 28), slow},
		{"10 in hand, M/M/10/10 at 8: loss", loss, poisson(8), once, "{workers: 100, service-time: " + exponential + ", queue: unlimited, concurrency: 10}",
			50, 40, theory.ErlangB(10, 8), false},
		{"a token a second, at 1: loss", loss, poisson(1), once, limited("{kind: token-bucket, rate: 1/s, burst: 1}"), 100, 10, theory.ErlangB(1, 1), false},
		{"10 in any 10 s, at 0.8: loss", loss, poisson(.8), once, limited("{kind: sliding-log, rate: 1/s, window: 10s}"), 500, 40, theory.ErlangB(10, 8), false},
		{"M/M/1/10 at 0.8: wait", wait, poisson(.8), once, room(1, 10), 200, 140, mmck(1, 10, .8).Wq(), false},
		{"M/M/1/10 at 0.8: loss", loss, poisson(.8), once, room(1, 10), 200, 1250, mmck(1, 10, .8).Loss(), slow},
		{"M/M/1/10 at 1: loss", loss, poisson(1), once, room(1, 10), 200, 340, mmck(1, 10, 1).Loss(), slow},
		{"M/M/1/10 at 1.2: loss", loss, poisson(1.2), once, room(1, 10), 200, 85, mmck(1, 10, 1.2).Loss(), false},
		{"M/M/1/10 at 2: loss", loss, poisson(2), once, room(1, 10), 200, 6, mmck(1, 10, 2).Loss(), false},
		{"M/M/10/30 at 8: throughput", throughput, poisson(8), once, room(10, 30), 100, 5, mmck(10, 30, 8).Throughput(), false},
		{"M/M/10/30 at 10: throughput", throughput, poisson(10), once, room(10, 30), 100, 5, mmck(10, 30, 10).Throughput(), false},
		{"M/M/10/30 at 10: loss", loss, poisson(10), once, room(10, 30), 100, 320, mmck(10, 30, 10).Loss(), slow},
		{"M/M/10/30 at 12: loss", loss, poisson(12), once, room(10, 30), 100, 36, mmck(10, 30, 12).Loss(), slow},
		{"M/M/10/30 at 12: response", response, poisson(12), once, room(10, 30), 100, 9, mmck(10, 30, 12).W(), false},
		{"M/M/10/30 at 20: loss", loss, poisson(20), once, room(10, 30), 100, 2, mmck(10, 30, 20).Loss(), false},
	}
}

// finiteSources are clients that think: with a queue M/M/c//N, without one Engset.
func finiteSources() []system {
	finite := func(n, c int, nu float64) theory.FiniteSource {
		return theory.FiniteSource{Clients: n, Nu: nu, Mu: 1, Workers: c}
	}
	engset := func(n, c int, nu float64) theory.Engset {
		return theory.Engset{Clients: n, Nu: nu, Mu: 1, Workers: c}
	}
	waiting := func(c int) string { return queue(c, exponential, unlimited) }
	lost := func(c int) string { return queue(c, exponential, 0) }
	return []system{
		{"M/M/1//20 at 0.1: throughput", throughput, thinking(20, .1), once, waiting(1), 200, 10, finite(20, 1, .1).X(), false},
		{"M/M/1//20 at 0.1: response", response, thinking(20, .1), once, waiting(1), 200, 20, finite(20, 1, .1).R(), false},
		{"M/M/5//20 at 0.5: throughput", throughput, thinking(20, .5), once, waiting(5), 50, 20, finite(20, 5, .5).X(), false},
		{"M/M/5//20 at 0.5: response", response, thinking(20, .5), once, waiting(5), 50, 20, finite(20, 5, .5).R(), false},
		{"M/M/10//100 at 0.1: throughput", throughput, thinking(100, .1), once, waiting(10), 200, 5, finite(100, 10, .1).X(), false},
		{"M/M/10//100 at 0.1: response", response, thinking(100, .1), once, waiting(10), 200, 7, finite(100, 10, .1).R(), false},
		{"M/M/10//100 at 0.2: response", response, thinking(100, .2), once, waiting(10), 200, 5, finite(100, 10, .2).R(), false},
		{"Engset, 20 on 5 at 0.5: refused", loss, thinking(20, .5), once, lost(5), 50, 10, engset(20, 5, .5).CallCongestion(), false},
		{"Engset, 20 on 5 at 0.5: throughput", throughput, thinking(20, .5), once, lost(5), 50, 10,
			engset(20, 5, .5).Throughput(), false},
		{"Engset, 100 on 10 at 0.1: refused", loss, thinking(100, .1), once, lost(10), 50, 28, engset(100, 10, .1).CallCongestion(), false},
	}
}

// retrials are clients that come back to a service without a queue: after times of
// their own for ever, or so often after very long ones. The mean orbit is lambda /
// theta times the retries of a call, by Little's law, and adds nothing to them.
func retrials() []system {
	one := func(lambda, theta float64) theory.RetrialMM11 {
		return theory.RetrialMM11{Lambda: lambda, Mu: 1, Theta: theta}
	}
	more := func(c int, lambda, theta float64) theory.RetrialMMc {
		return theory.RetrialMMc{Lambda: lambda, Mu: 1, Workers: c, Theta: theta}
	}
	loss := func(c int) string { return queue(c, exponential, 0) }
	slow := func(lambda float64, n int) theory.SlowRetries {
		return theory.SlowRetries{Lambda: lambda, Mu: 1, Workers: 10, Retries: n}
	}
	const tooSlow = true
	return []system{
		{"retrial M/M/1/1 at 0.5, 0.2: retries", retries, poisson(.5), orbiting(.2), loss(1), 500, 100, one(.5, .2).Retries(), false},
		{"retrial M/M/1/1 at 0.5, 0.2: first refused", refused, poisson(.5), orbiting(.2), loss(1), 500, 30, one(.5, .2).Busy(), false},
		{"retrial M/M/1/1 at 0.8, 1: retries", retries, poisson(.8), orbiting(1), loss(1), 1000, 200, one(.8, 1).Retries(), tooSlow},
		{"retrial M/M/1/1 at 0.8, 0.1: retries", retries, poisson(.8), orbiting(.1), loss(1), 2000, 100, one(.8, .1).Retries(), tooSlow},
		{"retrial M/M/2 at 1.6, 1: retries", retries, poisson(1.6), orbiting(1), loss(2), 2000, 50, more(2, 1.6, 1).Retries(), tooSlow},
		{"retrial M/M/2 at 1.6, 1: first refused", refused, poisson(1.6), orbiting(1), loss(2), 2000, 3, more(2, 1.6, 1).Refused(), false},
		{"retrial M/M/5 at 4, 0.1: retries", retries, poisson(4), orbiting(.1), loss(5), 500, 36, more(5, 4, .1).Retries(), tooSlow},
		{"retrial M/M/5 at 4, 1: first refused", refused, poisson(4), orbiting(1), loss(5), 200, 26, more(5, 4, 1).Refused(), tooSlow},
		{"retrial M/M/10 at 8, 0.01: retries", retries, poisson(8), orbiting(.01), loss(10), 1000, 12, more(10, 8, .01).Retries(), tooSlow},
		{"retrial M/M/10 at 8, 1: retries", retries, poisson(8), orbiting(1), loss(10), 200, 120, more(10, 8, 1).Retries(), tooSlow},
		{"retrial M/M/10 at 8, 1: first refused", refused, poisson(8), orbiting(1), loss(10), 200, 45, more(10, 8, 1).Refused(), tooSlow},
		{"1 slow retry, M/M/10/10 at 8: attempts", attempts, poisson(8), slowly(1), loss(10), 5000, 1, slow(8, 1).Load() / 8, tooSlow},
		{"3 slow retries, M/M/10/10 at 8: attempts", attempts, poisson(8), slowly(3), loss(10), 12000, 1, slow(8, 3).Load() / 8, tooSlow},
		{"3 slow retries, M/M/10/10 at 12: attempts", attempts, poisson(12), slowly(3), loss(10), 12000, 1, slow(12, 3).Load() / 12, tooSlow},
	}
}

// impatient are M/M/c+D and Erlang-A: patience bounds the wait for a worker.
func impatient() []system {
	fixed := func(c int, lambda, d float64) theory.MMcD {
		return theory.MMcD{Lambda: lambda, Mu: 1, Workers: c, Patience: d}
	}
	random := func(c int, lambda, theta float64) theory.ErlangA {
		return theory.ErlangA{Lambda: lambda, Mu: 1, Workers: c, Theta: theta}
	}
	within := func(c int, d float64) string {
		return queue(c, exponential, fmt.Sprintf("{limit: unlimited, patience: %vs}", d))
	}
	about := func(c int, mean float64) string {
		return queue(c, exponential, fmt.Sprintf("{limit: unlimited, patience: {kind: exponential, mean: %vs}}", mean))
	}
	const slow = true
	return []system{
		{"M/M/1+D at 0.8, 2: left", loss, poisson(.8), once, within(1, 2), 100, 105, fixed(1, .8, 2).Abandoned(), false},
		{"M/M/1+D at 0.8, 2: delayed", held, poisson(.8), once, within(1, 2), 100, 20, fixed(1, .8, 2).Delayed(), false},
		{"M/M/1+D at 1.2, 2: left", loss, poisson(1.2), once, within(1, 2), 100, 46, fixed(1, 1.2, 2).Abandoned(), false},
		{"M/M/10+D at 9, 0.5: left", loss, poisson(9), once, within(10, .5), 50, 140, fixed(10, 9, .5).Abandoned(), slow},
		{"M/M/10+D at 9, 0.5: delayed", held, poisson(9), once, within(10, .5), 50, 36, fixed(10, 9, .5).Delayed(), false},
		{"M/M/10+D at 12, 0.5: left", loss, poisson(12), once, within(10, .5), 50, 32, fixed(10, 12, .5).Abandoned(), false},
		{"M/M/30+D at 36, 1: left", loss, poisson(36), once, within(30, 1), 50, 28, fixed(30, 36, 1).Abandoned(), slow},
		{"Erlang-A, 1 at 1.5, 1: left", loss, poisson(1.5), once, about(1, 1), 100, 10, random(1, 1.5, 1).Abandoned(), false},
		{"Erlang-A, 1 at 1.5, 1: delayed", held, poisson(1.5), once, about(1, 1), 100, 10, random(1, 1.5, 1).Delayed(), false},
		{"Erlang-A, 10 at 8, 0.5: left", loss, poisson(8), once, about(10, 2), 50, 180, random(10, 8, .5).Abandoned(), slow},
		{"Erlang-A, 10 at 8, 0.5: delayed", held, poisson(8), once, about(10, 2), 50, 72, random(10, 8, .5).Delayed(), slow},
		{"Erlang-A, 10 at 12, 0.5: left", loss, poisson(12), once, about(10, 2), 50, 40, random(10, 12, .5).Abandoned(), slow},
		{"Erlang-A, 10 at 12, 1: delayed", held, poisson(12), once, about(10, 1), 50, 10, random(10, 12, 1).Delayed(), false},
		{"Erlang-A, 10 at 20, 0.5: left", loss, poisson(20), once, about(10, 2), 50, 10, random(10, 20, .5).Abandoned(), false},
	}
}

// replicated are replicas of one worker each. Random balancing splits a Poisson stream
// into Poisson streams, taking turns makes the gaps of each Erlang.
func replicated() []system {
	replicas := func(k int, balancer string) string {
		return fmt.Sprintf("{replicas: %d, balancer: %s, workers: 1, service-time: %s, queue: unlimited}", k, balancer, exponential)
	}
	const slow = true
	return []system{
		{"4 replicas at random, 0.5 each: wait", wait, poisson(2), once, replicas(4, "random"), 100, 130, theory.MMc{Lambda: .5, Mu: 1, Workers: 1}.Wq(), false},
		{"4 replicas at random, 0.8 each: delayed", delay, poisson(3.2), once, replicas(4, "random"), 500, 9, .8, false},
		{"10 replicas at random, 0.8 each: wait", wait, poisson(8), once, replicas(10, "random"), 1000, 15, theory.MMc{Lambda: .8, Mu: 1, Workers: 1}.Wq(), slow},
		{"2 replicas in turn, 0.8 each: wait", wait, poisson(1.6), once, replicas(2, "round-robin"), 500, 120, theory.EkM1{Lambda: .8, Mu: 1, Stages: 2}.Wq(), slow},
		{"the shorter of 2, 0.5 each: wait", wait, poisson(1), once, replicas(2, "least-outstanding"), 100, 240, theory.ShortestOfTwo{Lambda: 1, Mu: 1}.Wq(), false},
		{"2 choices of 2, 0.8 each: wait", wait, poisson(1.6), once, replicas(2, "power-of-two"), 500, 120, theory.ShortestOfTwo{Lambda: 1.6, Mu: 1}.Wq(), slow},
		{"4 replicas in turn, 0.5 each: wait", wait, poisson(2), once, replicas(4, "round-robin"), 100, 130, theory.EkM1{Lambda: .5, Mu: 1, Stages: 4}.Wq(), false},
	}
}

// contended are services whose work grows with what is in service: Gunther's law with
// so many clients that never think, Brooker's line with open arrivals.
func contended() []system {
	usl := theory.USL{Gamma: 1, Sigma: .05, Kappa: .001}
	const gunther = "{workers: 100, service-time: " + exponential + ", queue: unlimited, contention: {kind: usl, sigma: 0.05, kappa: 0.001}}"
	const brooker = "{workers: 100000, service-time: " + exponential + ", queue: 0, contention: {kind: linear, per-request: 10ms}}"
	clients := func(n int) string { return fmt.Sprintf("{clients: %d, workload: {kind: think, time: 0s}}", n) }
	return []system{
		{"USL, 10 at once: throughput", throughput, clients(10), once, gunther, 100, 2, usl.X(10), false},
		{"USL, 31 at once: throughput", throughput, clients(31), once, gunther, 100, 1, usl.X(31), false},
		{"USL, 100 at once: throughput", throughput, clients(100), once, gunther, 200, 1, usl.X(100), false},
		{"line of 10 ms, at 40/s: response", response, poisson(40), once, brooker, 50, 1, theory.LinearContention{Lambda: 40, Service: 1, PerRequest: .01}.W(), false},
		{"line of 10 ms, at 80/s: response", response, poisson(80), once, brooker, 100, 2, theory.LinearContention{Lambda: 80, Service: 1, PerRequest: .01}.W(), false},
	}
}
