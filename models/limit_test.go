package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// ask is a request and what a limit says of it.
type ask struct {
	at   time.Duration
	want ruling
}

func pass(hold time.Duration, remaining uint32, reset time.Duration) ruling {
	return ruling{ok: true, hold: hold, remaining: remaining, reset: reset}
}

func refuse(wait, reset time.Duration) ruling { return ruling{wait: wait, reset: reset} }

func TestLimitsByExample(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	minute := Windowed{Rate: 50.0 / 60, Window: time.Minute}
	rows := []struct {
		why   string
		limit RateLimit
		quota uint32
		asks  []ask
	}{
		{"throttled/v2 at 10/s and burst 4: five pass, the sixth is told 100 ms", &GCRA{Rate: 10, Burst: 4}, 5, []ask{
			{0, pass(0, 4, 100*ms)}, {0, pass(0, 3, 200*ms)}, {0, pass(0, 2, 300*ms)}, {0, pass(0, 1, 400*ms)}, {0, pass(0, 0, 500*ms)},
			{0, refuse(100*ms, 500*ms)}, {99 * ms, refuse(ms, 401*ms)}, {100 * ms, pass(0, 0, 500*ms)}}},
		{"a bucket of 5 is a gcra of 4", &TokenBucket{Rate: 10, Burst: 5}, 5, []ask{
			{0, pass(0, 4, 100*ms)}, {0, pass(0, 3, 200*ms)}, {0, pass(0, 2, 300*ms)}, {0, pass(0, 1, 400*ms)}, {0, pass(0, 0, 500*ms)},
			{0, refuse(100*ms, 500*ms)}, {99 * ms, refuse(ms, 401*ms)}, {100 * ms, pass(0, 0, 500*ms)}}},
		{"a third of a second is rounded only in what is told", &TokenBucket{Rate: 3, Burst: 1}, 1, []ask{
			{0, pass(0, 0, 333333334)}, {0, refuse(333333334, 333333334)}, {333333333, refuse(1, 1)}, {333333334, pass(0, 0, 333333334)}}},
		{"nginx with burst 0: refused within 1/rate", &LeakyBucket{Rate: 10}, 1, []ask{
			{0, pass(0, 0, 100*ms)}, {99 * ms, refuse(ms, ms)}, {100*ms - 1, refuse(1, 1)}, {100 * ms, pass(0, 0, 100*ms)}}},
		{"nginx holds back what is above the rate", &LeakyBucket{Rate: 10, Burst: 2}, 3, []ask{
			{0, pass(0, 2, 100*ms)}, {0, pass(100*ms, 1, 200*ms)}, {0, pass(200*ms, 0, 300*ms)}, {0, refuse(100*ms, 300*ms)},
			{150 * ms, pass(150*ms, 0, 250*ms)}}},
		{"nginx delay=1: the first above the rate is passed on", &LeakyBucket{Rate: 10, Burst: 2, Delay: 1}, 3, []ask{
			{0, pass(0, 2, 100*ms)}, {0, pass(0, 1, 200*ms)}, {0, pass(100*ms, 0, 300*ms)}, {0, refuse(100*ms, 300*ms)}}},
		{"nginx nodelay", &LeakyBucket{Rate: 10, Burst: 2, NoDelay: true}, 3, []ask{
			{0, pass(0, 2, 100*ms)}, {0, pass(0, 1, 200*ms)}, {0, pass(0, 0, 300*ms)}, {0, refuse(100*ms, 300*ms)}}},
		{"nginx keeps milliseconds: 1.9 ms after 0.1 ms are 1 ms", &LeakyBucket{Rate: 1000, Burst: 9}, 10, []ask{
			{100_000, pass(0, 9, 900_000)}, {100_000, pass(ms, 8, 1_900_000)}, {1_999_999, pass(ms, 8, 1_000_001)}}},
		{"envoyproxy/ratelimit: reset is what is left of the window", &FixedWindow{Windowed: Windowed{Rate: 2, Window: s}}, 2, []ask{
			{300 * ms, pass(0, 1, 700*ms)}, {400 * ms, pass(0, 0, 600*ms)}, {999 * ms, refuse(ms, ms)}, {s, pass(0, 1, s)}}},
		{"twice the quota around an edge", &FixedWindow{Windowed: Windowed{Rate: 2, Window: s}}, 2, []ask{
			{s - 1, pass(0, 1, 1)}, {s - 1, pass(0, 0, 1)}, {s, pass(0, 1, s)}, {s, pass(0, 0, s)}, {s, refuse(s, s)}}},
		{"a window of the clock is whole again even if none was seen", &FixedWindow{Windowed: Windowed{Rate: 1, Window: s}}, 1, []ask{
			{0, pass(0, 0, s)}, {10 * s, pass(0, 0, s)}}},
		{"42 in the last minute and 18 in 15 s of this one are 49.5 of 50: no room for a whole one until 0.714 s later",
			&SlidingWindow{Windowed: minute}, 50, append(append(
				many(42, 0, 50, 120*s), many(18, 75*s, 18, 105*s)...),
				ask{75 * s, refuse(714285715, 105*s)},
				ask{75*s + 714285714, refuse(1, 105*s-714285714)},
				ask{75*s + 714285715, pass(0, 0, 105*s-714285715)})},
		{"a full window lets one in after a 50th of the next", &SlidingWindow{Windowed: minute}, 50, append(
			many(50, 59*s, 50, 61*s),
			ask{59 * s, refuse(s+1200*ms, 61*s)},
			ask{60 * s, refuse(1200*ms, 60*s)},
			ask{61200 * ms, pass(0, 0, 118800*ms)})},
		{"a log forgets a request exactly a window after it", &SlidingLog{Windowed: Windowed{Rate: 2, Window: s}}, 2, []ask{
			{300 * ms, pass(0, 1, s)}, {900 * ms, pass(0, 0, s)}, {s, refuse(300*ms, 900*ms)},
			{1300*ms - 1, refuse(1, 600*ms+1)}, {1300 * ms, pass(0, 0, s)}, {1300 * ms, refuse(600*ms, s)}}},
	}
	for _, row := range rows {
		l := row.limit.newLimiter(1)
		for i, a := range row.asks {
			a.want.limit = row.quota
			if got := l.take(sim.Time(a.at), 0); got != a.want {
				t.Errorf("%s: request %d: %+v, want %+v", row.why, i+1, got, a.want)
			}
		}
	}
}

// many are n requests that pass at one instant, the first of which leaves left-1.
func many(n int, at time.Duration, left uint32, reset time.Duration) []ask {
	var all []ask
	for range n {
		left--
		all = append(all, ask{at, pass(0, left, reset)})
	}
	return all
}

func TestSpacingIsExact(t *testing.T) {
	rows := []struct {
		why  string
		rate sim.Rate
		want spacing
	}{
		{"whole ns", 1000, spacing{1_000_000, 1}},
		{"thirds", 3, spacing{1_000_000_000, 3}},
		{"a decimal", 0.5, spacing{2_000_000_000, 1}},
		{"per minute", 7.0 / 60, spacing{60_000_000_000, 7}},
		{"per hour", 1000.0 / 3600, spacing{3_600_000_000, 1}},
		{"per day", 7.0 / 86400, spacing{86_400_000_000_000, 7}},
		{"the fastest", 1e9, spacing{1, 1}},
		{"like no fraction", 3.14159265358979, spacing{325949323452, 1024}},
	}
	for _, r := range rows {
		if got := spacingOf(r.rate); got != r.want {
			t.Errorf("%s: %v, want %v", r.why, got, r.want)
		}
	}
}

func TestNginxCountsThousandths(t *testing.T) {
	rows := []struct {
		why  string
		rate sim.Rate
		want int64
	}{
		{"whole", 10, 10_000},
		{"times 1000 it is a little less than 1001 in floats", 1.001, 1001},
		{"7 per minute, the rest is cut off", 7.0 / 60, 116},
	}
	for _, r := range rows {
		if got := (&LeakyBucket{Rate: r.rate}).newLimiter(1).(*leakyBucket).rate; got != r.want {
			t.Errorf("%s: %d, want %d", r.why, got, r.want)
		}
	}
}

func TestLimitSettingsThatAreRefused(t *testing.T) {
	good := LimitKeys{Status: Answer(sim.TooMany)}
	second := Windowed{Rate: 10, Window: time.Second}
	rows := []struct {
		why   string
		limit interface{ Validate() error }
		want  []string
	}{
		{"no rate", &TokenBucket{Burst: 1, LimitKeys: good}, []string{"rate"}},
		{"no place for a token", &TokenBucket{Rate: 1, LimitKeys: good}, []string{"burst"}},
		{"centuries to fill", &TokenBucket{Rate: 1 / 86400.0, Burst: 1e6, LimitKeys: good}, []string{"burst"}},
		{"a burst that an hour refills", &TokenBucket{Rate: 1000, Burst: 3_600_000, LimitKeys: good}, nil},
		{"success as refusal", &TokenBucket{Rate: 1, Burst: 1}, []string{"status"}},
		{"dearer than a request", &TokenBucket{Rate: 1, Burst: 1, LimitKeys: LimitKeys{Status: Answer(sim.TooMany), Cost: 1.1}}, []string{"cost"}},
		{"gcra of one", &GCRA{Rate: 1, LimitKeys: good}, nil},
		{"negative burst", &GCRA{Rate: 1, Burst: -1, LimitKeys: good}, []string{"burst"}},
		{"beyond the thousandths", &LeakyBucket{Rate: 0.0001, LimitKeys: good}, []string{"rate"}},
		{"delay and nodelay", &LeakyBucket{Rate: 1, Delay: 1, NoDelay: true, LimitKeys: good}, []string{"delay"}},
		{"10 in a second", &FixedWindow{second, good}, nil},
		{"half a request", &FixedWindow{Windowed{Rate: 10, Window: 50 * time.Millisecond}, good}, []string{"rate"}},
		{"one and a half", &FixedWindow{Windowed{Rate: 10, Window: 150 * time.Millisecond}, good}, []string{"rate"}},
		{"100 in a minute, which is no decimal", &SlidingWindow{Windowed{Rate: 100.0 / 60, Window: time.Minute}, good}, nil},
		{"no window", &SlidingWindow{Windowed{Rate: 10}, good}, []string{"window", "rate"}},
		{"too many to remember", &SlidingLog{Windowed{Rate: 100_001, Window: time.Second}, good}, []string{"rate"}},
	}
	for _, r := range rows {
		if got := keysOf(r.limit.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}

func TestLimitsHaveDefaults(t *testing.T) {
	for _, row := range Limits() {
		k := row.New().Common()
		want := Answer(sim.TooMany)
		if row.Name == "leaky-bucket" {
			want = Answer(sim.Unavailable)
		}
		if k.Status != want || k.Per != PerFleet || k.Announce != AnnounceNothing || k.RetryAfter.Given() {
			t.Errorf("%s: %+v, want %v per fleet, with nothing told", row.Name, k, want)
		}
		if row.New().Common() == k {
			t.Errorf("%s: New gives the same settings twice", row.Name)
		}
	}
	if _, ok := catalog.Find(Limits(), "gcra"); !ok {
		t.Error("gcra is missing")
	}
}

func TestPerShares(t *testing.T) {
	scopes := sim.Scopes{Clients: 25, PerProcess: 10}
	rows := []struct {
		per    Per
		scopes sim.Scopes
		shares uint32
		states int
	}{
		{PerClient, scopes, 1, 25},
		{PerProcess, scopes, 10, 3},
		{PerFleet, scopes, 25, 1},
		{PerProcess, sim.Scopes{Clients: 5}, 1, 5},
		{PerFleet, sim.Scopes{}, 1, 1},
	}
	for _, r := range rows {
		if shares, states := r.per.shares(r.scopes); shares != r.shares || states != r.states {
			t.Errorf("per %s of %+v: %d callers share one of %d, want %d and %d", r.per, r.scopes, shares, states, r.shares, r.states)
		}
	}
}

func TestAnnounce(t *testing.T) {
	now, r := sim.Time(10_700*time.Millisecond), ruling{limit: 50, remaining: 7, reset: 1200 * time.Millisecond}
	rows := []struct {
		why  string
		form Announce
		want sim.Quota
	}{
		{"nothing", AnnounceNothing, sim.Quota{}},
		{"nothing is the zero value", "", sim.Quota{}},
		{"1.2 s in whole seconds", RateLimit10, sim.Quota{Limit: 50, Remaining: 7, Reset: 2 * time.Second}},
		{"11.9 s is told as second 12", XRateLimit, sim.Quota{Limit: 50, Remaining: 7, Reset: 1300 * time.Millisecond}},
	}
	for _, row := range rows {
		if got := row.form.quota(now, r); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.why, got, row.want)
		}
	}
}
