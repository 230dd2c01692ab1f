package models

import (
	"testing"
	"time"

	"retrystorm/sim"
)

// TestDropAfterInEveryDiscipline: no discipline lets pass who has waited longer than
// drop-after. At 80 ms none of them would drop the first one by itself.
func TestDropAfterInEveryDiscipline(t *testing.T) {
	const wait = 80 * time.Millisecond
	for _, row := range Disciplines() {
		for dropAfter, want := range map[time.Duration]bool{0: false, wait: false, wait - 1: true} {
			l := setDiscipline(row.New()).newLine()
			l.dropAfter = dropAfter
			doLine(l, 0, "push 1")
			doLine(l, 0, "push 2")
			if _, drop, ok := l.pop(sim.Time(wait)); drop != want || !ok {
				t.Errorf("%s: after %v with drop-after %v: dropped %v, want %v", row.Name, wait, dropAfter, drop, want)
			}
		}
	}
}

// TestDisciplinesSeeWhoIsDropped: a request that drop-after drops has waited all the
// same, and tells the discipline so.
func TestDisciplinesSeeWhoIsDropped(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		name  string
		d     Discipline
		steps []lineStep
	}{
		{"codel", &CoDel{Target: 5 * ms, Interval: 100 * ms}, []lineStep{
			{0, "push 1", "1 wait", ""},
			{100 * ms, "push 2", "2 wait", ""},
			{100 * ms, "push 3", "3 wait", ""},
			{100 * ms, "pop", "1 dropped", "100 ms are more than 70 ms; the interval begins"},
			{150 * ms, "pop", "2", "not above for an interval, and within 70 ms"},
			{190 * ms, "push 4", "2 wait", ""},
			{190 * ms, "push 5", "3 wait", ""},
			{190 * ms, "pop", "3 dropped", "90 ms are more than 70 ms"},
			{200 * ms, "pop", "4 dropped", "10 ms only, but above the target for an interval since 100 ms"},
		}},
		{"folly-codel", &FollyCoDel{Target: 5 * ms, Interval: 100 * ms}, []lineStep{
			{0, "push 1", "1 wait", ""},
			{100 * ms, "pop", "1 dropped", "the first of an interval: dropped by drop-after alone"},
			{190 * ms, "push 2", "1 wait", ""},
			{190 * ms, "push 3", "2 wait", ""},
			{201 * ms, "pop", "2", "the first of the next interval"},
			{201 * ms, "pop", "3 dropped", "11 ms: overloaded, since the shortest wait before was that of 1"},
		}},
		{"fail-at-scale", &FailAtScale{Target: 5 * ms, Interval: 100 * ms}, []lineStep{
			{0, "push 1", "1 wait", ""},
			{60 * ms, "push 2", "2 wait", ""},
			{98 * ms, "push 3", "3 wait", ""},
			{101 * ms, "pop", "1 dropped", "101 ms are more than 70 ms; the queue has not been empty for N"},
			{101 * ms, "pop", "3", "so the newest is next, though nobody has come since; 3 ms are within M"},
			{101 * ms, "pop", "2 dropped", "41 ms are more than M"},
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := row.d.newLine()
			l.dropAfter = 70 * ms
			playLine(t, l, row.steps)
		})
	}
}

// TestCoDelOfOneAtATime: who waits alone, however long, is no sign of a queue that lasts.
func TestCoDelOfOneAtATime(t *testing.T) {
	const ms = time.Millisecond
	playLine(t, (&CoDel{Target: 5 * ms, Interval: 100 * ms}).newLine(), []lineStep{
		{0, "push 1", "1 wait", ""},
		{10 * ms, "pop", "1", "10 ms, but nobody is behind it: no interval begins"},
		{20 * ms, "push 2", "1 wait", ""},
		{20 * ms, "push 3", "2 wait", ""},
		{20 * ms, "push 4", "3 wait", ""},
		{115 * ms, "pop", "2", "the interval begins now, not at 10 ms"},
		{215*ms - 1, "pop", "3", "not yet over; then 4 is alone"},
		{215 * ms, "pop", "4", "and the last one is never dropped"},
	})
}
