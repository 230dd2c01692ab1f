package models

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// hpa is an autoscaler with the defaults, but these bounds and this target.
func hpa(t *testing.T, low, high int, target sim.Share) *Autoscale {
	t.Helper()
	a := new(Autoscale)
	if err := a.Defaults(); err != nil {
		t.Fatal(err)
	}
	a.Min, a.Max, a.Target = low, high, target
	return a
}

func TestAutoscaleDecides(t *testing.T) {
	rows := []struct {
		why               string
		target            sim.Share
		busy, workers     int // of those that serve
		serving, starting int
		want              int
	}{
		{"all busy at a target of 50 %: twice as many", 0.5, 40, 40, 4, 0, 8},
		{"those that start count as idle: 4 x 2 is what there will be", 0.5, 40, 40, 4, 4, 8},
		{"one starts: 5 x 8/5 is 8", 0.5, 40, 40, 4, 1, 8},
		{"more start than are needed: they stay", 0.5, 30, 40, 4, 8, 12},
		{"the example of Kubernetes 1.33: 50 x 90/75", 0.75, 90, 100, 50, 0, 60},
		{"rounded up: 3 x 70/60 = 3.5", 0.6, 70, 100, 3, 0, 4},
		{"no more than 12: 9 x 0.2/0.15, in floats a little more", 0.15, 20, 100, 9, 0, 12},
		{"exactly the target", 0.6, 60, 100, 7, 0, 7},
		{"10 % above it, the tolerance", 0.6, 66, 100, 7, 0, 7},
		{"11.7 % above it", 0.6, 67, 100, 7, 0, 8},
		{"10 % below it", 0.6, 54, 100, 70, 0, 70},
		{"no more than max", 0.1, 100, 100, 50, 0, 100},
		{"nothing serves: nothing is known", 0.6, 0, 0, 0, 3, 3},
		{"raised to min", 0.6, 0, 0, 1, 0, 2},
		{"lowered to max", 0.6, 0, 0, 200, 0, 100},
	}
	for _, r := range rows {
		a := hpa(t, 2, 100, r.target).newAutoscaler()
		a.observe(0, r.busy, r.workers)
		if got := a.decide(seconds(15), r.serving, r.starting); got != r.want {
			t.Errorf("%s: %d replicas, want %d", r.why, got, r.want)
		}
	}
}

// Those that start are of no account when fewer are needed.
func TestAutoscaleDesiresLess(t *testing.T) {
	a := hpa(t, 1, 100, 0.5).newAutoscaler()
	a.observe(0, 10, 40)
	if got := a.desired(seconds(15), 4, 4); got != 2 {
		t.Errorf("%d replicas desired, want 2: 4 that serve x 25/50", got)
	}
}

func TestAutoscaleGoesDownSlowly(t *testing.T) {
	a := hpa(t, 1, 100, 0.5).newAutoscaler()
	rows := []struct {
		until float64 // decisions every 15 s
		busy  int     // of 100 workers, of 10 replicas
		want  int
		why   string
	}{
		{15, 10, 10, "the 10 there at first count as desired then"},
		{300, 10, 10, "285 s later they still count"},
		{315, 10, 2, "300 s later they do not: 10 x 10/50"},
		{330, 40, 8, "10 x 40/50"},
		{615, 10, 8, "285 s later these count"},
		{630, 10, 2, "300 s later they do not"},
		{645, 90, 18, "up at once"},
	}
	now := 0.0
	for _, r := range rows {
		got := 0
		for now < r.until {
			a.observe(seconds(now), r.busy, 100)
			now += 15
			got = a.decide(seconds(now), 10, 0)
		}
		if got != r.want {
			t.Errorf("%s: at %v s %d replicas, want %d", r.why, now, got, r.want)
		}
	}
}

func TestAutoscaleAveragesExactly(t *testing.T) {
	type state struct {
		at            float64
		busy, workers int
	}
	rows := []struct {
		why           string
		every, window time.Duration
		states        []state
		at            float64
		want          float64
	}{
		{"half the time all", 15 * time.Second, 15 * time.Second, []state{{0, 10, 10}, {7.5, 0, 10}}, 15, 0.5},
		{"the window before is forgotten", 15 * time.Second, 15 * time.Second, []state{{0, 10, 10}, {15, 1, 10}}, 30, 0.1},
		{"a window of two periods", 15 * time.Second, 30 * time.Second, []state{{0, 8, 10}, {15, 4, 10}, {30, 2, 10}}, 45, 0.3},
		{"longer than the run so far", 15 * time.Second, 5 * time.Minute, []state{{0, 8, 10}, {15, 4, 10}}, 30, 0.6},
		{"a window shorter than the period: the last 10 s", 15 * time.Second, 10 * time.Second, []state{{0, 10, 10}, {5, 0, 10}, {10, 3, 10}}, 15, 0.15},
		{"weighed by workers: 50 of 50 + 300", 15 * time.Second, 15 * time.Second, []state{{0, 10, 10}, {5, 0, 30}}, 15, 1.0 / 7},
		{"a change at its very end counts for nothing", 15 * time.Second, 15 * time.Second, []state{{0, 5, 10}, {15, 10, 10}}, 15, 0.5},
	}
	for _, r := range rows {
		set := hpa(t, 1, 10, 0.5)
		set.Every, set.Window = r.every, r.window
		a := set.newAutoscaler()
		for _, s := range r.states {
			a.observe(seconds(s.at), s.busy, s.workers)
		}
		if got, ok := a.share(seconds(r.at)); !ok || math.Abs(got-r.want) > 1e-12 {
			t.Errorf("%s: share %v %v, want %v", r.why, got, ok, r.want)
		}
	}
	if _, ok := hpa(t, 1, 10, 0.5).newAutoscaler().share(seconds(15)); ok {
		t.Error("no workers have a share, want none")
	}
}

// loop runs an autoscaler against a demand of so many busy workers, 10 to a replica, and
// returns the replicas there are after each decision.
func loop(a *autoscaler, demand func(now sim.Time) int, n, decisions int) []int {
	every, lag := sim.Time(a.Every), sim.Time(a.UpAfter)
	total := n
	var since []sim.Time // when each of the replicas beyond the first n was asked for
	var seen []int
	for i := range decisions {
		now := sim.Time(i) * every
		serving := n
		for _, at := range since {
			if now >= at+lag {
				serving++
			}
		}
		a.observe(now, min(10*serving, demand(now)), 10*serving)
		now += every
		want := a.decide(now, serving, total-serving)
		for total < want {
			since = append(since, now)
			total++
		}
		for total > want && len(since) > 0 {
			since = since[:len(since)-1]
			total--
		}
		if total > want {
			n, total = want, want
		}
		seen = append(seen, total)
	}
	return seen
}

// A demand that steps up is met by doubling, one lag at a time, and where busy workers
// are near the target nothing moves any more.
func TestAutoscaleFollowsAStep(t *testing.T) {
	set := hpa(t, 1, 1000, 0.5)
	got := loop(set.newAutoscaler(), func(sim.Time) int { return 400 }, 10, 12)
	// 100 of 100 workers: 20; they serve 30 s later: 40; 400 busy of 400, again 80; that is 50 %.
	want := []int{20, 20, 20, 40, 40, 40, 80, 80, 80, 80, 80, 80}
	if !slices.Equal(got, want) {
		t.Errorf("replicas %v, want %v", got, want)
	}
	for demand := 1; demand < 2000; demand += 37 {
		set := hpa(t, 1, 1000, 0.6)
		seen := loop(set.newAutoscaler(), func(sim.Time) int { return demand }, 10, 120)
		n := seen[len(seen)-1]
		for _, v := range seen[len(seen)-40:] {
			if v != n {
				t.Fatalf("demand %d: replicas go on changing: %v", demand, seen[len(seen)-40:])
			}
		}
		if ratio := float64(demand) / float64(10*n) / 0.6; ratio > 1.1+1e-9 || ratio < 0.9-1e-9 && n != int(math.Ceil(float64(demand)/6)) {
			t.Errorf("demand %d: at rest with %d replicas, %.2f times the target", demand, n, ratio)
		}
	}
}

// The trap: all workers busy for ever is asked for by nothing but a storm, and goes to max.
func TestAutoscaleCannotTellAStorm(t *testing.T) {
	seen := loop(hpa(t, 1, 64, 0.6).newAutoscaler(), func(sim.Time) int { return math.MaxInt }, 4, 40)
	if got := seen[len(seen)-1]; got != 64 {
		t.Errorf("%d replicas, want all 64", got)
	}
}

func TestAutoscaleAllocatesNothing(t *testing.T) {
	a, now := hpa(t, 1, 64, 0.6).newAutoscaler(), sim.Time(0)
	if got := testing.AllocsPerRun(1000, func() {
		now += seconds(7.5)
		a.observe(now, int(now%11), 10)
		a.decide(now, 5, 1)
	}); got != 0 {
		t.Errorf("%v allocations per decision, want none", got)
	}
}

func TestAutoscaleSettingsThatAreRefused(t *testing.T) {
	rows := []struct {
		why  string
		set  func(*Autoscale)
		want []string
	}{
		{"the defaults", func(*Autoscale) {}, nil},
		{"nothing at all, and less", func(a *Autoscale) { a.Min, a.Max = 0, -1 }, []string{"min", "max"}},
		{"no target", func(a *Autoscale) { a.Target = 0 }, []string{"target"}},
		{"never decides", func(a *Autoscale) { a.Every = 0 }, []string{"every"}},
		{"no window", func(a *Autoscale) { a.Window = 0 }, []string{"window"}},
		{"remembers too much", func(a *Autoscale) { a.Window = time.Hour + 1; a.DownAfter = 1e5 * a.Every }, []string{"window", "down-after"}},
		{"an hour", func(a *Autoscale) { a.Window = time.Hour }, nil},
		{"always near", func(a *Autoscale) { a.Tolerance = 1 }, []string{"tolerance"}},
		{"before it is asked", func(a *Autoscale) { a.UpAfter, a.DownAfter = -1, -1 }, []string{"up-after", "down-after"}},
	}
	for _, r := range rows {
		a := hpa(t, 1, 10, 0.6)
		r.set(a)
		if got := keysOf(a.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}
