package theory

import "testing"

func TestEngset(t *testing.T) {
	a, b := Engset{20, .5, 1, 5}, Engset{100, .1, 1, 10}
	check(t, []value{
		{"N 20, c 5, nu .5: time", a.TimeCongestion(), ".490229558"},
		{"N 20, c 5, nu .5: call", a.CallCongestion(), ".465865385"},
		{"N 100, c 10, nu .1: time", b.TimeCongestion(), ".179304374"},
		{"N 100, c 10, nu .1: call", b.CallCongestion(), ".174692253"},
		{"two clients on one worker: (1 + 1) / 3", Engset{2, .5, 1, 1}.Throughput(), ".5"},
		{"of 2 x 5 workers none can refuse: N nu / (1 + nu)", Engset{5, 1, 1, 10}.Throughput(), "2.5"},

		{"a worker for each client refuses none", Engset{5, 1, 1, 5}.CallCongestion(), "0"},
		{"but all of them may be busy", Engset{1, 1, 1, 1}.TimeCongestion(), ".5"},
		{"no workers", Engset{5, 1, 1, 0}.TimeCongestion(), "NaN"},
		{"no clients", Engset{0, 1, 1, 1}.CallCongestion(), "NaN"},
	})
}

func TestEngsetTendsToErlangB(t *testing.T) {
	// Very many clients who seldom ask are a Poisson stream of 8 erlangs.
	const n = 10_000_000
	if got, want := (Engset{n, 8. / n, 1, 10}).CallCongestion(), ErlangB(10, 8); !same(got, want, 1e-6) {
		t.Errorf("call congestion = %g, want Erlang B = %g", got, want)
	}
}
