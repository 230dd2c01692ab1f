package theory

import "math"

// Priorities is M/M/1 in which the most important waiting request is next, and none in
// service is interrupted. Its classes go from the most important down. Source: Cobham
// 1954; Kleinrock 1976, section 3.6.
type Priorities struct {
	Lambda []float64 // arrivals per unit of time of each class
	Mu     float64   // services per unit of time
}

// Wq returns the mean waiting time of a class, R / ((1 - s) (1 - s - rho)): R is what is
// left of the service in progress, s the utilisation by the classes above, rho that of
// the class. It is NaN if these fill the worker.
func (p Priorities) Wq(class int) float64 {
	if class < 0 || class >= len(p.Lambda) || !notNegative(p.Lambda...) || !positive(p.Mu) {
		return math.NaN()
	}
	total, above := 0.0, 0.0
	for i, l := range p.Lambda {
		total += l / p.Mu
		if i < class {
			above += l / p.Mu
		}
	}
	rho := p.Lambda[class] / p.Mu
	if total >= 1 {
		return math.NaN()
	}
	return total / p.Mu / ((1 - above) * (1 - above - rho))
}
