package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Lognormal is a time whose logarithm is normal, the usual shape of measured
// latencies. It is given by its median and either its 99th percentile or Sigma, the
// standard deviation of the logarithm: sigma = log(p99/p50) / 2.3263.
type Lognormal struct {
	P50   time.Duration `key:"p50,required" doc:"the median, such as 70ms"`
	P99   time.Duration `key:"p99,omitzero" doc:"the 99th percentile, such as 460ms; or give sigma"`
	Sigma float64       `key:"sigma,omitzero" doc:"standard deviation of the logarithm, up to 10; or give p99"`

	sigma float64 // from either; 0 if not prepared
}

// NewLognormal returns one with this median and 99th percentile. It panics unless
// 0 < p50 < p99.
func NewLognormal(p50, p99 time.Duration) *Lognormal {
	return prepared(&Lognormal{P50: p50, P99: p99})
}

// Prepare checks the settings and derives sigma.
func (d *Lognormal) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	d.sigma = d.findSigma()
	return nil
}

func (d *Lognormal) findSigma() float64 {
	if d.Sigma != 0 {
		return d.Sigma
	}
	return sim.Log(float64(d.P99)/float64(d.P50)) / sim.NormInv(0.99)
}

// At implements [sim.Dist].
func (d *Lognormal) At(u uint64) time.Duration {
	sigma := d.sigma
	if sigma == 0 {
		sigma = d.findSigma()
	}
	return duration(float64(float64(d.P50) * sim.Exp(float64(sigma*normal(u)))))
}

// Mean is p50 exp(sigma^2 / 2).
func (d *Lognormal) Mean() time.Duration {
	sigma := d.findSigma()
	return duration(float64(float64(d.P50) * sim.Exp(float64(sigma*sigma)/2)))
}

// Validate reports settings that fit no lognormal distribution.
func (d *Lognormal) Validate() error {
	return catalog.Join(
		catalog.Problem(d.P50 <= 0, "p50", "must be above 0s"),
		catalog.Problem(d.P99 == 0 && d.Sigma == 0, "p99", "is missing; give p99 or sigma"),
		catalog.Problem(d.P99 != 0 && d.Sigma != 0, "sigma", "says the same as p99; give one of them"),
		catalog.Problem(d.P99 != 0 && d.P99 <= d.P50, "p99", "must be above p50; for a fixed time use constant"),
		catalog.Problem(!(d.Sigma >= 0 && d.Sigma <= 10), "sigma", "must lie between 0 and 10"),
	)
}
