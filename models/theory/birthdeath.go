package theory

import "math"

// mostStates bounds the memory of a chain to 128 MiB.
const mostStates = 1 << 24

// stationary returns the probabilities of the states 0..n of a birth-death chain:
// p(k+1) / p(k) = birth(k) / death(k+1). It rescales as it goes, so that chains whose
// weights pass the largest float have an answer too. Beyond [mostStates] it has none.
func stationary(n int, birth, death func(k int) float64) []float64 {
	const huge = 1e200
	if n >= mostStates {
		return noStates()
	}
	p := make([]float64, n+1)
	p[0] = 1
	for k := range n {
		p[k+1] = p[k] * birth(k) / death(k+1)
		if p[k+1] > huge {
			scale(p[:k+2], 1/p[k+1])
		}
	}
	sum := 0.0
	for _, w := range p {
		sum += w
	}
	scale(p, 1/sum)
	return p
}

// noStates is the chain without an answer: every mean over it is NaN.
func noStates() []float64 { return []float64{math.NaN()} }

func scale(p []float64, by float64) {
	for i := range p {
		p[i] *= by
	}
}

// mean returns the expectation of value over the states of p.
func mean(p []float64, value func(k int) float64) float64 {
	sum := 0.0
	for k, w := range p {
		sum += w * value(k)
	}
	return sum
}

// itself is the number of a state, for means.
func itself(k int) float64 { return float64(k) }

// waiting returns how many of the k present wait, for means.
func waiting(workers int) func(k int) float64 {
	return func(k int) float64 { return float64(max(k-workers, 0)) }
}

// serving returns the service rate with k present.
func serving(workers int, mu float64) func(k int) float64 {
	return func(k int) float64 { return float64(min(k, workers)) * mu }
}
