package simtest_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"retrystorm/sim"
	"retrystorm/sim/simtest"
)

var (
	seed      = flag.Uint64("seed", 0, "check the random scenario of this seed alone, and show its trace")
	scenarios = flag.Uint64("scenarios", 1000, "how many random scenarios to check, the seeds from 1 on")
)

// recorder keeps every record.
type recorder struct{ recs []sim.Record }

func (r *recorder) Wants() sim.Kinds        { return sim.AllKinds }
func (r *recorder) Observe(rec *sim.Record) { r.recs = append(r.recs, *rec) }

// run runs cfg on s and returns what happened.
func run(s *sim.Sim, cfg sim.Config) ([]sim.Record, sim.Result, error) {
	log := new(recorder)
	cfg.Observe = log
	res, err := s.Run(&cfg)
	return log.recs, res, err
}

// TestRandomScenarios runs scenarios of all kinds: the referee finds nothing, the
// counters are what the records say, and fast queue, plain heap and a Sim that has run
// before tell the same story.
func TestRandomScenarios(t *testing.T) {
	used := sim.New()
	var seen coverage
	first, last := uint64(1), *scenarios
	if *seed != 0 {
		first, last = *seed, *seed
	}
	for n := first; n <= last; n++ {
		if problems := try(random(n), used, &seen); len(problems) > 0 {
			t.Errorf("scenario %d (repeat: go test ./sim/simtest -run TestRandomScenarios -seed %d):\n%s", n, n, strings.Join(problems, "\n"))
		}
	}
	if last-first >= 500 {
		seen.check(t)
	}
}

// try checks one scenario; used is a Sim that has run others, seen what has happened
// in all of them.
func try(c scenario, used *sim.Sim, seen *coverage) (problems []string) {
	bad := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	recs, res, err := run(sim.New(), c.cfg)
	if err != nil {
		bad("run: %v", err)
	}
	for _, other := range []struct {
		name string
		s    *sim.Sim
	}{{"a plain heap", sim.NewReference()}, {"a Sim that has run others", used}, {"the same Sim again", used}} {
		again, _, err := run(other.s, c.cfg)
		if err != nil {
			bad("run on %s: %v", other.name, err)
		}
		if !slices.Equal(recs, again) {
			i := 0
			for i < min(len(recs), len(again)) && recs[i] == again[i] {
				i++
			}
			bad("%s tells another story from record %d on", other.name, i)
		}
	}
	seen.add(recs)
	cut := sim.Time(c.cfg.Horizon + c.cfg.Limits.Drain)
	c.rules.Cut = strings.HasPrefix(res.Limit, "stopped") || c.cfg.Horizon > 0 && res.End >= cut
	for _, err := range simtest.Check(c.rules, recs) {
		bad("%v", err)
	}
	problems = append(problems, recount(c, recs, res)...)
	if *seed != 0 {
		show(c, recs)
	}
	return problems
}

// show prints a scenario and its trace.
func show(c scenario, recs []sim.Record) {
	for i, l := range c.cfg.Links {
		fmt.Printf("link %d: %+v\n", i, l)
	}
	for i, n := range c.cfg.Nodes {
		fmt.Printf("node %d: %+v %+v\n", i, n, n.Model)
	}
	fmt.Printf("fleets %+v\nfaults %+v\n", c.cfg.Fleets, c.cfg.Faults)
	for i, r := range recs {
		fmt.Println(i, r)
	}
}

// coverage counts what happens, so that scenarios which grow dull are noticed.
type coverage struct {
	kinds    [32]int
	statuses [32]int // of attempts and calls that have ended
	reasons  [32]int
}

func (v *coverage) add(recs []sim.Record) {
	for _, r := range recs {
		v.kinds[r.Kind]++
		v.reasons[r.Reason]++
		if r.Kind == sim.AttemptEnded || r.Kind == sim.CallEnded {
			v.statuses[r.Status]++
		}
	}
}

func (v *coverage) check(t *testing.T) {
	for k := sim.CallBegan; k <= sim.CallEnded; k++ {
		if v.kinds[k] < 100 && k != sim.AttemptHeld { // no gate holds yet
			t.Errorf("all scenarios have %d records %s, want 100", v.kinds[k], k)
		}
	}
	for why := sim.MaxAttempts; why <= sim.Answered; why++ {
		if v.reasons[why] < 100 {
			t.Errorf("all scenarios have %d records with reason %q, want 100", v.reasons[why], why)
		}
	}
	for _, st := range []sim.Status{sim.OK, sim.BadRequest, sim.Forbidden, sim.Conflict, sim.TooMany, sim.Internal, sim.BadGateway,
		sim.Unavailable, sim.GatewayTime, sim.Refused, sim.TimedOut, sim.Expired, sim.GateClosed, sim.Cancelled, sim.Unfinished} {
		if v.statuses[st] < 100 {
			t.Errorf("in all scenarios %d attempts and calls end with %s, want 100", v.statuses[st], st)
		}
	}
}
