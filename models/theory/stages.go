package theory

import "math"

// lateStages returns, for m = 0..n, the probability that m exponential stages at rate
// a and one at rate mu <= a together take longer than t: the sojourn of a request
// with m departures to wait for before its own service. Downwards in m,
// T(m-1) = ((a - mu) T(m) + mu Q(m)) / a, with Q(m) the m stages alone, is free of
// subtractions and forgets where it started; it starts where T is 1.
func lateStages(n int, a, mu, t float64) []float64 {
	x := a * t
	top := max(n, int(x+12*math.Sqrt(x)+60))
	alone := lateErlang(top, x)
	late := make([]float64, top+1)
	late[top] = 1
	for m := top; m > 0; m-- {
		late[m-1] = ((a-mu)*late[m] + mu*alone[m]) / a
	}
	return late[:n+1]
}

// lateErlang returns, for m = 0..n, the probability that m exponential stages of mean
// 1 take longer than x: fewer than m events of a Poisson stream in x.
func lateErlang(n int, x float64) []float64 {
	late := make([]float64, n+1)
	for m := range n {
		late[m+1] = math.Min(1, late[m]+poisson(m, x))
	}
	return late
}

// poisson returns P(N = k) for a Poisson number N of mean x.
func poisson(k int, x float64) float64 {
	if x == 0 {
		return float64(1 - min(k, 1))
	}
	lg, _ := math.Lgamma(float64(k) + 1)
	return math.Exp(float64(k)*math.Log(x) - x - lg)
}
