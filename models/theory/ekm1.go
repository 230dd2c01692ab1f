package theory

import "math"

// EkM1 is E_k/M/1: one worker whose arrivals are every k-th of a Poisson stream, which
// is what a replica gets when k of them take turns. Its methods are NaN unless
// 0 < Lambda < Mu and Stages >= 1. Source: G/M/1, Kleinrock 1975, section 6.4.
type EkM1 struct {
	Lambda float64 // arrivals per unit of time at this worker
	Mu     float64 // services per unit of time
	Stages int     // k
}

// Delayed returns the share of arrivals that find the worker busy: the root below 1 of
// s = A(mu (1-s)), with A the transform of the gaps, (k lambda / (k lambda + x))^k.
func (m EkM1) Delayed() float64 {
	if !positive(m.Lambda, m.Mu) || m.Stages < 1 || m.Lambda >= m.Mu {
		return math.NaN()
	}
	k := float64(m.Stages)
	s := m.Lambda / m.Mu
	for range 10000 { // a contraction: A is convex, and its slope at the root is below 1
		next := math.Pow(k*m.Lambda/(k*m.Lambda+m.Mu*(1-s)), k)
		if next == s {
			break
		}
		s = next
	}
	return s
}

// Wq returns the mean waiting time, s / (mu (1-s)).
func (m EkM1) Wq() float64 {
	s := m.Delayed()
	return s / (m.Mu * (1 - s))
}
