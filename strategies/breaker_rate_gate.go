package strategies

import "retrystorm/sim"

// rateGate is the state of a RateBreaker. Changes of state are lazy: it becomes
// half-open as the first probe leaves.
type rateGate struct {
	RateBreaker
	scope  scoped
	counts Class
	window outcomeWindow
	starts *timeWindow // the window, if attempts count in it as they leave
	state  []rateState
}

type rateState struct {
	since  sim.Time // of the last change of state
	probed sim.Time // half-open: when the latest probe left
	is     uint8
	out    uint8 // half-open: probes that left, less those whose place was given back
	ended  uint8 // half-open: probes that ended
	failed uint8
	slow   uint8
}

func (g *rateGate) Ask(now sim.Time, who uint32, _ *sim.Call) sim.Decision {
	slot := g.scope.slot(who)
	b := &g.state[slot]
	shut := false
	switch b.is {
	case open:
		at := b.since.Add(g.OpenFor)
		shut = now < at || g.Strict && now == at
	case halfOpen:
		shut = int(b.out) >= g.Probes && (g.Hung == 0 || now < b.probed.Add(g.Hung))
	}
	if !shut {
		return sim.Decision{}
	}
	if g.Refused == RefusedCall || g.Refused == RefusedFailure {
		g.window.add(slot, now, g.Refused == RefusedFailure, false)
	}
	return sim.Decision{Verb: sim.Stop, Reason: sim.BreakerOpen}
}

func (g *rateGate) Take(now sim.Time, who uint32, _ *sim.Call) {
	b := &g.state[g.scope.slot(who)]
	switch {
	case b.is == closed:
		return
	case b.is == open:
		*b = rateState{is: halfOpen, since: now}
	case int(b.out) >= g.Probes: // they hang
		b.out = b.ended
	}
	b.out++
	b.probed = now
}

// Left counts the attempt, if it does so as it leaves.
func (g *rateGate) Left(now sim.Time, who uint32, _ *sim.Call) {
	if g.starts != nil {
		g.starts.add(g.scope.slot(who), now, false, false)
	}
}

// count puts an outcome into the window.
func (g *rateGate) count(slot uint32, now sim.Time, failed, slow bool) {
	if g.starts != nil {
		g.starts.fail(slot, now, failed, slow)
		return
	}
	g.window.add(slot, now, failed, slow)
}

// Ended counts an outcome. It is stale if its attempt left before the last change of
// state: an attempt that left while it was closed is no probe.
func (g *rateGate) Ended(now sim.Time, who uint32, _ *sim.Call, out *sim.Outcome) {
	slot := g.scope.slot(who)
	b := &g.state[slot]
	failed := g.counts.Has(out.Status)
	slow := g.SlowRate > 0 && out.Latency > g.Slow
	ignored := !failed && (out.Status == sim.Cancelled || out.Status == sim.GateClosed ||
		out.Status == sim.Unfinished || out.Status == sim.Expired)
	if g.Stale == ProbeStale && b.is == open && now >= b.since.Add(g.OpenFor) {
		*b = rateState{is: halfOpen, since: now}
	}
	if out.Sent < b.since && g.Stale != CountStale && g.Stale != ProbeStale {
		if g.Stale == CloseStale && !failed && !ignored {
			g.close(slot, now)
		}
		return
	}
	switch {
	case b.is == halfOpen && ignored && !g.Lenient:
		b.out -= min(b.out, 1)
	case b.is == halfOpen:
		if g.Keep {
			g.count(slot, now, failed, slow)
		}
		g.probeEnded(slot, now, failed, slow)
	case !ignored:
		g.count(slot, now, failed, slow)
		if b.is == closed && (failed || !g.Failing) && g.trips(g.window.sum(slot, now)) {
			*b = rateState{is: open, since: now}
		}
	}
}

func (g *rateGate) probeEnded(slot uint32, now sim.Time, failed, slow bool) {
	b := &g.state[slot]
	b.ended++
	if failed {
		b.failed++
	}
	if slow {
		b.slow++
	}
	switch {
	case g.Decide == ByEach || g.Decide == "":
		if failed {
			*b = rateState{is: open, since: now}
		} else if int(b.ended) >= g.Probes {
			g.close(slot, now)
		}
	case int(b.ended) >= g.Probes:
		if g.over(uint32(b.ended), uint32(b.failed), uint32(b.slow)) {
			*b = rateState{is: open, since: now}
		} else {
			g.close(slot, now)
		}
	}
}

func (g *rateGate) close(slot uint32, now sim.Time) {
	g.state[slot] = rateState{since: now}
	if !g.Keep {
		g.window.clear(slot, now)
	}
}

// trips asks for the rates. A failure whose attempt has left the window is one of no calls:
// more than any rate.
func (g *rateGate) trips(t tally) bool {
	return int(t.calls) >= g.MinCalls && t.calls+t.failed > 0 && g.over(t.calls, t.failed, t.slow)
}

// over reports whether one of the rates reaches its threshold.
func (g *rateGate) over(calls, failed, slow uint32) bool {
	reaches := func(n uint32, of sim.Share) bool {
		x, y := float64(n), float64(float64(of)*float64(calls))
		return x > y || x == y && g.Compare != Above
	}
	return reaches(failed, g.Rate) || g.SlowRate > 0 && reaches(slow, g.SlowRate)
}

// Threshold says when a rate reaches one; the zero value is [AtLeast].
type Threshold string

// The comparisons.
const (
	AtLeast Threshold = "at-least"
	Above   Threshold = "above"
)

// Values lists what a file may say.
func (Threshold) Values() []string { return []string{string(AtLeast), string(Above)} }

// DecideBy says what the probes of a half-open breaker decide by; the zero value is
// [ByEach].
type DecideBy string

// What they decide by.
const (
	ByEach DecideBy = "each"
	ByRate DecideBy = "rate"
)

// Values lists what a file may say.
func (DecideBy) Values() []string { return []string{string(ByEach), string(ByRate)} }

// Stale says what becomes of an outcome of before the last change of state; the zero
// value is [IgnoreStale].
type Stale string

// What becomes of it.
const (
	IgnoreStale Stale = "ignore"
	CountStale  Stale = "count"
	CloseStale  Stale = "close"
	ProbeStale  Stale = "probe"
)

// Values lists what a file may say.
func (Stale) Values() []string {
	return []string{string(IgnoreStale), string(CountStale), string(CloseStale), string(ProbeStale)}
}

// Refused says what an attempt counts as that a breaker has refused; the zero value is
// [RefusedNothing].
type Refused string

// What it counts as.
const (
	RefusedNothing Refused = "nothing"
	RefusedCall    Refused = "call"
	RefusedFailure Refused = "failure"
)

// Values lists what a file may say.
func (Refused) Values() []string {
	return []string{string(RefusedNothing), string(RefusedCall), string(RefusedFailure)}
}
