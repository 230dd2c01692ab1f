package theory

import (
	"slices"
	"testing"
)

func TestFreeRejection(t *testing.T) {
	sre := func(attempts int) FreeRejection { return FreeRejection{10100, 10000, attempts - 1} }
	check(t, []value{
		{"1 % overload, 2 attempts: load / lambda", sre(2).Load() / 10100, "1.0995"},
		{"3 attempts", sre(3).Load() / 10100, "1.2608"},
		{"4 attempts", sre(4).Load() / 10100, "1.4463"},
		{"10 attempts", sre(10).Load() / 10100, "2.6783"},
		{"10 attempts: load (2.678 x 10,100)", sre(10).Load(), "27051"},
		{"10 attempts: rejected", sre(10).Rejected(), "0.6303"},

		{"up to capacity nothing is rejected", FreeRejection{10, 10, 5}.Rejected(), "0"},
		{"up to capacity the load is offered", FreeRejection{9, 10, 5}.Load(), "9"},
		{"no retries", FreeRejection{20, 10, 0}.Load(), "20"},
		{"negative retries", FreeRejection{20, 10, -1}.Load(), "NaN"},
		{"no capacity", FreeRejection{20, 0, 1}.Rejected(), "NaN"},

		{"throttled, K = 2", ThrottledLoad(300, 100, 2), "200"},
		{"throttled, K = 1.5", ThrottledLoad(300, 100, 1.5), "150"},
		{"throttled, K = 1.1", ThrottledLoad(300, 100, 1.1), "110"},
		{"below the throttle", ThrottledLoad(80, 100, 2), "80"},
		{"K below 1", ThrottledLoad(80, 100, .5), "NaN"},
	})
}

func TestFreeRejectionRounds(t *testing.T) {
	sre := FreeRejection{10100, 10000, 9}
	loads := sre.Rounds(1000)
	for r := range 10 { // retries 0, 100, 200, ...: the book's example
		if want := 10100 + 100*float64(r); !same(loads[r], want, 1e-12) {
			t.Errorf("round %d: load = %g, want %g", r, loads[r], want)
		}
	}
	if got := loads[len(loads)-1]; !same(got, sre.Load(), 1e-9) {
		t.Errorf("last round: load = %.12g, want the fixed point %.12g", got, sre.Load())
	}
	if got, want := (FreeRejection{9, 10, 2}).Rounds(3), []float64{9, 9, 9}; !slices.Equal(got, want) {
		t.Errorf("below capacity: rounds = %v, want %v", got, want)
	}
	if got := (FreeRejection{9, 0, 2}).Rounds(3); got != nil {
		t.Errorf("no capacity: rounds = %v, want nil", got)
	}
}
