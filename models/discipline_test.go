package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// TestDisciplinesByExample: each one by hand.
func TestDisciplinesByExample(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct {
		name      string
		d         Discipline
		dropAfter time.Duration
		steps     []lineStep
	}{
		{"adaptive-lifo", &AdaptiveLIFO{Above: 2}, 0, []lineStep{
			{0, "push 1", "1 wait", ""},
			{0, "push 2", "2 wait", ""},
			{0, "pop", "1", "2 are not above 2: first come, first served"},
			{0, "push 3", "2 wait", ""},
			{0, "push 4", "3 wait", ""},
			{0, "push 5", "4 wait", ""},
			{0, "pop", "5", "4 wait: the newest"},
			{0, "pop", "4", "3 wait: the newest"},
			{0, "pop", "2", "2 wait: the oldest, at once"},
			{0, "pop", "3", "and the last one"},
		}},
		{"fifo with drop-after", FIFO{}, 70 * ms, []lineStep{
			{0, "push 1", "1 wait", ""},
			{0, "push 2", "2 wait", ""},
			{1 * ms, "push 3", "3 wait", ""},
			{70 * ms, "pop", "1", "70 ms are not more than 70 ms"},
			{70*ms + 1, "pop", "2 dropped", "1 ns more is"},
			{70*ms + 1, "pop", "3", "it came 1 ms later"},
		}},
		{"lifo with drop-after", LIFO{}, 70 * ms, []lineStep{
			{0, "push 1", "1 wait", ""},
			{60 * ms, "push 2", "2 wait", ""},
			{80 * ms, "pop", "2", "the newest has waited 20 ms"},
			{80 * ms, "pop", "1 dropped", "the oldest 80 ms"},
		}},
		{"priority", Priority{}, 70 * ms, []lineStep{
			{0, "push 1 class 3", "1 wait", ""},
			{0, "push 2 class 3", "2 wait", ""},
			{0, "push 3 class 5", "3 wait", ""},
			{0, "push 4 class 9", "4 wait", ""},
			{0, "push 5 class 200", "5 wait", "above 9 is 9"},
			{0, "pop", "4", "the most important"},
			{0, "pop", "5", "in order of arrival among equals"},
			{0, "push-out for 3", "nobody", "none is less important than 3"},
			{0, "push-out for 4", "2", "of the least important the newest"},
			{0, "push-out for 200", "1", "3 is the lowest there is"},
			{71 * ms, "pop", "3 dropped", "drop-after counts for it too"},
			{71 * ms, "push-out for 9", "nobody", "nobody is there"},
		}},
		{"no classes", FIFO{}, 0, []lineStep{
			{0, "push 1 class 0", "1 wait", ""},
			{0, "push-out for 9", "nobody", "without priorities nobody gives way"},
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := row.d.newLine()
			l.dropAfter = row.dropAfter
			playLine(t, l, row.steps)
		})
	}
}

// TestDisciplineSettings: what no queue can do is refused, and the defaults are none of it.
func TestDisciplineSettings(t *testing.T) {
	for why, d := range map[string]interface{ Validate() error }{
		"adaptive above 0":       &AdaptiveLIFO{},
		"codel without target":   &CoDel{Interval: time.Second},
		"codel without interval": &CoDel{Target: time.Second},
		"folly without target":   &FollyCoDel{Interval: time.Second},
		"fail-at-scale without":  &FailAtScale{Target: time.Second},
	} {
		if d.Validate() == nil {
			t.Errorf("%s: accepted", why)
		}
	}
	for _, row := range Disciplines() {
		if v, ok := setDiscipline(row.New()).(interface{ Validate() error }); ok && v.Validate() != nil {
			t.Errorf("%s: its defaults are refused: %v", row.Name, v.Validate())
		}
	}
}

// TestRetriesLast: a retry of the most important caller is served after the first attempt
// of the least important one.
func TestRetriesLast(t *testing.T) {
	const ms = time.Millisecond
	for last, want := range map[bool][]uint8{false: {1, 0, 1}, true: {1, 1, 0}} {
		q := plainQueue(1, 9, 100*ms)
		q.Waiting.Discipline, q.Waiting.RetriesLast = Priority{}, last
		cfg := single(callsAt(10*ms), q, sim.Link{Priority: 9, Policy: stubborn{attempts: 2, wait: 20 * ms}},
			sim.Target{Fault: sim.Fault{Name: "e", Kind: sim.Errors, Share: 1, Status: sim.Internal, At: sim.Time(10 * ms), For: ms}})
		cfg.Fleets = append(cfg.Fleets, sim.Fleet{Name: "g", Clients: 1, Workload: callsAt(0, 20*ms), Link: 1})
		cfg.Links = append(cfg.Links, sim.Link{Name: "g/s", From: -1, Policy: once{}, Priority: 1})
		var got []uint8
		cfg.Observe = &watch{kinds: sim.Of(sim.RequestStarted), each: func(r *sim.Record) { got = append(got, r.Link) }}
		mustRun(t, cfg)
		if !slices.Equal(got, want) {
			t.Errorf("retries-last %v: started in the order of links %v, want %v", last, got, want)
		}
	}
}
