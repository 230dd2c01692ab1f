package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// breakerStep is an attempt that asks (st is absent), or one that ends.
type breakerStep struct {
	at   sim.Time
	sent sim.Time   // ended: when it left
	st   sim.Status // ended; asks otherwise
	asks bool
	want bool // asks: does it leave?
}

func leaves(at sim.Time) breakerStep  { return breakerStep{at: at, asks: true, want: true} }
func refused(at sim.Time) breakerStep { return breakerStep{at: at, asks: true} }
func ended(at, sent sim.Time, st sim.Status) breakerStep {
	return breakerStep{at: at, sent: sent, st: st}
}

// times repeats a step.
func times(n int, s breakerStep) (all []breakerStep) {
	for range n {
		all = append(all, s)
	}
	return all
}

func TestConsecutiveBreakerTimeline(t *testing.T) {
	const bad, good = sim.Unavailable, sim.OK
	three := ConsecutiveBreaker{Failures: 3, OpenFor: 10 * time.Second, Probes: 1}
	twoProbes := ConsecutiveBreaker{Failures: 1, OpenFor: 10 * time.Second, Probes: 2}
	one := ConsecutiveBreaker{Failures: 1, OpenFor: 10 * time.Second, Probes: 1}
	opened := ended(5*sec, 4*sec, bad) // opens one and twoProbes at 5 s
	tests := []struct {
		reason  string
		breaker ConsecutiveBreaker
		steps   []breakerStep
	}{
		{"the third failure in a row opens it at once", three, []breakerStep{
			leaves(0), ended(1, 0, bad), ended(1, 0, bad), leaves(1), ended(2, 0, bad), refused(2),
		}},
		{"a success between them starts again", three, []breakerStep{
			ended(1, 0, bad), ended(1, 0, bad), ended(1, 0, good), ended(1, 0, bad), ended(1, 0, bad), leaves(1), ended(1, 0, bad), refused(1),
		}},
		{"a bad request is an answer of a healthy service", three, []breakerStep{
			ended(1, 0, bad), ended(1, 0, bad), ended(1, 0, sim.BadRequest), ended(1, 0, bad), leaves(1),
		}},
		{"cancelled attempts say nothing", three, []breakerStep{
			ended(1, 0, bad), ended(1, 0, bad), ended(1, 0, sim.Cancelled), ended(1, 0, bad), refused(1),
		}},
		{"no answer by the deadline is a failure", three, append(times(3, ended(1, 0, sim.Expired)), refused(1))},
		{"unless one says otherwise, and then it says nothing", ConsecutiveBreaker{Failures: 2, Counts: []Class{Transient}}, []breakerStep{
			ended(1, 0, bad), ended(1, 0, sim.Expired), leaves(1), ended(1, 0, bad), refused(1),
		}},
		{"zero values: five failures, 30 s", ConsecutiveBreaker{}, append(
			append(times(4, ended(sec, 0, bad)), leaves(sec), ended(sec, 0, bad)),
			refused(31*sec-1), leaves(31*sec), refused(31*sec)),
		},
		{"open until open-for after it was opened, that instant excluded", one, []breakerStep{
			opened, refused(5 * sec), refused(15*sec - 1), leaves(15 * sec),
		}},
		{"one probe at a time", one, []breakerStep{
			opened, leaves(15 * sec), refused(15 * sec), refused(16 * sec),
		}},
		{"its success closes it", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 15*sec, good), leaves(16 * sec), leaves(16 * sec),
		}},
		{"its failure opens it from then on", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 15*sec, bad), refused(16 * sec), refused(26*sec - 1), leaves(26 * sec),
		}},
		{"a stale success does not close it while open", one, []breakerStep{
			opened, ended(6*sec, 4*sec, good), refused(6 * sec),
		}},
		{"nor when half-open, not even one sent as it opened", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 5*sec, good), refused(16 * sec),
		}},
		{"a stale failure does not open it again", one, []breakerStep{
			opened, leaves(15 * sec), ended(15*sec, 4*sec, bad), ended(16*sec, 15*sec, good), leaves(16 * sec),
		}},
		{"closed ignores what left before it was closed", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 15*sec, good), ended(16*sec, 4*sec, bad), ended(16*sec, 16*sec-1, bad), leaves(16 * sec),
		}},
		{"but not what left as it was closed", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 15*sec, good), ended(17*sec, 16*sec, bad), refused(17 * sec),
		}},
		{"the count starts again when it is closed", three, append(
			times(3, ended(5*sec, 4*sec, bad)),
			leaves(15*sec), ended(16*sec, 15*sec, good), ended(17*sec, 16*sec, bad), ended(17*sec, 16*sec, bad), leaves(17*sec), ended(17*sec, 16*sec, bad), refused(17*sec)),
		},
		{"a cancelled probe lets the next one through", one, []breakerStep{
			opened, leaves(15 * sec), refused(15 * sec), ended(16*sec, 15*sec, sim.Cancelled), leaves(16 * sec), refused(16 * sec),
		}},
		{"the cancelled probe of an earlier time does not", one, []breakerStep{
			opened, leaves(15 * sec), ended(16*sec, 4*sec, sim.Cancelled), refused(16 * sec),
		}},
		{"a hung probe blocks for open-for, not for ever", one, []breakerStep{
			opened, leaves(15 * sec), refused(25*sec - 1), leaves(25 * sec), refused(25 * sec), refused(35*sec - 1), leaves(35 * sec),
		}},
		{"and may still close it", one, []breakerStep{
			opened, leaves(15 * sec), leaves(25 * sec), ended(26*sec, 15*sec, good), leaves(26 * sec), leaves(26 * sec),
		}},
		{"two probes: both must succeed", twoProbes, []breakerStep{
			opened, leaves(15 * sec), leaves(15 * sec), refused(15 * sec), ended(16*sec, 15*sec, good), refused(16 * sec), ended(17*sec, 15*sec, good), leaves(17 * sec), leaves(17 * sec), leaves(17 * sec),
		}},
		{"two probes: one failure is enough, the other is stale then", twoProbes, []breakerStep{
			opened, leaves(15 * sec), leaves(15 * sec), ended(16*sec, 15*sec, bad), ended(16*sec, 15*sec, good), refused(16 * sec), leaves(26 * sec), ended(27*sec, 15*sec, good), leaves(27 * sec), refused(27 * sec),
		}},
		{"two probes, one hangs: only its place is free again", twoProbes, []breakerStep{
			opened, leaves(15 * sec), leaves(16 * sec), ended(17*sec, 16*sec, good), refused(26*sec - 1), leaves(26 * sec), refused(26 * sec), ended(27*sec, 26*sec, good), leaves(27 * sec), leaves(27 * sec),
		}},
	}
	for _, tt := range tests {
		g := tt.breaker.New(sim.Scopes{Clients: 1, PerProcess: 1})
		for i, s := range tt.steps {
			if !s.asks {
				g.Ended(s.at, 0, nil, &sim.Outcome{Status: s.st, Sent: s.sent})
				continue
			}
			if got := breakerLets(g, s.at, 0); got != s.want {
				t.Errorf("%s: step %d at %d ns: got leaves %t, want %t", tt.reason, i, s.at, got, s.want)
			}
		}
	}
}

// breakerLets asks, twice since that must change nothing, and takes.
func breakerLets(g Gate, now sim.Time, who uint32) bool {
	d := g.Ask(now, who, nil)
	if again := g.Ask(now, who, nil); again != d {
		panic("asking has changed the answer")
	}
	if d.Verb == sim.Go {
		g.Take(now, who, nil)
		return true
	}
	if d != (sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}) {
		panic("a breaker lets an attempt leave or is open")
	}
	return false
}

// A probe that another gate refuses was none: its place stays free.
func TestBreakerCountsOnlyProbesThatLeave(t *testing.T) {
	g := ConsecutiveBreaker{Failures: 1, OpenFor: time.Second}.New(sim.Scopes{Clients: 1})
	g.Ended(0, 0, nil, &sim.Outcome{Status: sim.TimedOut})
	for range 3 {
		if g.Ask(sec, 0, nil).Verb != sim.Go {
			t.Fatal("asking took the place of the probe")
		}
	}
}

func TestBreakersOfScopesAreApart(t *testing.T) {
	g := ConsecutiveBreaker{Failures: 1}.New(sim.Scopes{Clients: 2})
	g.Ended(0, 0, nil, &sim.Outcome{Status: sim.TimedOut})
	if breakerLets(g, 0, 0) || !breakerLets(g, 0, 1) {
		t.Error("want client 0 refused and client 1 not")
	}
}
