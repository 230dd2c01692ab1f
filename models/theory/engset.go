package theory

import "math"

// Engset is a service without a queue and a finite number of clients: a client whose
// request is refused goes back to thinking. Its methods are NaN unless all fields are
// positive. Source: Engset 1918.
type Engset struct {
	Clients int     // N
	Nu      float64 // requests per unit of time of one thinking client
	Mu      float64 // services per unit of time and worker
	Workers int     // c
}

// TimeCongestion returns the share of the time that all workers are busy.
func (e Engset) TimeCongestion() float64 {
	return e.busy(e.Clients)
}

// CallCongestion returns the share of the requests that are refused: what a client
// sees, the time congestion among the others. It is the smaller of the two.
func (e Engset) CallCongestion() float64 {
	return e.busy(e.Clients - 1)
}

// Throughput returns the services per unit of time.
func (e Engset) Throughput() float64 {
	if e.Workers < 1 || !(e.TimeCongestion() >= 0) {
		return math.NaN()
	}
	return mean(e.states(e.Clients), serving(e.Workers, e.Mu))
}

// busy returns the probability that all workers serve one of n clients.
func (e Engset) busy(n int) float64 {
	if !positive(e.Nu, e.Mu) || e.Clients < 1 || e.Workers < 1 {
		return math.NaN()
	}
	if n < e.Workers {
		return 0
	}
	return e.states(n)[e.Workers]
}

// states returns the chance of each number of busy workers with n clients.
func (e Engset) states(n int) []float64 {
	birth := func(k int) float64 { return float64(max(n-k, 0)) * e.Nu }
	return stationary(e.Workers, birth, serving(e.Workers, e.Mu))
}
