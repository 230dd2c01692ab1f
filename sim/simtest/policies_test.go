package simtest_test

import (
	"retrystorm/sim"
	"retrystorm/sim/simtest"
	"retrystorm/strategies"
)

// policy is a random policy; what it promises goes into the rules.
func (d *dice) policy(rules *simtest.LinkRules, scopes sim.Scopes, most int) sim.Policy {
	var p strategies.Policy
	rules.MaxAttempts = 1
	if d.chance(0.8) {
		rules.MaxAttempts = 1 + d.IntN(most)
		p.MaxAttempts = strategies.Attempts(rules.MaxAttempts)
		p.MaxElapsed = d.perhaps(0.2, 10*ms, 200*ms)
		rules.MaxElapsed = p.MaxElapsed
		d.retryAfter(&p, rules, d.backoff(&p))
		d.retryOn(&p, rules)
		if rules.Deadline > 0 && d.chance(0.1) {
			p.MaxAttempts, rules.MaxAttempts = strategies.Unlimited, 0
		}
	}
	if d.chance(0.3) {
		p.Hedge = d.hedge(rules)
		if p.Backoff == nil {
			rules.MaxAttempts = 1 + rules.Hedged
		}
	}
	if d.chance(0.4) {
		d.budget(&p, rules, scopes)
	}
	if rules.Timeout > 0 && d.chance(0.4) {
		d.breaker(&p, rules, scopes)
	}
	return p
}

// hedge is a random hedge: at once, after a time, or after what is learnt.
func (d *dice) hedge(rules *simtest.LinkRules) strategies.Hedge {
	ends := strategies.EndsOnSuccess
	switch d.IntN(4) {
	case 0:
		ends = strategies.EndsOnFatal
		rules.EndsOn = func(why sim.Reason) bool { return why == sim.NotRetried }
	case 1:
		ends = strategies.EndsOnAny
		rules.EndsOn = func(why sim.Reason) bool { return why != sim.PastDeadline } // which is the kernel's
	}
	rules.Hedged = 1 + d.IntN(2)
	if d.chance(0.3) {
		rules.HedgeVaries = true
		return &strategies.PercentileHedge{Percentile: 0.8, Start: d.between(ms, 30*ms), Samples: 10, Max: rules.Hedged, Ends: ends}
	}
	if d.chance(0.9) {
		rules.Hedge = d.between(ms, 30*ms)
	}
	return &strategies.FixedHedge{After: rules.Hedge, Max: rules.Hedged, Ends: ends}
}

var transient = simtest.SetOf(sim.Refused, sim.TimedOut, sim.RequestTime, sim.TooMany, sim.Internal,
	sim.BadGateway, sim.Unavailable, sim.GatewayTime,
	sim.Shed, sim.InProgress, sim.Reset, sim.ConnectTimeout, sim.NoConnection)

func (d *dice) retryOn(p *strategies.Policy, rules *simtest.LinkRules) {
	switch d.IntN(4) {
	case 0:
		p.RetryOn = []strategies.Class{strategies.Any}
		rules.Retried = transient | simtest.SetOf(sim.BadRequest, sim.Unauthorized, sim.Forbidden, sim.NotFound, sim.Conflict)
	case 1:
		p.RetryOn = []strategies.Class{1 << sim.TimedOut, 1 << sim.Unavailable}
		rules.Retried = simtest.SetOf(sim.TimedOut, sim.Unavailable)
	default:
		rules.Retried = transient | simtest.SetOf(sim.Conflict)
	}
}

// sharing is how many clients share the state of a gate, for its rules.
func (d *dice) sharing(scopes sim.Scopes) (strategies.Scope, uint32) {
	switch d.IntN(3) {
	case 0:
		return strategies.PerClient, 1
	case 1:
		return strategies.PerProcess, scopes.PerProcess
	}
	return strategies.PerFleet, 0
}

func (d *dice) budget(p *strategies.Policy, rules *simtest.LinkRules, scopes sim.Scopes) {
	percent, floor := []int64{0, 10, 25, 100}[d.IntN(4)], []int64{0, 1, 20}[d.IntN(3)]
	b := &strategies.RatioBudget{Ratio: sim.Share(percent) / 100, Floor: sim.Rate(floor), TTL: d.between(10*ms, 2000*ms).Round(10 * ms)}
	r := &simtest.BudgetRules{RatioMicro: percent * 10_000, FloorMicro: floor * b.TTL.Milliseconds() * 100, TTL: b.TTL}
	b.Scope, r.Shared = d.sharing(scopes)
	if r.DepositOnSuccess = d.chance(0.3); r.DepositOnSuccess {
		b.Deposit = strategies.OnSuccess
	}
	if r.TakeAtDecision = d.chance(0.5); !r.TakeAtDecision {
		b.Take = strategies.AfterBackoff
	}
	if r.KeepDebts = d.chance(0.3); r.KeepDebts {
		b.Forget = strategies.ForgetBoth
	}
	p.Budget, rules.Budget = b, r
}

// breaker adds one whose probes end before they would be given up.
func (d *dice) breaker(p *strategies.Policy, rules *simtest.LinkRules, scopes sim.Scopes) {
	b := &strategies.ConsecutiveBreaker{Failures: 1 + d.IntN(5), OpenFor: d.between(ms, 100*ms), Probes: 1 + d.IntN(3)}
	r := &simtest.BreakerRules{Failures: b.Failures, OpenFor: b.OpenFor, Probes: b.Probes, Counts: transient | simtest.SetOf(sim.Expired)}
	if d.chance(0.3) {
		b.Counts = []strategies.Class{strategies.Transient}
		r.Counts = transient
	}
	b.Scope, r.Shared = d.sharing(scopes)
	p.Breaker, rules.Breaker = b, r
}
