package strategies

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// spy is a guard and a gate that writes down what it is told.
type spy struct {
	name string
	at   Point
	say  sim.Decision
	log  *[]string
}

func (s *spy) Point() Point        { return s.at }
func (s *spy) New(sim.Scopes) Gate { return s }
func (s *spy) note(what string)    { *s.log = append(*s.log, s.name+" "+what) }
func (s *spy) Ask(sim.Time, uint32, *sim.Call) sim.Decision {
	s.note("ask")
	return s.say
}
func (s *spy) Take(sim.Time, uint32, *sim.Call) { s.note("take") }
func (s *spy) Left(_ sim.Time, _ uint32, c *sim.Call) {
	s.note(fmt.Sprintf("left %d", c.Attempts))
}
func (s *spy) Ended(_ sim.Time, _ uint32, _ *sim.Call, out *sim.Outcome) {
	s.note("ended " + out.Status.String())
}

// played is a strategy and one call of it.
type played struct {
	st sim.Strategy
	c  *sim.Call
}

func play(p Policy) played { return played{p.New(sim.Scopes{Clients: 1, PerProcess: 1}), &sim.Call{}} }

// send asks for an attempt and counts it if it leaves, as the kernel does.
func (p played) send() sim.Decision {
	d := p.st.Before(0, 0, p.c)
	if d.Verb == sim.Go {
		p.c.Attempts++
	}
	return d
}

func (p played) end(st sim.Status) sim.Decision {
	return p.st.After(0, 0, p.c, &sim.Outcome{Status: st, Attempt: p.c.Attempts, Decide: st != sim.OK})
}

// endLate ends an attempt when there is nothing to decide any more.
func (p played) endLate(st sim.Status) { p.st.After(0, 0, p.c, &sim.Outcome{Status: st}) }

func TestEveryGateIsAskedAtItsPoint(t *testing.T) {
	var log []string
	budget := &spy{"budget", AtDecision, sim.Decision{}, &log}
	breaker := &spy{"breaker", AtAttempt, sim.Decision{}, &log}
	late := &spy{"budget", AtRetry, sim.Decision{}, &log}
	hold := sim.Decision{Verb: sim.Hold, Delay: 1}
	stop := sim.Decision{Verb: sim.Stop, Reason: sim.BudgetEmpty}
	hedge := FixedHedge{After: ms, Max: 9}
	tests := []struct {
		reason string
		policy Policy
		do     func(p played)
		want   string
	}{
		{"a first attempt: the breaker alone is asked, all hear of it", Policy{Budget: budget, Breaker: breaker},
			func(p played) { p.send() },
			"breaker ask, breaker take, budget left 0, breaker left 0"},
		{"its success is told to all, and asks nobody", Policy{Budget: budget, Breaker: breaker},
			func(p played) { p.send(); log = nil; p.end(sim.OK) },
			"budget ended ok, breaker ended ok"},
		{"a retry asks the budget before the backoff, the breaker after it", Policy{Budget: budget, Breaker: breaker, Backoff: Immediate{}, MaxAttempts: 2},
			func(p played) { p.send(); log = nil; p.end(sim.TimedOut); p.send(); p.end(sim.TimedOut) },
			"budget ended timeout, breaker ended timeout, budget ask, budget take, breaker ask, breaker take, budget left 1, breaker left 1, budget ended timeout, breaker ended timeout"},
		{"or both after it, together", Policy{Budget: late, Breaker: breaker, Backoff: Immediate{}, MaxAttempts: 2},
			func(p played) { p.send(); log = nil; p.end(sim.TimedOut); p.send() },
			"budget ended timeout, breaker ended timeout, budget ask, breaker ask, budget take, breaker take, budget left 1, breaker left 1"},
		{"what the breaker refuses costs no token", Policy{Budget: late, Breaker: &spy{"breaker", AtAttempt, stop, &log}, Backoff: Immediate{}, MaxAttempts: 2},
			func(p played) { p.c.Attempts, p.c.Memo = 1, retrying; p.send() },
			"budget ask, breaker ask"},
		{"the first objection is enough", Policy{Budget: &spy{"budget", AtRetry, stop, &log}, Breaker: breaker, Backoff: Immediate{}, MaxAttempts: 2},
			func(p played) { p.c.Attempts, p.c.Memo = 1, retrying; p.send() },
			"budget ask"},
		{"no token for what is not retried", Policy{Budget: budget, Backoff: Immediate{}, MaxAttempts: 2},
			func(p played) { p.send(); log = nil; p.end(sim.BadRequest) },
			"budget ended 400"},
		{"nor beyond the last attempt", Policy{Budget: budget, Backoff: Immediate{}, MaxAttempts: 1},
			func(p played) { p.send(); log = nil; p.end(sim.TimedOut) },
			"budget ended timeout"},
		{"nor for a retry beyond the deadline", Policy{Budget: budget, Backoff: Fixed{ms}, MaxAttempts: 2},
			func(p played) { p.c.Deadline = sim.Time(ms); p.send(); log = nil; p.end(sim.TimedOut) },
			"budget ended timeout"},
		{"nor beyond max-elapsed", Policy{Budget: budget, Backoff: Fixed{ms}, MaxAttempts: 2, MaxElapsed: ms - 1},
			func(p played) { p.send(); log = nil; p.end(sim.TimedOut) },
			"budget ended timeout"},
		{"a hedge asks all, together", Policy{Budget: budget, Breaker: breaker, Hedge: hedge},
			func(p played) { p.send(); log = nil; p.send() },
			"budget ask, breaker ask, budget take, breaker take, budget left 1, breaker left 1"},
		{"a failure while a retry waits spends nothing", Policy{Budget: budget, Backoff: Fixed{ms}, MaxAttempts: 9, Hedge: hedge},
			func(p played) { p.send(); p.send(); p.end(sim.TimedOut); log = nil; p.endLate(sim.TimedOut) },
			"budget ended timeout"},
		{"and the attempt after that is a retry, already paid", Policy{Budget: budget, Breaker: breaker, Backoff: Fixed{ms}, MaxAttempts: 9, Hedge: hedge},
			func(p played) { p.send(); p.send(); p.end(sim.TimedOut); log = nil; p.send() },
			"breaker ask, breaker take, budget left 2, breaker left 2"},
		{"the attempt after that one is a hedge again", Policy{Budget: budget, Backoff: Fixed{ms}, MaxAttempts: 9, Hedge: hedge},
			func(p played) { p.send(); p.end(sim.TimedOut); p.send(); log = nil; p.send() },
			"budget ask, budget take, budget left 2"},
		{"a held first attempt begins once", Policy{Breaker: &spy{"gate", AtAttempt, hold, &log}},
			func(p played) { p.send(); p.send(); p.st.(*strategy).first[0].(*spy).say = sim.Decision{}; p.send() },
			"gate ask, gate ask, gate ask, gate take, gate left 0"},
		{"a held hedge stays one, and what fails meanwhile is not retried", Policy{Budget: budget, Breaker: &spy{"gate", AtAttempt, sim.Decision{}, &log}, Backoff: Immediate{}, MaxAttempts: 9, Hedge: hedge},
			func(p played) {
				gate := p.st.(*hedged).first[0].(*spy)
				p.send()
				log, gate.say = nil, hold
				p.send()
				p.endLate(sim.TimedOut)
				gate.say = sim.Decision{}
				p.send()
			},
			"budget ask, gate ask, budget ended timeout, gate ended timeout, budget ask, gate ask, budget take, gate take, budget left 1, gate left 1"},
	}
	for _, tt := range tests {
		log = nil
		tt.do(play(tt.policy))
		if got := strings.Join(log, ", "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want)
		}
	}
}

func TestDecisions(t *testing.T) {
	wait := Fixed{100 * ms}
	stop := func(r sim.Reason) sim.Decision { return sim.Decision{Verb: sim.Stop, Reason: r} }
	again := func(d time.Duration) sim.Decision { return sim.Decision{Delay: d} }
	tests := []struct {
		reason   string
		policy   Policy
		call     sim.Call
		out      sim.Outcome
		now      sim.Time
		decision sim.Decision
	}{
		{"success", Policy{Backoff: wait, MaxAttempts: 3}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.OK}, 0, stop(sim.NoReason)},
		{"the zero policy never retries", Policy{}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TimedOut}, 0, stop(sim.NoPolicy)},
		{"nor does none", None(), sim.Call{Attempts: 1}, sim.Outcome{Status: sim.Conflict}, 0, stop(sim.NoPolicy)},
		{"a retry", Policy{Backoff: wait, MaxAttempts: 3}, sim.Call{Attempts: 2}, sim.Outcome{Status: sim.TimedOut}, 0, again(100 * ms)},
		{"max-attempts counts the first", Policy{Backoff: wait, MaxAttempts: 3}, sim.Call{Attempts: 3}, sim.Outcome{Status: sim.TimedOut}, 0, stop(sim.MaxAttempts)},
		{"unlimited", Policy{Backoff: wait, MaxAttempts: Unlimited}, sim.Call{Attempts: 65535}, sim.Outcome{Status: sim.TimedOut}, 0, again(100 * ms)},
		{"max-attempts that was not said", Policy{Backoff: wait}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TimedOut}, 0, stop(sim.MaxAttempts)},
		{"not retried comes before max-attempts", Policy{Backoff: wait, MaxAttempts: 1}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.NotFound}, 0, stop(sim.NotRetried)},
		{"a conflict is read again by default", Policy{Backoff: wait, MaxAttempts: 2}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.Conflict}, 0, again(100 * ms)},
		{"but transient has none", Policy{Backoff: wait, MaxAttempts: 2, RetryOn: []Class{Transient}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.Conflict}, 0, stop(sim.NotRetried)},
		{"leaves at max-elapsed exactly", Policy{Backoff: wait, MaxAttempts: 2, MaxElapsed: time.Second}, sim.Call{Attempts: 1, Started: sec}, sim.Outcome{Status: sim.TimedOut}, 2*sec - sim.Time(100*ms), again(100 * ms)},
		{"would leave after it", Policy{Backoff: wait, MaxAttempts: 2, MaxElapsed: time.Second}, sim.Call{Attempts: 1, Started: sec}, sim.Outcome{Status: sim.TimedOut}, 2*sec - sim.Time(100*ms) + 1, stop(sim.MaxElapsed)},
		{"no overflow after it", Policy{Backoff: Fixed{math.MaxInt64}, MaxAttempts: 2, MaxElapsed: time.Second}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TimedOut}, sec, stop(sim.MaxElapsed)},
		{"max-elapsed sees the hint", Policy{Backoff: wait, MaxAttempts: 2, MaxElapsed: time.Second}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: time.Minute}, 0, stop(sim.MaxElapsed)},
		{"the deadline is the kernel's", Policy{Backoff: wait, MaxAttempts: 2}, sim.Call{Attempts: 1, Deadline: 1}, sim.Outcome{Status: sim.TimedOut}, 0, again(100 * ms)},
		{"an empty budget", Policy{Backoff: wait, MaxAttempts: 2, Budget: RatioBudget{Ratio: 0.1}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TimedOut}, 0, stop(sim.BudgetEmpty)},
		{"a hint is obeyed to the letter", Policy{Backoff: wait, MaxAttempts: 2}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: 24 * time.Hour}, 0, again(24 * time.Hour)},
		{"a shorter hint too", Policy{Backoff: wait, MaxAttempts: 2}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: ms}, 0, again(ms)},
		{"up to its cap", Policy{Backoff: wait, MaxAttempts: 2, RetryAfter: RetryAfter{Cap: time.Minute}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: 24 * time.Hour}, 0, again(time.Minute)},
		{"jittered after the cap", Policy{Backoff: wait, MaxAttempts: 2, RetryAfter: RetryAfter{Cap: time.Minute, Jitter: 0.5}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: 24 * time.Hour, Uniform: 0.5}, 0, again(75 * time.Second)},
		{"at-least keeps the longer hint", Policy{Backoff: wait, MaxAttempts: 2, RetryAfter: RetryAfter{Mode: HintAtLeast}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: time.Second}, 0, again(time.Second)},
		{"or the longer backoff", Policy{Backoff: wait, MaxAttempts: 2, RetryAfter: RetryAfter{Mode: HintAtLeast}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: ms}, 0, again(100 * ms)},
		{"ignored", Policy{Backoff: wait, MaxAttempts: 2, RetryAfter: RetryAfter{Mode: IgnoreHint, Jitter: 1}}, sim.Call{Attempts: 1}, sim.Outcome{Status: sim.TooMany, RetryAfter: time.Second}, 0, again(100 * ms)},
	}
	for _, tt := range tests {
		st := tt.policy.New(sim.Scopes{Clients: 1, PerProcess: 1})
		tt.out.Decide = tt.out.Status != sim.OK
		if got := st.After(tt.now, 0, &tt.call, &tt.out); got != tt.decision {
			t.Errorf("%s: got %+v, want %+v", tt.reason, got, tt.decision)
		}
	}
}

// The memo of a backoff survives hints, gates and hedges.
func TestBackoffKeepsItsMemo(t *testing.T) {
	p := play(Policy{
		Backoff: DecorrelatedJitter{Base: 5 * ms, Cap: 2 * time.Second}, MaxAttempts: Unlimited,
		Hedge: FixedHedge{After: ms, Max: 9},
	})
	for i, want := range []time.Duration{15 * ms, 45 * ms, 135 * ms} {
		p.send()
		p.send() // a hedge
		out := &sim.Outcome{Status: sim.TooMany, Uniform: 1, Decide: true}
		if i == 1 {
			out.RetryAfter = time.Hour
			want = time.Hour
		}
		if got := p.st.After(0, 0, p.c, out); got.Delay != want {
			t.Errorf("retry %d: got %v, want %v", i+1, got.Delay, want)
		}
		p.endLate(sim.TimedOut) // the other attempt
	}
}

func TestHedging(t *testing.T) {
	tests := []struct {
		reason   string
		policy   Policy
		attempts uint16
		want     bool
	}{
		{"the first attempt is hedged", Policy{Hedge: FixedHedge{After: ms}}, 1, true},
		{"the hedge is not", Policy{Hedge: FixedHedge{After: ms}}, 2, false},
		{"unless max is 2", Policy{Hedge: FixedHedge{After: ms, Max: 2}}, 2, true},
		{"max-attempts counts hedges", Policy{Hedge: FixedHedge{After: ms, Max: 5}, Backoff: Immediate{}, MaxAttempts: 2}, 2, false},
		{"one attempt is one attempt", Policy{Hedge: FixedHedge{After: ms}, MaxAttempts: 1}, 1, false},
	}
	for _, tt := range tests {
		h, ok := tt.policy.New(sim.Scopes{Clients: 1}).(sim.Hedger)
		if !ok {
			t.Fatalf("%s: want a sim.Hedger", tt.reason)
		}
		after, got := h.Hedge(0, 0, &sim.Call{Attempts: tt.attempts})
		if got != tt.want || got && after != ms {
			t.Errorf("%s: got %v, %t, want %t", tt.reason, after, got, tt.want)
		}
	}
	if _, ok := (Policy{}).New(sim.Scopes{Clients: 1}).(sim.Hedger); ok {
		t.Error("a policy without hedging hedges")
	}
}

// A hedge timer may be older than a retry that has used up the attempts, or the
// hedges.
func TestHedgeThatARetryForestalled(t *testing.T) {
	for _, max := range []Attempts{2, 3} {
		p := play(Policy{Hedge: FixedHedge{After: ms, Max: 1}, Backoff: Immediate{}, MaxAttempts: max})
		p.send()
		p.end(sim.TimedOut)
		p.send()
		if got, want := p.send(), (sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}); got != want {
			t.Errorf("max-attempts %v: got %+v, want %+v", max, got, want)
		}
	}
}

// everything is a policy with all there is.
func everything(b Backoff) Policy {
	return Policy{
		Backoff: b, MaxAttempts: Unlimited, MaxElapsed: time.Hour, RetryAfter: RetryAfter{Mode: HintAtLeast, Jitter: 0.1},
		Budget:  RatioBudget{Ratio: 0.5, Scope: PerProcess},
		Breaker: ConsecutiveBreaker{Failures: 3, OpenFor: 500 * ms, Probes: 2},
		Hedge:   FixedHedge{After: ms, Max: 3},
	}
}

// drive runs 2000 calls of ten clients with keyed outcomes, and writes down every
// decision.
func drive(st sim.Strategy) (decisions []sim.Decision) {
	statuses := []sim.Status{sim.OK, sim.TimedOut, sim.Unavailable, sim.TooMany, sim.OK}
	now := sim.Time(0)
	for i := range uint64(2000) {
		c := &sim.Call{Started: now, Client: uint32(i % 10)}
		for range 20 {
			d := st.Before(now, c.Client, c)
			decisions = append(decisions, d)
			if d.Verb != sim.Go {
				break
			}
			c.Attempts++
			u := sim.Key(i, sim.ForService, uint64(c.Attempts))
			out := sim.Outcome{Status: statuses[u%5], Sent: now, Uniform: sim.Unit(u), RetryAfter: time.Duration(u%3) * ms}
			out.Decide = out.Status != sim.OK
			now += sim.Time(u % uint64(2*ms))
			d = st.After(now, c.Client, c, &out)
			decisions = append(decisions, d)
			if d.Verb != sim.Go {
				break
			}
			now += sim.Time(d.Delay)
		}
	}
	return decisions
}

// What a policy does depends on what has happened to its strategy, and on nothing
// else: not on what another strategy of it has done, and not on chance.
func TestReplaysAreEqualAndShareNothing(t *testing.T) {
	for _, b := range sampleBackoffs() {
		p, scopes := everything(b.Backoff), sim.Scopes{Clients: 10, PerProcess: 5}
		first, second := p.New(scopes), p.New(scopes)
		want := drive(first)
		if got := drive(second); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: a second strategy decides otherwise", b.name)
		}
		reasons := map[string]bool{}
		for _, d := range want {
			reasons[fmt.Sprint(d.Verb, d.Reason)] = true
		}
		if len(reasons) < 4 {
			t.Errorf("%s: got decisions %v, want going, stopping, an empty budget and an open breaker among them", b.name, reasons)
		}
	}
}

func TestDecidingAllocatesNothing(t *testing.T) {
	for _, b := range sampleBackoffs() {
		st := everything(b.Backoff).New(sim.Scopes{Clients: 10, PerProcess: 5})
		c, out := &sim.Call{}, &sim.Outcome{Status: sim.TimedOut, Uniform: 0.5, Decide: true}
		now := sim.Time(0)
		allocs := testing.AllocsPerRun(1000, func() {
			now += sim.Time(ms)
			*c = sim.Call{Started: now}
			st.Before(now, 3, c)
			c.Attempts++
			st.After(now, 3, c, out)
			st.Before(now, 3, c)
			st.(sim.Hedger).Hedge(now, 3, c)
			out.Status, out.Decide = sim.OK, false
			st.After(now, 3, c, out)
			out.Status, out.Decide = sim.TimedOut, true
		})
		if allocs != 0 {
			t.Errorf("%s: got %v allocations, want 0", b.name, allocs)
		}
	}
}

func BenchmarkAfter(b *testing.B) {
	for _, s := range sampleBackoffs() {
		b.Run(s.name, func(b *testing.B) { benchmarkAfter(b, Policy{Backoff: s.Backoff, MaxAttempts: Unlimited}) })
	}
	jitter := FullJitter{Base: 100 * ms, Cap: 10 * time.Second}
	b.Run("with-budget", func(b *testing.B) {
		benchmarkAfter(b, Policy{Backoff: jitter, MaxAttempts: Unlimited, Budget: RatioBudget{Ratio: 1, Floor: 1e6}})
	})
	b.Run("with-breaker", func(b *testing.B) {
		benchmarkAfter(b, Policy{Backoff: jitter, MaxAttempts: Unlimited, Breaker: ConsecutiveBreaker{}})
	})
	b.Run("multiplier-1.5", func(b *testing.B) {
		benchmarkAfter(b, Policy{Backoff: FullJitter{Base: ms, Cap: time.Hour, Multiplier: 1.5}, MaxAttempts: Unlimited})
	})
}

func benchmarkAfter(b *testing.B, p Policy) {
	st := p.New(sim.Scopes{Clients: 1, PerProcess: 1})
	c, out := &sim.Call{}, &sim.Outcome{Status: sim.TimedOut, Uniform: 0.5, Decide: true}
	now := sim.Time(0)
	b.ReportAllocs()
	for b.Loop() {
		now += sim.Time(ms)
		c.Attempts, c.Memo = uint16(now>>20&15)+1, 0
		st.After(now, 0, c, out)
	}
}
