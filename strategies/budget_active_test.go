package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// Envoy's budget counts whole retries: 20 % of 14 are 2, and 3 are allowed in any case.
func TestEnvoyBudget(t *testing.T) {
	tests := []struct {
		reason   string
		budget   ActiveBudget
		inFlight int
		retries  int // that may be under way
	}{
		{"14 in flight", ActiveBudget{Ratio: 0.2, AtLeast: 3}, 14, 3},
		{"25 in flight", ActiveBudget{Ratio: 0.2, AtLeast: 3}, 25, 5},
		{"24 in flight", ActiveBudget{Ratio: 0.2, AtLeast: 3}, 24, 4},
		{"nothing in flight", ActiveBudget{Ratio: 0.2, AtLeast: 3}, 0, 3},
		{"max_retries does not look", ActiveBudget{AtLeast: 3}, 1000, 3},
	}
	for _, tt := range tests {
		g := tt.budget.New(sim.Scopes{Clients: 1, PerProcess: 1})
		for range tt.inFlight {
			g.Left(0, 0, &sim.Call{})
		}
		got := 0
		for g.Ask(0, 0, &sim.Call{}).Verb == sim.Go {
			g.Take(0, 0, &sim.Call{Attempts: 1})
			got++
		}
		if got != tt.retries {
			t.Errorf("%s: got %d retries, want %d", tt.reason, got, tt.retries)
		}
	}
}

// A place is held from the decision on, through the backoff, until the retry has ended
// or the call is over.
func TestEnvoyHoldsPlacesDuringTheBackoff(t *testing.T) {
	p := play(Policy{Backoff: Fixed{ms}, MaxAttempts: 3, Budget: &ActiveBudget{AtLeast: 1}})
	held := func() int32 { return p.st.(*strategy).decision[0].(*activeGate).state[0].retries }
	var got []int32
	note := func() { got = append(got, held()) }
	p.send()
	note() // a first attempt holds none
	p.end(sim.Unavailable)
	note() // a retry waits
	p.send()
	note() // and is in flight
	p.end(sim.Unavailable)
	note() // it has ended, and the next one waits
	p.st.(sim.Concluder).Over(0, 0, p.c, sim.Expired)
	note() // the deadline comes first
	for i, want := range []int32{0, 1, 1, 1, 0} {
		if got[i] != want {
			t.Fatalf("got %v places held, want 0 1 1 1 0", got)
		}
	}
}

// With an interval, what has begun in it counts although it has ended: ten requests at
// once count for its whole length (the example of Envoy's API).
func TestEnvoyBudgetInterval(t *testing.T) {
	g := ActiveBudget{Ratio: 0.5, Interval: 100 * time.Millisecond}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	for range 10 {
		g.Left(0, 0, &sim.Call{})
		g.Ended(0, 0, &sim.Call{}, &sim.Outcome{Attempt: 1})
	}
	for _, tt := range []struct {
		at   time.Duration
		want sim.Verb
	}{{0, sim.Go}, {99 * ms, sim.Go}, {100 * ms, sim.Stop}} {
		if got := g.Ask(sim.Time(tt.at), 0, &sim.Call{}).Verb; got != tt.want {
			t.Errorf("after %v: got %v, want %v", tt.at, got, tt.want)
		}
	}
}

// failsafe-go was run with so many calls at once that all fail, with up to 3 retries
// after 1 s: attempts by call.
func TestFailsafeBudgetAmplification(t *testing.T) {
	for _, tt := range []struct{ calls, attempts int }{{1, 4}, {10, 19}, {100, 136}, {1000, 1330}} {
		st := Policy{Backoff: Fixed{time.Second}, MaxAttempts: 4,
			Budget: &ActiveBudget{Ratio: 0.2, AtLeast: 3, Of: OfCalls, Compare: AtMost, Take: AfterBackoff, Scope: PerFleet}}.
			New(sim.Scopes{Clients: uint32(tt.calls), PerProcess: 1}).(*strategy)
		open := make([]*sim.Call, tt.calls)
		for i := range open {
			open[i] = &sim.Call{Client: uint32(i)}
		}
		attempts := 0
		for round := sim.Time(0); len(open) > 0; round += sec {
			var sent, next []*sim.Call
			for _, c := range open {
				if st.Before(round, c.Client, c).Verb != sim.Go {
					st.Over(round, c.Client, c, sim.Unavailable)
					continue
				}
				c.Attempts++
				sent = append(sent, c)
			}
			attempts += len(sent)
			for _, c := range sent {
				d := st.After(round, c.Client, c, &sim.Outcome{Status: sim.Unavailable, Attempt: c.Attempts, Decide: true})
				if d.Verb != sim.Go {
					st.Over(round, c.Client, c, sim.Unavailable)
					continue
				}
				next = append(next, c)
			}
			open = next
		}
		if attempts != tt.attempts {
			t.Errorf("%d calls: got %d attempts, want %d", tt.calls, attempts, tt.attempts)
		}
	}
}
