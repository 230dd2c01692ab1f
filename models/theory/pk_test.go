package theory

import "testing"

func TestPollaczekKhinchine(t *testing.T) {
	wq := func(cv2 float64) float64 { return MG1{.8, 1, cv2}.Wq() }
	check(t, []value{
		{"rho .8, constant: Wq", MD1(.8, 1).Wq(), "2"},
		{"rho .8, U(0,2), cv2 = 1/3: Wq", wq(1. / 3), "2.666667"},
		{"rho .8, Erlang-2, cv2 = 1/2: Wq", wq(.5), "3"},
		{"rho .8, exponential: Wq", MM1(.8, 1).Wq(), "4"},
		{"rho .8, cv2 = 4: Wq", wq(4), "10"},
		{"rho .8, cv2 = 9: Wq", wq(9), "20"},

		{"no steady state", MM1(1, 1).Wq(), "NaN"},
		{"negative variance", wq(-1), "NaN"},
		{"no service time", MD1(1, 0).W(), "NaN"},
	})
}

func TestPollaczekKhinchineIsMM1AtCV2One(t *testing.T) {
	for _, rho := range []float64{.1, .5, .9, .99} {
		g, m := MM1(rho*4, .25), MMc{rho * 4, 4, 1}
		for _, r := range []struct {
			name      string
			got, want float64
		}{
			{"Wq", g.Wq(), m.Wq()}, {"Lq", g.Lq(), m.Lq()}, {"W", g.W(), m.W()}, {"L", g.L(), m.L()},
		} {
			if !same(r.got, r.want, 1e-12) {
				t.Errorf("rho %g: %s = %g, want M/M/1's %g", rho, r.name, r.got, r.want)
			}
		}
	}
}
