package theory

import "math"

// ClosedFleet is a number of clients with one call each that retry for ever.
type ClosedFleet struct {
	Clients int     // N
	Timeout float64 // T, of an attempt
	AtCap   float64 // f, mean delay at the cap as a share of it: one of the constants
}

// Mean delay at the cap as a share of the cap. Decorrelated jitter has no such
// constant: 0.66 at cap/base 20, 0.53 at 100, 0.48 at 250, 0.46 at 400, as measured.
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
