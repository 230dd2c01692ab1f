package experiments

import (
	"math"

	"retrystorm/models"
	"retrystorm/models/theory"
	"retrystorm/strategies"
)

// herdLoad is the attempts per second of a herd without a limit of attempts, when all
// fail and all backoffs have reached their cap: N / (T + f cap). 0 if it is not known.
// Below the capacity the backlog drains.
func (c *Cell) herdLoad() float64 {
	cfg := &c.Plan.Config
	if len(cfg.Fleets) != 1 || len(cfg.Links) != 1 {
		return 0
	}
	f, l := &cfg.Fleets[0], &cfg.Links[0]
	p, ok := l.Policy.(strategies.Policy)
	_, herd := f.Workload.(*models.Herd)
	if !ok || !herd || p.MostAttempts() != 0 || l.Timeout <= 0 || p.Budget != nil || p.Breaker != nil || p.Limiter != nil || p.Hedge != nil {
		return 0
	}
	q, ok := cfg.Nodes[l.To].Model.(*models.Queue)
	if !ok || q.Special() != "" || int(q.Waiting.Limit) < int(f.Clients) { // who is refused comes back sooner than who times out
		return 0
	}
	longest, share, ok := atCap(p.Backoff)
	if !ok {
		return 0
	}
	load := theory.ClosedFleet{Clients: int(f.Clients), Timeout: l.Timeout.Seconds(), AtCap: share}.Load(longest)
	if math.IsNaN(load) {
		return 0
	}
	return load
}

// atCap is the longest delay of a backoff in seconds, and its mean as a share of it once
// it has been reached.
func atCap(b strategies.Backoff) (longest, share float64, ok bool) {
	switch b := b.(type) {
	case *strategies.Immediate:
		return 0, 1, true
	case *strategies.Fixed:
		return b.Wait.Seconds(), 1, true
	case *strategies.Exponential:
		return b.Cap.Seconds(), theory.AtCapExponential, true
	case *strategies.EqualJitter:
		return b.Cap.Seconds(), theory.AtCapEqual, true
	case *strategies.FullJitter:
		return b.Cap.Seconds(), theory.AtCapFull, true
	case *strategies.DecorrelatedJitter:
		return b.Cap.Seconds(), theory.AtCapDecorrelated(b.Cap.Seconds() / b.Base.Seconds()), true
	}
	return 0, 0, false
}
