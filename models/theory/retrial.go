package theory

import "math"

// RetrialMM11 is the M/M/1/1 retrial queue: no queue, and whoever finds the worker
// busy joins the orbit, from where each tries again at rate Theta, for ever. Its
// methods are NaN unless 0 < Lambda < Mu and Theta > 0. Source: Falin and Templeton
// 1997, chapter 1.
type RetrialMM11 struct {
	Lambda float64 // first attempts per unit of time
	Mu     float64 // services per unit of time
	Theta  float64 // retries per unit of time of one in orbit; 1/Theta is the mean backoff
}

// Orbit returns the mean number waiting to retry,
// rho^2/(1-rho) + lambda rho / (theta (1-rho)).
func (m RetrialMM11) Orbit() float64 {
	if !positive(m.Lambda, m.Mu, m.Theta) || m.Lambda >= m.Mu {
		return math.NaN()
	}
	rho := m.Lambda / m.Mu
	return (rho*rho + m.Lambda*rho/m.Theta) / (1 - rho)
}

// Busy returns the share of the time the worker is busy, which is also the share of
// first attempts that are refused: rho, whatever Theta is.
func (m RetrialMM11) Busy() float64 { return m.Lambda/m.Mu + 0*m.Orbit() }

// Retries returns the mean retries per call, Theta Orbit / Lambda.
func (m RetrialMM11) Retries() float64 { return m.Theta * m.Orbit() / m.Lambda }

// RetrialMMc is the M/M/c retrial queue: as [RetrialMM11] with several workers. It
// has no closed form; its methods solve the chain of (orbit, busy workers) cut where
// the rest weighs nothing. They are NaN unless 0 < Lambda < Workers x Mu.
type RetrialMMc struct {
	Lambda  float64 // first attempts per unit of time
	Mu      float64 // services per unit of time and worker
	Workers int     // c
	Theta   float64 // retries per unit of time of one in orbit
}

// Orbit returns the mean number waiting to retry.
func (m RetrialMMc) Orbit() float64 {
	orbit, _ := m.solve()
	return orbit
}

// Refused returns the share of first attempts that are refused: all workers busy. As
// Theta grows it tends to Erlang C, as Theta falls to Erlang B at [SlowRetryLoad].
func (m RetrialMMc) Refused() float64 {
	_, refused := m.solve()
	return refused
}

// Retries returns the mean retries per call, Theta Orbit / Lambda.
func (m RetrialMMc) Retries() float64 { return m.Theta * m.Orbit() / m.Lambda }

// solve doubles the largest orbit until the means no longer move.
func (m RetrialMMc) solve() (orbit, refused float64) {
	stable := m.Lambda < float64(m.Workers)*m.Mu
	if !positive(m.Lambda, m.Mu, m.Theta) || m.Workers < 1 || !stable {
		return math.NaN(), math.NaN()
	}
	for most := 64; most <= mostStates; most *= 2 {
		o, r := m.cut(most)
		if math.Abs(o-orbit) <= 1e-13*o {
			return o, r
		}
		orbit, refused = o, r
	}
	return math.NaN(), math.NaN()
}

// cut returns the means of the chain whose orbit holds at most so many. It goes up
// the levels from p(0, c) = 1: with s the sum of p(j, i<c) / p(j, c), as many leave
// the orbit as join it, p(j, c) = p(j-1, c) lambda / (j theta s).
func (m RetrialMMc) cut(most int) (orbit, refused float64) {
	sums := m.levels(most)
	weight, total, full, in := 1.0, 0.0, 0.0, 0.0
	for j, s := range sums {
		if j > 0 {
			weight *= m.Lambda / (float64(j) * m.Theta * s)
		}
		total += weight * (s + 1)
		full += weight
		in += float64(j) * weight * (s + 1)
		if total > 1e200 {
			weight, full, in, total = weight/total, full/total, in/total, 1
		}
	}
	return in / total, full / total
}

// levels returns for each orbit j the sum of p(j, i<c) / p(j, c), from the top down:
// the balance of a level needs what comes down from the one above.
func (m RetrialMMc) levels(most int) []float64 {
	sums := make([]float64, most+1)
	down := make([]float64, m.Workers) // into (j, i) from above, per p(j, c)
	level := make([]float64, m.Workers)
	for j := most; j >= 0; j-- {
		m.level(j, down, level)
		for _, p := range level {
			sums[j] += p
		}
		for i := 1; i < m.Workers; i++ {
			down[i] = m.Lambda * level[i-1] / sums[j]
		}
	}
	return sums
}

// level sets p[i] to p(j, i) / p(j, c) for i < c by elimination upwards, without a
// subtraction: p(i) = up p(i+1) + rest. Only its own state (j, c) feeds a level from
// below, so the flow between levels appears in down alone.
func (m RetrialMMc) level(j int, down, p []float64) {
	leave := float64(j) * m.Theta
	ups := make([]float64, len(p))
	extra, rest := leave, 0.0
	for i := range p {
		if i > 0 {
			extra = leave + float64(i)*m.Mu*extra/(extra+m.Lambda)
		}
		out := extra + m.Lambda
		ups[i] = float64(i+1) * m.Mu / out
		rest = (down[i] + m.Lambda*rest) / out
		p[i] = rest
	}
	next := 1.0
	for i := len(p) - 1; i >= 0; i-- {
		p[i] += ups[i] * next
		next = p[i]
	}
}
