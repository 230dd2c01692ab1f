package strategies

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// RateBreaker opens when too large a share of the recent attempts failed, or was slow.
// While it is open no attempt leaves. After open-for it is half-open: it lets probes
// through and decides by them.
//
//	library            window           min-calls  failure-rate  open-for  probes  decides
//	resilience4j 2.4   last 100         100        50 %          60s, strict  10   by rate; hung probes block
//	Hystrix 1.5        10s, 10 slices   20         50 %          5s, strict    1   each
//	Polly 8            30s, 10 slices   100        10 %          5s            1   each; ignored outcomes close it
//	gobreaker 2.4      fixed or slices  user's     user's        60s, strict   1   each; hung probes block
//	failsafe-go 0.9    last, or 10 slices           user's        60s           1   by rate; stale outcomes count
//	opossum 9          10s, 10 slices   0          above 50 %    30s           1   each; at-start, keep; refusals count as calls; stale: probe
//	cockatiel 3.2      slices of 1s     5/threshold a second  above  user's    1   each
//	hystrix-go         10s, 10 slices   20         50 %          5s            1   each; refusals count as failures; a success closes it
//
// Hystrix looks at its rates every half second; here, as in the others, each outcome is
// looked at.
type RateBreaker struct {
	Rate     sim.Share     `key:"failure-rate" doc:"share of failures that opens it, above 0% to 100%; default 50%"`
	SlowRate sim.Share     `key:"slow-rate" doc:"share of slow attempts that opens it too; 0%: none does"`
	Slow     time.Duration `key:"slow" doc:"how long an attempt takes that is slow, exclusive; needed with slow-rate"`
	Compare  Threshold     `key:"compare" doc:"a rate opens it when it is at-least (default) or above the threshold"`
	Last     int           `key:"last" doc:"the window is the last so many outcomes, 1 to 1000000; or say window; default 100"`
	Window   time.Duration `key:"window" doc:"the window is the outcomes of so much time"`
	Slices   int           `key:"slices" doc:"with window: it moves on by so many parts, 1 to 1000; 1 is a fixed window; default 10"`
	MinCalls int           `key:"min-calls" doc:"outcomes in the window below which it does not open; default 0"`
	Failing  bool          `key:"on-failure" doc:"it looks at its rates after a failure only, as gobreaker, Polly and opossum do; otherwise after every outcome, as resilience4j does"`
	OpenFor  time.Duration `key:"open-for" doc:"how long it stays open, above 0s; default 60s"`
	Strict   bool          `key:"strict" doc:"it is still open at the very instant open-for is over"`
	Probes   int           `key:"probes" doc:"attempts let through when half-open, 1 to 255; default 1"`
	Decide   DecideBy      `key:"decide" doc:"half-open: a failure opens it and probes successes close it (each, default), or the rates of all probes decide (rate)"`
	Hung     time.Duration `key:"hung" doc:"half-open: probes that have not ended after so long are given up, and others let through; 0s: they block for ever"`
	Stale    Stale         `key:"stale" doc:"an outcome of before the last change of state: ignore (default); count as a new one; close, which ignores failures and lets a success close it; or probe, a new one that decides as a probe does once open-for is over"`
	Refused  Refused       `key:"refused" doc:"an attempt that it refuses counts as: nothing (default), call or failure"`
	Keep     bool          `key:"keep" doc:"the window is kept as the breaker closes, as in opossum; otherwise it is emptied, and its slices begin anew"`
	AtStart  bool          `key:"at-start" doc:"with window: an attempt counts as a call when it leaves, and as a failure when it ends, as in opossum; otherwise as both when it ends"`
	Lenient  bool          `key:"lenient" doc:"half-open: an outcome that is ignored, such as a cancelled attempt, is a success"`
	Counts   []Class       `key:"counts" doc:"outcomes that are failures; default transient and deadline; all other answers are successes; cancelled attempts are ignored"`
	Scope    Scope         `key:"scope" doc:"who shares a breaker: client (default), process or fleet"`
}

func newRateBreaker() Breaker {
	return &RateBreaker{Rate: 0.5, Compare: AtLeast, OpenFor: time.Minute, Probes: 1, Slices: 10, Decide: ByEach, Stale: IgnoreStale,
		Refused: RefusedNothing, Counts: []Class{Transient, late}, Scope: PerClient}
}

// Point says that it is asked for every attempt.
func (RateBreaker) Point() Point { return AtAttempt }

// New makes closed breakers with empty windows: 32 bytes, and 2 bits for each outcome
// or 12 bytes for each slice.
func (b RateBreaker) New(s sim.Scopes) Gate {
	scope := b.Scope.of(s, PerClient)
	n := scope.slots(s.Clients)
	g := &rateGate{RateBreaker: b, scope: scope, counts: union(b.Counts, Transient|late), state: make([]rateState, n)}
	g.Probes = max(b.Probes, 1)
	if b.Rate == 0 {
		g.Rate = 0.5
	}
	if b.OpenFor == 0 {
		g.OpenFor = time.Minute
	}
	switch {
	case b.Window == 0 && b.Last == 0:
		g.window = newCountWindow(100, n)
	case b.Window == 0:
		g.window = newCountWindow(b.Last, n)
	default:
		slices := b.Slices
		if slices == 0 {
			slices = 10
		}
		w := newTimeWindow(sim.Time(b.Window)/sim.Time(slices), slices, n)
		if g.window = w; b.AtStart {
			g.starts = w
		}
	}
	return g
}

// Validate names the keys that make no sense. Zero values stand for the defaults.
func (b RateBreaker) Validate() error {
	bad := catalog.Problem
	return catalog.Join(
		share("failure-rate", b.Rate), share("slow-rate", b.SlowRate),
		bad(b.SlowRate > 0 && b.Slow <= 0, "slow", "is "+b.Slow.String()+", want more than 0s: slow-rate needs it"),
		bad(b.Last < 0 || b.Last > 1e6, "last", "is "+strconv.Itoa(b.Last)+", want 1 to 1000000"),
		bad(b.Last > 0 && b.Window > 0, "last", "and window are two windows: say one"),
		bad(b.Window < 0 || b.Window > 24*time.Hour, "window", "is "+b.Window.String()+", want more than 0s, at most 24h"),
		bad(b.Slices < 0 || b.Slices > 1000, "slices", "is "+strconv.Itoa(b.Slices)+", want 1 to 1000"),
		bad(b.AtStart && b.Window == 0, "at-start", "needs a window: the last outcomes have no start"),
		bad(b.MinCalls < 0, "min-calls", "is "+strconv.Itoa(b.MinCalls)+", want 0 or more"),
		bad(b.MinCalls > cmpLast(b), "min-calls", "is "+strconv.Itoa(b.MinCalls)+", more than the window holds: it never opens"),
		bad(b.OpenFor < 0, "open-for", "is "+b.OpenFor.String()+", want more than 0s"),
		bad(b.Probes < 0 || b.Probes > 255, "probes", "is "+strconv.Itoa(b.Probes)+", want 1 to 255"),
		notBelow0("hung", b.Hung),
		bad(b.Counts != nil && len(b.Counts) == 0, "counts", "is empty, so that it never opens: name outcomes, or leave the breaker out"),
	)
}

// cmpLast is how many outcomes the window holds.
func cmpLast(b RateBreaker) int {
	switch {
	case b.Window > 0:
		return math.MaxInt
	case b.Last > 0:
		return b.Last
	}
	return 100
}
