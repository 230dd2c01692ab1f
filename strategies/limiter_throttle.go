package strategies

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// AdaptiveThrottle refuses attempts at random, the more the fewer the service has
// accepted of late: with probability max(0, (n - k a) / (n + 1)), n being the attempts of
// the window and a those accepted (Google SRE book, chapter 21).
//
//	library                  k       window         min-calls  at-most  refused
//	SRE book                 2       2m             0          100%     call
//	Envoy admission control  1/0.95  30s            0          80%      nothing
//	failsafe-go              1/0.9   1m, 20 slices  user's     90%      nothing; ages on write
//	go-kratos/aegis sre      1/0.6   3s, 10 slices  100        100%     nothing
//	go-zero                  1.5     10s, 40        5          100%     call; one passes each second
//
// go-zero also lowers k while whole slices fail, which is not modelled.
type AdaptiveThrottle struct {
	K          float64       `key:"k" doc:"attempts for each that is accepted before any is refused, at least 1; default 2"`
	Window     time.Duration `key:"window" doc:"how long outcomes count, 1ms to 24h; default 2m"`
	Slices     int           `key:"slices" doc:"the window moves on by so many parts, 1 to 1000; default 10"`
	MinCalls   int           `key:"min-calls" doc:"outcomes in the window below which nothing is refused; default 0"`
	AtMost     sim.Share     `key:"at-most" doc:"the largest probability, above 0% to 100%; default 100%"`
	Aggression float64       `key:"aggression" doc:"the probability is raised to the power 1/aggression, above 0; default 1"`
	Refused    Refused       `key:"refused" doc:"an attempt that it refuses counts as a call (default), or as nothing, which holds the probability up for longer"`
	OnWrite    bool          `key:"ages-on-write" doc:"outcomes are forgotten only as new ones come, so that a pause changes nothing"`
	PassEvery  time.Duration `key:"pass-every" doc:"an attempt passes in any case when none has for so long; 0s: none does"`
	Counts     []Class       `key:"counts" doc:"outcomes that are not accepted; default transient; cancelled attempts do not count at all"`
	Scope      Scope         `key:"scope" doc:"who shares a throttle: client, process (default) or fleet"`
}

func newAdaptiveThrottle() Limiter {
	return &AdaptiveThrottle{K: 2, Window: 2 * time.Minute, Slices: 10, AtMost: 1, Aggression: 1, Refused: RefusedCall,
		Counts: []Class{Transient}, Scope: PerProcess}
}

// Point says that it is asked for every attempt.
func (AdaptiveThrottle) Point() Point { return AtAttempt }

// New makes throttles with empty windows, of 28 bytes and 12 for each slice.
func (l AdaptiveThrottle) New(s sim.Scopes) Gate {
	defaults := newAdaptiveThrottle().(*AdaptiveThrottle)
	l.K, l.Aggression = max(l.K, 0), max(l.Aggression, 0)
	if l.K == 0 {
		l.K = defaults.K
	}
	if l.Aggression == 0 {
		l.Aggression = 1
	}
	if l.Window == 0 {
		l.Window = defaults.Window
	}
	if l.Slices == 0 {
		l.Slices = defaults.Slices
	}
	if l.AtMost == 0 {
		l.AtMost = 1
	}
	scope := l.Scope.of(s, PerProcess)
	n := scope.slots(s.Clients)
	return &throttleGate{AdaptiveThrottle: l, scope: scope, counts: union(l.Counts, Transient),
		window: newTimeWindow(sim.Time(l.Window)/sim.Time(l.Slices), l.Slices, n), passed: make([]sim.Time, n)}
}

// Validate names the keys that make no sense. Zero values stand for the defaults.
func (l AdaptiveThrottle) Validate() error {
	bad := catalog.Problem
	return catalog.Join(
		bad(l.K != 0 && !(l.K >= 1 && l.K <= 1e6), "k", "is "+number(l.K)+", want 1 or more, 2 is usual"),
		bad(l.Window != 0 && (l.Window < time.Millisecond || l.Window > 24*time.Hour), "window", "is "+l.Window.String()+", want 1ms to 24h, 2m is usual"),
		bad(l.Slices < 0 || l.Slices > 1000, "slices", "is "+strconv.Itoa(l.Slices)+", want 1 to 1000"),
		bad(l.MinCalls < 0, "min-calls", "is "+strconv.Itoa(l.MinCalls)+", want 0 or more"),
		share("at-most", l.AtMost),
		bad(!(l.Aggression >= 0 && l.Aggression <= 1e3), "aggression", "is "+number(l.Aggression)+", want more than 0, 1 is usual"),
		bad(l.Refused == RefusedFailure, "refused", "is failure: what is refused is no failure, say call or nothing"),
		notBelow0("pass-every", l.PassEvery),
		bad(l.Counts != nil && len(l.Counts) == 0, "counts", "is empty, so that it never refuses: name outcomes, or leave the limiter out"),
	)
}

// throttleGate is the state of an AdaptiveThrottle.
type throttleGate struct {
	deaf
	AdaptiveThrottle
	scope  scoped
	counts Class
	window *timeWindow // failed: not accepted
	passed []sim.Time  // when the last attempt left
}

func (g *throttleGate) Ask(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	slot := g.scope.slot(who)
	p := g.probability(slot, now)
	if p == 0 || c.Chance(0) >= p || g.PassEvery > 0 && now.Sub(g.passed[slot]) >= g.PassEvery {
		return sim.Decision{}
	}
	if g.Refused != RefusedNothing {
		g.window.add(slot, now, true, false)
	}
	return sim.Decision{Verb: sim.Stop, Reason: sim.LimitedHere}
}

// probability is that of a refusal.
func (g *throttleGate) probability(slot uint32, now sim.Time) float64 {
	t := g.window.all[slot]
	if !g.OnWrite {
		t = g.window.sum(slot, now)
	}
	n, accepted := float64(t.calls), float64(t.calls-t.failed)
	p := (n - float64(g.K*accepted)) / (n + 1)
	if p <= 0 || int(t.calls) < g.MinCalls {
		return 0
	}
	if g.Aggression != 1 {
		p = sim.Pow(p, 1/g.Aggression)
	}
	return math.Min(p, float64(g.AtMost))
}

func (g *throttleGate) Take(now sim.Time, who uint32, _ *sim.Call) { g.passed[g.scope.slot(who)] = now }

func (g *throttleGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	if out.Status == sim.Cancelled || out.Status == sim.GateClosed || out.Status == sim.Unfinished {
		return
	}
	g.window.add(g.scope.slot(who), now, g.counts.Has(out.Status), false)
}
