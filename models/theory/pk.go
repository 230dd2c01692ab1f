package theory

import "math"

// MG1 is the M/G/1 queue: Poisson arrivals, one worker, any service time, known by
// its mean and its squared coefficient of variation. Its methods are NaN unless
// Lambda x Service < 1. Source: Pollaczek 1930, Khinchine 1932.
type MG1 struct {
	Lambda  float64 // arrivals per unit of time
	Service float64 // mean service time
	CV2     float64 // variance / mean^2: 0 constant, 1 exponential, 1/k Erlang-k
}

// MM1 returns M/G/1 with exponential service times: M/M/1.
func MM1(lambda, service float64) MG1 { return MG1{lambda, service, 1} }

// MD1 returns M/G/1 with constant service times: M/D/1.
func MD1(lambda, service float64) MG1 { return MG1{lambda, service, 0} }

// Rho returns the utilisation, Lambda x Service.
func (m MG1) Rho() float64 { return m.Lambda * m.Service }

// Wq returns the mean waiting time, rho (1 + cv2) service / (2 (1 - rho)).
func (m MG1) Wq() float64 {
	if !notNegative(m.Lambda, m.CV2) || !positive(m.Service) || m.Rho() >= 1 {
		return math.NaN()
	}
	return m.Rho() * (1 + m.CV2) * m.Service / (2 * (1 - m.Rho()))
}

// Lq returns the mean number waiting, by Little's law.
func (m MG1) Lq() float64 { return m.Lambda * m.Wq() }

// W returns the mean sojourn: waiting and service.
func (m MG1) W() float64 { return m.Wq() + m.Service }

// L returns the mean number in the service, waiting or served, by Little's law.
func (m MG1) L() float64 { return m.Lambda * m.W() }
