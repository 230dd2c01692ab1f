package strategies

import (
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// How gates are asked, and take, where libraries nest one in another. The first that
// refuses says so.
func TestOrderAndTokens(t *testing.T) {
	var log []string
	spyOf := func(name string, say sim.Decision) *spy { return &spy{name, AtAttempt, say, &log} }
	stop := sim.Decision{Verb: sim.Stop, Reason: sim.LimitedHere}
	open := sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
	hold := sim.Decision{Verb: sim.Hold, Reason: sim.LimitedHere, Delay: ms}
	tests := []struct {
		reason  string
		policy  Policy
		breaker sim.Decision
		limiter sim.Decision
		want    string
	}{
		{"together, the breaker takes nothing from what the limiter refuses", Policy{}, sim.Decision{}, stop,
			"breaker ask, limiter ask"},
		{"resilience4j: the breaker has given its place when the rate limiter refuses, and hears of it", Policy{Tokens: InOrder}, sim.Decision{}, stop,
			"breaker ask, breaker take, limiter ask, breaker ended gate"},
		{".NET: the rate limiter comes before the breaker", Policy{Order: []GateName{TheLimiter, TheBreaker}, Tokens: InOrder}, open, sim.Decision{},
			"limiter ask, limiter take, breaker ask, limiter ended gate"},
		{"failsafe-go With(limiter, breaker) is the same order", Policy{Order: []GateName{TheLimiter}, Tokens: InOrder}, open, sim.Decision{},
			"limiter ask, limiter take, breaker ask, limiter ended gate"},
		{"what is held keeps what has been taken", Policy{Tokens: InOrder}, sim.Decision{}, hold,
			"breaker ask, breaker take, limiter ask"},
		{"and pays once", Policy{Tokens: InOrder}, sim.Decision{}, sim.Decision{},
			"breaker ask, breaker take, limiter ask, limiter take, breaker left 0, limiter left 0"},
	}
	for _, tt := range tests {
		log = nil
		p := tt.policy
		p.Breaker, p.Limiter = spyOf("breaker", tt.breaker), spyOf("limiter", tt.limiter)
		play(p).send()
		if got := strings.Join(log, ", "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.reason, got, tt.want)
		}
	}
}

// An attempt that was held goes on at the gate that held it; one that is given up there
// has ended for the gates before.
func TestHeldInOrder(t *testing.T) {
	var log []string
	limiter := &spy{"limiter", AtAttempt, sim.Decision{Verb: sim.Hold, Delay: ms}, &log}
	p := play(Policy{Tokens: InOrder, Breaker: &spy{"breaker", AtAttempt, sim.Decision{}, &log}, Limiter: limiter})
	p.send()
	log, limiter.say = nil, sim.Decision{}
	p.send()
	if got, want := strings.Join(log, ", "), "limiter ask, limiter take, breaker left 0, limiter left 0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	limiter.say = sim.Decision{Verb: sim.Hold, Delay: ms}
	p = play(Policy{Tokens: InOrder, Breaker: &spy{"breaker", AtAttempt, sim.Decision{}, &log}, Limiter: limiter})
	p.send()
	log = nil
	p.st.(sim.Concluder).Over(sec, 0, p.c, sim.Expired)
	if got, want := strings.Join(log, ", "), "breaker ended gate"; got != want {
		t.Errorf("a call that ends while it is held: got %s, want %s", got, want)
	}
}

// Ten operations that all fail, three attempts each, and a breaker that opens for long
// after five failures. With retries outside of it the breaker lets five attempts leave;
// around them it counts operations, and lets five of those.
func TestComposition(t *testing.T) {
	for _, tt := range []struct {
		reason   string
		perCall  []GateName
		attempts int
	}{
		{"retries outside of the breaker", nil, 5},
		{"the breaker outside of the retries", []GateName{TheBreaker}, 15},
	} {
		p := play(Policy{
			Backoff: Fixed{10 * ms}, MaxAttempts: 3, WhenOpen: RetryWhenOpen, PerCall: tt.perCall,
			Breaker: &ConsecutiveBreaker{Failures: 5, OpenFor: time.Minute},
		})
		now, attempts := sim.Time(0), 0
		for range 10 {
			*p.c = sim.Call{Started: now}
			st := sim.GateClosed
			for {
				d := p.st.Before(now, 0, p.c)
				now = now.Add(d.Delay)
				if d.Verb == sim.Hold {
					continue
				}
				if d.Verb == sim.Stop {
					break
				}
				p.c.Attempts++
				attempts++
				st = sim.Unavailable
				d = p.st.After(now, 0, p.c, &sim.Outcome{Status: st, Attempt: p.c.Attempts, Sent: now, Decide: true})
				if d.Verb != sim.Go {
					break
				}
				now = now.Add(d.Delay)
			}
			p.st.(sim.Concluder).Over(now, 0, p.c, st)
		}
		if attempts != tt.attempts {
			t.Errorf("%s: got %d attempts, want %d", tt.reason, attempts, tt.attempts)
		}
	}
}

// A refusal of the breaker is a try: three tries of which two were refused are three, and
// the backoff counts them.
func TestRefusalsAreTries(t *testing.T) {
	breaker := &spy{"breaker", AtAttempt, sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}, new([]string)}
	p := play(Policy{Backoff: Exponential{Base: 100 * ms, Cap: time.Hour}, MaxAttempts: 4, WhenOpen: RetryWhenOpen, Breaker: breaker})
	for i, want := range []sim.Decision{
		{Verb: sim.Hold, Reason: sim.BreakerOpen, Delay: 100 * ms},
		{Verb: sim.Hold, Reason: sim.BreakerOpen, Delay: 200 * ms},
		{Verb: sim.Hold, Reason: sim.BreakerOpen, Delay: 400 * ms},
		{Verb: sim.Stop, Reason: sim.BreakerOpen},
	} {
		if got := p.send(); got != want {
			t.Errorf("try %d: got %+v, want %+v", i+1, got, want)
		}
	}
	p = play(Policy{Backoff: Immediate{}, MaxAttempts: 4, Breaker: breaker})
	if got, want := p.send(), (sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}); got != want {
		t.Errorf("by default: got %+v, want %+v", got, want)
	}
}
