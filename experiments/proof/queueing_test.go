package proof_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"retrystorm/experiments"
	"retrystorm/sim"
)

// system is a queue whose answer is known, in the language of scenario files. The unit
// of time is the mean service time, one second.
type system struct {
	name    string
	measure measure
	fleet   string
	link    string
	service string
	warm    int     // seconds that are discarded: some ten relaxation times
	times   int     // the run after them, as a multiple of warm
	want    float64 // closed form
	slow    bool    // more than a second of processor time: only with the build tag long
}

const (
	runs   = 100 // independent ones for each value
	widest = 0.01
)

func (q *system) config(t *testing.T) sim.Config {
	t.Helper()
	warm := time.Duration(q.warm) * time.Second
	text := fmt.Sprintf("name: queue\nquestion: %q\nwarm-up: %v\nhorizon: %v\nfleet: %s\nservice: %s\nlink: %s\n",
		q.name, warm, warm*time.Duration(q.times), q.fleet, q.service, q.link)
	return expand(t, scenario(t, "queue", text)).Cells[0].Plan.Config
}

// each runs q n times.
func (q *system) each(t *testing.T, seed uint64, n int) []float64 {
	const second = sim.Time(time.Second)
	cfg := q.config(t)
	return replicate(n, func(s *sim.Sim, i int) float64 {
		m := &meter{warm: sim.Time(q.warm) * second, horizon: sim.Time(q.warm*(1+q.times)) * second, kinds: q.measure.kinds}
		run := cfg
		run.Seed, run.Observe = experiments.TrialSeed(seed, i), m
		simulate(t, s, run)
		return q.measure.of(m)
	})
}

// Every closed form of queueing theory that the parts of the simulator can be put
// together to. The seeds are the numbers of the rows, those of slow ones counted.
func TestQueueing(t *testing.T) {
	scores := table{what: "queues"}
	for i, q := range systems() {
		if q.slow && !long {
			continue
		}
		s := sampleOf(q.each(t, uint64(i+1), runs))
		z := s.from(q.want)
		scores.add(z)
		t.Logf("%-50s want %9.6f, got %9.6f, z %+.2f, interval +-%.2f %%", q.name, q.want, s.mean, z, 100*s.half())
		if math.Abs(z) > farthest {
			t.Errorf("%s: got %.6g +- %.2g, want %.6g: %.1f standard errors", q.name, s.mean, s.error(), q.want, z)
		}
		if s.half() > widest {
			t.Errorf("%s: half the 99 %% interval is %.2f %% of the value, want at most 1 %%: it must run longer", q.name, 100*s.half())
		}
	}
	scores.judge(t)
}
