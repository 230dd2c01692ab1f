package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Pareto is a time with a tail that falls as a power: x times longer is x^shape times
// rarer, at any length. Of its longest draws there is one in any run that decides it,
// so Cap is wise: what is longer takes Cap. The variance is infinite for Shape <= 2,
// the mean for Shape <= 1, unless Cap is set.
//
// F(x) = 1 - (min/x)^shape from Min up to Cap, and 1 from Cap on.
type Pareto struct {
	Min   time.Duration `key:"min,required" doc:"the shortest time"`
	Shape float64       `key:"shape,required" doc:"exponent of the tail, 0.1 to 100; above 1 unless there is a cap"`
	Cap   time.Duration `key:"cap,omitzero" doc:"the longest time: what is longer takes this; absent: no limit"`
}

// At implements [sim.Dist].
func (d *Pareto) At(u uint64) time.Duration {
	t := duration(float64(float64(d.Min) * sim.Exp(exponential(u)/d.Shape)))
	if d.Cap > 0 {
		return min(t, d.Cap)
	}
	return t
}

// Mean is min shape/(shape-1), or with a cap min (1 + (1 - (min/cap)^(shape-1)) /
// (shape-1)), which is min (1 + log(cap/min)) at shape 1.
func (d *Pareto) Mean() time.Duration {
	least, s := float64(d.Min), d.Shape-1
	if d.Cap == 0 {
		return duration(float64(least*d.Shape) / s)
	}
	log := sim.Log(float64(d.Cap) / least)
	over := log // (1 - exp(-s log)) / s, near s = 0
	if x := float64(s * log); x > 1e-8 || x < -1e-8 {
		over = (1 - sim.Exp(-x)) / s
	}
	return duration(least + float64(least*over))
}

// Validate reports settings that fit no Pareto distribution with a mean.
func (d *Pareto) Validate() error {
	return catalog.Join(
		catalog.Problem(d.Min <= 0, "min", "must be above 0s"),
		catalog.Problem(!(d.Shape >= 0.1 && d.Shape <= 100), "shape", "must lie between 0.1 and 100"),
		catalog.Problem(d.Shape <= 1 && d.Cap == 0, "shape", "must be above 1 where there is no cap, else the mean is infinite"),
		catalog.Problem(d.Cap != 0 && d.Cap < d.Min, "cap", "must not be less than min"),
	)
}
