package sim_test

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// jitter is full jitter without gates, as plain as it can be: 5 retries.
type jitter struct{ base, cap time.Duration }

func (p jitter) New(sim.Scopes) sim.Strategy { return p }

func (p jitter) Before(sim.Time, uint32, *sim.Call) sim.Decision { return sim.Decision{} }

func (p jitter) After(_ sim.Time, _ uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	if !out.Decide || c.Attempts > 5 {
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	}
	w := min(p.cap, p.base<<min(c.Attempts-1, 20))
	return sim.Decision{Delay: time.Duration(out.Uniform * float64(w))}
}

// closedModel is n clients that think 10 s, on workers of 10 ms at a utilisation.
func closedModel(n uint32, rho float64) *sim.Config {
	workers := max(1, int(float64(n)*0.001/rho+0.5))
	if n == 1000 && rho == 0.9 {
		workers = 10
	}
	m := queue(workers, models.Limit(1000*workers), exponential(10*ms))
	m.Abandoned = models.DropQueued
	return one(n, &models.Think{Time: exponential(10 * s)},
		sim.Link{Policy: jitter{100 * ms, 10 * s}, Timeout: 100 * ms, Cancel: true}, m)
}

// counting is an observer that counts the end of calls, as a report does.
type counting struct{ calls, ok int }

func (c *counting) Wants() sim.Kinds { return sim.Of(sim.CallEnded) }
func (c *counting) Observe(r *sim.Record) {
	c.calls++
	if r.Status == sim.OK {
		c.ok++
	}
}

func BenchmarkClosed(b *testing.B) {
	for _, row := range []struct {
		n   uint32
		rho float64
	}{{1e3, 0.9}, {1e5, 0.9}, {1e6, 0.9}, {1e7, 0.9}, {1e5, 1.5}, {1e6, 1.5}} {
		b.Run(fmt.Sprintf("clients=%.0e/rho=%v", float64(row.n), row.rho), func(b *testing.B) {
			benchmark(b, closedModel(row.n, row.rho), sim.New(), max(5e6, uint64(row.n)*2))
		})
	}
}

// BenchmarkHeap is the reference queue on the same model.
func BenchmarkHeap(b *testing.B) {
	benchmark(b, closedModel(1e6, 0.9), sim.NewReference(), 5e6)
}

// cpu is the processor time this process has used: other processes do not disturb it
// as they disturb the clock.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchmark runs cfg for about that many events and reports what an event costs, the
// set-up apart.
func benchmark(b *testing.B, cfg *sim.Config, kernel *sim.Sim, events uint64) {
	clients := float64(cfg.Fleets[0].Clients)
	if cfg.Horizon == 0 {
		cfg.Horizon = time.Duration(float64(events) / (0.2 * clients) * float64(time.Second))
	}
	cfg.Observe = &counting{}
	run := func(events uint64) (sim.Result, time.Duration) {
		cfg.Limits.Events = events
		before := cpu()
		r, err := kernel.Run(cfg)
		if err != nil {
			b.Fatal(err)
		}
		return r, cpu() - before
	}
	run(events / 10) // grow the memory
	var total, calls, attempts uint64
	var spent, setup time.Duration
	for b.Loop() {
		r, d := run(events)
		_, s := run(1)
		spent, setup = spent+d-s, s
		total += r.Events
		for _, l := range r.Links {
			calls += l.Calls
			attempts += l.Attempts
		}
	}
	sec := spent.Seconds()
	b.ReportMetric(sec*1e9/float64(total), "ns/event")
	b.ReportMetric(float64(total)/sec/1e6, "Mevents/s")
	b.ReportMetric(float64(calls)/sec/1e6, "Mcalls/s")
	b.ReportMetric(float64(attempts)/sec/1e6, "Mattempts/s")
	b.ReportMetric(setup.Seconds(), "setup-s")
	b.ReportMetric(0, "ns/op")
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/clients, "B/client")
	runtime.KeepAlive(kernel)
}
