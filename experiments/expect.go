package experiments

import (
	"math"
	"slices"

	"retrystorm/models"
	"retrystorm/models/theory"
	"retrystorm/report"
	"retrystorm/sim"
	"retrystorm/strategies"
)

// expect lists the measures that a closed form gives exactly, where its assumptions
// hold for the whole cell.
func (c *Cell) expect() []report.Expected {
	cfg := &c.Plan.Config
	if len(cfg.Links) != 1 || len(cfg.Faults) > 0 {
		return nil
	}
	l := &cfg.Links[0]
	p, ok := l.Policy.(strategies.Policy)
	if !ok || p.Budget != nil || p.Breaker != nil || p.Hedge != nil {
		return nil
	}
	switch m := cfg.Nodes[0].Model.(type) {
	case *models.Delay:
		return c.independent(m, p)
	case *models.Row:
		return c.exactRow(p)
	}
	return nil
}

// independent is failures of a fixed share, whatever the load.
func (c *Cell) independent(m *models.Delay, p strategies.Policy) []report.Expected {
	l := &c.Plan.Config.Links[0]
	n := p.MostAttempts()
	if m.Failures == 0 || n == 0 || c.Plan.Config.Fleets[0].Workload.Closed() || !retries(p, sim.Unavailable) || l.Timeout > 0 || l.Deadline > 0 || p.MaxElapsed > 0 || l.LoseRequest+l.LoseResponse > 0 {
		return nil
	}
	rate := c.Plan.Layout.Nodes[0].OfferedPerSec
	out := []report.Expected{{Measure: "amplification", Value: theory.AttemptsPerCall(float64(m.Failures), n-1), Source: "(1 - p^n) / (1 - p)"}}
	if rate > 0 {
		out = append(out, report.Expected{Measure: "goodput_per_s", Value: rate * (1 - theory.FinalFailure(float64(m.Failures), n-1)), Source: "rate x (1 - p^n)"})
	}
	return out
}

// exactRow is a herd on a contended row over a network without variance: one client
// succeeds in each round, as long as nobody draws.
func (c *Cell) exactRow(p strategies.Policy) []report.Expected {
	cfg := &c.Plan.Config
	hop, constant := cfg.Links[0].Request.(*models.Constant)
	herd, all := cfg.Fleets[0].Workload.(*models.Herd)
	l := &cfg.Links[0]
	if !constant || !all || herd.Spread > 0 || p.MostAttempts() != 0 || !retries(p, sim.Conflict) || p.MaxElapsed > 0 ||
		l.Response != l.Request || l.Timeout > 0 || l.Deadline > 0 || l.LoseRequest+l.LoseResponse > 0 {
		return nil
	}
	clients := int(cfg.Fleets[0].Clients)
	seconds := 4 * hop.Mean().Seconds() * float64(clients)
	for k := 1; k < clients; k++ {
		wait, ok := c.waitOf(p, k)
		if !ok {
			return nil
		}
		seconds += wait
	}
	return []report.Expected{
		{Measure: "attempts", Value: float64(clients) * float64(clients+1) / 2, Source: "N (N + 1) / 2"},
		{Measure: "completion_s", Value: seconds, Source: "4 hops x N + the backoffs before the last"},
	}
}

// retries reports whether the policy retries st.
func retries(p strategies.Policy, st sim.Status) bool {
	return slices.ContainsFunc(p.RetryOn, func(c strategies.Class) bool { return c.Has(st) })
}

// waitOf is the backoff in seconds before retry k, if the policy draws none.
func (c *Cell) waitOf(p strategies.Policy, k int) (float64, bool) {
	switch p.Backoff.(type) {
	case *strategies.Immediate, *strategies.Fixed, *strategies.Linear, *strategies.Exponential:
	default:
		return 0, false
	}
	call := sim.Call{Attempts: uint16(min(k, math.MaxUint16))}
	return p.Backoff.Delay(&call, &sim.Outcome{Status: sim.Conflict, Decide: true}).Seconds(), true
}
