package theory

import "testing"

func TestFiniteRoom(t *testing.T) {
	one := func(rho float64) MMcK { return MMcK{rho, 1, 1, 10} }
	ten := func(lambda float64) MMcK { return MMcK{lambda, 1, 10, 30} }
	check(t, []value{
		{"M/M/1/10 .8: loss", one(.8).Loss(), ".023492858"},
		{"M/M/1/10 .8: L", one(.8).L(), "2.966314"},
		{"M/M/1/10 .8: W", one(.8).W(), "3.797098"},
		{"M/M/1/10 1: loss 1/11", one(1).Loss(), ".090909090909"},
		{"M/M/1/10 1.2: loss", one(1.2).Loss(), ".192586495"},
		{"M/M/1/10 1.2: throughput", one(1.2).Throughput(), ".968896206"},
		{"M/M/1/10 2: loss", one(2).Loss(), ".500244260"},
		{"M/M/10/30 8: loss", ten(8).Loss(), ".000947079"},
		{"M/M/10/30 10: loss", ten(10).Loss(), ".040551146"},
		{"M/M/10/30 12: loss", ten(12).Loss(), ".168637245"},
		{"M/M/10/30 12: throughput", ten(12).Throughput(), "9.976353"},
		{"M/M/10/30 12: W", ten(12).W(), "2.534560"},
		{"M/M/10/30 20: loss", ten(20).Loss(), ".500000034"},

		{"no load: W is the service", MMcK{0, 2, 1, 3}.W(), ".5"},
		{"no load: loss", MMcK{0, 2, 1, 3}.Loss(), "0"},
		{"a load that overflows a float's powers", MMcK{1e9, 1, 1, 1000}.Throughput(), "1"},
		{"less room than workers", MMcK{1, 1, 3, 2}.Loss(), "NaN"},
		{"no workers", MMcK{1, 1, 0, 2}.L(), "NaN"},
		{"negative rate", MMcK{-1, 1, 1, 2}.W(), "NaN"},
		{"more room than memory", MMcK{1, 1, 1, mostStates}.L(), "NaN"},
	})
}

func TestFiniteRoomIdentities(t *testing.T) {
	for _, m := range []MMcK{{.8, 1, 1, 10}, {12, 1, 10, 30}, {280, 10, 30, 330}} {
		if got, want := m.Throughput(), m.Lambda*(1-m.Loss()); !same(got, want, 1e-12) {
			t.Errorf("%+v: throughput = %g, want lambda (1 - loss) = %g", m, got, want)
		}
		if got, want := m.Wq()*m.Throughput(), m.Lq(); !same(got, want, 1e-10) {
			t.Errorf("%+v: Wq x throughput = %g, want Lq = %g", m, got, want)
		}
		m.Room = m.Workers
		if got, want := m.Loss(), ErlangB(m.Workers, m.Lambda/m.Mu); !same(got, want, 1e-12) {
			t.Errorf("%+v: loss = %g, want Erlang B = %g", m, got, want)
		}
		m.Lambda, m.Room = .7*float64(m.Workers)*m.Mu, m.Workers+400
		if got, want := m.Wq(), (MMc{m.Lambda, m.Mu, m.Workers}).Wq(); !same(got, want, 1e-10) {
			t.Errorf("%+v: Wq = %g, want M/M/c's %g", m, got, want)
		}
	}
}

func TestFiniteSource(t *testing.T) {
	a, b := FiniteSource{20, .1, 1, 1}, FiniteSource{20, .5, 1, 5}
	c, d := FiniteSource{100, .1, 1, 10}, FiniteSource{100, .2, 1, 10}
	check(t, []value{
		{"N 20, c 1, nu .1: X", a.X(), ".998130950"},
		{"N 20, c 1, nu .1: R", a.R(), "10.037450995"},
		{"N 20, c 5, nu .5: X", b.X(), "4.943731885"},
		{"N 20, c 5, nu .5: R", b.R(), "2.045526833"},
		{"N 100, c 10, nu .1: X", c.X(), "8.839774992"},
		{"N 100, c 10, nu .1: R", c.R(), "1.312505137"},
		{"N 100, c 10, nu .2: X", d.X(), "9.999999822"},
		{"N 100, c 10, nu .2: R", d.R(), "5.000000178"},

		{"one client never waits", FiniteSource{1, 3, 4, 1}.R(), ".25"},
		{"no clients", FiniteSource{0, 1, 1, 1}.X(), "NaN"},
		{"no think time", FiniteSource{1, 0, 1, 1}.R(), "NaN"},
	})
	for _, m := range []FiniteSource{a, b, c, d} {
		if want := float64(m.Clients)/m.X() - 1/m.Nu; !same(m.R(), want, 1e-10) {
			t.Errorf("%+v: R = %g, want N/X - Z = %g", m, m.R(), want)
		}
	}
}
