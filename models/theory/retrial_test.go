package theory

import "testing"

func TestRetrialOneWorker(t *testing.T) {
	at := func(lambda, theta float64) RetrialMM11 { return RetrialMM11{lambda, 1, theta} }
	check(t, []value{
		{".5, theta .2: orbit", at(.5, .2).Orbit(), "3"},
		{".5, theta .2: retries", at(.5, .2).Retries(), "1.2"},
		{".5, theta .2: busy", at(.5, .2).Busy(), ".5"},
		{".8, theta .1: orbit", at(.8, .1).Orbit(), "35.2"},
		{".8, theta .1: retries", at(.8, .1).Retries(), "4.4"},
		{".8, theta 1: orbit", at(.8, 1).Orbit(), "6.4"},
		{".8, theta 1: retries", at(.8, 1).Retries(), "8"},
		{".8, theta 10: orbit", at(.8, 10).Orbit(), "3.52"},
		{".8, theta 10: retries", at(.8, 10).Retries(), "44"},

		{"no steady state", at(1, 1).Orbit(), "NaN"},
		{"no steady state: busy", at(1, 1).Busy(), "NaN"},
		{"nobody retries", at(.5, 0).Retries(), "NaN"},
	})
}

func TestRetrialWorkers(t *testing.T) {
	at := func(c int, lambda, theta float64) RetrialMMc { return RetrialMMc{lambda, 1, c, theta} }
	a, b, c := at(2, 1.6, 1), at(5, 4, .1), at(5, 4, 1)
	d, e := at(10, 8, .01), at(10, 8, 1)
	check(t, []value{
		{"2, 1.6, theta 1: orbit", a.Orbit(), "6.047026"},
		{"2, 1.6, theta 1: refused", a.Refused(), ".675297"},
		{"2, 1.6, theta 1: retries", a.Retries(), "3.779391"},
		{"5, 4, theta .1: orbit", b.Orbit(), "30.871171"},
		{"5, 4, theta .1: refused", b.Refused(), ".420965"},
		{"5, 4, theta .1: retries", b.Retries(), ".771779"},
		{"5, 4, theta 1: orbit", c.Orbit(), "5.261394"},
		{"5, 4, theta 1: refused", c.Refused(), ".455345"},
		{"5, 4, theta 1: retries", c.Retries(), "1.315349"},
		{"10, 8, theta .01: orbit", d.Orbit(), "249.328504"},
		{"10, 8, theta .01: refused", d.Refused(), ".236836"},
		{"10, 8, theta .01: retries", d.Retries(), ".311661"},
		{"10, 8, theta 1: orbit", e.Orbit(), "4.353792"},
		{"10, 8, theta 1: refused", e.Refused(), ".279240"},
		{"10, 8, theta 1: retries", e.Retries(), ".544224"},

		{"no steady state", at(2, 2, 1).Orbit(), "NaN"},
		{"no workers", at(0, 1, 1).Refused(), "NaN"},
		{"nobody retries", at(2, 1, 0).Retries(), "NaN"},
	})
}

func TestRetrialLimits(t *testing.T) {
	// One worker has a closed form; fast retries are a queue, slow ones a loss system.
	one, chain := RetrialMM11{.8, 1, .3}, RetrialMMc{.8, 1, 1, .3}
	if got, want := chain.Orbit(), one.Orbit(); !same(got, want, 1e-9) {
		t.Errorf("one worker: orbit = %.12g, want %.12g", got, want)
	}
	if got, want := chain.Refused(), one.Busy(); !same(got, want, 1e-9) {
		t.Errorf("one worker: refused = %.12g, want %.12g", got, want)
	}
	for _, c := range []int{2, 5, 10} {
		a := .8 * float64(c)
		if got, want := (RetrialMMc{a, 1, c, 1e6}).Refused(), ErlangC(c, a); !same(got, want, 1e-5) {
			t.Errorf("c %d, fast retries: refused = %g, want Erlang C = %g", c, got, want)
		}
		slow := ErlangB(c, SlowRetryLoad(c, a))
		if got := (RetrialMMc{a, 1, c, 1e-3}).Refused(); !same(got, slow, 1e-3) {
			t.Errorf("c %d, slow retries: refused = %g, want Erlang B at the inflated load = %g", c, got, slow)
		}
	}
}
