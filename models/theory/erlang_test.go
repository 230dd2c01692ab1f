package theory

import "testing"

func TestErlang(t *testing.T) {
	check(t, []value{
		{"2 workers, 1.6: B", ErlangB(2, 1.6), ".329896907"},
		{"2 workers, 1.6: C", ErlangC(2, 1.6), ".711111111"},
		{"5, 4: B", ErlangB(5, 4), ".199066874"},
		{"5, 4: C", ErlangC(5, 4), ".554112554"},
		{"10, 8: B", ErlangB(10, 8), ".121661064"},
		{"10, 8: C", ErlangC(10, 8), ".409180151"},
		{"10, 9: B", ErlangB(10, 9), ".167963226"},
		{"10, 9: C", ErlangC(10, 9), ".668731524"},
		{"30, 28: B", ErlangB(30, 28), ".098122095"},
		{"30, 28: C", ErlangC(30, 28), ".620055459"},
		{"100, 95: B", ErlangB(100, 95), ".048804206"},
		{"100, 95: C", ErlangC(100, 95), ".506456854"},
		{"5, 2.5: B", ErlangB(5, 2.5), ".069731"},
		{"5, 2.5: C (Brooker's 13 %)", ErlangC(5, 2.5), ".130371"},
		{"10, 5: B", ErlangB(10, 5), ".018385"},
		{"10, 5: C (Brooker's 3.6 %)", ErlangC(10, 5), ".036105"},

		{"no workers refuse all", ErlangB(0, 3), "1"},
		{"no load refuses none", ErlangB(3, 0), "0"},
		{"negative load", ErlangB(3, -1), "NaN"},
		{"negative workers", ErlangB(-1, 1), "NaN"},
		{"no steady state", ErlangC(2, 2), "NaN"},
		{"no workers", ErlangC(0, 0), "NaN"},
	})
}

func TestErlangCAgainstDefinition(t *testing.T) {
	// C is the tail of the M/M/c chain, which a very large room approximates.
	for _, c := range []int{1, 2, 7, 30} {
		a := 0.8 * float64(c)
		p := MMcK{a, 1, c, c + 400}.states()
		tail := 0.0
		for _, w := range p[c:] {
			tail += w
		}
		if got := ErlangC(c, a); !same(got, tail, 1e-12) {
			t.Errorf("ErlangC(%d, %g) = %g, want the chain's %g", c, a, got, tail)
		}
	}
}
