package report

import (
	"math"
	"testing"
	"time"

	"retrystorm/sim"
)

func oneLink(p sim.Policy) []sim.Link {
	return []sim.Link{{Name: "fleet/service", From: -1, Policy: p, Timeout: sec}}
}

func TestTrialMeasures(t *testing.T) {
	ms := time.Millisecond
	link := LinkLayout{Name: "fleet/service", Fleet: "fleet", Timeout: sec}
	tests := []struct {
		why    string
		layout Layout
		cfg    sim.Config
		want   map[string]float64
	}{
		{
			"three clients at once, 10 ms each",
			Layout{},
			sim.Config{
				Fleets: []sim.Fleet{{Name: "fleet", Clients: 3, Workload: together{}}},
				Nodes:  []sim.Node{{Name: "service", Model: stub{work: 10 * ms, answer: always(sim.OK)}}},
				Links:  oneLink(tries(1)),
			},
			map[string]float64{"calls": 3, "ok": 3, "attempts": 3, "amplification": 1, "completion_s": 0.01, "latency_p50_s": 0.01,
				"goodput_per_s": 300, "wasted_share": 0, "completion_gini": 0, "worst_client_p99_s": 0.01, "recovered": math.NaN(), "verdict": float64(NotJudged)},
		},
		{
			"nothing succeeds: 4 attempts each, a second apart",
			Layout{},
			sim.Config{
				Fleets: []sim.Fleet{{Name: "fleet", Clients: 2, Workload: together{}}},
				Nodes:  []sim.Node{{Name: "service", Model: stub{work: 10 * ms, answer: always(sim.Unavailable)}}},
				Links:  oneLink(tries(4)),
			},
			map[string]float64{"calls": 2, "ok": 0, "failed": 2, "attempts": 8, "retries": 6, "amplification": 4, "completion_s": math.NaN(),
				"latency_p50_s": math.Inf(1), "goodput_per_s": 0, "completion_gini": math.NaN(), "worst_client_p99_s": math.Inf(1)},
		},
		{
			"100/s for 3 s after 1 s of warm-up, which is discarded",
			Layout{WarmUp: sec, Horizon: 3 * sec},
			sim.Config{
				Horizon: 4 * sec,
				Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(10 * ms)}},
				Nodes:   []sim.Node{{Name: "service", Model: stub{work: ms, answer: always(sim.OK)}}},
				Links:   oneLink(tries(1)),
			},
			map[string]float64{"calls": 300, "ok": 300, "goodput_per_s": 100, "load_per_s": 100, "completion_s": 2.996, "latency_p99_s": 0.001},
		},
		{
			"1,000/s; the service fails until 1 s after its fault: back after 1 s",
			Layout{Horizon: 60 * sec, Faults: []Band{{At: 20 * sec, For: 2 * sec}}},
			sim.Config{
				Horizon: 60 * sec,
				Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(ms)}},
				Nodes:   []sim.Node{{Name: "service", Model: stub{work: ms, answer: failsIn(20, 23)}}},
				Links:   oneLink(tries(1)),
			},
			map[string]float64{"recovered": 1, "recovery_time_s": 1, "verdict": float64(Healthy), "metastable": 0, "failed": 3000},
		},
		{
			"the service never comes back and rejects: undecided before an hour, as its twin, itself, is not back",
			Layout{Horizon: 60 * sec, Faults: []Band{{At: 20 * sec, For: 2 * sec}}},
			sim.Config{
				Horizon: 60 * sec,
				Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(ms)}},
				Nodes:   []sim.Node{{Name: "service", Model: stub{work: ms, answer: failsIn(20, 1e9)}}},
				Links:   oneLink(tries(1)),
			},
			map[string]float64{"recovered": 0, "recovery_time_s": math.Inf(1), "verdict": float64(Undecided)},
		},
	}
	for _, tt := range tests {
		tt.layout.Links, tt.layout.Nodes = []LinkLayout{link}, []NodeLayout{{Name: "service"}}
		c, res := watchRun(t, &tt.layout, tt.cfg)
		trial := c.Trial(res, nil)
		for name, want := range tt.want {
			if got := value(t, c, &trial, "total", name); !same(got, want) {
				t.Errorf("%s: %s: got %v, want %v", tt.why, name, got, want)
			}
		}
	}
}

// Two layers of three attempts each: a layer's own amplification is 3, and 9 requests
// of one call reach the store.
func TestTrialByPart(t *testing.T) {
	l := &Layout{
		Links: []LinkLayout{
			{Name: "web/gateway", Fleet: "web", Node: 0}, {Name: "batch/gateway", Fleet: "batch", Node: 0}, {Name: "gateway/store", Node: 1},
		},
		Nodes: []NodeLayout{{Name: "gateway"}, {Name: "store"}},
	}
	c, res := watchRun(t, l, sim.Config{
		Fleets: []sim.Fleet{{Name: "web", Clients: 4, Workload: together{}, Link: 0}, {Name: "batch", Clients: 1, Workload: together{}, Link: 1}},
		Nodes: []sim.Node{
			{Name: "gateway", Model: stub{link: 2}},
			{Name: "store", Model: stub{work: time.Millisecond, answer: always(sim.Unavailable)}},
		},
		Links: []sim.Link{
			{Name: "web/gateway", From: -1, To: 0, Policy: tries(3)},
			{Name: "batch/gateway", From: -1, To: 0, Policy: tries(1)},
			{Name: "gateway/store", From: 0, To: 1, Policy: tries(3)},
		},
	})
	trial := c.Trial(res, nil)
	tests := []struct {
		part, measure string
		want          float64
	}{
		{"total", "calls", 5},
		{"total", "attempts", 13}, // 4 x 3 + 1
		{"fleet web", "amplification", 3},
		{"fleet batch", "amplification", 1},
		{"node gateway", "attempts", 13},
		{"node store", "calls", 13},
		{"node store", "amplification", 3},
		{"node store", "attempts_per_client_call", 39.0 / 5},
	}
	for _, tt := range tests {
		if got := value(t, c, &trial, tt.part, tt.measure); !same(got, tt.want) {
			t.Errorf("%s of %s: got %v, want %v", tt.measure, tt.part, got, tt.want)
		}
	}
}

func TestSeriesOfARun(t *testing.T) {
	l := &Layout{Links: []LinkLayout{{Fleet: "fleet"}}, Nodes: []NodeLayout{{}}, WarmUp: 2 * sec, Horizon: 30 * sec}
	c, res := watchRun(t, l, sim.Config{
		Horizon: 32 * sec,
		Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(10 * time.Millisecond)}},
		Nodes:   []sim.Node{{Name: "service", Model: stub{work: 25 * time.Millisecond, answer: always(sim.OK)}}},
		Links:   oneLink(tries(1)),
	})
	cell := NewCell(l, "v", nil, 1)
	cell.Put(0, c.Trial(res, nil), c)
	points := cell.points(0)
	if len(points) < 300 || points[0].Width != 0.1 {
		t.Fatalf("got %d bins of %v s, want at least 300 of 0.1 s", len(points), points[0].Width)
	}
	for i, p := range points[1:300] {
		if p.Offered != 100 || p.Load != 100 || p.Goodput != 100 || p.InFlight < 2 || p.InFlight > 3 {
			t.Fatalf("bin %d: got %+v, want 100 per second and 2 or 3 in flight", i+1, p)
		}
	}
	if points[0].T != 0 {
		t.Errorf("first bin at %v s, want 0: times count from the end of the warm-up", points[0].T)
	}
	for _, p := range points[300:] {
		if p.Load != 0 {
			t.Errorf("load after the horizon, at %v s: got %v, want 0", p.T, p.Load)
		}
	}
}

// A herd that takes longer than 600 bins of 1 ms gets wider bins, and loses nothing.
func TestSeriesOfAHerdCoarsens(t *testing.T) {
	c, res := watchRun(t, herdLayout, sim.Config{
		Fleets: []sim.Fleet{{Name: "fleet", Clients: 7, Workload: together{}}},
		Nodes:  []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: always(sim.Unavailable)}}},
		Links:  oneLink(tries(60)),
	})
	s := c.series[0]
	n := uint64(0)
	for _, b := range s.Bins {
		n += b.Load
	}
	if n != res.Links[0].Attempts || n != 420 {
		t.Errorf("attempts in the series: got %d, want the %d of the run", n, res.Links[0].Attempts)
	}
	if s.Width != 128*time.Millisecond || len(s.Bins) > mostBins {
		t.Errorf("59 s: got %d bins of %v, want at most %d of 128 ms", len(s.Bins), s.Width, mostBins)
	}
}

// A collector that is used again keeps nothing of the run before.
func TestCollectorReset(t *testing.T) {
	cfg := sim.Config{
		Fleets: []sim.Fleet{{Name: "fleet", Clients: 5, Workload: together{}}},
		Nodes:  []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: failsIn(0, 1)}}},
		Links:  oneLink(tries(3)),
	}
	fresh, res := watchRun(t, herdLayout, cfg)
	want := fresh.Trial(res, nil)

	used, _ := watchRun(t, triggerLayout, sim.Config{
		Horizon: 40 * sec,
		Fleets:  []sim.Fleet{{Name: "fleet", Clients: 1, Workload: steadyArrivals(time.Millisecond)}},
		Nodes:   cfg.Nodes, Links: cfg.Links,
	})
	used.Reset(herdLayout)
	cfg.Observe = used
	again, err := sim.New().Run(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	got := used.Trial(&again, nil)
	for m, measure := range Measures {
		if g, w := got.Values[0][m], want.Values[0][m]; !same(g, w) {
			t.Errorf("%s after another run: got %v, want %v", measure.Name, g, w)
		}
	}
}

func TestParts(t *testing.T) {
	one := (&Layout{Links: []LinkLayout{{Fleet: "fleet"}}, Nodes: []NodeLayout{{Name: "service"}}}).Parts()
	if len(one) != 1 || one[0].String() != "total" {
		t.Errorf("one fleet and one service: got %v, want the total alone", one)
	}
	l := Layout{
		Links: []LinkLayout{{Fleet: "fleet", Group: "wifi"}, {Fleet: "fleet", Group: "mobile"}, {Node: 1}},
		Nodes: []NodeLayout{{Name: "api"}, {Name: "db"}},
	}
	want := []string{"total", "group wifi", "group mobile", "node api", "node db"}
	for i, p := range l.Parts() {
		if i >= len(want) || p.String() != want[i] {
			t.Errorf("part %d: got %q, want one of %q in this order", i, p, want)
		}
	}
}

func BenchmarkHerdTrial(b *testing.B) {
	c := NewCollector(herdLayout)
	s := sim.New()
	cfg := sim.Config{
		Fleets:  []sim.Fleet{{Name: "fleet", Clients: 100, Workload: together{}}},
		Nodes:   []sim.Node{{Name: "service", Model: stub{work: time.Millisecond, answer: failsIn(0, 1.9)}}},
		Links:   oneLink(tries(3)),
		Observe: c,
	}
	cell := NewCell(herdLayout, "v", nil, 1)
	for b.Loop() {
		c.Reset(herdLayout)
		res, err := s.Run(&cfg)
		if err != nil {
			b.Fatal(err)
		}
		cell.Put(0, c.Trial(&res, nil), c)
	}
}
