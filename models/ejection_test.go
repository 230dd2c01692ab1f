package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// envoy is an ejection with Envoy's defaults.
func envoy(t *testing.T) *Ejection {
	t.Helper()
	e := new(Ejection)
	if err := e.Defaults(); err != nil {
		t.Fatal(err)
	}
	return e
}

func seconds(s float64) sim.Time { return sim.Time(s * float64(time.Second)) }

// fail lets replica fail n times.
func fail(e *ejections, now sim.Time, replica, n int) {
	for range n {
		e.ended(now, replica, true)
	}
}

func TestEjectionByExample(t *testing.T) {
	e := envoy(t).newEjections(10)
	rows := []struct {
		at    float64
		fails int
		ok    bool // a success first
		in    bool // after that
		next  float64
		why   string
	}{
		{0, 4, false, true, -1, "four are not five"},
		{0.5, 4, true, true, -1, "a success begins anew"},
		{1, 1, false, false, 40, "the fifth ejects: 30 s from 1 s, to the sweep at 40 s"},
		{31, 0, false, false, 40, "its time is over, no sweep yet"},
		{39.999, 9, false, false, 40, "failures meanwhile count for nothing"},
		{40, 4, false, true, -1, "back in at the sweep, which comes first at its instant"},
		{41, 1, false, false, 110, "the second time is 60 s, from 41 s"},
		{109.999, 0, false, false, 110, "still out"},
		{110, 0, false, true, -1, "back in"},
		{125, 5, false, false, 190, "in for an interval at 120 s: one time less, so this is the second again, 60 s"},
		{190, 0, false, true, -1, "back in"},
		{215, 5, false, false, 250, "in for two intervals: this is the first again"},
	}
	for _, r := range rows {
		now := seconds(r.at)
		if r.ok {
			e.ended(now, 3, false)
		}
		fail(e, now, 3, r.fails)
		next := sim.Never
		if r.next >= 0 {
			next = seconds(r.next)
		}
		if in, got := e.available(now, 3), e.nextChange(now); in != r.in || got != next {
			t.Errorf("%s: at %v s: in %v, next change %v, want %v, %v", r.why, r.at, in, got, r.in, next)
		}
	}
}

func TestEjectionNeverLastsLongerThanMax(t *testing.T) {
	rows := []struct {
		why  string
		max  time.Duration
		want []int // sweeps out, of 10 s
	}{
		{"30, 60, then 75 s to the next sweep", 75 * time.Second, []int{3, 6, 8, 8}},
		{"a max below base is base", 5 * time.Second, []int{3, 3, 3}},
	}
	for _, r := range rows {
		set := envoy(t)
		set.Max = r.max
		e, now := set.newEjections(10), sim.Time(0)
		for i, want := range r.want {
			fail(e, now, 0, 5)
			back := e.nextChange(now)
			if got := back.Sub(now); got != time.Duration(want)*set.Interval {
				t.Errorf("%s: ejection %d lasts %v, want %v", r.why, i+1, got, time.Duration(want)*set.Interval)
			}
			now = back
		}
	}
}

// After many ejections Envoy remembers one Base more than Max, which counts when it
// forgets.
func TestEjectionRemembersMoreThanMax(t *testing.T) {
	set := envoy(t)
	set.Max = 60 * time.Second
	e, now := set.newEjections(10), sim.Time(0)
	for range 5 {
		fail(e, now, 0, 5)
		now = e.nextChange(now)
	}
	now += seconds(20) // two sweeps: 3 - 2
	fail(e, now, 0, 5)
	if got, want := e.nextChange(now).Sub(now), 60*time.Second; got != want {
		t.Errorf("out for %v, want %v: the second time again", got, want)
	}
}

func TestEjectionBySweepForgetsFailures(t *testing.T) {
	e := envoy(t).newEjections(10)
	for i := range 10 {
		for range 100 {
			e.ended(1, i, i == 0 && e.replicas[0].all%2 == 0)
		}
	}
	fail(e, 1, 0, 4)
	if got := outOf(e, seconds(10)); !slices.Equal(got, []int{0}) {
		t.Fatalf("%v are out, want the one that fails every other time", got)
	}
	fail(e, seconds(40), 0, 4)
	if got := outOf(e, seconds(40)); got != nil {
		t.Errorf("%v are out, want none: 4 failures before and 4 after the ejection are not 5", got)
	}
}

func TestEjectionCap(t *testing.T) {
	rows := []struct {
		why   string
		n     int
		share sim.Share
		one   bool
		want  int
	}{
		{"Envoy with fewer than 10: never", 9, 0.1, false, 0},
		{"Envoy before 1.31, and gRPC", 9, 0.1, true, 1},
		{"one of 10", 10, 0.1, false, 1},
		{"one of 19", 19, 0.1, true, 1},
		{"3 of 30, though 0.1 x 30 is not 3 in floats", 30, 0.1, false, 3},
		{"7 of 10, though 0.7 x 10 is less than 7 in some floats", 10, 0.7, false, 7},
		{"all", 4, 1, false, 4},
		{"none", 4, 0, false, 0},
	}
	for _, r := range rows {
		set := envoy(t)
		set.MaxShare, set.AlwaysOne = r.share, r.one
		e := set.newEjections(r.n)
		for range 3 { // five failures that the cap forbade count no more
			for i := range r.n {
				fail(e, 1, i, 5)
			}
		}
		got := 0
		for i := range r.n {
			if !e.available(1, i) {
				got++
			}
		}
		if got != r.want || e.out != got || set.Most(r.n) != r.want {
			t.Errorf("%s: %d of %d are out (counted %d), want %d", r.why, got, r.n, e.out, r.want)
		}
	}
}

func TestEjectionTriesAgainAfterAsManyFailures(t *testing.T) {
	e := envoy(t).newEjections(10)
	fail(e, 0, 0, 5)
	fail(e, 1, 1, 9) // forbidden at the fifth
	e.forget(0)
	if !e.available(1, 0) || e.out != 0 {
		t.Errorf("a replica that was forgotten is in: %v, out %d, want true, 0", e.available(1, 0), e.out)
	}
	if !e.available(1, 1) {
		t.Error("out after 9 failures, want in: the first five were in vain")
	}
	fail(e, 2, 1, 1)
	if e.available(2, 1) {
		t.Error("in after 10 failures, want out")
	}
	e.resize(9)
	e.forget(1)
	fail(e, 3, 2, 5)
	if !e.available(3, 2) {
		t.Error("out as one of 9, want in: 10 % of them is none")
	}
}

func TestSweepCompares(t *testing.T) {
	same := func(n, ok int) []int { return slices.Repeat([]int{ok}, n) }
	rows := []struct {
		why     string
		ok      []int // of 100 requests of each replica
		stdevs  float64
		failure sim.Share
		want    []int // out
	}{
		{"one at 50 %, nine at 99 %: mean 94.1, deviation 14.7, less than 66.2 goes", append(same(9, 99), 50), 1.9, 0, []int{9}},
		{"two: mean 89.2, deviation 19.6, less than 51.96 goes", append(same(8, 99), 50, 50), 1.9, 0, []int{8, 9}},
		{"three hide one another: mean 84.3, deviation 22.5, less than 41.6 would go", append(same(7, 99), 50, 50, 50), 1.9, 0, nil},
		{"all alike", same(10, 90), 1.9, 0, nil},
		{"all alike, though the mean of six 0.35 is more than 0.35 in floats", same(6, 35), 1e-6, 0, nil},
		{"four are too few to compare", append(same(3, 99), 0), 0.5, 0.85, nil},
		{"85 % failures go, 84 % stay", append(same(8, 99), 16, 15), 0, 0.85, []int{9}},
		{"the cap holds in a sweep too, in order", append(same(5, 99), 0, 0, 0, 0, 0), 0, 0.85, []int{5, 6, 7}},
	}
	for _, r := range rows {
		set := envoy(t)
		set.Consecutive, set.Stdevs, set.FailureShare, set.MaxShare = 0, r.stdevs, r.failure, 0.3
		e := set.newEjections(len(r.ok))
		for i, ok := range r.ok {
			for k := range 100 {
				e.ended(1, i, k >= ok)
			}
		}
		if got := outOf(e, seconds(9.999)); got != nil {
			t.Errorf("%s: %v are out before the sweep", r.why, got)
		}
		if got := outOf(e, seconds(10)); !slices.Equal(got, r.want) {
			t.Errorf("%s: %v are out, want %v", r.why, got, r.want)
		}
		if got := outOf(e, seconds(40)); got != nil {
			t.Errorf("%s: %v are out 30 s later: the requests of the sweep before count again", r.why, got)
		}
	}
}

func outOf(e *ejections, now sim.Time) []int {
	var out []int
	for i := range e.replicas {
		if !e.available(now, i) {
			out = append(out, i)
		}
	}
	return out
}

func TestEjectionNeedsRequestsToCompare(t *testing.T) {
	e := envoy(t).newEjections(10)
	for i := range 10 {
		for k := range 99 {
			e.ended(1, i, i == 0 && k%4 > 0)
		}
	}
	if got := outOf(e, seconds(10)); got != nil {
		t.Errorf("%v are out after 99 requests each, want none", got)
	}
}

// At any time no more are out than the cap allows, the counter is right, and the next
// change is when the set of those that are out shrinks first.
func TestEjectionKeepsItsCap(t *testing.T) {
	set := envoy(t)
	set.MaxShare, set.MinRequests = 0.4, 10
	e, now := set.newEjections(10), sim.Time(0)
	most := 0
	i := uint64(0)
	step := func() {
		i++
		u := sim.Key(5, sim.ForReplica, i)
		now += sim.Time(u % uint64(200*time.Millisecond))
		replica := int(u >> 32 % 10)
		e.ended(now, replica, sim.Unit(sim.Key(6, sim.ForFault, i)) < float64(replica)/10)
	}
	for range 20_000 {
		step()
		out := outOf(e, now)
		if len(out) > 4 || len(out) != e.out {
			t.Fatalf("at %v %d are out, counted %d, want at most 4", now, len(out), e.out)
		}
		most = max(most, len(out))
		if next := e.nextChange(now); (next == sim.Never) != (len(out) == 0) || next <= now || next != sim.Never && next%sim.Time(set.Interval) != 0 {
			t.Fatalf("at %v %d are out and the next change is at %v, want a sweep after now", now, len(out), next)
		}
	}
	if most != 4 {
		t.Errorf("at most %d were out, want 4", most)
	}
	if got := testing.AllocsPerRun(1000, func() { step(); e.available(now, 3); e.nextChange(now) }); got != 0 {
		t.Errorf("%v allocations per request, want none", got)
	}
}

func TestEjectionSettingsThatAreRefused(t *testing.T) {
	rows := []struct {
		why  string
		set  func(*Ejection)
		want []string
	}{
		{"Envoy's", func(*Ejection) {}, nil},
		{"no sweeps", func(e *Ejection) { e.Interval = -1 }, []string{"interval"}},
		{"nothing ejects", func(e *Ejection) { e.Consecutive, e.Stdevs = 0, 0 }, []string{"consecutive"}},
		{"only by share", func(e *Ejection) { e.Consecutive, e.Stdevs, e.FailureShare = 0, 0, 0.85 }, nil},
		{"no time out", func(e *Ejection) { e.Base = 0 }, []string{"base"}},
		{"more than all", func(e *Ejection) { e.MaxShare, e.FailureShare = 1.1, 2 }, []string{"max-share", "failure-share"}},
		{"compares nobody", func(e *Ejection) { e.MinReplicas, e.MinRequests = 0, 0 }, []string{"min-replicas", "min-requests"}},
	}
	for _, r := range rows {
		e := envoy(t)
		r.set(e)
		if got := keysOf(e.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}

// nextChange is when the next replica comes back in: a sweep, or never.
func (e *ejections) nextChange(now sim.Time) sim.Time {
	e.advance(now)
	first := sim.Never
	for i := range e.replicas {
		if r := &e.replicas[i]; r.out {
			first = min(first, r.at.Add(e.time(r)))
		}
	}
	switch {
	case first == sim.Never:
		return sim.Never
	case first <= e.next:
		return e.next
	}
	every := sim.Time(e.Interval)
	return e.next + (first-e.next+every-1)/every*every
}
