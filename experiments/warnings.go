package experiments

import (
	"fmt"
	"strings"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// Warnings are settings that are allowed, but make an experiment answer another question
// than it seems to ask. A run shows them before it begins.
func (x *Experiment) Warnings() (warnings []string) {
	seen := map[string]bool{}
	for _, c := range x.Cells {
		c.warn(func(format string, args ...any) {
			if w := fmt.Sprintf(format, args...); !seen[w] {
				seen[w] = true
				warnings = append(warnings, w)
			}
		})
	}
	return warnings
}

func (c *Cell) warn(add func(string, ...any)) {
	cfg := &c.Plan.Config
	for i := range cfg.Links {
		l := &cfg.Links[i]
		p, ok := l.Policy.(strategies.Policy)
		if !ok {
			continue
		}
		q, _ := cfg.Nodes[l.To].Model.(*models.Queue)
		if q != nil {
			deafToLimits(q, l, p, add)
			shortLock(q, l, add)
		}
		c.deafToFaults(l, p, add)
	}
}

// deafToLimits warns of hints that nobody listens to.
func deafToLimits(q *models.Queue, l *sim.Link, p strategies.Policy, add func(string, ...any)) {
	if p.Backoff == nil {
		return
	}
	for _, limit := range q.Limits {
		keys := limit.Value.Common()
		st := sim.Status(keys.Status)
		switch {
		case !p.Retries(st):
			add("link %s: limit %s answers %v, which the policy does not retry", l.Name, limit.Name, st)
		case keys.RetryAfter.Given() && !p.Heeds(st):
			add("link %s: limit %s sends Retry-After, which the policy ignores", l.Name, limit.Name)
		}
	}
}

// shortLock warns of a key that is free again while its call may still be tried: a slow
// execution outlives its lock, and is done twice.
func shortLock(q *models.Queue, l *sim.Link, add func(string, ...any)) {
	if q.Keys == nil || l.Key == sim.NoKey || q.Keys.Lock == 0 {
		return
	}
	if l.Deadline == 0 || q.Keys.Lock <= l.Deadline {
		add("link %s: an idempotency key is locked for %v, which should be more than the deadline of the call (%s): a slow execution outlives its lock, and is done twice",
			l.Name, q.Keys.Lock, orNone(l.Deadline))
	}
}

func orNone(d time.Duration) string {
	if d == 0 {
		return "none"
	}
	return d.String()
}

// deafToFaults warns of a policy that retries nothing of what the faults can bring about.
func (c *Cell) deafToFaults(l *sim.Link, p strategies.Policy, add func(string, ...any)) {
	if p.Backoff == nil {
		return
	}
	var outcomes []string
	for _, f := range c.Plan.Config.Faults {
		for _, st := range brings(&f.Fault, l) {
			if f.Kind == sim.Lose && c.Plan.Config.Links[f.On].Name != l.Name || f.Kind != sim.Lose && f.On != int(l.To) {
				continue
			}
			if p.Retries(st) {
				return
			}
			outcomes = append(outcomes, st.String())
		}
	}
	if len(outcomes) > 0 {
		add("link %s: the faults can only bring about %s, which the policy does not retry", l.Name, strings.Join(outcomes, ", "))
	}
}

// brings lists the outcomes that a fault brings about for callers on a link, beside the
// full queues that may follow.
func brings(f *sim.Fault, l *sim.Link) []sim.Status {
	late := []sim.Status{sim.TimedOut}
	if l.Timeout == 0 {
		late = nil
	}
	switch f.Kind {
	case sim.Refuse:
		return []sim.Status{sim.Refused}
	case sim.Errors:
		return []sim.Status{f.Status}
	case sim.Crash:
		return []sim.Status{sim.Reset, sim.Refused}
	case sim.Lose:
		if l.Connections != nil && l.Connections.Timeout > 0 {
			late = append(late, sim.ConnectTimeout)
		}
		return late
	case sim.Stall, sim.Slow, sim.Capacity:
		return late
	}
	return nil
}
