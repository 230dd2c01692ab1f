package models

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"time"

	"retrystorm/sim"
)

// Part is the share of an open workload that a group of its fleet brings; its shape is
// that of the whole. Closed workloads belong to each client and stay as they are. The
// parts of a batch are rounded one by one; those of [Parts] add up.
func Part(w sim.Workload, share float64) sim.Workload {
	switch w := w.(type) {
	case *Poisson:
		part := *w
		part.PerSec = sim.Rate(float64(w.PerSec) * share)
		return &part
	case *Steady:
		part := *w
		part.PerSec = sim.Rate(float64(w.PerSec) * share)
		return &part
	case *Batch:
		return &Batch{Size: max(1, int(float64(float64(w.Size)*share)+0.5)), Every: w.Every}
	}
	return w
}

// Parts splits an open workload among groups with these shares, which add up to 1. The
// bursts of a batch are split by largest remainder, so that none is lost; a group may get
// none of it. A replay has no parts.
func Parts(w sim.Workload, shares []float64) ([]sim.Workload, error) {
	if _, ok := w.(*Replay); ok && len(shares) > 1 {
		return nil, errors.New("a replayed file cannot be split into groups; use one fleet per file")
	}
	parts := make([]sim.Workload, len(shares))
	for i, share := range shares {
		parts[i] = Part(w, share)
	}
	if b, ok := w.(*Batch); ok {
		for i, size := range apportion(b.Size, shares) {
			parts[i] = &Batch{Size: size, Every: b.Every}
		}
	}
	return parts, nil
}

// apportion splits n by shares: each gets the whole of its part, and those with the
// largest rest one more, the first of equals first (Hamilton's method).
func apportion(n int, shares []float64) []int {
	const fine = 1e9 // shares such as 1/3 are not exact
	sizes, rests, order := make([]int, len(shares)), make([]int64, len(shares)), make([]int, len(shares))
	left := n
	for i, share := range shares {
		parts := int64(math.Round(float64(n) * share * fine))
		sizes[i], rests[i], order[i] = int(parts/fine), parts%fine, i
		left -= sizes[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rests[b], rests[a]) })
	for i := 0; i < left && len(order) > 0; i++ {
		sizes[order[i%len(order)]]++
	}
	return sizes
}

// Peak is the highest rate of a workload of n clients: that of the busiest hour, of the
// top of a ramp.
func Peak(w sim.Workload, n uint32) sim.Rate {
	rate, shape := shapeOf(w)
	if shape == nil {
		return w.Rate(n)
	}
	return sim.Rate(float64(rate) * shape.Curve().Peak())
}

// Arrivals is how many calls of a workload of n clients begin in the mean in so long a
// time after the warm-up, 0 if it has no rate.
func Arrivals(w sim.Workload, n uint32, span time.Duration) float64 {
	rate, shape := shapeOf(w)
	if shape == nil {
		return float64(w.Rate(n)) * span.Seconds()
	}
	return float64(rate) * shape.Curve().Area(0, sim.Time(span)).Seconds()
}

// shapeOf is the shape of a workload, nil for none, and the rate that it multiplies.
func shapeOf(w sim.Workload) (sim.Rate, Shape) {
	switch w := w.(type) {
	case *Poisson:
		return w.PerSec, w.Shape
	case *Steady:
		return w.PerSec, w.Shape
	}
	return 0, nil
}
