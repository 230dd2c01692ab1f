package experiments

import (
	"retrystorm/strategies"
)

// Twins. The verdict on a run asks how long the same run, with the same draws, needs
// to recover when nobody retries. Cells that differ in their policies alone share
// that twin, and a cell without retries is its own.

// twinKey is the long form of a cell without its policies: cells with equal keys
// have the same twin.
func (c *Cell) twinKey() string {
	root := c.Long.Clone()
	for _, l := range children(root, "links") {
		l.Value.Delete("policy")
	}
	for _, f := range children(root, "fleets") {
		for _, g := range children(f.Value, "groups") {
			if l := g.Value.Entry("link"); l != nil {
				l.Value.Delete("policy")
			}
		}
	}
	return string(root.YAML())
}

// retries reports whether any link of the cell may send more than one attempt.
func (c *Cell) retries() bool {
	for i := range c.Plan.Config.Links {
		if p, ok := c.Plan.Config.Links[i].Policy.(strategies.Policy); !ok || p.MostAttempts() != 1 {
			return true
		}
	}
	return false
}

// gated reports whether a policy that never retries still holds calls back.
func (c *Cell) gated() bool {
	for i := range c.Plan.Config.Links {
		if p, ok := c.Plan.Config.Links[i].Policy.(strategies.Policy); ok && (p.Breaker != nil || p.Limiter != nil) {
			return true
		}
	}
	return false
}

// withoutRetries is the plan of the twin.
func (p *Plan) withoutRetries() *Plan {
	twin := *p
	twin.Config.Links = append(twin.Config.Links[:0:0], twin.Config.Links...)
	for i := range twin.Config.Links {
		twin.Config.Links[i].Policy = strategies.None()
	}
	return &twin
}
