package theory

import "math"

// SlowRetryLoad returns the load, first attempts and retries, on so many workers
// without a queue when every refused attempt is retried for ever after a long random
// backoff: L (1 - B(c, L)) = a, all in erlangs. It is the limit of [RetrialMMc] for
// Theta -> 0, and NaN unless 0 < a < workers. Source: Cohen 1957.
func SlowRetryLoad(workers int, a float64) float64 {
	if workers < 1 || !positive(a) || a >= float64(workers) {
		return math.NaN()
	}
	carried := func(load float64) float64 { return load * (1 - ErlangB(workers, load)) }
	hi := 2 * float64(workers)
	for carried(hi) < a {
		hi *= 2
	}
	return bisect(carried, a, a, hi)
}

// SlowRetries is a service of Workers without a queue whose refused attempts are
// retried at most Retries times after long random backoffs. Refusing is free, the
// carried load rises with the load, so it has one state at every load and no storm.
// Its methods are NaN unless Lambda and Mu are positive, Workers >= 1, Retries >= 0.
type SlowRetries struct {
	Lambda  float64 // calls per unit of time
	Mu      float64 // services per unit of time and worker
	Workers int     // c
	Retries int     // n, attempts after the first
}

// Load returns all attempts per unit of time: L = lambda (1 + B + ... + B^n), with
// B = ErlangB(c, L/mu).
func (s SlowRetries) Load() float64 {
	if !positive(s.Lambda, s.Mu) || s.Workers < 1 || s.Retries < 0 {
		return math.NaN()
	}
	offered := func(load float64) float64 {
		return load / AttemptsPerCall(ErlangB(s.Workers, load/s.Mu), s.Retries)
	}
	return bisect(offered, s.Lambda, s.Lambda, s.Lambda*float64(s.Retries+1))
}

// Refused returns the share of attempts that are refused.
func (s SlowRetries) Refused() float64 { return ErlangB(s.Workers, s.Load()/s.Mu) }

// Succeeded returns the share of calls that succeed, 1 - B^(n+1).
func (s SlowRetries) Succeeded() float64 { return 1 - FinalFailure(s.Refused(), s.Retries) }
