package proof_test

import (
	"math"
	"strconv"
	"testing"

	"retrystorm/models/theory"
)

// Where half of the attempts fail independently, success is 1 - p^n and a call makes
// (1 - p^n) / (1 - p) attempts, of n at most.
func TestHowMany(t *testing.T) {
	const fail = 0.5
	cells := results(t, only(t, builtin(t, "how-many"), "independent")).Cells
	if len(cells) != 6 {
		t.Errorf("there are %d cells, want 6", len(cells))
	}
	for _, c := range cells {
		n, err := strconv.Atoi(c.Values[0])
		if err != nil {
			t.Fatal(err)
		}
		success, calls := sum(of(c, "ok")), sum(of(c, "calls"))
		want := 1 - theory.FinalFailure(fail, n-1)
		z := (success/calls - want) / math.Sqrt(want*(1-want)/calls)
		t.Logf("at most %d attempts: success %.5f, want %.5f, z %+.2f", n, success/calls, want, z)
		if math.Abs(z) > farthest {
			t.Errorf("at most %d attempts: success %.5f, want %.5f; %.1f standard errors", n, success/calls, want, z)
		}
		load := sampleOf(of(c, "amplification"))
		z = load.from(theory.AttemptsPerCall(fail, n-1))
		if n == 1 && load.mean != 1 || n > 1 && math.Abs(z) > farthest {
			t.Errorf("at most %d attempts: %.5f a call, want %.5f; %.1f standard errors", n, load.mean, theory.AttemptsPerCall(fail, n-1), z)
		}
	}
}
