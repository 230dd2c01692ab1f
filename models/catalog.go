package models

import (
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

const article = "AWS Architecture Blog, \"Exponential Backoff and Jitter\", 2015"

// Workloads lists the kinds of workload. A replay must be given its file by Load before
// it can run.
func Workloads() []catalog.Row[sim.Workload] {
	type row = catalog.Row[sim.Workload]
	return []row{
		{Name: "herd", Doc: "One call of each client, all at the beginning: after a restart, on the stroke of the hour.", Source: article,
			New: func() sim.Workload { return &Herd{} }},
		{Name: "poisson", Doc: "Arrivals at random at the rate of the whole fleet, constant or with a shape: very many independent users.", Source: "Poisson process",
			New: func() sim.Workload { return &Poisson{} }},
		{Name: "steady", Doc: "Arrivals at equal distances, or with a shape: a load generator.", Source: "deterministic arrivals",
			New: func() sim.Workload { return &Steady{} }},
		{Name: "think", Doc: "Clients that wait for their answer, think, and call again: a closed system.", Source: "machine-repairman model",
			New: func() sim.Workload { return &Think{} }},
		{Name: "batch", Doc: "Bursts of calls at equal distances: cron jobs, polling on the minute.", Source: "deterministic batches",
			New: func() sim.Workload { return &Batch{} }},
		{Name: "replay", Doc: "Arrivals as a file of times has them, the same in every trial: what an access log has seen.", Source: "an access log",
			New: func() sim.Workload { return newReplay() }},
	}
}

// Services lists the kinds of service.
func Services() []catalog.Row[sim.Model] {
	type row = catalog.Row[sim.Model]
	return []row{
		{Name: "queue", Doc: "Workers behind a bounded queue, which answers 503 when it is full, and what may stand in front of it: limits, replicas, a cache, keys.", Source: "M/M/c/K and its kin",
			New: func() sim.Model {
				return &Queue{Waiting: Waiting{Limit: AsWorkers, Discipline: FIFO{}}, Replicas: 1, Balancer: BalanceRoundRobin, Abandoned: Serve, HoldWorker: true}
			}},
		{Name: "delay", Doc: "As many workers as it takes: each request has its own time and meets no other.", Source: "M/G/inf",
			New: func() sim.Model { return &Delay{} }},
		{Name: "scripted", Doc: "Answers the attempts of each call by a script, such as 503, 503, 200.", Source: "test scripts of retry guides",
			New: func() sim.Model { return &Scripted{} }},
		{Name: "contended-row", Doc: "One row under optimistic concurrency: read, write, conflict if somebody wrote in between. Takes no time.", Source: article,
			New: func() sim.Model { return &Row{} }},
	}
}
