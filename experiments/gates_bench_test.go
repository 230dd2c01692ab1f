package experiments_test

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/sim"
)

// gatesText is 100,000 clients that think 10 s, on workers of 10 ms at a utilisation of
// 0.9: the model of the kernel's own benchmark, with a policy of the catalogue.
const gatesText = `
name: gates
question: What does a gate cost?
trials: 1
horizon: 120s
fleet: {clients: 100000, processes: 1000, workload: {kind: think, time: {kind: exponential, mean: 10s}}}
service: {workers: 111, service-time: {kind: exponential, mean: 10ms}, queue: 111000, abandoned: drop-queued}
link: {timeout: 100ms, cancel: true, policy: {backoff: {kind: full-jitter, base: 100ms, cap: 10s}, max-attempts: 6%s}}
`

// gates are those of the catalogue, each client with its own.
var gates = []string{
	"budget: {kind: ratio, ratio: 10%, floor: 1/s, scope: client}",
	"budget: {kind: tokens, capacity: 500, cost: 14, refund: true, first-success: 1, scope: client}",
	"budget: {kind: active, scope: client}",
	"budget: {kind: window, ratio: 10%, scope: client}",
	"breaker: {kind: consecutive, scope: client}",
	"breaker: {kind: failure-rate, last: 100, min-calls: 100, scope: client}",
	"breaker: {kind: failure-rate, window: 10s, min-calls: 20, scope: client}",
	"breaker: {kind: cumulative, scope: client}",
	"limiter: {kind: token-bucket, rate: 10/s, burst: 10, scope: client}",
	"limiter: {kind: follow-ratelimit, scope: client}",
	"limiter: {kind: adaptive, scope: client}",
	"limiter: {kind: aws-adaptive, scope: client}",
	"limiter: {kind: concurrency, limit: 5, scope: client}",
	"hedge: {kind: fixed, after: 50ms}",
	"hedge: {kind: percentile, start: 50ms, scope: process}",
}

// BenchmarkGates is what an event costs, and a client in memory, without a gate and
// with each.
func BenchmarkGates(b *testing.B) {
	b.Run("none", func(b *testing.B) { benchmarkGate(b, "") })
	for _, g := range gates {
		b.Run(g, func(b *testing.B) { benchmarkGate(b, ", "+g) })
	}
}

func benchmarkGate(b *testing.B, gate string) {
	f, err := experiments.Load("gates", []byte(fmt.Sprintf(gatesText, gate)))
	if err != nil {
		b.Fatal(err)
	}
	x, err := f.Expand()
	if err != nil {
		b.Fatal(err)
	}
	cfg := x.Cells[0].Plan.Config
	kernel := sim.New()
	run := func() (events uint64, spent time.Duration) {
		before := processorTime()
		r, err := kernel.Run(&cfg)
		if err != nil {
			b.Fatal(err)
		}
		return r.Events, processorTime() - before
	}
	run() // grow the memory
	var events uint64
	var spent time.Duration
	for b.Loop() {
		n, d := run()
		events += n
		spent += d
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(events), "ns/event")
	b.ReportMetric(0, "ns/op")
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/float64(cfg.Fleets[0].Clients), "B/client")
	runtime.KeepAlive(kernel)
}

// processorTime is what this process has used: others do not disturb it as they
// disturb the clock.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
