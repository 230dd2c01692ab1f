package models

import (
	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Dists lists the kinds of distribution. Some have a method Prepare() error beside
// Validate() error: whoever fills in the settings calls it once, before the first
// draw; see [Lognormal.Prepare].
func Dists() []catalog.Row[sim.Dist] {
	type row = catalog.Row[sim.Dist]
	const inverse = "; normal quantile by Wichura, AS 241, 1988"
	return []row{
		{Name: "constant", Doc: "Always the same time.", Source: "by definition", Short: "value",
			New: func() sim.Dist { return &Constant{} }},
		{Name: "uniform", Doc: "Any time from min to max, with equal probability.", Source: "by definition",
			New: func() sim.Dist { return &Uniform{} }},
		{Name: "exponential", Doc: "As likely to end at every instant: the first guess for service times, and the M of M/M/c.", Source: "inversion", Short: "mean",
			New: func() sim.Dist { return &Exponential{} }},
		{Name: "normal", Doc: "Symmetric around its mean, without the negative part; for network delays of comparable simulators.", Source: "inversion" + inverse,
			New: func() sim.Dist { return &Normal{Negative: Truncate} }},
		{Name: "lognormal", Doc: "The usual shape of measured latencies, from their median and 99th percentile.", Source: "inversion" + inverse,
			New: func() sim.Dist { return &Lognormal{} }},
		{Name: "erlang", Doc: "The sum of equal exponential stages: less spread than exponential, and hardly ever very short.", Source: "inversion, tabulated to 1 part in 10^10",
			New: func() sim.Dist { return &Erlang{} }},
		{Name: "weibull", Doc: "Exponential, stretched: a heavier tail for a shape below 1, a lighter one above.", Source: "inversion; scale by Stirling's series, Abramowitz and Stegun 6.1.41",
			New: func() sim.Dist { return &Weibull{} }},
		{Name: "pareto", Doc: "A tail that falls as a power: few requests hold most of the work. Best with a cap.", Source: "inversion",
			New: func() sim.Dist { return &Pareto{} }},
		{Name: "shifted", Doc: "A fixed time and another on top: delays that light sets a bound to.", Source: "by definition",
			New: func() sim.Dist { return &Shifted{} }},
		{Name: "mixture", Doc: "One of several distributions, each with its share: hits and misses, small requests and exports.", Source: "by definition",
			New: func() sim.Dist { return &Mixture{} }},
		{Name: "empirical", Doc: "Times as measured, from a file, each with equal probability.", Source: "the bootstrap: Efron, 1979",
			New: func() sim.Dist { return &Empirical{} }},
	}
}
