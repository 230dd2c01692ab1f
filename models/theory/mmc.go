package theory

import "math"

// MMc is the M/M/c queue: Poisson arrivals, exponential service times, one unbounded
// queue served in order of arrival. Its methods are NaN unless Lambda < Capacity.
// Source: any textbook of queueing, e.g. Kleinrock 1975, sections 3.2 and 3.5.
type MMc struct {
	Lambda  float64 // arrivals per unit of time
	Mu      float64 // services per unit of time and worker; 1/Mu is the mean service time
	Workers int     // c, at least 1
}

// Capacity returns c mu, the most services per unit of time.
func (m MMc) Capacity() float64 { return float64(m.Workers) * m.Mu }

// Delayed returns P(Wq > 0), the share of arrivals that wait: Erlang C.
func (m MMc) Delayed() float64 {
	if !notNegative(m.Lambda) || !positive(m.Mu) {
		return math.NaN()
	}
	return ErlangC(m.Workers, m.Lambda/m.Mu)
}

// Wq returns the mean waiting time, service not included: C / (c mu - lambda).
func (m MMc) Wq() float64 { return m.Delayed() / (m.Capacity() - m.Lambda) }

// Lq returns the mean number waiting, by Little's law.
func (m MMc) Lq() float64 { return m.Lambda * m.Wq() }

// W returns the mean sojourn: waiting and service.
func (m MMc) W() float64 { return m.Wq() + 1/m.Mu }

// L returns the mean number in the service, waiting or served, by Little's law.
func (m MMc) L() float64 { return m.Lambda * m.W() }

// WaitBeyond returns P(Wq > t) = C e^(-(c mu - lambda) t).
func (m MMc) WaitBeyond(t float64) float64 {
	if !notNegative(t) {
		return math.NaN()
	}
	return m.Delayed() * math.Exp(-(m.Capacity()-m.Lambda)*t)
}

// SojournBeyond returns P(T > t), the share of arrivals not answered within t.
//
// The textbook form, with d = c mu - lambda,
//
//	(1-C) e^(-mu t) + C (d e^(-mu t) - mu e^(-d t)) / (d - mu),
//
// is 0/0 at d = mu. Written as e^(-mu t) + C mu t e^(-min t) (1 - e^-x)/x, with
// x = |d - mu| t and min the smaller of d and mu, it is smooth through that case,
// where it is e^(-mu t) (1 + C mu t).
func (m MMc) SojournBeyond(t float64) float64 {
	if !notNegative(t) {
		return math.NaN()
	}
	d := m.Capacity() - m.Lambda
	x, slower := math.Abs(d-m.Mu)*t, math.Min(d, m.Mu)
	return math.Exp(-m.Mu*t) + m.Delayed()*m.Mu*t*math.Exp(-slower*t)*decline(x)
}

// SojournQuantile returns the t with P(T <= t) = q, for 0 <= q < 1. For one worker it
// is -ln(1-q) / (mu - lambda).
func (m MMc) SojournQuantile(q float64) float64 {
	if !(q >= 0 && q < 1) || math.IsNaN(m.Delayed()) {
		return math.NaN()
	}
	hi := m.W()
	for m.SojournBeyond(hi) > 1-q {
		hi *= 2
	}
	return bisect(func(t float64) float64 { return -m.SojournBeyond(t) }, q-1, 0, hi)
}

// decline returns (1 - e^-x) / x for x >= 0, which is 1 at 0.
func decline(x float64) float64 {
	if x == 0 {
		return 1
	}
	return -math.Expm1(-x) / x
}
