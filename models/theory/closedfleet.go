package theory

import "math"

// ClosedFleet is a number of clients with one call each that retry for ever.
type ClosedFleet struct {
	Clients int     // N
	Timeout float64 // T, of an attempt
	AtCap   float64 // f, mean delay at the cap as a share of it: one of the constants
}

// Mean delay at the cap as a share of the cap. Decorrelated jitter has no such
// constant, see [AtCapDecorrelated].
const (
	AtCapExponential = 1
	AtCapEqual       = 0.75
	AtCapFull        = 0.5
)

// Load returns the attempts per unit of time of the fleet when all fail and all
// backoffs have reached this cap, N / (T + f longest). Below the capacity the backlog
// drains, perhaps after many minutes.
func (f ClosedFleet) Load(longest float64) float64 {
	cycle := f.Timeout + f.AtCap*longest
	if f.Clients < 0 || !notNegative(f.Timeout, f.AtCap, longest) || cycle == 0 {
		return math.NaN()
	}
	return float64(f.Clients) / cycle
}

// SafeCap returns the cap above which Load stays below the capacity,
// (N/C - T) / f, or 0 if the timeout alone is long enough. It is no rule for open
// arrivals with few attempts: there it is [LambdaDown].
func (f ClosedFleet) SafeCap(capacity float64) float64 {
	if f.Clients < 0 || !notNegative(f.Timeout) || !positive(f.AtCap, capacity) {
		return math.NaN()
	}
	return math.Max(0, (float64(f.Clients)/capacity-f.Timeout)/f.AtCap)
}

// AtCapDecorrelated returns the mean delay of decorrelated jitter in the long run as a
// share of its cap, given cap / base: 0.66 at 20, 0.46 at 400. The delay wanders,
// s' = min(cap, U(base, 3s)), and the wider its range, the longer it stays below the
// cap. It is NaN below a ratio of 1. It steps the distribution on a grid of logarithms,
// until it stands still, in a few milliseconds.
func AtCapDecorrelated(capOverBase float64) float64 {
	if !(capOverBase >= 1) || math.IsInf(capOverBase, 1) {
		return math.NaN()
	}
	if capOverBase == 1 {
		return 1
	}
	const cells, steps = 300, 60
	edges := make([]float64, cells+1) // in bases
	for i := range edges {
		edges[i] = math.Pow(capOverBase, float64(i)/cells)
	}
	at := func(i int) float64 { return (edges[i] + edges[min(i+1, cells)]) / 2 } // the last is the cap itself
	p := make([]float64, cells+1)
	p[0] = 1
	for range steps {
		next := make([]float64, cells+1)
		for i, weight := range p {
			spread(next, edges, weight, 3*at(i))
		}
		p = next
	}
	return mean(p, at) / capOverBase
}

// spread adds a weight to the cells between edges, evenly from 1 to top, and what lies
// beyond the last edge to the cell after the last.
func spread(p, edges []float64, weight, top float64) {
	weight /= top - 1
	low := 1.0
	for i, high := range edges[1:] {
		if high >= top {
			p[i] += weight * (top - low)
			return
		}
		p[i] += weight * (high - low)
		low = high
	}
	p[len(p)-1] += weight * (top - low)
}
