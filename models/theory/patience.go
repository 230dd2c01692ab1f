package theory

import "math"

// MMcD is M/M/c+D: as [MMc], but a request that has waited in the queue for Patience
// leaves it unserved. It is a timeout with cancellation, on the waiting only: a
// client's timeout bounds the sojourn, which is another setting. It has a steady
// state at every load. Source: Zeltyn and Mandelbaum 2005 (M/M/c+G).
type MMcD struct {
	Lambda   float64 // arrivals per unit of time, above 0
	Mu       float64 // services per unit of time and worker
	Workers  int     // c
	Patience float64 // D, 0 or above
}

// Delayed returns the share of arrivals that find all workers busy.
func (m MMcD) Delayed() float64 {
	e, j, _ := m.terms()
	return m.Lambda * j / (e + m.Lambda*j)
}

// Abandoned returns the share of arrivals that leave unserved.
func (m MMcD) Abandoned() float64 {
	e, j, left := m.terms()
	return left / (e + m.Lambda*j)
}

// Throughput returns the services per unit of time.
func (m MMcD) Throughput() float64 { return m.Lambda * (1 - m.Abandoned()) }

// terms returns Zeltyn and Mandelbaum's E and J and 1 + (lambda - c mu) J, all three
// divided by the largest exponential in them, so that none is too large to hold. For
// a constant patience, with y = lambda - c mu, J = (e^(yD) - 1)/y + e^(yD)/(c mu),
// and 1 + yJ = e^(yD) lambda / (c mu) without a difference of near equals.
func (m MMcD) terms() (e, j, left float64) {
	if !positive(m.Lambda, m.Mu) || m.Workers < 1 || !notNegative(m.Patience) {
		return math.NaN(), math.NaN(), math.NaN()
	}
	capacity := float64(m.Workers) * m.Mu
	x := (m.Lambda - capacity) * m.Patience
	most := math.Max(x, 0)
	grown := math.Exp(x - most)
	e = math.Exp(-most) / ErlangB(m.Workers-1, m.Lambda/m.Mu)
	j = m.Patience*decline(math.Abs(x)) + grown/capacity
	return e, j, grown * m.Lambda / capacity
}

// ErlangA is M/M/c+M: as [MMc], but every waiting request leaves the queue unserved
// at rate Theta. It has a steady state at every load. Its methods are NaN unless all
// fields are positive. Source: Palm 1957; Mandelbaum and Zeltyn 2007.
type ErlangA struct {
	Lambda  float64 // arrivals per unit of time
	Mu      float64 // services per unit of time and worker
	Workers int     // c
	Theta   float64 // 1/Theta is the mean patience
}

// Delayed returns the share of arrivals that find all workers busy.
func (m ErlangA) Delayed() float64 {
	return mean(m.states(), func(k int) float64 {
		if k < m.Workers {
			return 0
		}
		return 1
	})
}

// Lq returns the mean number waiting.
func (m ErlangA) Lq() float64 { return mean(m.states(), waiting(m.Workers)) }

// Abandoned returns the share of arrivals that leave unserved, Theta Lq / Lambda.
func (m ErlangA) Abandoned() float64 { return m.Theta * m.Lq() / m.Lambda }

// Throughput returns the services per unit of time.
func (m ErlangA) Throughput() float64 {
	return mean(m.states(), serving(m.Workers, m.Mu))
}

func (m ErlangA) states() []float64 {
	if !positive(m.Lambda, m.Mu, m.Theta) || m.Workers < 1 {
		return noStates()
	}
	birth := func(int) float64 { return m.Lambda }
	serve, wait := serving(m.Workers, m.Mu), waiting(m.Workers)
	death := func(k int) float64 { return serve(k) + m.Theta*wait(k) }
	return stationary(m.enough(), birth, death)
}

// enough returns a number of states beyond which the rest weigh less than e^-45 of the
// heaviest. From where the death rate passes Lambda, state i further on weighs
// the product of 1/(1 + j theta/lambda), j = 1..i: with log(1+x) > x log 2 for x < 1
// that is i^2 log(2) theta / (2 lambda) in the exponent, and each further step halves.
func (m ErlangA) enough() int {
	heaviest := math.Max(0, (m.Lambda-float64(m.Workers)*m.Mu)/m.Theta)
	tail := math.Sqrt(130*m.Lambda/m.Theta) + 65
	return m.Workers + int(math.Min(heaviest+tail, mostStates))
}
