package strategies

import (
	"testing"
	"time"

	"retrystorm/sim"
)

const sec = sim.Time(time.Second)

// budgetStep is something that happens to a budget, and what is left then, in
// millionths of a token, the floor not counted.
type budgetStep struct {
	at   sim.Time
	what string // began, ok, failed, take (asked, then taken if allowed), ask
	n    int
	want bool // of the last ask
	left int64
}

func TestRatioBudgetTimeline(t *testing.T) {
	tests := []struct {
		reason string
		budget RatioBudget
		steps  []budgetStep
	}{
		{"deposits at the start, one token after ten calls", RatioBudget{Ratio: 0.1}, []budgetStep{
			{0, "ask", 1, false, 0},
			{0, "began", 9, false, 900_000},
			{0, "ask", 1, false, 900_000},
			{0, "began", 1, false, 1_000_000},
			{0, "ask", 3, true, 1_000_000}, // asking spends nothing
			{0, "take", 1, true, 0},
			{0, "take", 1, false, 0},
			{0, "failed", 10, false, 0},
			{0, "ok", 10, false, 0},
		}},
		{"deposits on success only", RatioBudget{Ratio: 0.5, Deposit: OnSuccess}, []budgetStep{
			{0, "began", 100, false, 0},
			{sec, "failed", 100, false, 0},
			{sec, "take", 1, false, 0},
			{sec, "ok", 2, false, 1_000_000},
			{sec, "take", 1, true, 0},
		}},
		{"a deposit lives until its slice is the tenth back", RatioBudget{Ratio: 1}, []budgetStep{
			{0, "began", 1, false, 1_000_000},
			{10*sec - 1, "ask", 1, true, 1_000_000},
			{10 * sec, "ask", 1, false, 0},
		}},
		{"at least nine tenths of ttl", RatioBudget{Ratio: 1}, []budgetStep{
			{sec - 1, "began", 1, false, 1_000_000},
			{sec, "began", 1, false, 2_000_000},
			{10*sec - 1, "ask", 1, true, 2_000_000},
			{10 * sec, "ask", 1, true, 1_000_000},
			{11*sec - 1, "ask", 1, true, 1_000_000},
			{11 * sec, "ask", 1, false, 0},
		}},
		{"what is spent is spent", RatioBudget{Ratio: 1}, []budgetStep{
			{0, "began", 1, false, 1_000_000},
			{5 * sec, "take", 1, true, 0},
			{10 * sec, "began", 1, false, 1_000_000},
			{15 * sec, "take", 1, true, 0},
		}},
		{"the oldest is spent first", RatioBudget{Ratio: 1}, []budgetStep{
			{0, "began", 1, false, 1_000_000},
			{5 * sec, "began", 1, false, 2_000_000},
			{5 * sec, "take", 1, true, 1_000_000},
			{15*sec - 1, "ask", 1, true, 1_000_000},
			{15 * sec, "ask", 1, false, 0},
		}},
		{"a token may be made of parts of several ages", RatioBudget{Ratio: 0.6}, []budgetStep{
			{0, "began", 1, false, 600_000},
			{5 * sec, "began", 1, false, 1_200_000},
			{6 * sec, "take", 1, true, 200_000},
			{10 * sec, "ask", 1, false, 200_000},
			{15 * sec, "ask", 1, false, 0},
		}},
		{"withdrawals forgotten too: they bar new ones when the deposits have gone", RatioBudget{Ratio: 1, Forget: ForgetBoth}, []budgetStep{
			{0, "began", 1, false, 1_000_000},
			{5 * sec, "take", 1, true, 0},
			{10 * sec, "ask", 1, false, -1_000_000},
			{10 * sec, "began", 1, false, 0},
			{15*sec - 1, "ask", 1, false, 0},
			{15 * sec, "ask", 1, true, 1_000_000},
		}},
		{"all is forgotten after a long silence", RatioBudget{Ratio: 1, Forget: ForgetBoth}, []budgetStep{
			{0, "began", 5, false, 5_000_000},
			{3 * sec, "take", 2, true, 3_000_000},
			{1000 * sec, "ask", 1, false, 0},
		}},
		{"another ttl", RatioBudget{Ratio: 1, TTL: 100 * ms}, []budgetStep{
			{sim.Time(99 * ms), "began", 1, false, 1_000_000},
			{sim.Time(190*ms) - 1, "ask", 1, true, 1_000_000},
			{sim.Time(190 * ms), "ask", 1, false, 0},
		}},
		{"a floor of 2/s is 20 retries at once, then 2 in each second", RatioBudget{Ratio: 0, Floor: 2}, []budgetStep{
			{0, "take", 20, true, 0},
			{sec - 1, "take", 1, false, 0},
			{sec, "take", 2, true, 0},
			{sec, "take", 1, false, 0},
			{5 * sec, "take", 8, true, 0},
			{100 * sec, "ask", 1, true, 20_000_000},
		}},
		{"in Finagle 20 retries at once, then none for ten seconds", RatioBudget{Ratio: 0, Floor: 2, Forget: ForgetBoth}, []budgetStep{
			{0, "take", 20, true, 0},
			{10*sec - 1, "take", 1, false, 0},
			{10 * sec, "take", 20, true, 0},
			{10 * sec, "take", 1, false, 0},
		}},
		{"a floor comes on top of the ratio", RatioBudget{Ratio: 0.1, Floor: 0.1}, []budgetStep{
			{0, "take", 1, true, 0},
			{0, "began", 9, false, 900_000},
			{0, "take", 1, false, 900_000},
			{0, "began", 1, false, 1_000_000},
			{0, "take", 1, true, 0},
		}},
		{"a third is a third to a millionth", RatioBudget{Ratio: sim.Share(1.0 / 3)}, []budgetStep{
			{0, "began", 3, false, 999_999},
			{0, "ask", 1, false, 999_999},
			{0, "began", 1, false, 1_333_332},
		}},
	}
	for _, tt := range tests {
		g := tt.budget.New(sim.Scopes{Clients: 3, PerProcess: 1}).(*ratioGate)
		for i, s := range tt.steps {
			got := false
			for range s.n {
				got = budgetDo(g, s.at, 1, s.what)
			}
			if got != s.want {
				t.Errorf("%s: step %d: got allowed %t, want %t", tt.reason, i, got, s.want)
			}
			if left := g.at(s.at, 1).sum; left != s.left {
				t.Errorf("%s: step %d: got %d left, want %d", tt.reason, i, left, s.left)
			}
		}
	}
}

func budgetDo(g Gate, now sim.Time, who uint32, what string) bool {
	c := &sim.Call{Attempts: 1}
	switch what {
	case "began":
		g.Left(now, who, &sim.Call{})
		return false
	case "ok":
		g.Ended(now, who, c, &sim.Outcome{Status: sim.OK})
		return false
	case "failed":
		g.Ended(now, who, c, &sim.Outcome{Status: sim.Unavailable})
		return false
	}
	d := g.Ask(now, who, c)
	if d.Verb == sim.Go && what == "take" {
		g.Take(now, who, c)
	}
	if d.Verb == sim.Hold || d.Verb == sim.Stop && d.Reason != sim.BudgetEmpty {
		panic("a budget allows or is empty")
	}
	return d.Verb == sim.Go
}

func TestScopes(t *testing.T) {
	all := sim.Scopes{Clients: 10, PerProcess: 4}
	tests := []struct {
		scope, usual Scope
		slots        int
		together     [2]uint32
		apart        [2]uint32
	}{
		{PerFleet, PerClient, 1, [2]uint32{0, 9}, [2]uint32{}},
		{PerProcess, PerClient, 3, [2]uint32{4, 7}, [2]uint32{3, 4}},
		{PerClient, PerFleet, 10, [2]uint32{5, 5}, [2]uint32{5, 6}},
		{"", PerFleet, 1, [2]uint32{0, 9}, [2]uint32{}},
		{"", PerClient, 10, [2]uint32{5, 5}, [2]uint32{5, 6}},
	}
	for _, tt := range tests {
		m := tt.scope.of(all, tt.usual)
		if got := int(m.slots(all.Clients)); got != tt.slots {
			t.Errorf("%q: got %d slots, want %d", tt.scope, got, tt.slots)
		}
		if m.slot(tt.together[0]) != m.slot(tt.together[1]) {
			t.Errorf("%v: %v: want one slot", tt.scope, tt.together)
		}
		if tt.apart[1] > 0 && m.slot(tt.apart[0]) == m.slot(tt.apart[1]) {
			t.Errorf("%v: %v: want two slots", tt.scope, tt.apart)
		}
		if got := int(m.slot(all.Clients - 1)); got != tt.slots-1 {
			t.Errorf("%v: last caller: got slot %d, want %d", tt.scope, got, tt.slots-1)
		}
	}
}

// A zero scope of a zero fleet must still have somewhere to write.
func TestScopesOfNobody(t *testing.T) {
	for _, s := range []Scope{"", PerClient, PerProcess, PerFleet} {
		if got := s.of(sim.Scopes{}, PerClient).slots(0); got != 1 {
			t.Errorf("%q: got %d slots, want 1", s, got)
		}
	}
}

// Deposits of one scope are not spent by another.
func TestBudgetsOfScopesAreApart(t *testing.T) {
	g := RatioBudget{Ratio: 1, Scope: PerProcess}.New(sim.Scopes{Clients: 4, PerProcess: 2})
	g.Left(0, 0, &sim.Call{})
	if budgetDo(g, 0, 2, "take") {
		t.Error("process 1 spent what process 0 deposited")
	}
	if !budgetDo(g, 0, 1, "take") {
		t.Error("process 0 could not spend what its other client deposited")
	}
}

// When everything fails and enough attempts are allowed, a budget without a floor
// gives exactly 1 + ratio attempts a call in the long run, wherever tokens are taken.
func TestAmplificationIs1PlusRatio(t *testing.T) {
	for _, ratio := range []sim.Share{0, 0.01, 0.1, 0.25, 0.5, 1} {
		for _, take := range []When{BeforeBackoff, AfterBackoff} {
			for _, forget := range []Forget{ForgetDeposits, ForgetBoth} {
				b := RatioBudget{Ratio: ratio, Take: take, Forget: forget}
				st := Policy{Backoff: Immediate{}, MaxAttempts: 4, Budget: b}.New(sim.Scopes{Clients: 1})
				attempts, calls := 0, 100_000
				for i := range calls {
					attempts += failingCall(st, sim.Time(i)*sec/100)
				}
				want := calls + int(float64(ratio)*float64(calls)+0.5)
				if attempts != want {
					t.Errorf("ratio %v, tokens taken %v the backoff, forgetting %v: got %d attempts, want %d", ratio, take, forget, attempts, want)
				}
			}
		}
	}
}

// failingCall runs a call all of whose attempts fail at once, and counts them.
func failingCall(st sim.Strategy, now sim.Time) (attempts int) {
	c := &sim.Call{Started: now}
	for st.Before(now, 0, c).Verb == sim.Go {
		attempts++
		c.Attempts++
		out := &sim.Outcome{Status: sim.Unavailable, Attempt: c.Attempts, Sent: now, Decide: true}
		if st.After(now, 0, c, out).Verb != sim.Go {
			break
		}
	}
	return attempts
}
