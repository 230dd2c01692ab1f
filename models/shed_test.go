package models

import (
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

func shedOf(t *testing.T, name string) Shedder {
	t.Helper()
	row, ok := catalog.Find(Shedders(), name)
	if !ok {
		t.Fatalf("there is no kind %s", name)
	}
	return row.New()
}

func TestShedAtRandom(t *testing.T) {
	s := (&ShedAtRandom{Share: 0.25}).newShed()
	rows := []struct {
		chance float64
		want   bool
	}{{0, false}, {0.2499, false}, {0.25, true}, {0.9999, true}}
	for _, r := range rows {
		if got := s.admits(0, 9, 0, r.chance); got != r.want {
			t.Errorf("chance %v: let in %v, want %v", r.chance, got, r.want)
		}
	}
	if (&ShedAtRandom{Share: 1}).newShed().admits(0, 0, 0, math.Nextafter(1, 0)) {
		t.Error("let in by a shedder of 100%, want none")
	}
}

// refusedShare is the smallest chance that is let in.
func refusedShare(s shed, now sim.Time) float64 {
	low, high := 0.0, 1.0
	for range 40 {
		if mid := (low + high) / 2; s.admits(now, 0, 0, mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

func TestShedByBusyByExample(t *testing.T) {
	s := shedOf(t, "busy").(*ShedByBusy).newShed()
	s.busy(0, 10, 10)
	rows := []struct {
		why  string
		at   float64
		want float64
	}{
		{"nothing yet", 0, 0},
		{"1 - 1/e = 63 % busy, less than 80 %", 1, 0},
		{"1 - e^-2 = 86.5 %: (86.5 - 80)/20", 2, (0.2 - math.Exp(-2)) / 0.2},
		{"after long, all", 50, 1},
	}
	for _, r := range rows {
		if got := refusedShare(s, seconds(r.at)); math.Abs(got-r.want) > 1e-9 {
			t.Errorf("%s: at %v s %v are refused, want %v", r.why, r.at, got, r.want)
		}
	}
	s.busy(seconds(50), 9, 10)
	if got := refusedShare(s, seconds(100)); math.Abs(got-0.5) > 1e-9 {
		t.Errorf("90 %% busy for long: %v are refused, want half", got)
	}
	s.busy(seconds(100), 0, 0)
	if got := refusedShare(s, seconds(150)); math.Abs(got-1) > 1e-9 {
		t.Errorf("without workers %v are refused, want all", got)
	}
}

// A fluid load of k times the capacity comes to rest at k (1 - (b - 0.8)/0.2) = b, that is
// b = 5k/(1 + 5k), if that is less than 1.
func TestShedByBusyComesToRest(t *testing.T) {
	for _, k := range []float64{0.5, 1, 2, 10} {
		s := shedOf(t, "busy").(*ShedByBusy).newShed().(*shedByBusy)
		for i := range 3000 {
			now := sim.Time(i) * seconds(0.01)
			in := 1 - refusedShare(s, now)
			s.busy(now, int(min(1, k*in)*1e6), 1e6)
		}
		want := 5 * k / (1 + 5*k)
		if k <= 0.8 {
			want = k
		}
		if math.Abs(s.mean-want) > 1e-3 {
			t.Errorf("load %v: %v busy, want %v", k, s.mean, want)
		}
	}
}

func TestShedByDelayByExample(t *testing.T) {
	set := &ShedByDelay{Threshold: 20 * time.Millisecond, Window: time.Second, Requests: 1000, Shrink: 0.05, Grow: 0.01}
	type window struct {
		why      string
		requests int // spread evenly over the users of priority 0
		wait     time.Duration
		want     int // level after it
	}
	rows := []struct {
		why     string
		windows []window
	}{
		{"one request of each user", []window{
			{"exactly the threshold is none", 128, 20 * time.Millisecond, 1280},
			{"5 % of 128 are 6.4: 7 levels down", 128, 20*time.Millisecond + 1, 1273},
			{"5 % of 121 are 6.05: 7 more", 128, time.Second, 1266},
			{"1 % of 114 are 1.14: 2 up", 128, 0, 1268},
			{"nobody came: all are let in", 0, 0, 1280},
		}},
		{"two requests of each user", []window{{"5 % of 256 are 12.8: 7 levels", 256, time.Second, 1273}}},
		{"one request, refused, does not shut out its user for good", []window{
			{"all are refused", 1, time.Second, 1152},
			{"none let in is no overload: up to the first that came", 1, 0, 1153},
		}},
	}
	for _, row := range rows {
		s := set.newShed().(*shedByDelay)
		for i, w := range row.windows {
			now := sim.Time(i) * seconds(1)
			for k := range w.requests {
				if s.admits(now, 0, float64(k%128)/128, 0) {
					s.waited(now, w.wait)
				}
			}
			s.advance(now + seconds(1))
			if s.level != w.want {
				t.Errorf("%s: %s: level %d, want %d", row.why, w.why, s.level, w.want)
			}
		}
	}
}

func TestShedByDelayEndsWindowsByCount(t *testing.T) {
	s := (&ShedByDelay{Threshold: 1, Window: time.Hour, Requests: 128, Shrink: 0.5, Grow: 0.01}).newShed().(*shedByDelay)
	for k := range 128 {
		s.waited(seconds(1), time.Second)
		if want := 1280; s.level != want {
			t.Fatalf("after %d requests: level %d, want %d", k, s.level, want)
		}
		s.admits(seconds(1), 0, float64(k)/128, 0)
	}
	if s.level != 1216 || s.begun != seconds(1) {
		t.Errorf("after 128 requests: level %d since %v, want 1216 since 1 s: half of 128 users are out", s.level, s.begun)
	}
}

// A server of 500/s that is asked for 1000/s, a third of it of priority 9: what is let in
// stays within a few percent of 500, and no request of priority 9 is refused.
func TestShedByDelayHoldsTheCapacity(t *testing.T) {
	s := shedOf(t, "queue-delay").newShed()
	i := uint64(0)
	for second := range 120 {
		in := 0
		for k := range 1000 {
			i++
			now := sim.Time(second)*seconds(1) + sim.Time(k)*seconds(0.001)
			priority := uint8(0)
			if i%3 == 0 {
				priority = 9
			}
			ok := s.admits(now, priority, sim.Unit(sim.Key(4, sim.ForShed, i)), 0)
			if !ok && priority == 9 {
				t.Fatalf("at %v a request of priority 9 is refused", now)
			}
			if ok {
				in++
				wait := time.Duration(0)
				if in > 500 { // backlog of this second
					wait = time.Duration(in-500) * 2 * time.Millisecond
				}
				s.waited(now, wait)
			}
		}
		if second >= 60 && (in < 450 || in > 640) {
			t.Errorf("second %d: %d let in, want about 500", second, in)
		}
	}
}

func TestShedRanks(t *testing.T) {
	rows := []struct {
		priority uint8
		user     float64
		want     int
		why      string
	}{
		{9, 0, 0, "the first"},
		{9, math.Nextafter(1, 0), 127, "the last user of the highest priority"},
		{200, 0.5, 64, "no priority is above 9"},
		{8, 0, 128, "the next priority"},
		{0, math.Nextafter(1, 0), 1279, "the last"},
	}
	for _, r := range rows {
		if got := rankOf(r.priority, r.user); got != r.want {
			t.Errorf("%s: rank of %d, %v is %d, want %d", r.why, r.priority, r.user, got, r.want)
		}
	}
}

func TestShedAllocatesNothing(t *testing.T) {
	for _, row := range Shedders() {
		s, i := row.New().newShed(), uint64(0)
		if got := testing.AllocsPerRun(1000, func() {
			i++
			now := sim.Time(i) * seconds(0.01)
			u := sim.Unit(sim.Key(1, sim.ForShed, i))
			s.busy(now, int(i%10), 10)
			if s.admits(now, uint8(i%10), u, u) {
				s.waited(now, time.Duration(i%50)*time.Millisecond)
			}
		}); got != 0 {
			t.Errorf("%s: %v allocations per request, want none", row.Name, got)
		}
	}
}

func TestShedSettingsThatAreRefused(t *testing.T) {
	rows := []struct {
		why  string
		s    any
		want []string
	}{
		{"defaults of queue-delay", shedOf(t, "queue-delay"), nil},
		{"defaults of busy", shedOf(t, "busy"), nil},
		{"more than all", &ShedAtRandom{Share: 1.5}, []string{"share"}},
		{"none at all", &ShedAtRandom{}, nil},
		{"no room between", &ShedByBusy{Above: 0.8, Full: 0.8}, []string{"full", "window"}},
		{"nothing", &ShedByDelay{Threshold: -1}, []string{"threshold", "window", "requests", "shrink"}},
	}
	for _, r := range rows {
		if got := keysOf(r.s.(interface{ Validate() error }).Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}
