package theory

import "testing"

// Overload that feeds itself without a retry, and a remedy that is too slow.
func TestFeedback(t *testing.T) {
	line := func(lambda float64) LinearContention { return LinearContention{lambda, 1, .01} }
	pauses := Pauses{Alloc: 1, Heap: 1000, Pause: .01, PerRequest: .001}
	check(t, []value{
		{"40/s: 66.7 at once", line(40).L(), "66.7"},
		{"40/s: 1 / 0.6", line(40).W(), "1.666667"},
		{"the pole at 10 ms", line(40).Pole(), "100"},
		{"three attempts of 40/s have no finite state", line(120).L(), "+Inf"},
		{"the pole has none", line(100).W(), "+Inf"},
		{"no cost", LinearContention{40, 1, 0}.W(), "NaN"},

		{"200/s with 40 in flight: 0.2 pauses/s of 50 ms", pauses.Share(200, 40), ".01"},
		{"with 4,000 in flight: of 4.01 s", pauses.Share(200, 4000), ".802"},
		{"it cannot stand still for longer than always", pauses.Share(2000, 4000), "1"},
		{"no heap", Pauses{Alloc: 1}.Share(1, 1), "NaN"},

		{"10 to 100 at 60 %: 17, 29, 49, 82, 137", ScaleSteps(10, 100, .6), "5"},
		{"enough already", ScaleSteps(10, 10, .6), "0"},
		{"2 to 3", ScaleSteps(2, 3, .6), "1"},
		{"a target of 100 % never grows", ScaleSteps(2, 3, 1), "+Inf"},
		{"exact quotients are not rounded up: 3 / 0.6 is 5", ScaleSteps(3, 5, .6), "1"},
		{"no target", ScaleSteps(2, 3, 0), "NaN"},

		{"in turn of one is M/M/1", EkM1{.8, 1, 1}.Wq(), "4"},
		{"two in turn at 0.8: (4.2 - sqrt(7.4)) / 2", EkM1{.8, 1, 2}.Delayed(), ".739853"},
		{"beyond capacity", EkM1{1, 1, 2}.Wq(), "NaN"},
	})
	// Very many in turn are arrivals at equal distances: D/M/1, s = e^(-(1-s)/rho).
	if got := (EkM1{.5, 1, 1_000_000}).Delayed(); !same(got, .2031878, 1e-5) {
		t.Errorf("a million in turn at 0.5: %g are delayed, want .2031878 as of D/M/1", got)
	}
}
