package proof_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"retrystorm/sim"
)

// Without variance on the network one client wins each round, so that everything can
// be counted: N(N+1)/2 writes, N rounds of four hops of 10 ms, and what the last
// client has waited between them.
func TestAWSExact(t *testing.T) {
	const ms = time.Millisecond
	waits := map[string]func(k int) time.Duration{ // after the k-th conflict
		"none":        func(int) time.Duration { return 0 },
		"fixed":       func(int) time.Duration { return 10 * ms },
		"exponential": func(k int) time.Duration { return min(2000*ms, 5*ms<<min(k, 20)) },
	}
	x := expand(t, builtin(t, "aws-exact"))
	if len(x.Cells) != 12 {
		t.Fatalf("there are %d cells, want 3 policies for 10, 50, 100 and 190 clients", len(x.Cells))
	}
	for _, c := range x.Cells {
		n, err := strconv.Atoi(c.Values[0])
		if err != nil {
			t.Fatal(err)
		}
		done := time.Duration(40*n) * ms
		for k := 1; k < n; k++ {
			done += waits[c.Variant](k)
		}
		res, err := x.Observe(context.Background(), c, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		calls := res.Links[0]
		if got, want := calls.Attempts, uint64(n*(n+1)/2); got != want || calls.OK != uint64(n) {
			t.Errorf("%s, %d clients: %d writes for %d successes, want %d for %d", c.Variant, n, got, calls.OK, want, n)
		}
		if res.LastOK != sim.Time(done) {
			t.Errorf("%s, %d clients: done after %v, want %v to the nanosecond", c.Variant, n, time.Duration(res.LastOK), done)
		}
	}
	for _, c := range results(t, builtin(t, "aws-exact")).Cells { // and so says the report
		n, _ := strconv.Atoi(c.Values[0])
		if got, want := of(c, "attempts")[0], float64(n*(n+1)/2); got != want {
			t.Errorf("%s, %d clients: the report says %v attempts, want %v", c.Variant, n, got, want)
		}
	}
}
