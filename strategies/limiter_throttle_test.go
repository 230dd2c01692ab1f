package strategies

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// The throttles of libraries.
func aegis() *AdaptiveThrottle {
	return &AdaptiveThrottle{K: 1 / 0.6, Window: 3 * time.Second, MinCalls: 100, Refused: RefusedNothing}
}

func failsafeThrottle() *AdaptiveThrottle {
	return &AdaptiveThrottle{K: 1 / 0.9, Window: time.Minute, Slices: 20, AtMost: 0.9, Refused: RefusedNothing, OnWrite: true}
}

func envoyAdmission() *AdaptiveThrottle {
	return &AdaptiveThrottle{K: 1 / 0.95, Window: 30 * time.Second, AtMost: 0.8, Refused: RefusedNothing}
}

// feed lets attempts end at once.
func feed(g Gate, now sim.Time, n int, st sim.Status) {
	for range n {
		g.Ended(now, 0, &sim.Call{}, &sim.Outcome{Status: st, Attempt: 1, Sent: now})
	}
}

func TestThrottleProbability(t *testing.T) {
	tests := []struct {
		reason   string
		throttle *AdaptiveThrottle
		ok, bad  int
		after    time.Duration
		want     float64
	}{
		{"SRE: (n - 2 a) / (n + 1)", &AdaptiveThrottle{}, 100, 299, 0, 199.0 / 400},
		{"SRE: half may fail", &AdaptiveThrottle{}, 100, 100, 0, 0},
		{"SRE: two minutes count", &AdaptiveThrottle{}, 0, 99, 108 * time.Second, 0.99},
		{"SRE: no longer", &AdaptiveThrottle{}, 0, 99, 120 * time.Second, 0},
		{"aegis: nothing below 100", aegis(), 0, 99, 0, 0},
		{"aegis: all of 119 failed", aegis(), 0, 119, 0, 119.0 / 120},
		{"aegis: forgotten after 4 s of silence", aegis(), 0, 119, 4 * time.Second, 0},
		{"failsafe-go: at most 0.9", failsafeThrottle(), 0, 100, 0, 0.9},
		{"failsafe-go: nothing is forgotten in 10 minutes of silence", failsafeThrottle(), 0, 100, 10 * time.Minute, 0.9},
		{"Envoy: at most 0.8", envoyAdmission(), 0, 100, 0, 0.8},
		{"Envoy: 5 % may fail", envoyAdmission(), 95, 5, 0, 0},
		{"Envoy: the square root with aggression 2", &AdaptiveThrottle{K: 1 / 0.95, Aggression: 2}, 0, 24, 0, math.Sqrt(24.0 / 25)},
	}
	for _, tt := range tests {
		g := tt.throttle.New(sim.Scopes{Clients: 1, PerProcess: 1}).(*throttleGate)
		feed(g, 0, tt.ok, sim.OK)
		feed(g, 0, tt.bad, sim.TooMany)
		if got := g.probability(0, sim.Time(tt.after)); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", tt.reason, got, tt.want)
		}
	}
}

// Of 1000 calls aegis refused 992 after failures alone; with probability 119/120 it is
// 991.7, give or take 2.9.
func TestThrottleRefusesAtRandom(t *testing.T) {
	g := aegis().New(sim.Scopes{Clients: 1, PerProcess: 1})
	feed(g, 0, 119, sim.TooMany)
	refused := 0
	for i := range uint64(1000) {
		c := sim.CallOf(sim.Key(i, sim.ForCall, 0))
		if d := g.Ask(0, 0, &c); d.Verb == sim.Stop {
			refused++
		} else if again := g.Ask(0, 0, &c); again != d {
			t.Fatalf("call %d: asked again, it says %+v after %+v", i, again, d)
		}
	}
	if refused < 980 || refused > 999 {
		t.Errorf("got %d refused of 1000, want 991.7 within 4 standard deviations", refused)
	}
}

// In the SRE book what is refused counts as an attempt; most who have rebuilt it do not
// count it.
func TestThrottleCountsRefusals(t *testing.T) {
	for _, tt := range []struct {
		refused Refused
		calls   uint32
	}{{"", 1000}, {RefusedCall, 1000}, {RefusedNothing, 100}} {
		g := AdaptiveThrottle{K: 1, Refused: tt.refused}.New(sim.Scopes{Clients: 1, PerProcess: 1}).(*throttleGate)
		feed(g, 0, 100, sim.TooMany)
		for i, n := uint64(0), 0; n < 900; i++ {
			c := sim.CallOf(sim.Key(i, sim.ForCall, 0))
			if g.Ask(0, 0, &c).Verb == sim.Stop {
				n++
			}
		}
		if got := g.window.sum(0, 0).calls; got != tt.calls {
			t.Errorf("refused %q: the window holds %d attempts, want %d", tt.refused, got, tt.calls)
		}
	}
}

func TestThrottleLetsOnePass(t *testing.T) {
	g := AdaptiveThrottle{PassEvery: time.Second}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	feed(g, 0, 1e6, sim.TooMany)
	passed := 0
	for now := sim.Time(0); now < 10*sec; now += sim.Time(10 * ms) {
		c := sim.CallOf(uint64(now))
		if g.Ask(now, 0, &c).Verb == sim.Go {
			g.Take(now, 0, &c)
			passed++
		}
	}
	if passed != 9 { // at 1 s, 2 s, ... 9 s
		t.Errorf("got %d attempts in ten seconds, want one each full second", passed)
	}
}

func TestConcurrencyLimit(t *testing.T) {
	g := ConcurrencyLimit{Limit: 2}.New(sim.Scopes{Clients: 1, PerProcess: 1})
	if got := through(g, deed{0, 5, hang, 2}); got != 2 {
		t.Errorf("got %d attempts in flight, want 2", got)
	}
	feed(g, 0, 1, sim.TimedOut)
	if got := through(g, deed{0, 5, sim.OK, 5}); got != 5 {
		t.Errorf("with one place free: got %d of 5 attempts one after the other", got)
	}
}

// 100 offers a second against 10 a second, for 40 s, as the adaptive mode of
// aws-sdk-go-v2 was driven: without waiting it had 303 answers and 22 throttles, between
// 5 and 13 a second.
func TestAWSAdaptive(t *testing.T) {
	g := AWSAdaptive{Wait: 1}.New(sim.Scopes{Clients: 1}).(*awsGate)
	ok, throttled, server, c := 0, 0, 10.0, &sim.Call{}
	var sent [40]int
	for i := range 4000 {
		now := sim.Time(i) * sim.Time(10*ms)
		if i%100 == 0 { // the server allows 10 in each second of the clock
			server = 10
		}
		if g.Ask(now, 0, c).Verb != sim.Go {
			continue
		}
		g.Take(now, 0, c)
		sent[i/100]++
		st := sim.TooMany
		if server >= 1 {
			server--
			st = sim.OK
			ok++
		} else {
			throttled++
		}
		g.Ended(now, 0, c, &sim.Outcome{Status: st, Sent: now})
	}
	low, high := slices.Min(sent[5:]), slices.Max(sent[5:])
	t.Logf("%d ok, %d throttled, %d to %d a second: %v", ok, throttled, low, high, sent)
	if ok != 303 || throttled != 22 || low != 5 || high != 13 {
		t.Errorf("got %d answers and %d throttles, at %d to %d a second, want 303 and 22, at 5 to 13", ok, throttled, low, high)
	}
}

// A wait is never 0: the clock would stand still.
func TestAWSAdaptiveWaits(t *testing.T) {
	g := newAWSAdaptive().New(sim.Scopes{Clients: 1}).(*awsGate)
	c := &sim.Call{}
	feed(g, sec, 10, sim.OK)
	feed(g, 2*sec, 1, sim.TooMany)
	now, sent := 2*sec, 0
	for sent < 100 {
		d := g.Ask(now, 0, c)
		if d.Verb == sim.Hold && d.Delay < 1 {
			t.Fatalf("after %d attempts it waits %v", sent, d.Delay)
		}
		if d.Verb == sim.Go {
			g.Take(now, 0, c)
			sent++
		}
		now = now.Add(d.Delay)
	}
	if fill := g.state[0].fill; math.Abs((now-2*sec).Seconds()-100/fill) > 2/fill {
		t.Errorf("100 attempts took %v at %v a second", now-2*sec, fill)
	}
}
