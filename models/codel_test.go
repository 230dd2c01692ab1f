package models

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// taken is a request that is taken out of a queue.
type taken struct {
	at, waited time.Duration
	empty      bool // nobody waits behind it
	drop       bool
	why        string
}

func playTaken(t *testing.T, drops func(sim.Time, time.Duration, bool) bool, rows []taken) {
	t.Helper()
	for i, r := range rows {
		if got := drops(sim.Time(r.at), r.waited, r.empty); got != r.drop {
			t.Errorf("row %d, after a wait of %v at %v: dropped %v, want %v: %s", i, r.waited, r.at, got, r.drop, r.why)
		}
	}
}

// TestCoDel follows the control law of RFC 8289, section 5, for 5 ms and 100 ms: 100 ms /
// sqrt(2) is 70.710678 ms, / sqrt(3) 57.735026 ms.
func TestCoDel(t *testing.T) {
	const ms, ns = time.Millisecond, time.Nanosecond
	settings := CoDel{Target: 5 * ms, Interval: 100 * ms}
	first := []taken{
		{0, 4 * ms, false, false, "below the target"},
		{10 * ms, 5 * ms, false, false, "not below it: the interval begins"},
		{110*ms - ns, 60 * ms, false, false, "it has not been above for an interval"},
		{110 * ms, 60 * ms, false, true, "now it has: the first drop"},
		{110 * ms, 60 * ms, false, false, "one drop at a time"},
		{210*ms - ns, 60 * ms, false, false, "the second is due 100 ms later"},
		{210 * ms, 60 * ms, false, true, "now"},
		{280_710_677 * ns, 60 * ms, false, false, "the third 100 ms / sqrt(2) after the second"},
		{280_710_678 * ns, 60 * ms, false, true, "now"},
		{338_445_703 * ns, 60 * ms, false, false, "the fourth 100 ms / sqrt(3) after the third"},
		{340 * ms, 60 * ms, false, true, "it is late"},
		{388_445_703 * ns, 60 * ms, false, false, "the fifth 50 ms after it was due, not after it was"},
		{388_445_704 * ns, 60 * ms, false, true, "now"},
		{389 * ms, 4 * ms, false, false, "a short wait: that is enough"},
		{390 * ms, 60 * ms, false, false, "the interval begins anew"},
	}
	for name, more := range map[string][]taken{
		"once": nil,
		"soon again": {
			{490 * ms, 60 * ms, false, true, "an interval later: the first drop"},
			{540*ms - ns, 60 * ms, false, false, "five drops less one: goes on as after the fourth, 100 ms / sqrt(4)"},
			{540 * ms, 60 * ms, false, true, "now"},
			{540*ms + 44_721_359, 60 * ms, false, true, "and 100 ms / sqrt(5)"},
		},
		"just soon enough": { // the drop before was due at 388.445704 ms: 16 intervals later is too late
			{1_988_445_703 * ns, 60 * ms, false, true, "the first drop, 1 ns before that"},
			{2_038_445_703 * ns, 60 * ms, false, true, "100 ms / sqrt(4) later"},
		},
		"too late": {
			{1_988_445_704 * ns, 60 * ms, false, true, "the first drop, 16 intervals later"},
			{2_088_445_703 * ns, 60 * ms, false, false, "begins as at first: 100 ms"},
			{2_088_445_704 * ns, 60 * ms, false, true, "now"},
		},
		"nobody behind": {
			{500 * ms, 60 * ms, true, false, "the last one is not dropped, however long it waited"},
			{501 * ms, 60 * ms, false, false, "and after it the interval begins anew"},
			{601*ms - ns, 60 * ms, false, false, "not yet"},
			{601 * ms, 60 * ms, false, true, "now"},
		},
		"one drop is no memory": {
			{490 * ms, 60 * ms, false, true, "the first drop: as after the fourth"},
			{491 * ms, 1 * ms, false, false, "a short wait"},
			{492 * ms, 9 * ms, false, false, "above again"},
			{592 * ms, 9 * ms, false, true, "the first drop: there was one since the last beginning"},
			{692*ms - ns, 9 * ms, false, false, "so it begins as at first"},
			{692 * ms, 9 * ms, false, true, "now"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := &codel{CoDel: settings}
			playTaken(t, c.drops, append(first[:len(first):len(first)], more...))
		})
	}
}

// TestCoDelForgetsWhoLeft: a queue that those who waited have left by themselves is as
// empty as one that was served.
func TestCoDelForgetsWhoLeft(t *testing.T) {
	const ms = time.Millisecond
	playLine(t, (&CoDel{Target: 5 * ms, Interval: 100 * ms}).newLine(), []lineStep{
		{0, "push 1", "1 wait", ""},
		{0, "push 2", "2 wait", ""},
		{10 * ms, "pop", "1", "above the target"},
		{20 * ms, "remove 2", "gone", "the queue is empty"},
		{time.Minute, "push 3", "1 wait", ""},
		{time.Minute, "push 4", "2 wait", ""},
		{time.Minute + 6*ms, "pop", "3", "waits are above the target since now, not since a minute ago"},
	})
}

// TestFollyCoDel: 5 ms and 100 ms, by folly/executors/Codel.cpp.
func TestFollyCoDel(t *testing.T) {
	const ms, ns = time.Millisecond, time.Nanosecond
	c := &follyCodel{CoDel: CoDel{Target: 5 * ms, Interval: 100 * ms}}
	playTaken(t, func(now sim.Time, waited time.Duration, _ bool) bool { return c.drops(now, waited) }, []taken{
		{1 * ms, 20 * ms, false, false, "the first one of an interval, until 101 ms"},
		{50 * ms, 60 * ms, false, false, "no interval before: not overloaded"},
		{60 * ms, 5*ms + ns, false, false, "the shortest wait"},
		{101 * ms, 60 * ms, false, false, "still the same interval"},
		{101*ms + ns, 60 * ms, false, false, "the next one: overloaded, since the shortest was above 5 ms; the first is never dropped"},
		{102 * ms, 10 * ms, false, false, "not more than twice the target"},
		{103 * ms, 10*ms + ns, false, true, "more"},
		{104 * ms, 5 * ms, false, false, "the shortest wait is not above 5 ms"},
		{105 * ms, 60 * ms, false, true, "but that counts for the next interval only"},
		{250 * ms, 60 * ms, false, false, "the first of the next one"},
		{251 * ms, 60 * ms, false, false, "which is not overloaded"},
		{900 * ms, 70 * ms, false, false, "the first after a silence: the shortest before was 60 ms"},
		{901 * ms, 11 * ms, false, true, "overloaded"},
	})
}

// TestFailAtScale: N = 100 ms, M = 5 ms.
func TestFailAtScale(t *testing.T) {
	const ms, ns = time.Millisecond, time.Nanosecond
	playLine(t, (&FailAtScale{Target: 5 * ms, Interval: 100 * ms}).newLine(), []lineStep{
		{0, "push 1", "1 wait", "the queue was empty until now"},
		{1 * ms, "push 2", "2 wait", ""},
		{2 * ms, "push 3", "3 wait", ""},
		{90 * ms, "pop", "1", "in order of arrival, within N"},
		{100 * ms, "pop", "2", "not empty for N, but not for longer"},
		{100*ms + ns, "pop", "3 dropped", "now only M is borne"},
		{200 * ms, "push 4", "1 wait", "it was empty: all begins anew"},
		{300 * ms, "pop", "4", "N is borne"},
		{400 * ms, "push 5", "1 wait", "it was empty"},
		{450 * ms, "push 6", "2 wait", ""},
		{500 * ms, "push 7", "3 wait", ""},
		{501 * ms, "push 8", "4 wait", "not empty for more than N"},
		{506 * ms, "pop", "8", "the newest, within M"},
		{506 * ms, "pop", "7 dropped", "6 ms are more than M"},
		{506 * ms, "push 9", "3 wait", ""},
		{507 * ms, "pop", "9", "the newest"},
		{508 * ms, "pop", "6 dropped", "and so on"},
		{509 * ms, "remove 5", "gone", "the queue is empty"},
		{600 * ms, "push 10", "1 wait", "so all begins anew"},
		{610 * ms, "push 11", "2 wait", ""},
		{690 * ms, "pop", "10", "the oldest, within N"},
		{690 * ms, "pop", "11", "80 ms are within N"},
	})
}
