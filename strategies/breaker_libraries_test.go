package strategies

import (
	"fmt"
	"testing"
	"time"

	"retrystorm/sim"
)

// The breakers of libraries, as their defaults are.
func gobreaker() Breaker {
	return &ConsecutiveBreaker{Failures: 6, OpenFor: time.Minute, Strict: true, Block: true}
}

func resilience4j() *RateBreaker {
	return &RateBreaker{Rate: 0.5, Last: 100, MinCalls: 100, OpenFor: time.Minute, Strict: true, Probes: 10, Decide: ByRate}
}

func hystrix() *RateBreaker {
	return &RateBreaker{Rate: 0.5, Window: 10 * time.Second, MinCalls: 20, OpenFor: 5 * time.Second, Strict: true}
}

func polly() *RateBreaker {
	return &RateBreaker{Rate: 0.1, Window: 30 * time.Second, MinCalls: 100, OpenFor: 5 * time.Second, Failing: true, Lenient: true}
}

func opossum() *RateBreaker {
	return &RateBreaker{Rate: 0.5, Compare: Above, Window: 10 * time.Second, OpenFor: 30 * time.Second, Failing: true, Refused: RefusedCall, Stale: ProbeStale, Keep: true, AtStart: true}
}

func failsafe() Breaker { return &ConsecutiveBreaker{Failures: 1, OpenFor: time.Minute, Block: true} }

// deed is something that happens to a breaker: at a time, so many attempts leave and
// end with st, or, if st is hang, do not end; want is how many are let through.
type deed struct {
	at   time.Duration
	n    int
	st   sim.Status
	want int
}

const hang = sim.Unfinished

func TestBreakersOfLibraries(t *testing.T) {
	const s = time.Second
	tests := []struct {
		library string
		breaker Breaker
		deeds   []deed
	}{
		{"gobreaker: the sixth failure opens it, for 60 s, that instant included", gobreaker(),
			[]deed{{0, 9, sim.Unavailable, 6}, {60 * s, 1, sim.OK, 0}, {60*s + 1, 1, sim.OK, 1}, {61 * s, 9, sim.OK, 9}}},
		{"gobreaker: a success begins the row anew", gobreaker(),
			[]deed{{0, 5, sim.Unavailable, 5}, {s, 1, sim.OK, 1}, {2 * s, 9, sim.Unavailable, 6}}},
		{"gobreaker: one probe, whose failure opens it again", gobreaker(),
			[]deed{{0, 6, sim.Unavailable, 6}, {61 * s, 9, sim.Unavailable, 1}, {121 * s, 1, sim.OK, 0}, {122 * s, 1, sim.OK, 1}}},
		{"gobreaker: a probe that hangs bars all others for ever", gobreaker(),
			[]deed{{0, 6, sim.Unavailable, 6}, {61 * s, 1, hang, 1}, {24 * time.Hour, 1, sim.OK, 0}}},
		{"failsafe-go: the first failure opens it; at 60 s it is half-open", failsafe(),
			[]deed{{0, 9, sim.Unavailable, 1}, {60*s - 1, 1, sim.OK, 0}, {60 * s, 1, sim.OK, 1}, {61 * s, 9, sim.OK, 9}}},
		{"resilience4j: 99 failures do not open it, the 100th does", resilience4j(),
			[]deed{{0, 99, sim.Unavailable, 99}, {s, 2, sim.Unavailable, 1}, {61 * s, 1, sim.OK, 0}, {61*s + 1, 1, sim.OK, 1}}},
		{"resilience4j: half of the last 100 are enough", resilience4j(),
			[]deed{{0, 50, sim.OK, 50}, {s, 60, sim.Unavailable, 50}}},
		{"resilience4j: what is older than the last 100 is forgotten", resilience4j(),
			[]deed{{0, 49, sim.Unavailable, 49}, {s, 100, sim.OK, 100}, {2 * s, 49, sim.Unavailable, 49}, {3 * s, 9, sim.Unavailable, 1}}},
		{"resilience4j: ten probes, half of which may not fail", resilience4j(),
			[]deed{{0, 100, sim.Unavailable, 100}, {61 * s, 5, sim.Unavailable, 5}, {61 * s, 9, sim.OK, 5}, {62 * s, 1, sim.OK, 0}}},
		{"resilience4j: four of ten may", resilience4j(),
			[]deed{{0, 100, sim.Unavailable, 100}, {61 * s, 4, sim.Unavailable, 4}, {61 * s, 6, sim.OK, 6}, {62 * s, 99, sim.Unavailable, 99}}},
		{"resilience4j: probes that hang keep it half-open", resilience4j(),
			[]deed{{0, 100, sim.Unavailable, 100}, {61 * s, 11, hang, 10}, {24 * time.Hour, 1, sim.OK, 0}}},
		{"resilience4j: a cancelled probe gives its place back", resilience4j(),
			[]deed{{0, 100, sim.Unavailable, 100}, {61 * s, 30, sim.Cancelled, 30}, {61 * s, 11, sim.OK, 11}}},
		{"hystrix: the 20th call opens it, not the 19th", hystrix(),
			[]deed{{0, 19, sim.Unavailable, 19}, {s, 9, sim.Unavailable, 1}, {6 * s, 1, sim.OK, 0}, {6*s + 1, 9, sim.OK, 9}}},
		{"hystrix: failures of 10 s ago are forgotten", hystrix(),
			[]deed{{0, 19, sim.Unavailable, 19}, {10 * s, 19, sim.Unavailable, 19}, {10 * s, 2, sim.Unavailable, 1}}},
		{"polly: a tenth of 100", polly(),
			[]deed{{0, 90, sim.OK, 90}, {s, 9, sim.Unavailable, 9}, {2 * s, 2, sim.Unavailable, 1}, {7*s - 1, 1, sim.OK, 0}, {7 * s, 1, sim.OK, 1}}},
		{"polly: a cancelled probe closes it", polly(),
			[]deed{{0, 100, sim.Unavailable, 100}, {5 * s, 1, sim.Cancelled, 1}, {5 * s, 99, sim.Unavailable, 99}}},
		{"opossum: the first failure opens it, since 100 % is above 50 %", opossum(),
			[]deed{{0, 9, sim.Unavailable, 1}, {30 * s, 9, sim.OK, 9}}},
		{"opossum: half is not above half", opossum(),
			[]deed{{0, 1, sim.OK, 1}, {s, 1, sim.Unavailable, 1}, {s, 9, sim.Unavailable, 1}}},
		{"a fixed window is empty when the next begins", &RateBreaker{Rate: 0.5, Window: 10 * s, Slices: 1, MinCalls: 10, OpenFor: s},
			[]deed{{9 * s, 9, sim.Unavailable, 9}, {10 * s, 9, sim.Unavailable, 9}, {11 * s, 9, sim.Unavailable, 1}}},
		{"a rolling one is not", &RateBreaker{Rate: 0.5, Window: 10 * s, Slices: 10, MinCalls: 10, OpenFor: s},
			[]deed{{9 * s, 9, sim.Unavailable, 9}, {10 * s, 9, sim.Unavailable, 1}}},
		{"resilience4j looks after every outcome", &RateBreaker{Rate: 0.5, Last: 4, MinCalls: 4, OpenFor: s},
			[]deed{{0, 3, sim.Unavailable, 3}, {0, 1, sim.OK, 1}, {0, 1, sim.OK, 0}}},
		{"gobreaker after failures only", &RateBreaker{Rate: 0.5, Last: 4, MinCalls: 4, OpenFor: s, Failing: true},
			[]deed{{0, 3, sim.Unavailable, 3}, {0, 1, sim.OK, 1}, {0, 1, sim.OK, 1}, {0, 9, sim.Unavailable, 1}}},
		{"probes that hang may be given up", &RateBreaker{Last: 1, OpenFor: s, Probes: 2, Hung: 5 * s},
			[]deed{{0, 1, sim.Unavailable, 1}, {s, 9, hang, 2}, {6*s - 1, 1, hang, 0}, {6 * s, 9, hang, 2}}},
	}
	for _, tt := range tests {
		if err := tt.breaker.(interface{ Validate() error }).Validate(); err != nil {
			t.Errorf("%s: %v", tt.library, err)
		}
		g := tt.breaker.New(sim.Scopes{Clients: 1, PerProcess: 1})
		for i, d := range tt.deeds {
			if got := through(g, d); got != d.want {
				t.Errorf("%s: step %d, at %v: %d of %d attempts left, want %d", tt.library, i+1, d.at, got, d.n, d.want)
			}
		}
	}
}

// through lets attempts leave one after the other.
func through(g Gate, d deed) (left int) {
	now, c := sim.Time(d.at), &sim.Call{}
	for range d.n {
		if g.Ask(now, 0, c).Verb != sim.Go {
			continue
		}
		left++
		g.Take(now, 0, c)
		g.Left(now, 0, c)
		if d.st != hang {
			g.Ended(now, 0, c, &sim.Outcome{Status: d.st, Attempt: 1, Sent: now})
		}
	}
	return left
}

func TestSlowAttemptsOpenIt(t *testing.T) {
	g := (&RateBreaker{Last: 10, MinCalls: 10, SlowRate: 0.5, Slow: time.Second}).New(sim.Scopes{Clients: 1})
	c := &sim.Call{}
	for i := range 10 {
		if g.Ask(0, 0, c).Verb != sim.Go {
			t.Fatalf("it is open after %d attempts", i)
		}
		g.Take(0, 0, c)
		latency := time.Second // not slow yet
		if i%2 == 1 {
			latency++
		}
		g.Ended(0, 0, c, &sim.Outcome{Status: sim.OK, Latency: latency})
	}
	if g.Ask(0, 0, c).Verb != sim.Stop {
		t.Error("five slow ones of ten do not open it")
	}
}

// An attempt that left before the last change of state says nothing of the service as it
// is now; libraries without generations count it all the same, or let it close.
func TestStaleOutcomes(t *testing.T) {
	for _, tt := range []struct {
		stale Stale
		st    sim.Status
		want  string // of an attempt at 2 s: half-open since 1 s, its probe still out
	}{
		{IgnoreStale, sim.OK, "stop"}, {IgnoreStale, sim.Unavailable, "stop"},
		{CountStale, sim.OK, "go"}, {CloseStale, sim.OK, "go"}, {CloseStale, sim.Unavailable, "stop"},
	} {
		g := (&RateBreaker{Last: 1, OpenFor: time.Second, Stale: tt.stale}).New(sim.Scopes{Clients: 1})
		through(g, deed{0, 1, sim.Unavailable, 1})
		through(g, deed{time.Second, 1, hang, 1})
		g.Ended(2*sec, 0, &sim.Call{}, &sim.Outcome{Status: tt.st, Sent: 0, Attempt: 1})
		got := "go"
		if g.Ask(2*sec, 0, &sim.Call{}).Verb == sim.Stop {
			got = "stop"
		}
		if got != tt.want {
			t.Errorf("%s, %v: got %s, want %s", tt.stale, tt.st, got, tt.want)
		}
	}
}

// What hystrix-go and opossum refuse counts, as failures or as calls: the first keeps
// the rate up, the second dilutes it.
func TestRefusalsMayCount(t *testing.T) {
	for _, tt := range []struct {
		refused Refused
		want    tally
	}{
		{RefusedNothing, tally{calls: 1, failed: 1}}, {RefusedCall, tally{calls: 4, failed: 1}}, {RefusedFailure, tally{calls: 4, failed: 4}},
	} {
		g := (&RateBreaker{Window: 10 * time.Second, Refused: tt.refused}).New(sim.Scopes{Clients: 1}).(*rateGate)
		through(g, deed{0, 4, sim.Unavailable, 1})
		if got := g.window.sum(0, 0); got != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.refused, got, tt.want)
		}
	}
}

func TestCumulativeBreaker(t *testing.T) {
	g := (&CumulativeBreaker{Rate: 0.1}).New(sim.Scopes{Clients: 2})
	var got string
	for i := range 12 {
		st := sim.OK
		if i == 3 || i == 11 {
			st = sim.Unavailable
		}
		g.Ended(0, 0, &sim.Call{}, &sim.Outcome{Status: st})
		got += fmt.Sprint(int(g.Ask(0, 0, &sim.Call{}).Verb/sim.Stop), " ")
	}
	if want := "0 0 0 1 1 1 1 1 1 0 0 1 "; got != want { // 1 of 4 .. 9 is more than a tenth, 1 of 10 is not, 2 of 12 is
		t.Errorf("got %s, want %s", got, want)
	}
	if g.Ask(0, 1, &sim.Call{}).Verb != sim.Go {
		t.Error("the other client has had no failure")
	}
}
