package strategies

import (
	"time"

	"retrystorm/sim"
)

// strategy is a Policy at work. It implements [sim.Strategy].
type strategy struct {
	backoff    Backoff
	retryOn    classifier
	obey       bool   // answers that say: do not retry
	limit      uint32 // attempts
	maxElapsed time.Duration
	hint       hintRule
	all        []Gate // each is told every outcome
	decision   []Gate // asked when a retry is decided on
	first      []Gate // asked when a first attempt is to leave
	retry      []Gate // asked when a retry is to leave
	hedge      []Gate // asked when a hedge is to leave
}

// The strategy's own bits of Call.Memo. The others are the backoff's, which sees these
// clear.
const (
	retrying = 1 << 63   // a retry has been decided on and has not left yet: no hedge
	renewed  = 1 << 62   // what is retried once has been
	lined    = 1 << 61   // the attempt that is about to leave has its place in a limiter's line
	ownMemo  = lined - 1 // of the backoff
)

// guard makes a gate and attaches it at its point.
func (s *strategy) guard(g Guard, all sim.Scopes) {
	gate, at := g.New(all), g.Point()
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
	gates := s.hedge
	switch {
	case c.Attempts == 0:
		gates = s.first
	case c.Memo&retrying != 0:
		gates = s.retry
	}
	if d := agree(gates, now, who, c); d.Verb != sim.Go {
		if d.Verb == sim.Stop {
			c.Memo &^= retrying | lined
		}
		return d
	}
	take(gates, now, who, c)
	if c.Attempts == 0 {
		for _, g := range s.all {
			g.Began(now, who)
		}
	}
	c.Memo &^= retrying | lined
	return sim.Decision{}
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
	case uint32(c.Attempts) >= s.limit:
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
	}
	flags := c.Memo &^ ownMemo
	if flags != 0 {
		c.Memo &= ownMemo
	}
	delay := s.backoff.Delay(c, out)
	if flags != 0 {
		c.Memo |= flags
	}
	if s.hint.counts(out) {
		var ok bool
		if delay, ok = s.hint.apply(delay, out); !ok {
			return sim.Decision{Verb: sim.Stop, Reason: sim.NotRetried}
		}
	}
	if delay > s.maxElapsed-now.Sub(c.Started) {
		return sim.Decision{Verb: sim.Stop, Reason: sim.MaxElapsed}
	}
	if c.Deadline != 0 && now.Add(delay) >= c.Deadline {
		return sim.Decision{Delay: delay} // the kernel stops it, so nothing is spent
	}
	if d := agree(s.decision, now, who, c); d.Verb != sim.Go {
		return d
	}
	take(s.decision, now, who, c)
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

// hedged is a strategy that hedges.
type hedged struct {
	strategy
	hedger sim.Hedger
}

// Before refuses a hedge that has been forestalled: the timer may be older than a
// retry that has used up the attempts.
func (h *hedged) Before(now sim.Time, who uint32, c *sim.Call) sim.Decision {
	if c.Attempts > 0 && c.Memo&retrying == 0 {
		if _, ok := h.Hedge(c); !ok {
			return sim.Decision{Verb: sim.Stop, Reason: sim.MaxAttempts}
		}
	}
	return h.strategy.Before(now, who, c)
}

// Hedge implements [sim.Hedger].
func (h *hedged) Hedge(c *sim.Call) (time.Duration, bool) {
	if uint32(c.Attempts) >= h.limit {
		return 0, false
	}
	return h.hedger.Hedge(c)
}
