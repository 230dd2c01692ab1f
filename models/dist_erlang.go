package models

import (
	"time"

	"retrystorm/sim/catalog"
)

// Erlang is the sum of Stages exponential times of equal mean: less spread than an
// exponential time, by the factor 1/sqrt(stages), and none below a certain length.
//
// F(x) = 1 - exp(-y) (1 + y + .. + y^(k-1)/(k-1)!), y = k x / mean, k stages.
type Erlang struct {
	MeanTime time.Duration `key:"mean,required" doc:"the mean of the whole"`
	Stages   int           `key:"stages,required" doc:"1 to 1000; 1 is exponential, many are nearly normal"`

	cells []erlangCell // of the inverse for mean = Stages; nil if not prepared
}

// NewErlang returns one with this mean. It panics if a setting is bad.
func NewErlang(mean time.Duration, stages int) *Erlang {
	return prepared(&Erlang{MeanTime: mean, Stages: stages})
}

// Prepare checks the settings and tabulates the inverse.
func (d *Erlang) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	d.cells = nil
	if d.Stages > 1 {
		d.cells = erlangTable(d.Stages)
	}
	return nil
}

// At implements [sim.Dist]. The inverse is a smooth function of the normal variable
// with the same word, so a table of polynomials gives it to 1 part in 10^10.
func (d *Erlang) At(u uint64) time.Duration {
	if d.Stages == 1 {
		return duration(float64(float64(d.MeanTime) * exponential(u)))
	}
	place := float64((normal(u) - erlangFrom) * erlangPerUnit)
	i := int(place)
	var x float64
	if d.cells != nil {
		x = d.cells[i].at(place - float64(i))
	} else {
		c := newErlangCell(erlangKnot(d.Stages, i), erlangKnot(d.Stages, i+1))
		x = c.at(place - float64(i))
	}
	return duration(float64(float64(d.MeanTime)*x) / float64(d.Stages))
}

// Mean implements [sim.Dist].
func (d *Erlang) Mean() time.Duration { return d.MeanTime }

// Validate reports settings that fit no Erlang distribution.
func (d *Erlang) Validate() error {
	return catalog.Join(
		catalog.Problem(d.MeanTime <= 0, "mean", "must be above 0s"),
		catalog.Problem(d.Stages < 1 || d.Stages > 1000, "stages", "must lie between 1 and 1000"),
	)
}
