package proof_test

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/sim"
)

// builtin loads a built-in experiment and changes it as --set would.
func builtin(t *testing.T, name string, sets ...string) *experiments.File {
	t.Helper()
	text, err := experiments.Text(name)
	if err != nil {
		t.Fatal(err)
	}
	return scenario(t, name, string(text), sets...)
}

// scenario is builtin for a scenario written in the test.
func scenario(t *testing.T, name, text string, sets ...string) *experiments.File {
	t.Helper()
	f, err := experiments.Load(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if err := f.Set(s); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// vary changes f as --vary would.
func vary(t *testing.T, f *experiments.File, axes ...string) *experiments.File {
	t.Helper()
	for _, a := range axes {
		if err := f.Vary(a); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// only leaves some variants of f.
func only(t *testing.T, f *experiments.File, variants ...string) *experiments.File {
	t.Helper()
	if err := f.Only(variants...); err != nil {
		t.Fatal(err)
	}
	return f
}

func expand(t *testing.T, f *experiments.File) *experiments.Experiment {
	t.Helper()
	x, err := f.Expand()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// results runs all of f on all cores.
func results(t *testing.T, f *experiments.File) *report.Results {
	t.Helper()
	r, err := expand(t, f).Run(context.Background(), experiments.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Cells {
		for i := range c.Trials {
			if c.Trials[i].Limit != "" {
				t.Fatalf("%s %v, trial %d: %s", c.Variant, c.Values, i+1, c.Trials[i].Limit)
			}
		}
	}
	return r
}

// cellOf finds a cell by its variant and varied values.
func cellOf(t *testing.T, r *report.Results, variant string, values ...string) *report.Cell {
	t.Helper()
	for _, c := range r.Cells {
		if c.Variant == variant && slices.Equal(c.Values, values) {
			return c
		}
	}
	t.Fatalf("there is no cell %s %v", variant, values)
	return nil
}

// of are the values of a measure over the trials of a cell, for all of its calls.
func of(c *report.Cell, measure string) []float64 {
	return c.Of(0, report.MeasureIndex(measure))
}

// sum adds up values.
func sum(x []float64) (total float64) {
	for _, v := range x {
		total += v
	}
	return total
}

// replicate runs something n times on all cores and returns what it came to, by
// number. Each core has a Sim of its own.
func replicate(n int, one func(s *sim.Sim, i int) float64) []float64 {
	out := make([]float64, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			s := sim.New()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				out[i] = one(s, i)
			}
		})
	}
	wg.Wait()
	return out
}

// simulate runs cfg to its end.
func simulate(t *testing.T, s *sim.Sim, cfg sim.Config) sim.Result {
	res, err := s.Run(&cfg)
	if err != nil || res.Limit != "" {
		t.Errorf("Run: error %v, limit %q", err, res.Limit)
	}
	return res
}
