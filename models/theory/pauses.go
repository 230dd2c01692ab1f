package theory

import "math"

// Pauses are stops of the whole service, such as those of a garbage collector, that
// come each time a budget of allocations is used up and last the longer the more
// requests are held: an overload lowers the capacity, without a single retry.
type Pauses struct {
	Alloc      float64 // allocated by each request, such as bytes
	Heap       float64 // H, allocated between two pauses
	Pause      float64 // p0, length of a pause with nothing in flight
	PerRequest float64 // p1, added by each request in flight
}

// Share returns the share of the time that the service stands still when it serves
// lambda requests per unit of time and holds so many: lambda a (p0 + p1 N) / H, at
// most 1.
func (p Pauses) Share(lambda, inFlight float64) float64 {
	if !notNegative(lambda, inFlight, p.Alloc, p.Pause, p.PerRequest) || !positive(p.Heap) {
		return math.NaN()
	}
	return math.Min(1, lambda*p.Alloc*(p.Pause+p.PerRequest*inFlight)/p.Heap)
}
