package theory

import "testing"

// The shorter of two queues lies between one queue for both, M/M/2, and taking turns. At
// almost no load nobody waits; the product of both is exact: a worker idles whenever
// less than two are there, and only then.
func TestShortestOfTwo(t *testing.T) {
	for _, lambda := range []float64{.2, 1, 1.6} {
		got := ShortestOfTwo{lambda, 1}.Wq()
		low, high := MMc{lambda, 1, 2}.Wq(), EkM1{lambda / 2, 1, 2}.Wq()
		if !(low < got && got < high) {
			t.Errorf("the shorter of two at %g: wait %g, want more than %g and less than %g", lambda, got, low, high)
		}
	}
	check(t, []value{
		{"too close to capacity", ShortestOfTwo{1.95, 1}.Wq(), "NaN"},
		{"no load", ShortestOfTwo{0, 1}.Wq(), "NaN"},
	})
}

func TestPriorities(t *testing.T) {
	two := Priorities{[]float64{.4, .4}, 1}
	check(t, []value{
		{"the important half of 0.8: 0.8 / 0.6", two.Wq(0), "1.333333"},
		{"the other half: 0.8 / (0.6 x 0.2)", two.Wq(1), "6.666667"},
		{"what one class gains the other loses", (two.Wq(0) + two.Wq(1)) / 2, "4"},
		{"one class is M/M/1", Priorities{[]float64{.8}, 1}.Wq(0), "4"},
		{"there is no third", two.Wq(2), "NaN"},
		{"too much", Priorities{[]float64{.4, .6}, 1}.Wq(0), "NaN"},
	})
}
