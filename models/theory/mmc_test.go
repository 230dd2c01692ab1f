package theory

import (
	"math"
	"testing"
)

func TestMMc(t *testing.T) {
	one, busy := MMc{.8, 1, 1}, MMc{.9, 1, 1}
	check(t, []value{
		{"M/M/1 .8: L", one.L(), "4"},
		{"M/M/1 .8: Lq", one.Lq(), "3.2"},
		{"M/M/1 .8: W", one.W(), "5"},
		{"M/M/1 .8: Wq", one.Wq(), "4"},
		{"M/M/1 .8: p95", one.SojournQuantile(.95), "14.978661"},
		{"M/M/1 .8: p99", one.SojournQuantile(.99), "23.025851"},
		{"M/M/1 .8: P(T>5)", one.SojournBeyond(5), "0.367879"},
		{"M/M/1 .9: W", busy.W(), "10"},
		{"M/M/1 .9: p99", busy.SojournQuantile(.99), "46.051702"},

		{"2 workers, 1.6: Wq", MMc{1.6, 1, 2}.Wq(), "1.777777778"},
		{"2 workers, 1.6: Lq", MMc{1.6, 1, 2}.Lq(), "2.844444"},
		{"5, 4: Wq", MMc{4, 1, 5}.Wq(), ".554112554"},
		{"5, 4: Lq", MMc{4, 1, 5}.Lq(), "2.216450"},
		{"10, 8: Wq", MMc{8, 1, 10}.Wq(), ".204590075"},
		{"10, 8: Lq", MMc{8, 1, 10}.Lq(), "1.636721"},
		{"10, 9: Wq", MMc{9, 1, 10}.Wq(), ".668731524"},
		{"10, 9: Lq", MMc{9, 1, 10}.Lq(), "6.018584"},
		{"30, 28: Wq", MMc{28, 1, 30}.Wq(), ".310027729"},
		{"30, 28: Lq", MMc{28, 1, 30}.Lq(), "8.680776"},
		{"100, 95: Wq", MMc{95, 1, 100}.Wq(), ".101291371"},
		{"100, 95: Lq", MMc{95, 1, 100}.Lq(), "9.622680"},
		{"5, 2.5: Wq", MMc{2.5, 1, 5}.Wq(), ".052149"},
		{"10, 5: Wq", MMc{5, 1, 10}.Wq(), ".007221"},

		{"everyone takes longer than 0", one.SojournBeyond(0), "1"},
		{"no load waits for its service alone", MMc{0, 2, 3}.W(), ".5"},
		{"no steady state: W", MMc{2, 1, 2}.W(), "NaN"},
		{"no steady state: P(T>t)", MMc{3, 1, 2}.SojournBeyond(1), "NaN"},
		{"no steady state: quantile", MMc{3, 1, 2}.SojournQuantile(.5), "NaN"},
		{"negative time", one.SojournBeyond(-1), "NaN"},
		{"negative wait", one.WaitBeyond(-1), "NaN"},
		{"the 100 % quantile", one.SojournQuantile(1), "NaN"},
		{"negative rate", MMc{-1, 1, 2}.L(), "NaN"},
		{"no rate of service", MMc{1, 0, 2}.Wq(), "NaN"},
	})
}

func TestSojournIsTheIntegralOfItsMean(t *testing.T) {
	// W = integral of P(T > t), Wq = integral of P(Wq > t), whatever the branch.
	for _, m := range []MMc{{.8, 1, 1}, {1, 1, 2}, {8, 1, 10}, {9.5, 1, 10}} {
		if got := integral(m.SojournBeyond, 400); !same(got, m.W(), 1e-6) {
			t.Errorf("%+v: integral of P(T>t) = %g, want W = %g", m, got, m.W())
		}
		if got := integral(m.WaitBeyond, 400); !same(got, m.Wq(), 1e-6) {
			t.Errorf("%+v: integral of P(Wq>t) = %g, want Wq = %g", m, got, m.Wq())
		}
	}
}

func TestSojournSingularCase(t *testing.T) {
	// c mu - lambda = mu: the textbook form is 0/0, its limit e^(-mu t)(1 + C mu t).
	m := MMc{20, 10, 3}
	limit := math.Exp(-10*.3) * (1 + m.Delayed()*10*.3)
	if got := m.SojournBeyond(.3); !same(got, limit, 1e-14) {
		t.Errorf("at the singular case: got %.15g, want %.15g", got, limit)
	}
	for _, off := range []float64{-1, -1e-3, 1e-3, 1} {
		m := MMc{20 + off, 10, 3}
		c, d, mu, s := m.Delayed(), 10-off, 10.0, .3
		textbook := (1-c)*math.Exp(-mu*s) + c*(d*math.Exp(-mu*s)-mu*math.Exp(-d*s))/(d-mu)
		if got := m.SojournBeyond(s); !same(got, textbook, 1e-11) {
			t.Errorf("lambda = 20%+g: got %.15g, want the textbook's %.15g", off, got, textbook)
		}
	}
}

func TestLittle(t *testing.T) {
	for _, m := range []MMc{{.5, 1, 1}, {8, 1, 10}, {280, 10, 30}} {
		if got, want := m.L(), m.Lq()+m.Lambda/m.Mu; !same(got, want, 1e-12) {
			t.Errorf("%+v: L = %g, want Lq + busy workers = %g", m, got, want)
		}
	}
}

// integral returns the integral of f from 0 to end, by Simpson's rule.
func integral(f func(float64) float64, end float64) float64 {
	const n = 40000
	h, sum := end/n, f(0)+f(end)
	for i := 1; i < n; i++ {
		sum += float64(2+2*(i%2)) * f(float64(i)*h)
	}
	return sum * h / 3
}
