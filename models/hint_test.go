package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

func TestHintForms(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	const middle = 0.5 // of a clock: right
	rows := []struct {
		why       string
		hint      Hint
		now, wait time.Duration
		u, v      float64
		want      time.Duration
	}{
		{"nothing", Hint{}, 0, 1500 * ms, 0, middle, 0},
		{"whole seconds", Hint{From: FromBucket}, 0, 2 * s, 0, middle, 2 * s},
		{"rounded up", Hint{From: FromBucket}, 0, 1001 * ms, 0, middle, 2 * s},
		{"the smallest wait is a second", Hint{From: FromBucket}, 0, 1, 0, middle, s},
		{"rounded down", Hint{From: FromBucket, Round: RoundDown}, 0, 1999 * ms, 0, middle, s},
		{"rounded down to no hint", Hint{From: FromBucket, Round: RoundDown}, 0, 999 * ms, 0, middle, 0},
		{"nearest, below", Hint{From: FromBucket, Round: RoundNearest}, 0, 1499 * ms, 0, middle, s},
		{"nearest, half", Hint{From: FromBucket, Round: RoundNearest}, 0, 1500 * ms, 0, middle, 2 * s},
		{"exact", Hint{From: FromBucket, Round: RoundNot}, 0, 1234567891, 0, middle, 1234567891},
		{"another unit", Hint{From: FromBucket, Unit: ms}, 0, 1234567891, 0, middle, 1235 * ms},
		{"milliseconds", Hint{From: FromBucket, Form: AsMS}, 0, 1234567891, 0, middle, 1235 * ms},
		{"fixed, whatever the bucket says", Hint{From: FromFixed, Value: 30 * s}, 0, ms, 0, middle, 30 * s},
		{"fixed is rounded too", Hint{From: FromFixed, Value: 1500 * ms}, 0, ms, 0, middle, 2 * s},
		{"jitter", Hint{From: FromFixed, Value: 10 * s, Jitter: 0.5}, 0, 0, 0.5, middle, 13 * s},
		{"jitter adds, none at 0", Hint{From: FromFixed, Value: 10 * s, Jitter: 0.5}, 0, 0, 0, middle, 10 * s},
		{"jitter is lost by rounding", Hint{From: FromBucket, Jitter: 0.5}, 0, 300 * ms, 0.9, middle, s},
		{"jitter in full", Hint{From: FromFixed, Value: s, Jitter: 1, Unit: ms}, 0, 0, 0.25, middle, 1250 * ms},
		{"date: 10.7 s + 1.2 s is second 12", Hint{From: FromBucket, Form: AsDate}, 10700 * ms, 1200 * ms, 0, middle, 1300 * ms},
		{"date rounded down", Hint{From: FromBucket, Form: AsDate, Round: RoundDown}, 10700 * ms, 1200 * ms, 0, middle, 300 * ms},
		{"date rounded into the past", Hint{From: FromBucket, Form: AsDate, Round: RoundDown}, 10700 * ms, 200 * ms, 0, middle, 0},
		{"a clock that is 2 s late", Hint{From: FromBucket, Form: AsDate, ClockOffset: 2 * s}, 10 * s, 3 * s, 0, 0, 5 * s},
		{"a clock that is 1 s ahead", Hint{From: FromBucket, Form: AsDate, ClockOffset: 2 * s}, 10 * s, 3 * s, 0, 0.75, 2 * s},
		{"a clock that is ahead of the date", Hint{From: FromBucket, Form: AsDate, ClockOffset: 8 * s}, 10 * s, 3 * s, 0, 0.75, 0},
		{"for ever", Hint{From: FromBucket}, 0, 1<<63 - 1, 0, middle, 1152921505 * s},
	}
	for _, r := range rows {
		if got := r.hint.told(sim.Time(r.now), r.wait, r.u, r.v); got != r.want {
			t.Errorf("%s: %v, want %v", r.why, got, r.want)
		}
	}
}

// Thirty clients with thirty waits are told to come in one instant; the same waits in
// milliseconds keep them apart.
func TestRoundingMakesTheHerd(t *testing.T) {
	told := func(h Hint) map[time.Duration]int {
		heads := map[time.Duration]int{}
		for i := range 30 {
			heads[h.told(0, time.Second+time.Duration(i+1)*time.Second/30, 0, 0)]++
		}
		return heads
	}
	if got := told(Hint{From: FromBucket}); got[2*time.Second] != 30 {
		t.Errorf("told %v, want all thirty 2s", got)
	}
	if got := told(Hint{From: FromBucket, Form: AsMS}); len(got) != 30 {
		t.Errorf("told %v, want thirty different waits", got)
	}
}

// Rounded up, no form tells a client with a good clock to come too early, whatever the
// jitter; the client passes then.
func TestRoundedUpIsNeverTooEarly(t *testing.T) {
	hints := []Hint{
		{From: FromBucket}, {From: FromBucket, Jitter: 0.5}, {From: FromBucket, Unit: 7 * time.Millisecond},
		{From: FromBucket, Form: AsMS}, {From: FromBucket, Form: AsDate}, {From: FromBucket, Form: AsDate, Jitter: 1},
	}
	for i, h := range hints {
		for n := range uint64(1000) {
			now := sim.Time(sim.Key(1, sim.ForGap, n) >> 20)
			wait := time.Duration(sim.Key(2, sim.ForGap, n) >> (30 + n%30))
			u := sim.Unit(sim.Key(3, sim.ForHint, n))
			if got := h.told(now, wait, u, 0.5); got < wait {
				t.Fatalf("hint %d: at %v a wait of %v is told as %v", i, now, wait, got)
			}
		}
	}
}

func TestHintSettingsThatAreRefused(t *testing.T) {
	rows := []struct {
		why  string
		hint Hint
		want []string
	}{
		{"not given", Hint{}, nil},
		{"plain", Hint{From: FromBucket}, nil},
		{"how, but not what", Hint{Round: RoundUp}, []string{"from"}},
		{"no value", Hint{From: FromFixed}, []string{"value"}},
		{"a value for nothing", Hint{From: FromBucket, Value: 1}, []string{"value"}},
		{"jitter above all", Hint{From: FromBucket, Jitter: 1.5}, []string{"jitter"}},
		{"a date in milliseconds", Hint{From: FromBucket, Form: AsDate, Unit: time.Millisecond}, []string{"unit"}},
		{"a date to the nanosecond", Hint{From: FromBucket, Form: AsDate, Round: RoundNot}, []string{"round"}},
		{"clocks without a date", Hint{From: FromBucket, ClockOffset: 1}, []string{"clock-offset"}},
		{"clocks and a date", Hint{From: FromBucket, Form: AsDate, ClockOffset: 1}, nil},
	}
	for _, r := range rows {
		if got := keysOf(r.hint.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems at %v, want %v", r.why, got, r.want)
		}
	}
}

func TestHintIsWrittenOut(t *testing.T) {
	rows := []struct {
		why        string
		hint, want Hint
	}{
		{"not given", Hint{}, Hint{}},
		{"plain", Hint{From: FromBucket}, Hint{From: FromBucket, Round: RoundUp, Unit: time.Second, Form: AsDelta}},
		{"milliseconds", Hint{From: FromBucket, Form: AsMS}, Hint{From: FromBucket, Round: RoundUp, Unit: time.Millisecond, Form: AsMS}},
	}
	for _, r := range rows {
		got := r.hint
		if err := got.Prepare(); err != nil || got != r.want {
			t.Errorf("%s: %+v, %v, want %+v", r.why, got, err, r.want)
		}
	}
}
