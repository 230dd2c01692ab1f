package theory

import "math"

// ErlangB returns the share of arrivals refused by a service of so many workers and
// no queue, offered a = arrival rate x mean service time erlangs. It holds for every
// service-time distribution. Source: Erlang 1917, by the recursion
// B(k) = a B(k-1) / (k + a B(k-1)), B(0) = 1.
func ErlangB(workers int, a float64) float64 {
	if workers < 0 || !notNegative(a) {
		return math.NaN()
	}
	b := 1.0
	for k := 1; k <= workers; k++ {
		b = a * b / (float64(k) + a*b)
	}
	return b
}

// ErlangC returns the share of arrivals that must wait in M/M/c offered a erlangs.
// It is NaN for a >= workers: no steady state. Source: Erlang 1917, from B by
// C = B / (1 - rho (1 - B)), rho = a / workers.
func ErlangC(workers int, a float64) float64 {
	if workers < 1 || !(a < float64(workers)) {
		return math.NaN()
	}
	b := ErlangB(workers, a)
	return b / (1 - a/float64(workers)*(1-b))
}
