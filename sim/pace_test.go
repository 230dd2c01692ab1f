package sim

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	stall := &Fault{Kind: Stall, At: 100, For: 50}
	slow := &Fault{Kind: Slow, At: 200, For: 100, Factor: 4}
	speed := func(f *Fault) float64 {
		if f.Kind == Stall {
			return 0
		}
		return 1 / f.Factor
	}
	p := paceOf([]*Fault{stall, slow}, speed)
	rows := []struct {
		at   Time
		work time.Duration
		want time.Duration
		why  string
	}{
		{0, 50, 50, "before everything"},
		{0, 100, 100, "ends at the instant the stall begins: it is done"},
		{0, 101, 151, "the last ns waits for the end of the stall"},
		{90, 20, 70, "interrupted: 10 before, 50 stalled, 10 after"},
		{100, 10, 60, "begins as the stall begins"},
		{120, 10, 40, "begins inside the stall"},
		{150, 10, 10, "the end is excluded"},
		{200, 10, 40, "four times as long"},
		{190, 20, 50, "half of it slowed"},
		{290, 10, 18, "2.5 of it slowed in 10 ns, counted as 2: rounded down; 8 at speed"},
		{0, 1000, 1000 + 50 + 75, "through both: 50 stalled, 100 ns at a quarter"},
		{300, 7, 7, "after everything"},
	}
	for _, r := range rows {
		if got := p.stretch(r.at, r.work); got != r.want {
			t.Errorf("%s: stretch(%d, %d) = %d, want %d", r.why, r.at, r.work, got, r.want)
		}
		if got := p.work(r.at, r.at.Add(p.stretch(r.at, r.work))); got < r.work-1 || got > r.work {
			t.Errorf("%s: work over the stretch of %d = %d", r.why, r.work, got)
		}
	}
	if got := pace(nil).stretch(3, 9); got != 9 {
		t.Errorf("without faults stretch = %d, want 9", got)
	}
}

func TestPaceOverlap(t *testing.T) {
	twice := []*Fault{{At: 0, For: 100, Factor: 2}, {At: 50, For: 100, Factor: 3}}
	p := paceOf(twice, func(f *Fault) float64 { return f.Factor })
	for at, want := range map[Time]float64{0: 2, 49: 2, 50: 6, 99: 6, 100: 3, 149: 3, 150: 1} {
		if got := p[p.at(at)].speed; got != want {
			t.Errorf("speed at %d = %v, want %v", at, got, want)
		}
	}
}
