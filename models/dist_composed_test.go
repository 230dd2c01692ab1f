package models

import (
	"math"
	"time"

	"retrystorm/sim/catalog"
)

func composedRows() []distRow {
	sample := []time.Duration{30, 10, 20, 10, 500, 10, 20, 40}
	for i := range sample {
		sample[i] *= time.Millisecond
	}
	measured, err := NewEmpirical(sample)
	if err != nil {
		panic(err)
	}
	ordered := NewMixture(catalog.Map[MixturePart]{
		{Name: "hit", Value: MixturePart{Share: 0.9, Time: &Uniform{Min: 1 * time.Millisecond, Max: 2 * time.Millisecond}}},
		{Name: "miss", Value: MixturePart{Time: &Constant{Value: 20 * time.Millisecond}}},
	})
	overlapping := NewMixture(catalog.Map[MixturePart]{
		{Name: "small", Value: MixturePart{Share: 0.7, Time: &Exponential{MeanTime: 10 * time.Millisecond}}},
		{Name: "export", Value: MixturePart{Share: 0.1, Time: &Exponential{MeanTime: 50 * time.Millisecond}}},
		{Name: "ping", Value: MixturePart{Share: 0.2, Time: &Uniform{Max: 1 * time.Millisecond}}},
	})
	return []distRow{
		{why: "a fixed time and an exponential on top", dist: &Shifted{By: 5 * time.Millisecond, Time: &Exponential{MeanTime: 10 * time.Millisecond}},
			mean: 15 * ms, sd: 10 * ms, cdf: func(x float64) float64 { return -math.Expm1(-max(x-5*ms, 0) / (10 * ms)) }},
		{why: "a sample with ties", dist: measured, mean: 80 * ms, sd: math.Sqrt(25300) * ms,
			cdf: func(x float64) float64 {
				n := 0
				for _, v := range sample {
					if float64(v) <= x {
						n++
					}
				}
				return float64(n) / float64(len(sample))
			}},
		mixed("a mixture of parts that follow one another", ordered, false,
			mixedPart{0.9, 1.5 * ms, ms / math.Sqrt(12), func(x float64) float64 { return clamp((x - ms) / ms) }},
			mixedPart{0.1, 20 * ms, 0, step(20 * ms)}),
		mixed("a mixture of parts that overlap", overlapping, true,
			mixedPart{0.7, 10 * ms, 10 * ms, func(x float64) float64 { return -math.Expm1(-max(x, 0) / (10 * ms)) }},
			mixedPart{0.1, 50 * ms, 50 * ms, func(x float64) float64 { return -math.Expm1(-max(x, 0) / (50 * ms)) }},
			mixedPart{0.2, 0.5 * ms, ms / math.Sqrt(12), func(x float64) float64 { return clamp(x / ms) }}),
	}
}

type mixedPart struct {
	share, mean, sd float64
	cdf             func(x float64) float64
}

func mixed(why string, d *Mixture, unlike bool, parts ...mixedPart) distRow {
	mean, square := 0.0, 0.0
	for _, p := range parts {
		mean += p.share * p.mean
		square += p.share * (p.sd*p.sd + p.mean*p.mean)
	}
	return distRow{
		why: why, dist: d, unlike: unlike,
		mean: mean, sd: math.Sqrt(square - mean*mean),
		cdf: func(x float64) float64 {
			sum := 0.0
			for _, p := range parts {
				sum += p.share * p.cdf(x)
			}
			return sum
		},
	}
}
