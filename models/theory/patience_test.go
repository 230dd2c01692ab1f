package theory

import (
	"math"
	"testing"
)

func TestConstantPatience(t *testing.T) {
	at := func(c int, lambda, d float64) MMcD { return MMcD{lambda, 1, c, d} }
	check(t, []value{
		{"c 1, .8, D 2: P(wait)", at(1, .8, 2).Delayed(), ".649734340"},
		{"c 1, .8, D 2: P(ab)", at(1, .8, 2).Abandoned(), ".187832074"},
		{"c 1, 1.2, D 2: P(wait)", at(1, 1.2, 2).Delayed(), ".825818500"},
		{"c 1, 1.2, D 2: P(ab)", at(1, 1.2, 2).Abandoned(), ".311817917"},
		{"c 10, 9, D .5: P(wait)", at(10, 9, .5).Delayed(), ".478279932"},
		{"c 10, 9, D .5: P(ab)", at(10, 9, .5).Abandoned(), ".063879571"},
		{"c 10, 12, D .5: P(wait)", at(10, 12, .5).Delayed(), ".830265807"},
		{"c 10, 12, D .5: P(ab)", at(10, 12, .5).Abandoned(), ".199554211"},
		{"c 30, 36, D 1: P(wait)", at(30, 36, 1).Delayed(), ".998666135"},
		{"c 30, 36, D 1: P(ab)", at(30, 36, 1).Abandoned(), ".166788879"},

		{"far beyond the largest exponential", at(1000, 3000, 10).Abandoned(), ".666666666667"},
		{"at capacity nothing divides by zero", at(1, 1, 1).Abandoned(), ".333333333"},
		{"no load", at(1, 0, 1).Delayed(), "NaN"},
		{"negative patience", at(1, 1, -1).Abandoned(), "NaN"},
		{"no workers", at(0, 1, 1).Throughput(), "NaN"},
	})
}

func TestConstantPatienceLimits(t *testing.T) {
	// No patience is a loss system; endless patience below capacity is M/M/c.
	for _, c := range []int{1, 10, 40} {
		lambda := .85 * float64(c)
		if got, want := (MMcD{lambda, 1, c, 0}).Abandoned(), ErlangB(c, lambda); !same(got, want, 1e-12) {
			t.Errorf("c %d, D 0: P(ab) = %g, want Erlang B = %g", c, got, want)
		}
		if got, want := (MMcD{lambda, 1, c, 500}).Delayed(), ErlangC(c, lambda); !same(got, want, 1e-12) {
			t.Errorf("c %d, D 500: P(wait) = %g, want Erlang C = %g", c, got, want)
		}
	}
}

func TestErlangA(t *testing.T) {
	at := func(c int, lambda, theta float64) ErlangA { return ErlangA{lambda, 1, c, theta} }
	a, b, c := at(10, 8, .5), at(10, 12, .5), at(10, 12, 1)
	d, e := at(10, 20, .5), at(1, 1.5, 1)
	check(t, []value{
		{"10, 8, .5: P(wait)", a.Delayed(), ".317434354"},
		{"10, 8, .5: Lq", a.Lq(), ".621142277"},
		{"10, 8, .5: P(ab)", a.Abandoned(), ".038821392"},
		{"10, 8, .5: throughput", a.Throughput(), "7.689429"},
		{"10, 12, .5: P(wait)", b.Delayed(), ".850384948"},
		{"10, 12, .5: Lq", b.Lq(), "4.695742656"},
		{"10, 12, .5: P(ab)", b.Abandoned(), ".195655944"},
		{"10, 12, .5: throughput", b.Throughput(), "9.652129"},
		{"10, 12, 1: P(wait)", c.Delayed(), ".757607838"},
		{"10, 12, 1: Lq", c.Lq(), "2.563588235"},
		{"10, 12, 1: P(ab)", c.Abandoned(), ".213632353"},
		{"10, 12, 1: throughput", c.Throughput(), "9.436412"},
		{"10, 20, .5: P(wait)", d.Delayed(), ".999835098"},
		{"10, 20, .5: Lq", d.Lq(), "20.000541964"},
		{"10, 20, .5: P(ab)", d.Abandoned(), ".500013549"},
		{"10, 20, .5: throughput", d.Throughput(), "9.999729"},
		{"1, 1.5, 1: P(wait)", e.Delayed(), ".776869840"},
		{"1, 1.5, 1: Lq", e.Lq(), ".723130160"},
		{"1, 1.5, 1: P(ab)", e.Abandoned(), ".482086773"},
		{"1, 1.5, 1: throughput", e.Throughput(), ".776870"},

		{"patience so long that the queue passes all memory", at(1, 2, 1e-9).Lq(), "NaN"},
		{"no patience rate", at(1, .5, 0).Delayed(), "NaN"},
		{"no workers", at(0, 1, 1).Abandoned(), "NaN"},
	})
}

func TestErlangAIsTheIntegralOfZeltynMandelbaum(t *testing.T) {
	// The formula of MMcD with exponential patience: J as an integral.
	for _, m := range []ErlangA{{8, 1, 10, .5}, {12, 1, 10, 1}, {1.5, 1, 1, 1}} {
		capacity := float64(m.Workers) * m.Mu
		j := integral(func(x float64) float64 {
			return math.Exp(m.Lambda*(1-math.Exp(-m.Theta*x))/m.Theta - capacity*x)
		}, 60)
		e := 1 / ErlangB(m.Workers-1, m.Lambda/m.Mu)
		if got, want := m.Abandoned(), (1+(m.Lambda-capacity)*j)/(e+m.Lambda*j); !same(got, want, 1e-7) {
			t.Errorf("%+v: P(ab) = %.12g, want %.12g", m, got, want)
		}
		if got, want := m.Throughput(), m.Lambda*(1-m.Abandoned()); !same(got, want, 1e-12) {
			t.Errorf("%+v: throughput = %g, want lambda (1 - P(ab)) = %g", m, got, want)
		}
	}
}
