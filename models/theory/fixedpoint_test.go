package theory

import (
	"fmt"
	"math"
	"testing"
)

// roots is the row of a table of states: the load of each, as printed.
type roots struct {
	name  string
	of    Retrying
	loads []string
}

func checkRoots(t *testing.T, rows []roots) {
	t.Helper()
	for _, r := range rows {
		states := r.of.States()
		if len(states) != len(r.loads) {
			t.Errorf("%s: got %d states %v, want %d", r.name, len(states), states, len(r.loads))
			continue
		}
		for i, s := range states {
			check(t, []value{{fmt.Sprintf("%s: load of state %d", r.name, i), s.Load, r.loads[i]}})
			if want := i%2 == 0; s.Stable != want {
				t.Errorf("%s: state %d: stable = %v, want %v", r.name, i, s.Stable, want)
			}
		}
	}
}

// thirty is example A: 30 workers of 100 ms, timeout 1 s, and C that with a room.
func thirty(lambda float64, retries, room int) Retrying {
	return Retrying{Lambda: lambda, Mu: 10, Workers: 30, Room: room, Timeout: 1, Retries: retries}
}

// single is example B: one worker of 100 ms, timeout 1 s.
func single(lambda float64, retries int) Retrying {
	return Retrying{Lambda: lambda, Mu: 10, Workers: 1, Timeout: 1, Retries: retries}
}

func TestFixedPointLoads(t *testing.T) {
	checkRoots(t, []roots{
		{"A 149", thirty(149, 1, 0), []string{"149.007"}},
		{"A 150: the storm begins above", thirty(150, 1, 0), []string{"150.007"}},
		{"A 151", thirty(151, 1, 0), []string{"151.007", "299.985", "302"}},
		// 299.2364959278 in fifty digits; the table's 299.237 is a rounding of 299.2365.
		{"A 200", thirty(200, 1, 0), []string{"200.009", "299.236", "400"}},
		{"A 250", thirty(250, 1, 0), []string{"250.012", "298.194", "500"}},
		{"A 280", thirty(280, 1, 0), []string{"280.021", "296.888", "560"}},
		{"A 290", thirty(290, 1, 0), []string{"290.125", "295.559", "580"}},
		{"A 295", thirty(295, 1, 0), []string{"590"}},
		{"A, no retries, below capacity", thirty(280, 0, 0), []string{"280"}},
		{"A, no retries, above capacity", thirty(310, 0, 0), []string{"310"}},
		{"B 7, 1 retry", single(7, 1), []string{"7.706121", "8.365913", "14"}},
		{"B 6, 3 retries", single(6, 3), []string{"6.127488", "8.905535", "24"}},
		{"C 180, 3, 280: no storm", thirty(280, 3, 180), []string{"280.021"}},
		{"C 330, 1, 280", thirty(280, 1, 330), []string{"280.021", "298.980", "530.949"}},
		{"C 330, 3, 160", thirty(160, 3, 330), []string{"160.007", "310.358", "550.799"}},
		{"C 330, 3, 280", thirty(280, 3, 330), []string{"280.021", "298.831", "1038.842"}},
		{"C 400, 3, 100", thirty(100, 3, 400), []string{"100.005", "305.673", "399.991"}},
	})
}

func TestFixedPointFailures(t *testing.T) {
	at := func(r Retrying, i int) State { return r.States()[i] }
	check(t, []value{
		{"A 149: p", at(thirty(149, 1, 0), 0).Fail, "4.5e-5"},
		{"A 151 unstable: p", at(thirty(151, 1, 0), 1).Fail, ".98666"},
		{"A 151 unstable: goodput", at(thirty(151, 1, 0), 1).Goodput, "4.0"},
		{"A 151 collapsed: p", at(thirty(151, 1, 0), 2).Fail, "1"},
		{"A 151 collapsed: goodput", at(thirty(151, 1, 0), 2).Goodput, "0"},
		{"A 200: p", at(thirty(200, 1, 0), 0).Fail, "4.6e-5"},
		{"A 200 unstable: p", at(thirty(200, 1, 0), 1).Fail, ".49618"},
		{"A 200 unstable: goodput", at(thirty(200, 1, 0), 1).Goodput, "150.8"},
		{"A 250 unstable: p", at(thirty(250, 1, 0), 1).Fail, ".19278"},
		{"A 250 unstable: goodput", at(thirty(250, 1, 0), 1).Goodput, "240.7"},
		{"A 280: p", at(thirty(280, 1, 0), 0).Fail, "7.4e-5"},
		// .0603149337 in fifty digits; the table has .06032.
		{"A 280 unstable: p", at(thirty(280, 1, 0), 1).Fail, ".06031"},
		{"A 280 unstable: goodput", at(thirty(280, 1, 0), 1).Goodput, "279.0"},
		{"A 290: p", at(thirty(290, 1, 0), 0).Fail, "4.3e-4"},
		{"A 290 unstable: p", at(thirty(290, 1, 0), 1).Fail, ".01917"},
		{"A 290 unstable: goodput", at(thirty(290, 1, 0), 1).Goodput, "289.9"},
		{"B 7: p", at(single(7, 1), 0).Fail, ".100874"},
		{"B 7 unstable: p", at(single(7, 1), 1).Fail, ".195130"},
		{"C 330, 1, 280 unstable: p", at(thirty(280, 1, 330), 1).Fail, ".0678"},
		{"C 330, 1, 280 degraded: p", at(thirty(280, 1, 330), 2).Fail, ".89625"},
		{"C 330, 1, 280 degraded: goodput", at(thirty(280, 1, 330), 2).Goodput, "55.1"},
		{"C 330, 3, 160 degraded: p", at(thirty(160, 3, 330), 2).Fail, ".90067"},
		{"C 330, 3, 160 degraded: goodput", at(thirty(160, 3, 330), 2).Goodput, "54.7"},
		{"C 330, 3, 280 degraded: p", at(thirty(280, 3, 330), 2).Fail, ".95005"},
		{"C 330, 3, 280 degraded: goodput", at(thirty(280, 3, 330), 2).Goodput, "51.9"},
		{"C 400, 3, 100 degraded: goodput", at(thirty(100, 3, 400), 2).Goodput, ".01"},
	})
}

func TestFixedPointTurns(t *testing.T) {
	b := single(0, 1)
	check(t, []value{
		{"A, 1 retry: up", thirty(0, 1, 0).Turns().Up, "292.46"},
		{"A, 2 retries: up", thirty(0, 2, 0).Turns().Up, "292.45"},
		{"A, 3 retries: up", thirty(0, 3, 0).Turns().Up, "292.45"},
		{"A, 1 retry: down", thirty(0, 1, 0).Turns().Down, "150.000000"},
		{"A, 2 retries: down", thirty(0, 2, 0).Turns().Down, "100.000000"},
		{"A, 3 retries: down", thirty(0, 3, 0).Turns().Down, "75.000000"},
		{"A: down is where the capacity is full", thirty(0, 3, 0).Turns().DownLoad, "300.000000"},
		{"B, 1 retry: up", b.Turns().Up, "7.047349"},
		{"B, 1 retry: load there", b.Turns().UpLoad, "8.04735"},
		{"B, 1 retry: p there", b.Fail(b.Turns().UpLoad), ".14190"},
		{"B, 1 retry: down", b.Turns().Down, "5.000000"},
		{"B, 3 retries: up", single(0, 3).Turns().Up, "6.937174"},
		{"B, 3 retries: down", single(0, 3).Turns().Down, "2.500000"},
		{"B, 5 retries: up", single(0, 5).Turns().Up, "6.936034"},
		{"B, 5 retries: down", single(0, 5).Turns().Down, "1.667"},
		{"no retries, no turns", thirty(0, 0, 0).Turns().Up, "NaN"},
		{"a small room, one retry: no turns", thirty(0, 1, 180).Turns().Up, "NaN"},
		{"less room than workers", thirty(0, 1, 20).Turns().Down, "NaN"},
	})
}

func TestFixedPointRange(t *testing.T) {
	for name, r := range map[string]Retrying{
		"no load": thirty(0, 1, 0), "no workers": {Lambda: 1, Mu: 1, Timeout: 1},
		"no timeout": {Lambda: 1, Mu: 1, Workers: 1}, "negative retries": thirty(1, -1, 0),
	} {
		if got := r.States(); got != nil {
			t.Errorf("%s: states = %v, want nil", name, got)
		}
	}
	if got := thirty(1, 1, 0).Fail(-1); !math.IsNaN(got) {
		t.Errorf("Fail at a negative load = %g, want NaN", got)
	}
}

// TestStatesReproduceThemselves checks every state against its equation, and that
// their number is odd and changes at the turns, over sizes, timeouts and rooms.
func TestStatesReproduceThemselves(t *testing.T) {
	for _, workers := range []int{1, 5, 60} {
		for _, timeout := range []float64{.2, 3, 40} {
			for _, retries := range []int{1, 4} {
				for _, extra := range []int{-1, 0, 30, 200} {
					r := Retrying{Mu: 1, Workers: workers, Timeout: timeout, Retries: retries}
					if extra >= 0 {
						r.Room = workers + extra
					}
					checkStates(t, r)
				}
			}
		}
	}
}

func checkStates(t *testing.T, r Retrying) {
	t.Helper()
	turns := r.Turns()
	for _, share := range []float64{.05, .3, .6, .9, 1.2} {
		r.Lambda = share * float64(r.Workers) * r.Mu
		states := r.States()
		want := 1
		if turns.Down < r.Lambda && r.Lambda < turns.Up {
			want = 3
		}
		if len(states) != want {
			t.Errorf("%+v: got %d states, want %d between the turns %+v", r, len(states), want, turns)
		}
		for _, s := range states {
			p := r.Fail(s.Load)
			if load := r.Lambda * AttemptsPerCall(p, r.Retries); !same(load, s.Load, 1e-7) {
				t.Errorf("%+v: load %g causes %g", r, s.Load, load)
			}
			if in := s.Load * (1 - p); !same(in, s.Goodput, 1e-7) {
				t.Errorf("%+v: goodput = %g, want attempts in time %g", r, s.Goodput, in)
			}
		}
	}
}

func TestStatesNeedNoUnitOfTime(t *testing.T) {
	a := thirty(280, 1, 330)
	b := a
	b.Lambda, b.Mu, b.Timeout = a.Lambda/1000, a.Mu/1000, a.Timeout*1000
	for i, s := range b.States() {
		if want := a.States()[i].Load; !same(s.Load*1000, want, 1e-9) {
			t.Errorf("state %d in milliseconds: load = %g, want %g", i, s.Load*1000, want)
		}
	}
}

func TestMissed(t *testing.T) {
	// A room that never fills is M/M/c; a room without queue is Erlang B and a service.
	for _, c := range []int{1, 2, 30} {
		lambda, after := .8*float64(c), 2.5
		wide := MMcK{lambda, 1, c, c + 500}
		if got, want := wide.Missed(after), (MMc{lambda, 1, c}).SojournBeyond(after); !same(got, want, 1e-12) {
			t.Errorf("c %d, wide room: missed = %.15g, want %.15g", c, got, want)
		}
		tight := MMcK{lambda, 1, c, c}
		b := ErlangB(c, lambda)
		if got, want := tight.Missed(after), b+(1-b)*math.Exp(-after); !same(got, want, 1e-12) {
			t.Errorf("c %d, no queue: missed = %.15g, want %.15g", c, got, want)
		}
		if got := tight.Missed(0); !same(got, 1, 1e-12) {
			t.Errorf("c %d: missed at once = %g, want 1", c, got)
		}
	}
	if got := (MMcK{1, 1, 2, 1}).Missed(1); !math.IsNaN(got) {
		t.Errorf("less room than workers: missed = %g, want NaN", got)
	}
}
