package theory

import "testing"

func TestUSL(t *testing.T) {
	u := USL{Gamma: 1, Sigma: .05, Kappa: .001}
	check(t, []value{
		{"sigma .05, kappa .001: N*", u.Peak(), "30.8221"},
		{"X max", u.X(u.Peak()), "9.037984"},
		{"X(10)", u.X(10), "6.493506"},
		{"X(100)", u.X(100), "6.309148"},
		{"X(1) is gamma", u.X(1), "1"},
		{"no coherence, no peak", USL{1, .05, 0}.Peak(), "+Inf"},
		{"no throughput", USL{0, .05, 0}.Peak(), "NaN"},
		{"negative N", u.X(-1), "NaN"},
	})
	if at, near := u.X(u.Peak()), u.X(31); at < near || at < u.X(30) {
		t.Errorf("X(N*) = %g, want above its neighbours", at)
	}
}
