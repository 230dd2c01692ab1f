package conformance

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// Fleet is clients that call a service one call after the other, each with a policy of
// its own, and think between two calls. What the service answers is a matter of time.
type Fleet struct {
	Clients int
	Think   models.Uniform // also before the first call
	Answer  func(now time.Duration) Answer
	Horizon time.Duration // no call begins later
}

// Theirs runs the fleet with a library in one bubble. client makes what one client has,
// and returns how it makes a call.
func (f *Fleet) Theirs(t *testing.T, client func() func(attempt func() Answer)) []Trace {
	t.Helper()
	traces := make([]Trace, f.Clients)
	synctest.Test(t, func(*testing.T) {
		start := time.Now()
		var wait sync.WaitGroup
		for i := range traces {
			wait.Go(func() {
				call := client()
				for n := uint64(0); ; n++ {
					time.Sleep(f.Think.At(sim.Key(uint64(i), sim.ForService, n)))
					if time.Since(start) >= f.Horizon {
						return
					}
					call(func() Answer {
						traces[i].Sent = append(traces[i].Sent, time.Since(start))
						time.Sleep(Latency)
						return f.Answer(time.Since(start))
					})
				}
			})
		}
		wait.Wait()
	})
	return traces
}

// Ours runs it with a policy in the kernel.
func (f *Fleet) Ours(t *testing.T, p strategies.Policy) []Trace {
	t.Helper()
	watch := &watcher{traces: make([]Trace, f.Clients)}
	_, err := sim.New().Run(&sim.Config{
		Seed:    1,
		Fleets:  []sim.Fleet{{Name: "clients", Clients: uint32(f.Clients), PerProcess: 1, Workload: &models.Think{Time: &f.Think}}},
		Nodes:   []sim.Node{{Name: "service", Model: scripted{func(now time.Duration, _ int) Answer { return f.Answer(now) }, Latency}}},
		Links:   []sim.Link{{Name: "clients/service", From: -1, Policy: p}},
		Horizon: f.Horizon,
		Observe: watch,
	})
	if err != nil {
		t.Fatal(err)
	}
	return watch.traces
}

// AlikeFleets holds fleets to send as many attempts in each window of time: the mean of
// a client to six standard errors, which are those of its counts, as clients do not know
// of one another. It returns how many attempts there were in the windows.
func AlikeFleets(t *testing.T, what string, theirs, ours []Trace, window, until time.Duration) []float64 {
	t.Helper()
	a, va := loads(theirs, window, until)
	b, vb := loads(ours, window, until)
	for i := range a {
		// A count that did not vary at all is allowed one client that differs.
		if se := math.Sqrt(va[i] + vb[i] + 1); math.Abs(a[i]-b[i]) > 6*se {
			t.Errorf("%s: %v attempts of theirs from %v on, %v of ours, want them within %.0f", what, a[i], time.Duration(i)*window, b[i], 6*se)
		}
	}
	return a
}

// loads is the attempts of all clients in each window, and the variance of that sum.
func loads(traces []Trace, window, until time.Duration) (sum, variance []float64) {
	n := int(until / window)
	sum, variance = make([]float64, n), make([]float64, n)
	counts := make([]float64, n)
	for _, tr := range traces {
		clear(counts)
		for _, at := range tr.Sent {
			if i := int(at / window); i < n {
				counts[i]++
			}
		}
		for i, c := range counts {
			sum[i] += c
			variance[i] += c * c
		}
	}
	for i, s := range sum {
		variance[i] -= s * s / float64(len(traces))
	}
	return sum, variance
}

// Down is the answers of a service that is out of order in these times, from and to in
// turn.
func Down(code int, times ...time.Duration) func(time.Duration) Answer {
	if len(times)%2 != 0 {
		panic(fmt.Sprintf("conformance: %d times, want pairs of them", len(times)))
	}
	return func(now time.Duration) Answer {
		for i := 0; i < len(times); i += 2 {
			if now >= times[i] && now < times[i+1] {
				return Answer{Code: code}
			}
		}
		return Answer{Code: 200}
	}
}
