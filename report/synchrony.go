package report

import (
	"math"
	"math/big"
)

// echo is what the autocorrelation of the numbers in windows needs besides their
// counts. The zero value is empty.
type echo struct {
	first, last uint64 // the numbers in the first and the last window that is not empty
	products    uint64 // of neighbours: the sum of x(k) x(k+1)
}

// count counts n, which is not 0, in a window later than those that are in c.
func (e *echo) count(c *counts, window, n uint64) {
	switch {
	case c.sum == 0:
		e.first = n
	case window == c.last+1:
		e.products += e.last * n
	}
	e.last = n
}

// Autocorrelation is that of the numbers x of retries in windows and in the ones after
// them (lag 1): sum (x(k) - m)(x(k+1) - m) / sum (x(k) - m)^2 with their mean m, -1 to 1.
// About 0 for a Poisson process, near 1 if they rise and fall slowly, below 0 if a full
// window is followed by an empty one. NaN if all windows are alike, or there is none.
// Source: Box and Jenkins, Time Series Analysis (1970), the estimate r1.
//
// It is taken in whole numbers and rounded once, as the difference of large sums:
// (N^2 P - N S (2S - x(1) - x(N)) + (N - 1) S^2) / (N (N Q - S^2)) with N windows, S
// retries, Q the sum of squares, P that of the products of neighbours.
func (b *Bunching) Autocorrelation() float64 {
	whole := func(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
	times := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	n, s := whole(b.fine.windows()), whole(b.fine.sum)
	ends := new(big.Int).Add(whole(b.echo.first), whole(b.echo.last))
	square := times(s, s)
	spread := times(n, whole(b.fine.squares))
	spread.Sub(spread, square).Mul(spread, n)
	if spread.Sign() == 0 {
		return math.NaN()
	}
	inner := new(big.Int).Lsh(s, 1)
	inner.Sub(inner, ends)
	shared := times(times(n, n), whole(b.echo.products))
	shared.Sub(shared, times(times(n, s), inner))
	shared.Add(shared, times(square, new(big.Int).Sub(n, big.NewInt(1))))
	r, _ := new(big.Rat).SetFrac(shared, spread).Float64()
	return r
}

// pairs counts the pairs of retries of one period, by how many windows lie between
// them if the period is a circle.
type pairs [windowsPerPeriod/2 + 1]uint64

// count counts those of a period with so many retries in its windows.
func (p *pairs) count(period *[windowsPerPeriod]uint64) {
	half := len(p) - 1
	for i, n := range period {
		if n == 0 {
			continue
		}
		p[0] += n * (n - 1) / 2
		for apart := 1; apart < half; apart++ {
			p[apart] += n * period[(i+apart)%windowsPerPeriod]
		}
		if i < half { // the other half would count the same pairs again
			p[half] += n * period[i+half]
		}
	}
}

// cosines are those of the angle that so many windows of a period make: cos 36 degrees
// is (1 + sqrt 5) / 4.
var cosines = [windowsPerPeriod/2 + 1]float64{1, 0.8090169943749475, 0.30901699437494745, -0.30901699437494745, -0.8090169943749475, -1}

// Synchrony is the square of Kuramoto's order parameter R = |mean of e^(2 pi i t / T)|
// of retries at times t in a period T, without the part that chance has in it: the mean
// of cos(2 pi (t - u) / T) over the pairs t, u of retries of the same period, taken over all
// periods; times are those of windows. 1 if the retries of a period come in one window,
// 0 if they come at any time alike, below 0 if they keep apart: -1/9 with one in each
// window. Each period has a phase of its own: waves whose distance is not T are as much
// in step. NaN if no period has two retries.
// Sources: Kuramoto, Chemical Oscillations, Waves, and Turbulence (1984); Vinck and
// others, The pairwise phase consistency, NeuroImage 51 (2010).
func (b *Bunching) Synchrony() float64 {
	b.finish()
	var sum, all float64
	for apart, n := range b.pairs {
		sum += float64(cosines[apart] * float64(n))
		all += float64(n)
	}
	return ratio(sum, all)
}
