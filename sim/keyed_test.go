package sim_test

import (
	"slices"
	"testing"
	"time"

	"retrystorm/models"
	"retrystorm/sim"
)

// spreadOut is full jitter whose delays show the draws.
type spreadOut struct{ tries }

func (p spreadOut) New(sim.Scopes) sim.Strategy { return p }

func (p spreadOut) After(now sim.Time, who uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	d := p.tries.After(now, who, c, out)
	d.Delay = time.Duration(out.Uniform * float64(p.wait))
	return d
}

// TestDrawsAreKeyed: another fleet with its own troubles leaves the draws of a fleet as
// they are: arrivals, clients, network, service times and jitter. Nothing is drawn in
// the order of events.
func TestDrawsAreKeyed(t *testing.T) {
	failing := &models.Delay{ServiceTime: exponential(20 * ms), Failures: 0.5}
	link := sim.Link{Name: "a/x", From: -1, To: 0, Policy: spreadOut{tries{4, s}}, Request: exponential(ms), Response: exponential(ms), Timeout: 100 * ms}
	cfg := &sim.Config{
		Seed: 7, Horizon: 5 * s,
		Fleets: []sim.Fleet{{Name: "a", Clients: 10, Workload: poisson(50)}},
		Nodes:  []sim.Node{{Name: "x", Model: failing}},
		Links:  []sim.Link{link},
	}
	alone := linkStory(t, cfg, 0)
	other := link
	other.Name, other.To = "b/y", 1
	two := *cfg
	two.Fleets = append([]sim.Fleet{{Name: "b", Clients: 5, Workload: poisson(80), Link: 1}}, cfg.Fleets...)
	two.Nodes = append(slices.Clone(cfg.Nodes), sim.Node{Name: "y", Model: failing})
	two.Links = []sim.Link{link, other}
	beside := linkStory(t, &two, 0)
	if !slices.Equal(alone, beside) {
		t.Error("another fleet changes the draws of this one")
	}
	if len(alone) < 1000 || slices.Equal(alone, linkStory(t, &two, 1)) {
		t.Errorf("%d records: too few, or both fleets draw the same", len(alone))
	}
}

// linkStory is what happens on a link, without the numbers that count all calls.
func linkStory(t *testing.T, cfg *sim.Config, link uint8) []sim.Record {
	t.Helper()
	log := &recorder{}
	c := *cfg
	c.Observe = log
	if _, err := sim.New().Run(&c); err != nil {
		t.Fatal(err)
	}
	var story []sim.Record
	for _, r := range log.recs {
		if r.Link == link {
			r.Call, r.Seq = 0, 0
			story = append(story, r)
		}
	}
	return story
}
