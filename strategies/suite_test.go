package strategies

import (
	"reflect"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// This file holds every gate and hedge of the catalogue to what all of them promise.

// fitted is a policy with one gate or hedge of the catalogue.
type fitted struct {
	name   string
	policy Policy
}

// retries is a policy without gates whose delays hang on the draw and on what a backoff
// carries.
func retries() Policy {
	return Policy{Backoff: DecorrelatedJitter{Base: 3 * ms, Cap: 50 * ms}, MaxAttempts: 6, RetryAfter: RetryAfter{Mode: HintAtLeast}}
}

// everyGate is the whole catalogue, each with its defaults and shared by the fleet, so
// that few calls are enough to make it bind.
func everyGate() (fs []fitted) {
	fit(&fs, Budgets(), func(p *Policy, b Budget) { p.Budget = b })
	fit(&fs, Breakers(), func(p *Policy, b Breaker) { p.Breaker = b })
	fit(&fs, Limiters(), func(p *Policy, l Limiter) { p.Limiter = l })
	fit(&fs, Hedges(), func(p *Policy, h Hedge) { p.Hedge = h })
	return fs
}

func fit[T any](fs *[]fitted, rows []catalog.Row[T], put func(*Policy, T)) {
	for _, r := range rows {
		g := r.New()
		fill(g)
		if f := reflect.ValueOf(g).Elem().FieldByName("Scope"); f.IsValid() {
			f.Set(reflect.ValueOf(PerFleet))
		}
		if f := reflect.ValueOf(g).Elem().FieldByName("Rate"); f.IsValid() && f.Type() == reflect.TypeFor[sim.Rate]() {
			f.Set(reflect.ValueOf(sim.Rate(400)))
		}
		if f := reflect.ValueOf(g).Elem().FieldByName("Rate"); f.IsValid() && f.Type() == reflect.TypeFor[sim.Share]() {
			f.Set(reflect.ValueOf(sim.Share(0.1)))
		}
		if f := reflect.ValueOf(g).Elem().FieldByName("Window"); f.IsValid() && f.Int() > int64(time.Second) {
			f.SetInt(int64(time.Second))
		}
		if f := reflect.ValueOf(g).Elem().FieldByName("Limit"); f.IsValid() {
			f.SetInt(3)
		}
		p := retries()
		put(&p, g)
		*fs = append(*fs, fitted{r.Name, p})
	}
}

// town is clients that call a service one after the other, each its own calls, on a
// clock of milliseconds. It stands for the kernel.
type town struct {
	st      sim.Strategy
	broken  func(now sim.Time) bool // the service is
	clients [20]resident
	log     []sim.Decision
	out     sim.Outcome
}

type resident struct {
	c        sim.Call
	due      sim.Time
	sent     sim.Time // of the attempt in flight
	inFlight bool
	open     bool
	calls    uint64
}

func newTown(p Policy, broken func(sim.Time) bool) *town {
	return &town{st: p.New(sim.Scopes{Clients: 20, PerProcess: 5}), broken: broken}
}

// run lets the time from the one instant to the other pass.
func (w *town) run(from, to sim.Time) {
	for now := from; now < to; now += sim.Time(ms) {
		for i := range w.clients {
			if k := &w.clients[i]; now >= k.due {
				w.step(now, uint32(i), k)
			}
		}
	}
}

func (w *town) step(now sim.Time, who uint32, k *resident) {
	if k.inFlight {
		w.answer(now, who, k)
		return
	}
	if !k.open {
		k.calls++
		k.c = sim.CallOf(sim.Key(uint64(who), sim.ForCall, k.calls))
		k.c.Started, k.c.Client, k.open = now, who, true
	}
	d := w.st.Before(now, who, &k.c)
	w.log = append(w.log, d)
	switch d.Verb {
	case sim.Hold:
		k.due = now.Add(d.Delay)
	case sim.Stop:
		w.finish(now, who, k, sim.GateClosed)
	case sim.Go:
		k.c.Attempts++
		k.sent, k.inFlight = now, true
		k.due = now.Add(4*ms + time.Duration(w.word(who, k)%6)*ms)
		if h, ok := w.st.(sim.Hedger); ok {
			after, ok := h.Hedge(now, who, &k.c)
			if ok {
				w.log = append(w.log, sim.Decision{Delay: after})
			}
			if ok && now.Add(after) < k.due { // the answer is that of the hedge
				d := w.st.Before(now.Add(after), who, &k.c)
				if w.log = append(w.log, d); d.Verb == sim.Go {
					k.c.Attempts++
					w.out = sim.Outcome{Status: sim.Cancelled, Attempt: k.c.Attempts - 1, Sent: now}
					w.st.After(k.due, who, &k.c, &w.out)
					k.sent = now.Add(after)
				}
			}
		}
	}
}

// word is random bits of the attempt in flight.
func (w *town) word(who uint32, k *resident) uint64 {
	return sim.Key(uint64(who)<<32|k.calls, sim.ForService, uint64(k.c.Attempts))
}

func (w *town) answer(now sim.Time, who uint32, k *resident) {
	u := w.word(who, k)
	w.out = sim.Outcome{Attempt: k.c.Attempts, Sent: k.sent, Latency: now.Sub(k.sent), Uniform: sim.Unit(u)}
	out := &w.out
	if w.broken(now) {
		out.Status = []sim.Status{sim.TimedOut, sim.Unavailable, sim.TooMany, sim.OK, sim.Internal}[u%5]
		out.Decide = out.Status != sim.OK
		if out.Status == sim.TooMany {
			out.RetryAfter = time.Duration(u>>8%3) * ms
			out.Quota = sim.Quota{Limit: 10, Remaining: uint32(u >> 16 % 3), Reset: 20 * ms}
		}
	}
	k.inFlight = false
	d := w.st.After(now, who, &k.c, out)
	w.log = append(w.log, d)
	if !out.Decide || d.Verb != sim.Go {
		w.finish(now, who, k, out.Status)
		return
	}
	k.due = now.Add(d.Delay)
}

func (w *town) finish(now sim.Time, who uint32, k *resident, st sim.Status) {
	if o, ok := w.st.(sim.Concluder); ok && o.Concludes() {
		o.Over(now, who, &k.c, st)
	}
	k.open = false
	k.due = now.Add(5 * ms)
}

const outage = 4 * sec // of a run of 8 s; before and after it all is well

func breaks(now sim.Time) bool { return now >= 2*sec && now < 2*sec+outage }
func well(sim.Time) bool       { return false }

// What a strategy decides hangs on what has happened to it and on nothing else: not on
// what another one of the same policy has decided in between, and not on chance.
func TestEveryGateReplaysAndSharesNothing(t *testing.T) {
	plain := newTown(retries(), breaks)
	plain.run(0, 8*sec)
	for _, f := range everyGate() {
		alone, one, two := newTown(f.policy, breaks), newTown(f.policy, breaks), newTown(f.policy, well)
		alone.run(0, 8*sec)
		for now := sim.Time(0); now < 8*sec; now += 100 * sim.Time(ms) {
			one.run(now, now+100*sim.Time(ms))
			two.run(now, now+100*sim.Time(ms))
		}
		if !reflect.DeepEqual(alone.log, one.log) {
			t.Errorf("%s: another strategy of the same policy changes what it decides", f.name)
		}
		if reflect.DeepEqual(alone.log, plain.log) {
			t.Errorf("%s: four seconds of failures do not make it bind: this test says nothing of it", f.name)
		}
	}
}

// unbound is each gate with settings at which it has nothing to object to.
func unbound() map[string]func(*Policy) {
	return map[string]func(*Policy){
		"tokens":           func(p *Policy) { p.Budget = &TokensBudget{Capacity: 1e6} },
		"active":           func(p *Policy) { p.Budget = &ActiveBudget{AtLeast: 1e9} },
		"window":           func(p *Policy) { p.Budget = &WindowBudget{Ratio: 1, AtLeast: 1e9} },
		"ratio":            func(p *Policy) { p.Budget = &RatioBudget{Ratio: 1, Floor: 1e6} },
		"consecutive":      func(p *Policy) { p.Breaker = &ConsecutiveBreaker{Failures: 1e9} },
		"failure-rate":     func(p *Policy) { p.Breaker = &RateBreaker{Rate: 1, MinCalls: 100, SlowRate: 1, Slow: time.Hour} },
		"cumulative":       func(p *Policy) { p.Breaker = &CumulativeBreaker{Rate: 1} },
		"token-bucket":     func(p *Policy) { p.Limiter = &TokenBucket{Rate: 1e6, Burst: 1e6, Wait: time.Hour} },
		"follow-ratelimit": nil, // it follows what answers say, and has no setting that lets it not
		"adaptive":         func(p *Policy) { p.Limiter = &AdaptiveThrottle{K: 1e6} },
		"aws-adaptive":     nil, // it follows throttles, and has no setting that lets it not
		"concurrency":      func(p *Policy) { p.Limiter = &ConcurrencyLimit{Limit: 1e9} },
		"percentile":       func(p *Policy) { p.Hedge = &PercentileHedge{Start: time.Hour, Samples: 1e6} },
		"fixed":            func(p *Policy) { p.Hedge = &FixedHedge{After: time.Hour} },
	}
}

// A gate that never binds changes nothing.
func TestGatesThatNeverBindChangeNothing(t *testing.T) {
	plain := newTown(retries(), breaks)
	plain.run(0, 8*sec)
	want := decisions(plain.log)
	for _, f := range everyGate() {
		loosen, ok := unbound()[f.name]
		if !ok {
			t.Errorf("%s: say with which settings it never binds, or nil and why", f.name)
		}
		if loosen == nil {
			continue
		}
		p := retries()
		loosen(&p)
		loose := newTown(p, breaks)
		loose.run(0, 8*sec)
		if !reflect.DeepEqual(decisions(loose.log), want) {
			t.Errorf("%s: %+v changes decisions", f.name, p)
		}
	}
}

// decisions leaves out what a hedge was asked and did not send.
func decisions(log []sim.Decision) (ds []sim.Decision) {
	for _, d := range log {
		if d.Delay < time.Hour {
			ds = append(ds, d)
		}
	}
	return ds
}

func TestNoGateAllocates(t *testing.T) {
	for _, f := range everyGate() {
		w := newTown(f.policy, breaks)
		w.log = make([]sim.Decision, 0, 1<<20)
		now := sim.Time(0)
		if got := testing.AllocsPerRun(8, func() {
			w.run(now, now+sec/2)
			now += sec / 2
		}); got != 0 {
			t.Errorf("%s: got %v allocations in half a second of calls, want 0", f.name, got)
		}
	}
}

// witness counts what a gate is told.
type witness struct {
	asked, took, left, ended, over int
	seen                           map[[3]uint64]int // ends by client, call and attempt
}

func (w *witness) New(sim.Scopes) Gate { return w }
func (w *witness) Point() Point        { return AtAttempt }
func (w *witness) Ask(sim.Time, uint32, *sim.Call) sim.Decision {
	w.asked++
	return sim.Decision{}
}
func (w *witness) Take(sim.Time, uint32, *sim.Call) { w.took++ }
func (w *witness) Left(sim.Time, uint32, *sim.Call) { w.left++ }
func (w *witness) Ended(_ sim.Time, who uint32, c *sim.Call, out *sim.Outcome) {
	w.ended++
	w.seen[[3]uint64{uint64(who), uint64(c.Started), uint64(out.Attempt)}]++
}
func (w *witness) Over(sim.Time, uint32, *sim.Call, sim.Status) { w.over++ }

// Each attempt that leaves ends once for a gate, whatever stands beside it.
func TestGatesHearOfEveryAttemptOnce(t *testing.T) {
	for _, f := range everyGate() {
		w := &witness{seen: map[[3]uint64]int{}}
		p := f.policy
		if p.Limiter == nil {
			p.Limiter = w
		} else {
			p.Breaker = w
		}
		all := newTown(p, breaks)
		all.run(0, 8*sec)
		calls, open, inFlight := 0, 0, 0
		for _, k := range all.clients {
			calls += int(k.calls)
			if k.open {
				open++
			}
			if k.inFlight {
				inFlight++
			}
		}
		for attempt, n := range w.seen {
			if n != 1 {
				t.Fatalf("%s: attempt %v has ended %d times", f.name, attempt, n)
			}
		}
		if w.left != w.took || w.ended != w.left-inFlight || w.over != calls-open || w.left < 1000 {
			t.Errorf("%s: %d attempts were paid for, %d left, %d ended of which %d are out, %d of %d calls are over, %d are open",
				f.name, w.took, w.left, w.ended, inFlight, w.over, calls, open)
		}
	}
}
