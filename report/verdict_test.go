package report

import (
	"testing"
	"time"
)

func TestDecide(t *testing.T) {
	sec := time.Second
	back := func(d time.Duration) Recovery { return Recovery{Judged: true, Recovered: true, Time: d} }
	lost := Recovery{Judged: true, Time: 265 * sec}
	stuck := Trend{Overloaded: true, Backlog: [2]uint64{100, 100}, Retries: [2]uint64{9, 9}, Offered: [2]uint64{9, 9}}
	falls := Trend{Overloaded: false, Backlog: [2]uint64{100, 50}}
	tests := []struct {
		why     string
		own     Recovery
		twin    Recovery
		horizon time.Duration
		trend   Trend
		want    Finding
	}{
		{"back within 10 x 5 s", back(9 * sec), back(5 * sec), 300 * sec, stuck, Finding{Verdict: Healthy}},
		{"back exactly at 50 s", back(50 * sec), back(5 * sec), 300 * sec, stuck, Finding{Verdict: Healthy}},
		{"back after 51 s: slow", back(51 * sec), back(5 * sec), 300 * sec, stuck, Finding{Verdict: Slow}},
		{"a twin that is back at once still leaves 20 timeouts", back(19 * sec), back(0), 300 * sec, stuck, Finding{Verdict: Healthy}},
		{"not back, load above completions, the twin was", lost, back(5 * sec), 300 * sec, stuck, Finding{Verdict: Stuck, Metastable: true}},
		{"not back, but falling", lost, back(5 * sec), 300 * sec, falls, Finding{Verdict: Slow}},
		{"judged at 35 s + 50 s: a horizon of 84 s is too short", lost, back(5 * sec), 84 * sec, stuck, Finding{Verdict: Undecided, Decides: 85 * sec}},
		{"a horizon of 85 s decides", lost, back(5 * sec), 85 * sec, stuck, Finding{Verdict: Stuck, Metastable: true}},
		{"a twin that needs 133 s is given 22 min", lost, back(133 * sec), 1300 * sec, stuck, Finding{Verdict: Undecided, Decides: 1365 * sec}},
		{"the twin is not back either: an hour", lost, lost, 300 * sec, stuck, Finding{Verdict: Undecided, Decides: 3635 * sec}},
		{"nor after an hour: stuck, but not for its retries", lost, lost, 3635 * sec, stuck, Finding{Verdict: Stuck}},
		{"patience is at most an hour", lost, back(500 * sec), 3635 * sec, stuck, Finding{Verdict: Stuck, Metastable: true}},
	}
	for _, tt := range tests {
		got := Decide(Evidence{Recovery: tt.own, Twin: tt.twin, Timeout: sec, TriggerEnd: 35 * sec, Horizon: tt.horizon, Trend: tt.trend})
		if got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestTrendStuck(t *testing.T) {
	tests := []struct {
		why  string
		t    Trend
		want bool
	}{
		{"full queue, constant retries, too many arrivals", Trend{[2]uint64{100, 100}, [2]uint64{300, 300}, [2]uint64{100, 100}, true}, true},
		{"backlog falls, retries do not, too many arrivals", Trend{[2]uint64{100, 50}, [2]uint64{300, 300}, [2]uint64{100, 100}, true}, true},
		{"retries fall, backlog does not", Trend{[2]uint64{100, 100}, [2]uint64{300, 100}, [2]uint64{100, 100}, true}, true},
		{"both fall", Trend{[2]uint64{100, 50}, [2]uint64{300, 100}, [2]uint64{100, 100}, true}, false},
		{"more is finished than arrives: slow at worst", Trend{[2]uint64{100, 100}, [2]uint64{300, 300}, [2]uint64{100, 100}, false}, false},
		{"no retries to fall, backlog falls", Trend{[2]uint64{100, 50}, [2]uint64{0, 0}, [2]uint64{100, 100}, true}, false},
		{"no retries to fall, backlog grows", Trend{[2]uint64{100, 150}, [2]uint64{0, 0}, [2]uint64{100, 100}, true}, true},
	}
	for _, tt := range tests {
		if got := tt.t.Stuck(); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.why, got, tt.want)
		}
	}
}

func TestTrendOf(t *testing.T) {
	s := Series{Width: time.Second}
	for i := range 90 { // thirds of 30 s
		b := Bin{Offered: 10, Load: 40, Arrived: 40, Finished: 10, State: State{InFlight: 5, Queue: 20}}
		if i >= 60 {
			b.Load, b.Queue = 30, 10
		}
		s.add(i, b)
	}
	got := trendOf(&s, []*Series{&s}, 0, 90*time.Second)
	want := Trend{Backlog: [2]uint64{750, 450}, Retries: [2]uint64{900, 600}, Offered: [2]uint64{300, 300}, Overloaded: true}
	if got != want {
		t.Errorf("trendOf: got %+v, want %+v", got, want)
	}
}
