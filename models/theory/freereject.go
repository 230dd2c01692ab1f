package theory

import "math"

// FreeRejection is a service that answers Capacity attempts per unit of time, chosen
// at random, and rejects the others at no cost: a rate limit. Rejected attempts are
// retried, at most Retries times. It has one state at every load and no storm. Its
// methods are NaN unless Lambda >= 0, Capacity > 0 and Retries >= 0. Source: the
// example of the Google SRE book, chapter 22; closed form from
// lambda (1 - p^(n+1)) = C.
type FreeRejection struct {
	Lambda   float64 // calls per unit of time
	Capacity float64 // attempts served per unit of time
	Retries  int     // n, attempts after the first
}

func (f FreeRejection) valid() bool {
	return notNegative(f.Lambda) && positive(f.Capacity) && f.Retries >= 0
}

// Rejected returns the share of attempts that are rejected, (1 - C/lambda)^(1/(n+1)),
// or 0 up to Capacity.
func (f FreeRejection) Rejected() float64 {
	if !f.valid() {
		return math.NaN()
	}
	if f.Lambda <= f.Capacity {
		return 0
	}
	return math.Pow(1-f.Capacity/f.Lambda, 1/float64(f.Retries+1))
}

// Load returns all attempts per unit of time, C / (1 - p), or Lambda up to Capacity.
func (f FreeRejection) Load() float64 {
	p := f.Rejected()
	if p == 0 {
		return f.Lambda
	}
	return f.Capacity / (1 - p)
}

// Rounds returns the load of each of the first rounds when rejected attempts come
// again one round later, from the first round of overload on. It rises by the excess
// each round, lambda + r (lambda - C), until calls run out of attempts, and tends to
// Load. Source: Google SRE book, chapter 22 (100, 200, 300, ... retries per second).
func (f FreeRejection) Rounds(rounds int) []float64 {
	if !f.valid() || rounds < 0 {
		return nil
	}
	loads := make([]float64, rounds)
	byAttempt := make([]float64, f.Retries+1)
	for r := range loads {
		byAttempt[0] = f.Lambda
		for _, a := range byAttempt {
			loads[r] += a
		}
		rejected := math.Max(0, 1-f.Capacity/loads[r])
		for k := f.Retries; k > 0; k-- {
			byAttempt[k] = byAttempt[k-1] * rejected
		}
	}
	return loads
}

// ThrottledLoad returns the attempts per unit of time that adaptive throttling clients
// send to a service that accepts capacity of them: min(lambda, k capacity), the fixed
// point of rejecting locally with probability (requests - k accepts) / requests.
// Source: Google SRE book, chapter 21, which recommends k = 2.
func ThrottledLoad(lambda, capacity, k float64) float64 {
	if !notNegative(lambda, capacity) || !(k >= 1) {
		return math.NaN()
	}
	return math.Min(lambda, k*capacity)
}
