package report

import (
	"slices"
	"strings"
	"testing"

	"retrystorm/sim"
)

// gaugesOf runs nothing: it samples a node of two replicas, one of which is gone for a
// while, with a cache and a limit in front of it.
func gaugesOf(t *testing.T, l *Layout, replicas func(second int) int) *Cell {
	t.Helper()
	c := NewCollector(l)
	tally := sim.Tally{Links: make([]sim.LinkCount, len(l.Links)), Nodes: make([]sim.NodeCount, 1)}
	for second := 1; second <= 300; second++ {
		n := &tally.Nodes[0]
		n.Arrived, n.Hits, n.Misses = n.Arrived+100, n.Hits+30, n.Misses+10
		n.Gauge = sim.Gauge{Busy: 3, Workers: 4 * replicas(second), Replicas: replicas(second)}
		tally.Links[0].Attempts += 100
		tally.Links[0].Ended[sim.OK] += 3
		tally.Links[0].Ended[sim.TooMany]++
		c.Sample(sim.Time(second)*sim.Time(sec), &tally)
	}
	cell := NewCell(l, "v", nil, 1)
	trial := c.Trial(&sim.Result{Tally: tally, End: sim.Time(300 * sec)}, nil)
	cell.Put(0, trial, c)
	return cell
}

func TestSeriesShowsWhatThereIs(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Name: "f/s", Fleet: "f"}}, Nodes: []NodeLayout{{Name: "s"}}, Horizon: 300 * sec}
	tests := []struct {
		why      string
		replicas func(second int) int
		rare     string
	}{
		{"two replicas all the time are no column", func(int) int { return 2 }, "workers hits_per_s misses_per_s"},
		{"one goes away", func(s int) int { return 2 - s/5%2 }, "workers replicas hits_per_s misses_per_s"},
		{"no workers known", func(int) int { return 0 }, "hits_per_s misses_per_s"},
	}
	for _, tt := range tests {
		c := gaugesOf(t, l, tt.replicas)
		table := (&Results{Cells: []*Cell{c}}).seriesTable()
		at := slices.Index(table.Head, "busy") + 1
		if got := strings.Join(table.Head[at:], " "); got != tt.rare {
			t.Errorf("%s: got columns %q after busy, want %q", tt.why, got, tt.rare)
		}
		for _, row := range table.Rows {
			if len(row) != len(table.Head) {
				t.Fatalf("%s: a row of %d, want %d", tt.why, len(row), len(table.Head))
			}
		}
	}
}

func TestOutcomesByLink(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Name: "f/s", Fleet: "f"}, {Name: "idle/s", Fleet: "idle"}}, Nodes: []NodeLayout{{Name: "s"}}, Horizon: 300 * sec}
	r := &Results{Name: "x", Cells: []*Cell{gaugesOf(t, l, func(int) int { return 1 })}}
	var b strings.Builder
	r.outcomesTable().Write(&b, "csv")
	want := "scenario,variant,link,outcome,code,executed,attempts,share\nx,v,f/s,ok,200,yes,900,0.75\nx,v,f/s,429,429,no,300,0.25\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	rows := r.OutcomeTable().Rows
	for i, want := range []string{"v f/s 1,200 75 % 25 %", "v idle/s 0 - -"} {
		if got := strings.Join(rows[i], " "); got != want {
			t.Errorf("row %d: got %q, want %q", i, got, want)
		}
	}
	if got := (&Results{}).OutcomeTable(); got != nil {
		t.Errorf("of no attempt: got %v, want no table", got)
	}
}

// Workers that are busy for nobody are drawn; where work is not wasted, or the capacity
// is not known, the line would say nothing.
func TestBusyLine(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Name: "f/s", Fleet: "f"}}, Nodes: []NodeLayout{{Name: "s"}}, Horizon: 300 * sec}
	tests := []struct {
		why      string
		wasted   float64
		capacity float64
		want     float64 // the height of the line, 0 is none
	}{
		{"3 of 4 workers of 1,000/s, half of it wasted", 0.5, 1000, 750},
		{"nothing wasted", 0, 1000, 0},
		{"capacity not known", 0.5, 0, 0},
	}
	for _, tt := range tests {
		c := gaugesOf(t, l, func(int) int { return 1 })
		c.Trials[0].Values[0][MeasureIndex("wasted_share")] = tt.wasted
		c.Prediction.CapacityPerSec = tt.capacity
		line := c.busyLine()
		if (line == nil) != (tt.want == 0) || line != nil && line.Y[10] != tt.want {
			t.Errorf("%s: got %+v, want a line at %v", tt.why, line, tt.want)
		}
	}
}
