package experiments

import (
	"context"

	"retrystorm/sim"
)

// Observe runs one trial of a cell, counted from 1, under the eyes of o: for traces
// and for tests. The kernel is one of [sim.New].
func (x *Experiment) Observe(ctx context.Context, c *Cell, trial int, o sim.Observer) (sim.Result, error) {
	cfg := c.Plan.Config
	cfg.Seed, cfg.Observe, cfg.Stop = TrialSeed(x.Seed, trial-1), o, ctx.Done()
	res, err := sim.New().Run(&cfg)
	if err == nil && res.Limit == sim.Interrupted {
		err = ctx.Err()
	}
	return res, err
}
