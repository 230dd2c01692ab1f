package models

import (
	"math"

	"retrystorm/sim"
)

// The inverse of an Erlang distribution as a function x(z) of the normal variable
// with the same probability, on cells of equal width between knots. Within a cell it
// is the polynomial of degree 5 that has the value and two derivatives of x at both
// ends; its error is below h^6/46080 times the sixth derivative.

const (
	erlangPerUnit = 32    // cells per unit of z
	erlangFrom    = -8.25 // normal(u) stays within 8.21
	erlangCells   = 528   // up to 8.25
)

// knot is a point of x(z), with derivatives by z times the width of a cell.
type knot struct{ x, d1, d2 float64 }

// erlangCell has the coefficients of its polynomial in 0 <= t <= 1, lowest first.
type erlangCell [6]float64

func newErlangCell(a, b knot) erlangCell {
	half := a.d2 / 2
	rise := b.x - a.x - a.d1 - half // what the first three terms leave, and so on
	slope := b.d1 - a.d1 - a.d2
	bend := b.d2 - a.d2
	return erlangCell{
		a.x, a.d1, half,
		float64(10*rise) - float64(4*slope) + float64(bend/2),
		float64(-15*rise) + float64(7*slope) - bend,
		float64(6*rise) - float64(3*slope) + float64(bend/2),
	}
}

func (c *erlangCell) at(t float64) float64 {
	t2 := float64(t * t)
	high := c[3] + float64(t*c[4]) + float64(t2*c[5])
	return c[0] + (float64(t*c[1]) + float64(t2*(c[2]+float64(t*high))))
}

// erlangTable takes about 3 ms for few stages, 100 ms for 1000.
func erlangTable(stages int) []erlangCell {
	cells := make([]erlangCell, erlangCells)
	a := erlangKnot(stages, 0)
	for i := range cells {
		b := erlangKnot(stages, i+1)
		cells[i] = newErlangCell(a, b)
		a = b
	}
	return cells
}

// erlangKnot is the knot at z = erlangFrom + i/erlangPerUnit. With phi the normal
// density and f(x) = x^(k-1) exp(-x) / (k-1)!, x' = phi(z)/f(x) and
// x” = -x' (z + x' ((k-1)/x - 1)).
func erlangKnot(stages, i int) knot {
	z := erlangFrom + float64(float64(i)/erlangPerUnit)
	e := newErlangTail(stages)
	x := e.quantile(z)
	d1 := normalDensity(z) / e.density(x)
	d2 := float64(-d1 * (z + float64(d1*(e.less/x-1))))
	return knot{x, d1 / erlangPerUnit, d2 / (erlangPerUnit * erlangPerUnit)}
}

// erlangTail computes with the Erlang distribution of rate 1.
type erlangTail struct {
	less      float64 // stages - 1
	logFactor float64 // log((stages-1)!)
}

func newErlangTail(stages int) erlangTail {
	e := erlangTail{less: float64(stages - 1)}
	for n := 2; n < stages; n++ {
		e.logFactor += sim.Log(float64(n))
	}
	return e
}

// density is x^less exp(-x) / less!.
func (e erlangTail) density(x float64) float64 {
	return sim.Exp(float64(e.less*sim.Log(x)) - x - e.logFactor)
}

// below is F(x), by its series; all terms are positive.
func (e erlangTail) below(x float64) float64 {
	sum, term := 1.0, 1.0
	for n := e.less + 2; term > float64(0x1p-60*sum); n++ {
		term = float64(term*x) / n
		sum += term
	}
	return float64(e.density(x)*float64(sum*x)) / (e.less + 1)
}

// above is 1 - F(x), by its sum.
func (e erlangTail) above(x float64) float64 {
	sum, term := 1.0, 1.0
	for n := e.less; n > 0; n-- {
		term = float64(term*n) / x
		sum += term
	}
	return float64(e.density(x) * sum)
}

// quantile bisects for the x that has the probability of z, from the nearer tail. The
// median lies between stages - 1 and stages.
func (e erlangTail) quantile(z float64) float64 {
	p := normalBelow(-math.Abs(z))
	low, high := 0.0, e.less+1
	tooLow := func(x float64) bool { return e.below(x) < p }
	if z > 0 {
		low, high = e.less, float64(2*e.less)+100
		tooLow = func(x float64) bool { return e.above(x) > p }
	}
	for high-low > float64(0x1p-50*high) {
		x := low + float64((high-low)/2)
		if tooLow(x) {
			low = x
		} else {
			high = x
		}
	}
	return high
}
