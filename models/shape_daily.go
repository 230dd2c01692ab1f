package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Daily is a rate that swings around its mean once a day: 1 + (1 - low) cos of the time
// from the peak. The curve is made of 288 straight pieces, five minutes of a day each,
// which lie within 0.006 % of the mean of the cosine; their mean is 1.
type Daily struct {
	Low    sim.Share     `key:"low" doc:"of the mean rate at the quietest time; the busiest is as far above the mean: 30% swings up to 170%"`
	PeakAt time.Duration `key:"peak-at" doc:"when it is busiest, from the end of the warm-up, and each day after"`
	Day    time.Duration `key:"day" doc:"length of a day; shorter for a run in fast motion"`

	curve *Curve
}

const (
	dailyPieces = 288
	shortestDay = time.Millisecond
	longestDay  = 366 * 24 * time.Hour
)

func newDaily() *Daily { return &Daily{Low: 0.3, PeakAt: 14 * time.Hour, Day: 24 * time.Hour} }

// Prepare checks the settings and draws the curve.
func (s *Daily) Prepare() error { return prepareShape(s.Validate(), &s.curve, s.draw) }

// Curve implements [Shape].
func (s *Daily) Curve() *Curve { return curveOf(s.curve, s.draw) }

// draw begins the cycle at the last peak not after 0.
func (s *Daily) draw() *Curve {
	start := s.PeakAt % s.Day
	if start > 0 {
		start -= s.Day
	}
	swing := 1 - float64(s.Low)
	at := func(i int) (int64, float64) {
		return int64(s.Day)/dailyPieces*int64(i) + int64(s.Day)%dailyPieces*int64(i)/dailyPieces,
			1 + float64(swing*cosTurn(i, dailyPieces))
	}
	cycle := make([]knots, dailyPieces)
	for i := range cycle {
		k := &cycle[i]
		k.from, k.a = at(i)
		k.to, k.b = at(i + 1)
	}
	return newCycle(start, nil, cycle)
}

// Validate reports a share above 100 % and times out of range.
func (s *Daily) Validate() error {
	return catalog.Join(
		catalog.Problem(!(s.Low >= 0 && s.Low <= 1), "low", "must lie between 0% and 100%"),
		catalog.Problem(s.PeakAt < 0 || s.PeakAt > longestShape, "peak-at", "must lie between 0s and 10 years"),
		catalog.Problem(s.Day < shortestDay || s.Day > longestDay, "day", "must lie between 1ms and 366d"))
}

// cosTurn is the cosine of i/n of a full turn, for an n that 8 divides. It is the same
// on every processor, and symmetric to the bit, so that a cycle adds up to 0.
func cosTurn(i, n int) float64 {
	i %= n
	if i > n/2 {
		i = n - i
	}
	switch {
	case i > n/4:
		return -cosTurn(n/2-i, n)
	case i > n/8:
		return taylor(float64(n/4-i)/float64(n), true)
	}
	return taylor(float64(i)/float64(n), false)
}

// taylor sums a series for a part of a turn up to an eighth: cosine, or sine if odd.
// The terms are 1/k! of x^k with alternating signs, the smallest first.
func taylor(turn float64, odd bool) float64 {
	terms := [...]float64{1. / 20922789888000, -1. / 87178291200, 1. / 479001600, -1. / 3628800, 1. / 40320, -1. / 720, 1. / 24, -1. / 2, 1}
	if odd {
		terms = [...]float64{1. / 355687428096000, -1. / 1307674368000, 1. / 6227020800, -1. / 39916800, 1. / 362880, -1. / 5040, 1. / 120, -1. / 6, 1}
	}
	x := float64(6.28318530717958647692528676655900577 * turn)
	square, sum := float64(x*x), 0.0
	for _, t := range terms {
		sum = float64(sum*square) + t
	}
	if odd {
		return float64(sum * x)
	}
	return sum
}
