package theory

import "testing"

func TestRejectionThatCosts(t *testing.T) {
	at := func(lambda, cost float64, retries int) Rejection {
		return Rejection{lambda, 100, cost, retries}
	}
	a, b, c := at(90, .3, 3), at(90, .5, 1), at(99, .1, 3)
	state := func(r Rejection, i int) State { return r.States()[i] }
	check(t, []value{
		{"r .3, 3 retries: collapse from", a.Collapse(), "83.33"},
		{"r .3, 3 retries, 90: healthy", state(a, 0).Load, "90"},
		{"r .3, 3 retries, 90: unstable", state(a, 1).Load, "124.7"},
		{"r .3, 3 retries, 90: collapsed", state(a, 2).Load, "360"},
		{"r .3, 3 retries, 90: collapsed goodput", state(a, 2).Goodput, "0"},
		{"r .5, 3 retries: collapse from", at(1, .5, 3).Collapse(), "50"},
		{"r .5, 1 retry, 90: healthy", state(b, 0).Load, "90"},
		{"r .5, 1 retry, 90: unstable", state(b, 1).Load, "120.000000"},
		{"r .5, 1 retry, 90: unstable goodput", state(b, 1).Goodput, "80.000000"},
		{"r .5, 1 retry, 90: degraded", state(b, 2).Load, "150.000000"},
		{"r .5, 1 retry, 90: degraded goodput", state(b, 2).Goodput, "50.000000"},
		{"r .1, 3 retries, 99: degraded", state(c, 2).Load, "208.4"},
		{"r .1, 3 retries, 99: degraded goodput", state(c, 2).Goodput, "88"},
		{"r .1, 3 retries: only near saturation", c.Turns().Down, "96.2"},
		{"the healthy state ends at capacity", c.Turns().Up, "100.0000"},
		{"free: never collapses", at(90, 0, 3).Collapse(), "+Inf"},
		{"free: no turns", at(90, 0, 3).Turns().Down, "NaN"},

		{"served up to capacity", a.Served(90), "90"},
		{"served beyond: (100 - .3 x 200) / .7", a.Served(200), "57.14"},
		{"nothing served", a.Served(400), "0"},
		{"cost of a whole attempt", at(90, 1, 3).Collapse(), "NaN"},
		{"negative load", a.Served(-1), "NaN"},
		{"negative retries", at(90, .1, -1).Turns().Up, "NaN"},
	})
	if got := at(0, .1, 1).States(); got != nil {
		t.Errorf("no load: states = %v, want nil", got)
	}
}

func TestCollapseIsWhereTotalFailureBegins(t *testing.T) {
	for _, cost := range []float64{.3, .5, .9} {
		r := Rejection{Capacity: 100, Cost: cost, Retries: 3}
		r.Lambda = r.Collapse() * 1.001
		if last := r.States()[len(r.States())-1]; last.Fail != 1 {
			t.Errorf("r %g: above collapse: %+v, want total failure", cost, last)
		}
		r.Lambda = r.Collapse() * .999
		if last := r.States()[len(r.States())-1]; last.Fail == 1 {
			t.Errorf("r %g: below collapse: %+v, want no total failure", cost, last)
		}
	}
}

func TestRejectionForFreeIsTheClosedForm(t *testing.T) {
	for _, retries := range []int{0, 1, 9} {
		for _, lambda := range []float64{90, 101, 300} {
			states := Rejection{lambda, 100, 0, retries}.States()
			want := FreeRejection{lambda, 100, retries}.Load()
			if len(states) != 1 || !same(states[0].Load, want, 1e-9) {
				t.Errorf("lambda %g, %d retries: states = %v, want one at %g", lambda, retries, states, want)
			}
		}
	}
}
