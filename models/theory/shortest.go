package theory

import "math"

// ShortestOfTwo is two workers, each with a queue of its own, and arrivals that join
// the one with fewer requests, at a tie either: least outstanding, and also the power
// of two choices, of two replicas. It has no closed form; its method solves the chain of
// both numbers by repeated balance. It is NaN unless 0 < Lambda < 2 Mu x 0.95. Source:
// Haight 1958.
type ShortestOfTwo struct {
	Lambda float64 // arrivals per unit of time at both together
	Mu     float64 // services per unit of time of each
}

// Wq returns the mean waiting time.
func (m ShortestOfTwo) Wq() float64 {
	if !positive(m.Lambda, m.Mu) || m.Lambda >= 1.9*m.Mu {
		return math.NaN()
	}
	n := 10 + int(20/-math.Log(m.Lambda/(2*m.Mu))) // rho^(2n) is e^-40 at most
	p := make([][]float64, n+1)
	for i := range p {
		p[i] = make([]float64, n+1)
		for j := range p[i] {
			p[i][j] = math.Pow(m.Lambda/(2*m.Mu), float64(i+j)) // a first guess
		}
	}
	before := 0.0
	for range 100_000 {
		in := m.sweep(p)
		if math.Abs(in-before) <= 1e-12*in {
			break
		}
		before = in
	}
	return before/m.Lambda - 1/m.Mu
}

// sweep sets each state to what flows into it over what flows out, and returns the mean
// number present. Arrivals at two full queues are lost.
func (m ShortestOfTwo) sweep(p [][]float64) float64 {
	n := len(p) - 1
	at := func(i, j int) float64 { // 0 outside
		if i < 0 || j < 0 || i > n || j > n {
			return 0
		}
		return p[i][j]
	}
	sum, in := 0.0, 0.0
	for i := range p {
		for j := range p[i] {
			out := m.Mu * float64(min(i, 1)+min(j, 1))
			if i < n || j < n {
				out += m.Lambda
			}
			p[i][j] = (m.Lambda*(joins(i-1, j)*at(i-1, j)+joins(j-1, i)*at(i, j-1)) + m.Mu*(at(i+1, j)+at(i, j+1))) / out
			sum += p[i][j]
			in += float64(i+j) * p[i][j]
		}
	}
	return in / sum
}

// joins returns the share of arrivals that join a queue of so many beside another.
func joins(this, other int) float64 {
	switch {
	case this < other:
		return 1
	case this == other:
		return .5
	}
	return 0
}
