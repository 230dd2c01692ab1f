package experiments_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/sim"
)

// polite retries up to three times, but only what was refused with 503: whoever has
// waited in vain for an answer knows that there is work enough. It holds no state, so
// it is policy and strategy in one.
type polite struct{}

func (p polite) New(sim.Scopes) sim.Strategy { return p }

func (polite) Before(sim.Time, uint32, *sim.Call) sim.Decision { return sim.Decision{Verb: sim.Go} }

func (polite) After(_ sim.Time, _ uint32, c *sim.Call, out *sim.Outcome) sim.Decision {
	if c.Attempts == 4 || out.Status != sim.Shed {
		return sim.Decision{Verb: sim.Stop}
	}
	window := time.Second << c.Attempts
	return sim.Decision{Verb: sim.Go, Delay: time.Duration(out.Uniform * float64(window))}
}

// withPolicy runs the storm with p where the file has jitter with four attempts, which
// is stuck for ever.
func withPolicy(p sim.Policy) (*report.Results, error) {
	text, err := experiments.Text("storm") // or os.ReadFile
	if err != nil {
		return nil, err
	}
	file, err := experiments.Load("storm", text)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(file.Set("trials=5"), file.Set("horizon=2m"), file.Only("no-retry", "jitter")); err != nil {
		return nil, err
	}
	x, err := file.Expand()
	if err != nil {
		return nil, err
	}
	if err := x.SetPolicy("jitter", "fleet/service", p); err != nil {
		return nil, err
	}
	return x.Run(context.Background(), experiments.Options{})
}

func Example() {
	results, err := withPolicy(polite{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range results.Lines() {
		fmt.Printf("%s: %s\n", l.Variant, l.Text)
	}
	// Output:
	// no-retry: healthy; recovers in 6.3 s ± 0.3 s
	// jitter: healthy; recovers in 15.4 s ± 0.7 s
}
