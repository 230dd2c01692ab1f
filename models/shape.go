package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Shape is how the rate of an open workload changes over time, in multiples of it.
// All times count from the end of the warm-up, during which the rate is the one at its
// end. Prepare, which all kinds have, keeps the curve; a literal works without it, slowly.
type Shape interface {
	Curve() *Curve
}

// Ramp is a rate that rises or falls linearly and then stays: growth, a gradual launch.
type Ramp struct {
	To   float64       `key:"to,required" doc:"times the rate at the end, such as 2; 0 ends it"`
	Over time.Duration `key:"over,required" doc:"time that it takes"`
	At   time.Duration `key:"at" doc:"when it begins"`

	curve *Curve
}

// Prepare checks the settings and draws the curve.
func (s *Ramp) Prepare() error { return prepareShape(s.Validate(), &s.curve, s.draw) }

// Curve implements [Shape].
func (s *Ramp) Curve() *Curve { return curveOf(s.curve, s.draw) }

func (s *Ramp) draw() *Curve {
	at, end := int64(s.At), int64(s.At+s.Over)
	c := &Curve{tail: s.To, start: end}
	if at > 0 {
		c.once = append(c.once, knots{0, at, 1, 1})
	}
	c.once = append(c.once, knots{at, end, 1, s.To})
	return c
}

// Validate reports a negative rate and times out of order.
func (s *Ramp) Validate() error {
	return catalog.Join(
		factorProblem(s.To, "to"),
		catalog.Problem(!(s.Over > 0 && s.Over <= longestShape), "over", "must be above 0s, 10 years at most; for a jump use kind steps"),
		catalog.Problem(s.At < 0 || s.At > longestShape, "at", "must lie between 0s and 10 years"))
}

// Steps is a rate that jumps at given times: a timetable, a schedule of a load test.
type Steps struct {
	At     []time.Duration `key:"at,required" doc:"when the rate changes, in order, such as [1m, 5m]; before the first it is the rate itself"`
	Factor []float64       `key:"factor,required" doc:"times the rate from each of these on, such as [2, 1]; 0: nothing arrives"`

	curve *Curve
}

// Prepare checks the settings and draws the curve.
func (s *Steps) Prepare() error { return prepareShape(s.Validate(), &s.curve, s.draw) }

// Curve implements [Shape].
func (s *Steps) Curve() *Curve { return curveOf(s.curve, s.draw) }

func (s *Steps) draw() *Curve {
	c := &Curve{tail: 1}
	for i, at := range s.At {
		if at > 0 {
			c.once = append(c.once, knots{c.start, int64(at), c.tail, c.tail})
		}
		c.start, c.tail = int64(at), s.Factor[i]
	}
	return c
}

// Validate reports lists that do not match, times out of order and negative rates.
func (s *Steps) Validate() error {
	errs := []error{
		catalog.Problem(len(s.At) == 0, "at", "is empty; name at least one time"),
		catalog.Problem(len(s.Factor) != len(s.At), "factor", "must have one number for each time of at"),
	}
	for i, at := range s.At {
		errs = append(errs, catalog.Problem(at < 0 || at > longestShape, "at", "each must lie between 0s and 10 years"),
			catalog.Problem(i > 0 && at <= s.At[i-1], "at", "must rise from time to time"))
	}
	for _, f := range s.Factor {
		errs = append(errs, factorProblem(f, "factor"))
	}
	return catalog.Join(errs...)
}

// Spikes is a rate that jumps up for a short time, again and again: the top of the
// hour, a push message, the end of a television programme.
type Spikes struct {
	Every  time.Duration `key:"every,required" doc:"from the beginning of one to that of the next"`
	For    time.Duration `key:"for,required" doc:"how long each lasts; less than every"`
	Factor float64       `key:"factor,required" doc:"times the rate meanwhile, such as 3"`
	First  time.Duration `key:"first" doc:"when the first begins"`

	curve *Curve
}

// Prepare checks the settings and draws the curve.
func (s *Spikes) Prepare() error { return prepareShape(s.Validate(), &s.curve, s.draw) }

// Curve implements [Shape].
func (s *Spikes) Curve() *Curve { return curveOf(s.curve, s.draw) }

func (s *Spikes) draw() *Curve {
	var once []knots
	if s.First > 0 {
		once = []knots{{0, int64(s.First), 1, 1}}
	}
	end, next := int64(s.For), int64(s.Every)
	return newCycle(s.First, once, []knots{{0, end, s.Factor, s.Factor}, {end, next, 1, 1}})
}

// Validate reports spikes that overlap and negative rates and times.
func (s *Spikes) Validate() error {
	return catalog.Join(
		catalog.Problem(s.Every <= 0 || s.Every > longestShape, "every", "must be above 0s, 10 years at most"),
		catalog.Problem(s.For <= 0 || s.For >= s.Every, "for", "must be above 0s and less than every"),
		factorProblem(s.Factor, "factor"),
		catalog.Problem(s.First < 0 || s.First > longestShape, "first", "must lie between 0s and 10 years"))
}

const (
	longestShape = 10 * 365 * 24 * time.Hour
	mostFactor   = 1e6
)

func factorProblem(f float64, key string) error {
	return catalog.Problem(!(f >= 0 && f <= mostFactor), key, "must lie between 0 and 1000000")
}

// prepareShape draws a curve that is kept, if the settings are right.
func prepareShape(err error, keep **Curve, draw func() *Curve) error {
	if err == nil {
		*keep = draw()
	}
	return err
}

// curveOf is the curve that Prepare has kept, or a new one.
func curveOf(kept *Curve, draw func() *Curve) *Curve {
	if kept != nil {
		return kept
	}
	return draw()
}

// stretched is the gap in a workload of that shape; nil is none.
func stretched(s Shape, from sim.Time, gap time.Duration) time.Duration {
	if s == nil {
		return gap
	}
	return s.Curve().Stretch(from, gap)
}

// shapedRate is the rate in the long run.
func shapedRate(s Shape, r sim.Rate) sim.Rate {
	if s == nil {
		return r
	}
	return sim.Rate(float64(r) * s.Curve().Mean())
}

// Shapes lists the kinds of shape.
func Shapes() []catalog.Row[Shape] {
	type row = catalog.Row[Shape]
	return []row{
		{Name: "ramp", Doc: "The rate rises or falls linearly to a multiple of it, and stays there.", Source: "inverse of the cumulative rate",
			New: func() Shape { return &Ramp{} }},
		{Name: "steps", Doc: "The rate jumps to multiples of it at given times.", Source: "inverse of the cumulative rate",
			New: func() Shape { return &Steps{} }},
		{Name: "spikes", Doc: "The rate jumps to a multiple of it for a short time, again and again.", Source: "inverse of the cumulative rate",
			New: func() Shape { return &Spikes{} }},
		{Name: "daily", Doc: "The rate follows the hours of the day, busy around one of them and quiet half a day later; its mean is the rate.",
			Source: "raised cosine in 288 straight pieces", New: func() Shape { return newDaily() }},
	}
}
