package proof_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"retrystorm/report"
)

// word is a row of the table of the faults: how many trials recover after a stall,
// after lost requests and after refused connections.
type word struct {
	variant             string
	stall, lose, refuse outcome
	horizon             string // that of the short test; "" is the file's
	slow                bool   // a cell that says nothing new, only with the build tag long
}

// outcome is how many trials of how many recover according to independent event loops.
// All and none are exact claims. What lies between is a proportion.
type outcome struct{ k, n int }

var (
	all  = outcome{1, 1}
	none = outcome{0, 1}
)

// words lists the table. What a fault does to the work already there decides; there is
// no fault called "down".
func words() []word {
	return []word{
		{"152-of-300-one-immediate", none, all, all, "5m", false},
		{"280-of-300-one-immediate", none, outcome{23, 60}, all, "5m", false},
		{"280-of-300-one-after-1s", none, none, outcome{28, 60}, "5m", false},
		{"800-of-1000-three-immediate", none, none, all, "90s", false},
		{"800-of-1000-three-jittered", none, none, all, "90s", false},
		{"short-queue-three-immediate", all, all, all, "90s", false},
		{"short-queue-three-jittered", outcome{4, 4}, outcome{2, 4}, all, "", false},
		{"1000-of-2000-three-immediate", none, all, all, "90s", false},
		{"1000-of-2000-five-jittered", none, none, all, "90s", true},
		{"1000-of-1250-three-immediate", none, none, all, "90s", false},
		{"1000-of-1250-five-jittered", none, none, none, "90s", false},
		{"1000-of-1070-three-immediate", none, none, all, "90s", true},
		{"1000-of-1070-five-jittered", none, none, none, "90s", true},
	}
}

func (o outcome) exact() bool { return o == all || o == none }

// trials is how many a cell is run for: 2 to see an exact claim break, 60 to estimate
// a proportion.
func (o outcome) trials() int {
	switch {
	case o.exact() && long:
		return 10
	case o.exact():
		return 2
	case long:
		return 60
	}
	return 6
}

func (o outcome) check(t *testing.T, c *report.Cell) {
	t.Helper()
	got, n := recovered(c), len(c.Trials)
	t.Logf("%-30s %-7s %d of %d recover", c.Variant, c.Values[0], got, n)
	if o.exact() {
		if want := o.k * n; got != want {
			t.Errorf("%s after %s: %d of %d trials recover, want %d", c.Variant, c.Values[0], got, n, want)
		}
		return
	}
	if z := sharesApart(got, n, o.k, o.n); math.Abs(z) > 3.29 { // 99.9 %
		t.Errorf("%s after %s: %d of %d trials recover, want a share like %d of %d; %.1f standard errors", c.Variant, c.Values[0], got, n, o.k, o.n, z)
	}
}

// The table of the built-in experiment fault-words. Cells with an exact claim are run
// together, and those with a proportion.
func TestFaultWords(t *testing.T) {
	for _, w := range words() {
		if w.slow && !long {
			continue
		}
		for _, exact := range []bool{true, false} {
			var kinds []string
			var wants []outcome
			for i, o := range []outcome{w.stall, w.lose, w.refuse} {
				if o.exact() == exact {
					kinds, wants = append(kinds, []string{"stall", "lose", "refuse"}[i]), append(wants, o)
				}
			}
			if kinds == nil {
				continue
			}
			f := only(t, builtin(t, "fault-words", fmt.Sprintf("trials=%d", wants[0].trials())), w.variant)
			vary(t, f, "faults.outage.kind=["+strings.Join(kinds, ", ")+"]")
			if w.horizon != "" && !long {
				vary(t, f, "horizon=["+w.horizon+"]", "drain=[5s]")
			}
			for i, c := range results(t, f).Cells {
				wants[i].check(t, c)
			}
		}
	}
}
