package strategies

import (
	"time"

	"retrystorm/sim"
)

// strategy is a Policy at work. It implements [sim.Strategy] and [sim.Concluder].
type strategy struct {
	backoff    Backoff
	ending     ending  // nil: the backoff has no end
	throttled  Backoff // after an answer that says slow down
	retryOn    classifier
	obey       bool   // answers that say: do not retry
	limit      uint32 // attempts
	maxElapsed time.Duration
	elapsed    Elapsed
	hint       hintRule
	all        []Gate      // each is told every attempt and outcome
	decision   []Gate      // asked when a retry is decided on
	first      []Gate      // asked when a first attempt is to leave
	retry      []Gate      // asked when a retry is to leave
	hedge      []Gate      // asked when a hedge is to leave
	calls      []Gate      // asked with first, and told calls, not attempts
	over       []Closing   // told when a call is over
	inOrder    bool        // gates take one by one
	reopen     bool        // what a breaker refuses is tried again
	own        sim.Outcome // of what has not left: scratch
}

// guard makes a gate and attaches it at its point, or to calls.
func (s *strategy) guard(g Guard, perCall bool, all sim.Scopes) {
	gate, at := g.New(all), g.Point()
	if k, ok := gate.(Closing); ok {
		s.over = append(s.over, k)
	}
	if perCall {
		s.calls = append(s.calls, gate)
		s.first = append(s.first, gate)
		return
	}
	s.all = append(s.all, gate)
	s.hedge = append(s.hedge, gate)
	if at == AtDecision {
		s.decision = append(s.decision, gate)
		return
	}
	s.retry = append(s.retry, gate)
	if at == AtAttempt {
		s.first = append(s.first, gate)
	}
}

// Before asks the gates that have not agreed yet, and spends what the attempt costs.
func (s *strategy) Before(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	if d := s.pass(s.asked(c), now, who, c); d.Verb != sim.Go {
		if d.Verb == sim.Stop {
			return s.refused(now, who, c, d)
		}
		return d
	}
	for _, g := range s.all {
		g.Left(now, who, c)
	}
	if c.Attempts == 0 {
		for _, g := range s.calls {
			g.Left(now, who, c)
		}
	}
	c.Memo &^= retrying | lined
	return sim.Decision{}
}

// asked is the gates that the attempt which is about to leave must pass.
func (s *strategy) asked(c *sim.Call) []Gate {
	switch {
	case c.Attempts == 0:
		return s.first
	case c.Memo&retrying != 0:
		return s.retry
	}
	return s.hedge
}

// After tells the gates how an attempt ended, then decides on a retry if that is
// wanted.
func (s *strategy) After(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	for _, g := range s.all {
		g.Ended(now, who, c, out)
	}
	if !out.Decide {
		return sim.Decision{Verb: sim.Stop}
	}
	d := s.decide(now, who, c, out)
	if d.Verb == sim.Go {
		c.Memo |= retrying
	}
	return d
}

// decide asks one stop after the other.
func (s *strategy) decide(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	switch {
	case s.backoff == nil:
		return sim.Decision{Verb: sim.Stop, Reason: sim.NoPolicy}
	case !s.retryOn.always.Has(out.Status) && !s.renews(c, out.Status):
		return sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}
	case out.Final && s.obey:
		return sim.Decision{Verb: sim.Stop, Reason: sim.MarkedFinal}
	case s.triesOf(c) >= s.limit:
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	case s.ending != nil && s.ending.Ends(c):
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	}
	delay := s.delay(c, out)
	if s.hint.counts(out) {
		var ok bool
		if delay, ok = s.hint.apply(delay, out); !ok {
			return sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}
		}
		if s.hint.Reset {
			setField(c, resetAt, resetMask, 1)
		}
	}
	return s.wait(now, who, c, out.Sent, delay)
}

// wait is the decision to retry after a delay, if there is time and a token for it.
func (s *strategy) wait(now sim.Time, who uint32, c *sim.Call, sent sim.Time, delay time.Duration) sim.Decision {
	delay, ok := s.inTime(now, c, sent, delay)
	if !ok {
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxElapsed}
	}
	if c.Deadline != 0 && now.Add(delay) >= c.Deadline {
		return sim.Decision{Delay: delay} // the kernel stops it, so nothing is spent
	}
	if d := agree(s.decision, now, who, c); d.Verb != sim.Go {
		return d
	}
	return sim.Decision{Delay: delay}
}

// renews reports whether st is retried because it comes for the first time.
func (s *strategy) renews(c *sim.Call, st sim.Status) bool {
	if !s.retryOn.once.Has(st) || c.Memo&renewed != 0 {
		return false
	}
	c.Memo |= renewed
	return true
}

// triesOf is the attempts of c and the tries that have been refused in place of one.
func (s *strategy) triesOf(c *sim.Call) uint32 {
	return uint32(c.Attempts) + uint32(field(c, refusedAt, refusedMask))
}

// delay asks the backoff, which sees its own bits of the memo alone, and as attempts
// the tries that count for it.
func (s *strategy) delay(c *sim.Call, out *sim.Outcome) time.Duration {
	b := s.backoff
	if s.throttled != nil && throttling.Has(out.Status) {
		b = s.throttled
	}
	if c.Memo&^ownMemo == 0 {
		return b.Delay(c, out)
	}
	attempts, tries := c.Attempts, s.triesOf(c)
	if n := field(c, resetAt, resetMask); n > 0 {
		setField(c, resetAt, resetMask, n+1)
		tries = uint32(n)
	}
	flags := c.Memo &^ ownMemo
	c.Memo &= ownMemo
	c.Attempts = uint16(min(tries, 1<<16-1))
	d := b.Delay(c, out)
	c.Memo |= flags
	c.Attempts = attempts
	return d
}

// refused is what follows when a gate has refused an attempt.
func (s *strategy) refused(now sim.Time, who uint32, c *sim.Call, d sim.Decision) sim.Decision {
	c.Memo &^= lined
	hedge := c.Attempts > 0 && c.Memo&retrying == 0
	if d.Reason != sim.BreakerOpen || !s.reopen || s.backoff == nil || hedge {
		c.Memo &^= retrying
		return d
	}
	n := field(c, refusedAt, refusedMask) + 1
	setField(c, refusedAt, refusedMask, n)
	if s.triesOf(c) >= s.limit || n >= refusedMask {
		c.Memo &^= retrying
		return d
	}
	s.own = sim.Outcome{Status: sim.GateClosed, Sent: now, Uniform: c.Chance(n)}
	d = s.wait(now, who, c, now, s.delay(c, &s.own))
	switch {
	case d.Verb != sim.Go:
	case c.Deadline != 0 && now.Add(d.Delay) >= c.Deadline:
		d = sim.Decision{Verb: sim.Stop, Reason: sim.PastDeadline}
	default:
		return sim.Decision{Verb: sim.Hold, Reason: sim.BreakerOpen, Delay: d.Delay}
	}
	c.Memo &^= retrying
	return d
}

// Concludes implements [sim.Concluder].
func (s *strategy) Concludes() bool { return len(s.calls)+len(s.over) > 0 || s.inOrder }

// Over implements [sim.Concluder]. For gates that see calls, the end of the call is the
// end of its only attempt.
func (s *strategy) Over(now sim.Time, who uint32, c *sim.Call, st sim.Status) {
	if n := passed(c); n > 0 {
		s.giveUp(s.asked(c)[:n], now, who, c)
	}
	if c.Attempts > 0 {
		s.own = sim.Outcome{Status: st, Attempt: 1, Sent: c.Started, Latency: now.Sub(c.Started)}
		for _, g := range s.calls {
			g.Ended(now, who, c, &s.own)
		}
	}
	for _, g := range s.over {
		g.Over(now, who, c, st)
	}
}

// hedged is a strategy that hedges.
type hedged struct {
	strategy
	hedging Hedging
	ends    Ends
}

// Before refuses a hedge that has been forestalled: the timer may be older than a
// retry that has used up the attempts.
func (h *hedged) Before(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	if c.Attempts > 0 && c.Memo&retrying == 0 {
		if _, ok := h.Hedge(now, who, c); !ok {
			return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
		}
	}
	return h.strategy.Before(now, who, c)
}

// After lets the hedging hear what gates hear, and ends the call with an outcome that
// others in flight need not be waited for.
func (h *hedged) After(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	h.hedging.Ended(now, who, c, out)
	d := h.strategy.After(now, who, c, out)
	switch {
	case !out.Decide || d.Verb != sim.Stop:
	case h.ends == EndsOnAny:
		d.Verb = sim.End
	case h.ends == EndsOnFatal && d.Reason == sim.NotRetried: // MarkedFinal: no more hedges, that is all
		d.Verb = sim.End
	}
	return d
}

// Hedge implements [sim.Hedger].
func (h *hedged) Hedge(now sim.Time, who uint32, c *sim.Call) (time.Duration, bool) {
	if uint32(c.Attempts) >= h.limit {
		return 0, false
	}
	return h.hedging.Hedge(now, who, c)
}
