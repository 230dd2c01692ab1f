package models

import (
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Negative says what becomes of the negative part of a normal distribution.
type Negative string

// The ways to be rid of negative times.
const (
	Truncate Negative = "truncate" // as if drawn again until it is not negative
	Absolute Negative = "absolute" // without its sign
)

// Values lists the ways.
func (Negative) Values() []string { return []string{string(Truncate), string(Absolute)} }

// Normal is a normal distribution without its negative part. Where Mu is several
// times SD, both ways to be rid of that are the same; otherwise [Normal.Mean] is above
// Mu. With [Absolute], At falls before it rises, so variants that share a word are not
// coupled there; it is for comparison with simulators that take |N(10, 2)|.
type Normal struct {
	Mu       time.Duration `key:"mean,required" doc:"mean of the normal distribution, negative part included"`
	SD       time.Duration `key:"sd,required" doc:"its standard deviation"`
	Negative Negative      `key:"negative" doc:"the negative part: truncate it, or take the absolute value"`

	above float64 // the probability that the normal variable is above 0; 0 if not prepared
}

// NewNormal returns a normal distribution truncated at 0. It panics if a setting is bad.
func NewNormal(mean, sd time.Duration) *Normal {
	return prepared(&Normal{Mu: mean, SD: sd, Negative: Truncate})
}

// Prepare checks the settings and derives what is above 0.
func (d *Normal) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	d.above = d.findAbove()
	return nil
}

func (d *Normal) findAbove() float64 {
	if d.SD == 0 {
		return 1
	}
	return normalBelow(float64(d.Mu) / float64(d.SD))
}

// At implements [sim.Dist].
func (d *Normal) At(u uint64) time.Duration {
	if d.Negative == Absolute {
		return duration(math.Abs(float64(d.Mu) + float64(float64(d.SD)*normal(u))))
	}
	above := d.above
	if above == 0 {
		above = d.findAbove()
	}
	z := sim.NormInv(float64(above * middle(^u))) // from the top, where words are finer than 1-p
	return duration(float64(d.Mu) - float64(float64(d.SD)*z))
}

// Mean is that of what At returns. With a = mean/sd, truncated: mean + sd phi(a) /
// Phi(a); absolute: mean (2 Phi(a) - 1) + 2 sd phi(a).
func (d *Normal) Mean() time.Duration {
	if d.SD == 0 {
		return d.Mu
	}
	mu, sd, above := float64(d.Mu), float64(d.SD), d.findAbove()
	density := normalDensity(mu / sd)
	if d.Negative == Absolute {
		return duration(float64(mu*(float64(2*above)-1)) + float64(2*sd*density))
	}
	return duration(mu + float64(sd*density)/above)
}

// Validate reports settings below 0, and a way that is not known.
func (d *Normal) Validate() error {
	return catalog.Join(
		catalog.Problem(d.Mu < 0, "mean", "must not be negative"),
		catalog.Problem(d.SD < 0, "sd", "must not be negative"),
		catalog.Problem(d.Negative != "" && d.Negative != Truncate && d.Negative != Absolute,
			"negative", "must be truncate or absolute"),
	)
}
