package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// suiteRow is a service under test, and how its callers treat it.
type suiteRow struct {
	name       string
	model      sim.Model
	web, batch sim.KeyMode // idempotency keys of the two fleets
	ledger     bool
}

// suiteQueue is a queue that about 300 calls per second keep busy: in trouble, but alive.
func suiteQueue(change func(q *Queue)) *Queue {
	q := &Queue{Workers: 3, ServiceTime: &Exponential{5 * time.Millisecond}, Waiting: Waiting{Limit: 20, Discipline: FIFO{}},
		Replicas: 1, Balancer: BalanceRoundRobin, HoldWorker: true, Abandoned: Serve}
	change(q)
	if err := q.Prepare(); err != nil {
		panic(err)
	}
	for range q.Calls {
		q.Links = append(q.Links, suiteStore)
	}
	return q
}

// suiteStep is a nested call of the only store.
func suiteStep(when StepWhen, share sim.Share, parallel bool) catalog.Named[Step] {
	return catalog.Named[Step]{Name: "store", Value: Step{Share: share, When: when, Parallel: parallel}}
}

// suiteStore is the number of the link to the store.
const suiteStore = 2

func limitOn(l RateLimit) catalog.Map[RateLimit] {
	return catalog.Map[RateLimit]{{Name: "limit", Value: l}}
}

// suiteServices is a service of every kind.
func suiteServices() []suiteRow {
	return append(suiteQueues(),
		suiteRow{name: "delay", model: &Delay{ServiceTime: &Exponential{20 * time.Millisecond}, Failures: 0.1}},
		suiteRow{name: "scripted", model: &Scripted{Answers: []Answer{Answer(sim.TooMany), Answer(sim.Unavailable), Answer(sim.OK)},
			Delay: []time.Duration{0, 80 * time.Millisecond}, RetryAfter: []time.Duration{30 * time.Millisecond}}},
		suiteRow{name: "contended-row", model: &Row{}})
}

// suiteQueues is queues that have, together, every setting there is.
func suiteQueues() []suiteRow {
	return append(suiteDisciplines(), append(suiteKeys(), suiteCaches()...)...)
}

// suiteDisciplines is what waits how, and where.
func suiteDisciplines() []suiteRow {
	const ms = time.Millisecond
	window := SampleWindow{Window: 200 * ms, MinSamples: 10, MinRTT: 100 * time.Microsecond}
	from5 := InFlight{Initial: 5, Min: 2, Max: 30}
	return []suiteRow{
		{name: "fifo, plain", model: suiteQueue(func(q *Queue) { q.RejectCost = 0.1 })},
		{name: "fifo by capacity, calls one after the other", model: suiteQueue(func(q *Queue) {
			q.Workers, q.ServiceTime, q.PerSec, q.Latency = 0, nil, 470, &Latency{P50: 3 * ms, P99: 20 * ms}
			q.Waiting.Limit = AsWorkers
			q.Calls = catalog.Map[Step]{suiteStep("always", 0.5, false), suiteStep("always", 1, false)}
			q.MarkFinal = true
		})},
		{name: "lifo with patience, calls in parallel without their worker", model: suiteQueue(func(q *Queue) {
			q.Waiting = Waiting{Limit: Unlimited, Discipline: LIFO{}, Patience: &Exponential{50 * ms}}
			q.HoldWorker, q.Abandoned = false, DropQueued
			q.Calls = catalog.Map[Step]{suiteStep("always", 1, false), suiteStep("always", 0.7, true)}
		})},
		{name: "adaptive lifo, dropped late, contended", model: suiteQueue(func(q *Queue) {
			q.Waiting.Discipline, q.DropAfter, q.Abandoned = &AdaptiveLIFO{Above: 4}, 30*ms, StopWork
			q.Waiting.DropAfter = DropAfter{Wait: 30 * ms}
			q.Contention = &USL{Sigma: 0.05, Kappa: 0.01}
		})},
		{name: "codel, 3 replicas at random that die of load", model: suiteQueue(func(q *Queue) {
			q.Waiting.Discipline = &CoDel{Target: 5 * ms, Interval: 50 * ms}
			q.Contention = &LinearContention{PerRequest: ms}
			q.Replicas, q.Balancer, q.Workers = 3, BalanceRandom, 1
			q.Shed = &ShedAtRandom{Share: 0.02}
			q.Crash, q.ColdStart = &Overload{Open: 12, Restart: 300 * ms}, &Warming{Factor: 3, For: 500 * ms}
		})},
		{name: "folly codel, 3 replicas that are ejected", model: suiteQueue(func(q *Queue) {
			q.Waiting.Discipline = &FollyCoDel{Target: 5 * ms, Interval: 50 * ms}
			q.Replicas, q.Balancer, q.Workers = 3, BalancePowerOfTwo, 1
			q.Ejection = &Ejection{Interval: 200 * ms, Consecutive: 3, Base: 200 * ms, Max: time.Second, MaxShare: 0.5, AlwaysOne: true,
				Stdevs: 1.9, FailureShare: 0.5, MinReplicas: 2, MinRequests: 10}
			q.Concurrency = &StaticLimit{Limit: 6}
		})},
		{name: "fail-at-scale, scaled", model: suiteQueue(func(q *Queue) {
			q.Waiting.Discipline = &FailAtScale{Target: 5 * ms, Interval: 50 * ms}
			q.Replicas, q.Balancer, q.Workers, q.HoldWorker = 2, BalanceLeastOutstanding, 1, false
			q.Autoscale = &Autoscale{Min: 1, Max: 4, Target: 0.6, Window: 300 * ms, Every: 100 * ms, Tolerance: 0.1, UpAfter: 250 * ms, DownAfter: 200 * ms}
			q.Concurrency = &AIMD{InFlight: from5, Timeout: 40 * ms, BackoffRatio: 0.9}
			q.Ejection = &Ejection{Interval: 200 * ms, Consecutive: 3, Base: 200 * ms, MaxShare: 0.5, MinReplicas: 2, MinRequests: 10}
			q.Calls = catalog.Map[Step]{suiteStep("always", 0.3, false)}
		})},
		{name: "priority, shed by delay", web: sim.KeyPerCall, batch: sim.KeyPerCall, model: suiteQueue(func(q *Queue) {
			q.Waiting = Waiting{Limit: 6, Discipline: Priority{}, RetriesLast: true, Patience: &Exponential{40 * ms}}
			q.Replicas, q.Workers, q.Abandoned = 2, 1, DropQueued
			q.Shed = &ShedByDelay{Threshold: 10 * ms, Window: 200 * ms, Requests: 100, Shrink: 0.05, Grow: 0.02}
			q.Concurrency = &Gradient2{InFlight: from5, Queue: 2, Smoothing: 0.2, Tolerance: 1.5, LongWindow: 60, SampleWindow: window}
			q.Keys = &Idempotency{Window: time.Minute, Mismatch: "422", InProgress: "wait", MissingKey: "accept", Replay: "success", Atomic: true,
				Order: effectFirst, Gap: ms, Lock: 500 * ms, Scope: "service"}
		})},
	}
}

// suiteKeys is limits, and keys.
func suiteKeys() []suiteRow {
	const ms = time.Millisecond
	keys := func(per Per, announce Announce, h Hint) LimitKeys {
		return LimitKeys{Per: per, Status: Answer(sim.TooMany), Cost: 0.1, RetryAfter: h, Announce: announce}
	}
	return []suiteRow{
		{name: "keys, a token bucket", web: sim.KeyPerCall, batch: sim.KeySequence, ledger: true, model: suiteQueue(func(q *Queue) {
			q.Writes = true
			q.Keys = &Idempotency{Window: 2 * time.Second, Mismatch: "422", InProgress: "409", MissingKey: "accept", Replay: "all", Atomic: true,
				Order: effectFirst, Gap: ms, Lock: time.Second, Scope: "service"}
			q.Limits = limitOn(&TokenBucket{Rate: 30, Burst: 5, LimitKeys: keys(PerClient, RateLimit10, Hint{From: FromBucket, Unit: 10 * ms, Round: RoundUp, Form: AsDelta})})
		})},
		{name: "keys with gaps, replicas that die of load, a gcra", web: sim.KeySequence, batch: sim.KeyPerAttempt, ledger: true, model: suiteQueue(func(q *Queue) {
			q.Writes, q.Replicas, q.Workers = true, 2, 2
			q.Crash = &Overload{Open: 12, Restart: 250 * ms}
			q.Keys = &Idempotency{Window: 2 * time.Second, Mismatch: "409", InProgress: "wait", MissingKey: "400", Replay: "success",
				Order: effectFirst, Gap: 5 * ms, Lock: 40 * ms, Scope: "client"}
			q.Limits = limitOn(&GCRA{Rate: 150, Burst: 10, LimitKeys: keys(PerProcess, AnnounceNothing, Hint{From: FromFixed, Value: 20 * ms, Jitter: 0.5, Round: RoundNot, Form: AsMS})})
		})},
		{name: "records first, a leaky bucket", web: sim.KeyPerCall, batch: sim.KeySequence, ledger: true, model: suiteQueue(func(q *Queue) {
			q.Writes, q.Replicas, q.Workers, q.Abandoned = true, 2, 1, StopWork
			q.Waiting = Waiting{Limit: 5, Discipline: LIFO{}, Patience: &Exponential{40 * ms}}
			q.Keys = &Idempotency{Window: 2 * time.Second, Mismatch: "409", InProgress: "wait", MissingKey: "400", Replay: "all",
				Order: recordFirst, Gap: 5 * ms, Lock: 100 * ms, Scope: "service"}
			q.Limits = append(limitOn(&LeakyBucket{Rate: 400, Burst: 20, Delay: 3, LimitKeys: keys(PerFleet, AnnounceNothing, Hint{})}),
				catalog.Named[RateLimit]{Name: "second", Value: &LeakyBucket{Rate: 500, Burst: 50, NoDelay: true, LimitKeys: keys(PerClient, AnnounceNothing, Hint{})}})
		})},
	}
}

// suiteCaches is caches, and the other limits.
func suiteCaches() []suiteRow {
	const ms = time.Millisecond
	window := SampleWindow{Window: 200 * ms, MinSamples: 10, MinRTT: 100 * time.Microsecond}
	keys := func(announce Announce, h Hint) LimitKeys {
		return LimitKeys{Per: PerFleet, Status: Answer(sim.Unavailable), RetryAfter: h, Announce: announce}
	}
	calls := catalog.Map[Step]{suiteStep(onMiss, 1, false)}
	return []suiteRow{
		{name: "warm cache, replicas that stop work", model: suiteQueue(func(q *Queue) {
			q.Calls, q.Abandoned, q.Replicas, q.Workers = calls, StopWork, 2, 3
			q.Cache = &ZipfCache{Keys: 200, Exponent: 0.8, Entries: 50, TTL: 400 * ms, Start: "warm", FilledBy: "success", Coalesce: true}
			q.Shed = &ShedByBusy{Above: 0.8, Full: 1, Window: 300 * ms}
			q.Limits = limitOn(&SlidingWindow{Windowed: Windowed{Rate: 350, Window: 200 * ms},
				LimitKeys: keys(XRateLimit, Hint{From: FromBucket, Form: AsDate, Round: RoundNearest, ClockOffset: 200 * ms})})
		})},
		{name: "cold cache filled late, no worker held", model: suiteQueue(func(q *Queue) {
			q.Calls, q.HoldWorker, q.Abandoned = append(calls, suiteStep("always", 0.2, true)), false, StopWork
			q.Cache = &ZipfCache{Keys: 50, Exponent: 1, Entries: 20, Start: "cold", FilledBy: "late"}
			q.Limits = limitOn(&SlidingLog{Windowed: Windowed{Rate: 350, Window: 200 * ms},
				LimitKeys: keys(AnnounceNothing, Hint{From: FromBucket, Unit: 10 * ms, Round: RoundDown})})
		})},
		{name: "loads that are shared, no worker held, keys", web: sim.KeyPerCall, batch: sim.KeyPerCall, ledger: true, model: suiteQueue(func(q *Queue) {
			q.Calls, q.HoldWorker, q.Abandoned, q.Replicas, q.Writes = calls, false, DropQueued, 2, true
			q.Waiting = Waiting{Limit: 4, Discipline: Priority{}}
			q.Keys = &Idempotency{Window: 2 * time.Second, Mismatch: "409", InProgress: "wait", MissingKey: "accept", Replay: "all", Atomic: true,
				Order: effectFirst, Lock: 150 * ms, Scope: "service"}
			q.Cache = &ZipfCache{Keys: 20, Exponent: 1, Entries: 5, Start: "cold", FilledBy: "late", Coalesce: true}
			q.Concurrency = &Vegas{InFlight: InFlight{Initial: 10, Min: 2, Max: 30}, Smoothing: 1, Alpha: 3, Beta: 6, Probe: 3, SampleWindow: window}
			q.Limits = limitOn(&FixedWindow{Windowed: Windowed{Rate: 350, Window: 200 * ms}, LimitKeys: keys(AnnounceNothing, Hint{From: FromBucket, Unit: 50 * ms})})
		})},
	}
}
