package theory

import "math"

// USL is the Universal Scalability Law: the throughput of a service with N requests in
// it at once falls behind N by contention and, beyond Peak, falls outright by
// coherence. A service past its peak is metastable without a single retry. Its methods
// are NaN unless Gamma > 0, 0 <= Sigma <= 1 and Kappa >= 0. Source: Gunther 1993.
type USL struct {
	Gamma float64 // throughput of one request at a time, per unit of time
	Sigma float64 // contention, the share of the work that is serial
	Kappa float64 // coherence, the cost of each pair
}

// X returns the throughput with n requests in the service,
// gamma n / (1 + sigma (n-1) + kappa n (n-1)).
func (u USL) X(n float64) float64 {
	if !u.valid() || !notNegative(n) {
		return math.NaN()
	}
	return u.Gamma * n / (1 + u.Sigma*(n-1) + u.Kappa*n*(n-1))
}

// Peak returns the n with the largest throughput, sqrt((1-sigma)/kappa); it is +Inf
// without coherence.
func (u USL) Peak() float64 {
	if !u.valid() {
		return math.NaN()
	}
	if u.Kappa == 0 {
		return math.Inf(1)
	}
	return math.Sqrt((1 - u.Sigma) / u.Kappa)
}

func (u USL) valid() bool {
	return positive(u.Gamma) && isShare(u.Sigma) && notNegative(u.Kappa)
}
