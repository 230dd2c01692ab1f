package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Weibull is a time whose hazard falls (Shape < 1: what has taken long will take
// longer still), stays (1, exponential) or rises (> 1: near its mean). It is given by
// Shape and either its mean or Scale, the 63rd percentile.
//
// F(x) = 1 - exp(-(x/scale)^shape), mean = scale Gamma(1 + 1/shape).
type Weibull struct {
	MeanTime time.Duration `key:"mean,omitzero" doc:"the mean; or give scale"`
	Scale    time.Duration `key:"scale,omitzero" doc:"the time below which 63 % lie; or give mean"`
	Shape    float64       `key:"shape,required" doc:"0.1 to 100; below 1 a heavy tail, 1 exponential, above 1 near the mean"`

	scale float64 // from either, in ns; 0 if not prepared
}

// NewWeibull returns one with this mean. It panics if a setting is bad.
func NewWeibull(mean time.Duration, shape float64) *Weibull {
	return prepared(&Weibull{MeanTime: mean, Shape: shape})
}

// Prepare checks the settings and derives the scale.
func (d *Weibull) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	d.scale = d.findScale()
	return nil
}

func (d *Weibull) findScale() float64 {
	if d.Scale != 0 {
		return float64(d.Scale)
	}
	return float64(d.MeanTime) / gamma(1+1/d.Shape)
}

// At implements [sim.Dist].
func (d *Weibull) At(u uint64) time.Duration {
	scale := d.scale
	if scale == 0 {
		scale = d.findScale()
	}
	return duration(float64(scale * sim.Pow(exponential(u), 1/d.Shape)))
}

// Mean implements [sim.Dist].
func (d *Weibull) Mean() time.Duration {
	if d.Scale == 0 {
		return d.MeanTime
	}
	return duration(float64(float64(d.Scale) * gamma(1+1/d.Shape)))
}

// Validate reports settings that fit no Weibull distribution.
func (d *Weibull) Validate() error {
	return catalog.Join(
		catalog.Problem(d.MeanTime == 0 && d.Scale == 0, "mean", "is missing; give mean or scale"),
		catalog.Problem(d.MeanTime != 0 && d.Scale != 0, "scale", "says the same as mean; give one of them"),
		catalog.Problem(d.MeanTime < 0, "mean", "must be above 0s"),
		catalog.Problem(d.Scale < 0, "scale", "must be above 0s"),
		catalog.Problem(!(d.Shape >= 0.1 && d.Shape <= 100), "shape", "must lie between 0.1 and 100"),
	)
}

// gamma is the gamma function for x from 1 to 12, by Stirling's series at x + n >= 12
// (Abramowitz and Stegun 6.1.41), to about 1 part in 10^14.
func gamma(x float64) float64 {
	const halfLog2Pi = 0.91893853320467274178032973640561764
	below := 1.0
	for x < 12 {
		below = float64(below * x)
		x++
	}
	q := 1 / float64(x*x)
	s := 1.0/1188 - float64(q*(691.0/360360))
	s = -1.0/1680 + float64(q*s)
	s = 1.0/1260 + float64(q*s)
	s = -1.0/360 + float64(q*s)
	s = 1.0/12 + float64(q*s)
	return sim.Exp(float64((x-0.5)*sim.Log(x))-x+halfLog2Pi+s/x) / below
}
