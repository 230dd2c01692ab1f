package experiments

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"retrystorm/report"
	"retrystorm/sim"
)

// Options say how an experiment is run. They do not change its results.
type Options struct {
	Workers  int                   // trials at the same time; 0: one for each core
	Progress func(done, total int) // called after each run, from one goroutine at a time; nil: never
	Limits   sim.Limits            // of each run; the drain is the scenario's
}

// Run runs every trial of every cell. Trials are independent and stored by index, so
// the results do not depend on the number of workers. When ctx ends, the trials that
// have finished are kept and returned with ctx's error.
func (x *Experiment) Run(ctx context.Context, o Options) (*report.Results, error) {
	r := &runner{x: x, o: o, results: x.empty(), locks: make([]sync.Mutex, len(x.Cells))}
	r.plan()
	phases := [][]job{r.first, r.twinJobs(), r.rest} // a run is judged by its twin, so twins come first
	for _, jobs := range phases {
		r.total += len(jobs)
	}
	var err error
	for _, jobs := range phases {
		if err == nil {
			err = r.phase(ctx, jobs)
		}
	}
	r.keepFinished()
	return r.results, err
}

// empty is the results without trials.
func (x *Experiment) empty() *report.Results {
	res := &report.Results{Name: x.Name, Question: x.Question, Seed: x.Seed, Vary: x.Vary, Baseline: x.Baseline}
	b := bounds{}
	for _, c := range x.Cells {
		cell := report.NewCell(&c.Plan.Layout, c.Variant, c.Values, x.Trials)
		cell.Prediction = b.predict(c)
		res.Cells = append(res.Cells, cell)
	}
	return res
}

// runner is one Run at work.
type runner struct {
	x       *Experiment
	o       Options
	results *report.Results
	locks   []sync.Mutex // by cell
	twins   []twin
	twinOf  []int // by cell, -1 if it is judged by itself
	first   []job // cells that are twins
	rest    []job
	total   int
	done    atomic.Int64
	tell    sync.Mutex
}

// twin is the run without retries that some cells share.
type twin struct {
	plan *Plan
	cell int // the cell that is it, -1 if it has to be run apart
	back []report.Recovery
}

// job is one run: a trial of a cell, or of a twin.
type job struct {
	cell, twin, trial int
}

// plan finds out which cells need a twin and which are one.
func (r *runner) plan() {
	byKey := map[string]int{}
	r.twinOf = make([]int, len(r.x.Cells))
	for i, c := range r.x.Cells {
		r.twinOf[i] = -1
		if _, _, ok := c.Plan.Layout.Trigger(); !ok {
			continue
		}
		key := c.twinKey()
		t, known := byKey[key]
		if !known {
			t = len(r.twins)
			byKey[key] = t
			r.twins = append(r.twins, twin{plan: c.Plan.withoutRetries(), cell: -1, back: make([]report.Recovery, r.x.Trials)})
		}
		if !c.retries() && !c.gated() && r.twins[t].cell < 0 {
			r.twins[t].cell = i
		}
		r.twinOf[i] = t
	}
	for i := range r.x.Cells {
		t := r.twinOf[i]
		for n := range r.x.Trials {
			if t >= 0 && r.twins[t].cell == i {
				r.first = append(r.first, job{i, t, n})
			} else {
				r.rest = append(r.rest, job{i, -1, n})
			}
		}
	}
}

// twinJobs are the runs of twins that are no cell.
func (r *runner) twinJobs() (jobs []job) {
	for t := range r.twins {
		for n := range r.x.Trials {
			if r.twins[t].cell < 0 {
				jobs = append(jobs, job{-1, t, n})
			}
		}
	}
	return jobs
}

// phase runs jobs on all workers.
func (r *runner) phase(ctx context.Context, jobs []job) error {
	workers := r.o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, max(1, len(jobs)))
	var next atomic.Int64
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			var b bench
			for ctx.Err() == nil && errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(jobs) {
					return
				}
				errs[w] = r.run(ctx, &b, jobs[i])
			}
		})
	}
	wg.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// bench is what a worker keeps between runs.
type bench struct {
	sim *sim.Sim
	see *report.Collector
}

func (r *runner) run(ctx context.Context, b *bench, j job) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = r.blame(j, TrialSeed(r.x.Seed, j.trial), &sim.Bug{What: fmt.Sprint(p)})
		}
	}()
	plan := (*Plan)(nil)
	if j.cell >= 0 {
		plan = r.x.Cells[j.cell].Plan
	} else {
		plan = r.twins[j.twin].plan
	}
	seed := TrialSeed(r.x.Seed, j.trial)
	res, err := b.run(ctx, plan, seed, r.o.Limits)
	switch {
	case err != nil:
		return r.blame(j, seed, err)
	case res.Limit == sim.Interrupted:
		return ctx.Err()
	}
	r.keep(b, j, seed, &res)
	r.progress()
	return nil
}

// run runs one trial.
func (b *bench) run(ctx context.Context, p *Plan, seed uint64, limits sim.Limits) (sim.Result, error) {
	if b.sim == nil {
		b.sim, b.see = sim.New(), report.NewCollector(&p.Layout)
	}
	b.see.Reset(&p.Layout)
	cfg := p.Config
	cfg.Seed, cfg.Observe, cfg.Stop = seed, b.see, ctx.Done()
	limits.Drain = cfg.Limits.Drain
	cfg.Limits = limits
	return b.sim.Run(&cfg)
}

func (r *runner) keep(b *bench, j job, seed uint64, res *sim.Result) {
	if j.twin >= 0 {
		r.twins[j.twin].back[j.trial] = b.see.Recovery(res)
	}
	if j.cell < 0 {
		return
	}
	var back *report.Recovery
	if t := r.twinOf[j.cell]; t >= 0 && j.twin < 0 {
		back = &r.twins[t].back[j.trial]
	}
	t := b.see.Trial(res, back)
	t.Seed = seed
	r.locks[j.cell].Lock()
	defer r.locks[j.cell].Unlock()
	r.results.Cells[j.cell].Put(j.trial, t, b.see)
}

func (r *runner) progress() {
	done := int(r.done.Add(1))
	if r.o.Progress != nil {
		r.tell.Lock()
		defer r.tell.Unlock()
		r.o.Progress(done, r.total)
	}
}

// keepFinished drops the places of trials that were not run, and cells without any:
// nothing can be said of them.
func (r *runner) keepFinished() {
	defer func() {
		r.results.Cells = slices.DeleteFunc(r.results.Cells, func(c *report.Cell) bool { return len(c.Trials) == 0 })
	}()
	for _, c := range r.results.Cells {
		kept := c.Trials[:0]
		for _, t := range c.Trials {
			if t.Number > 0 {
				kept = append(kept, t)
			}
		}
		c.Trials = kept
	}
}

// TrialSeed is the seed of a trial, counted from 0: the same for every cell, so that
// variants meet the same arrivals and service times.
func TrialSeed(seed uint64, trial int) uint64 { return sim.Key(seed, sim.ForTrial, uint64(trial)) }

// Failure says which run failed, for a report that can be repeated.
type Failure struct {
	Cell  *Cell
	Trial int // from 1
	Seed  uint64
	Err   error
}

func (f *Failure) Error() string {
	return fmt.Sprintf("variant %s, trial %d, seed %#x: %v", f.Cell.Variant, f.Trial, f.Seed, f.Err)
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

func (r *runner) blame(j job, seed uint64, err error) error {
	c := r.x.Cells[0]
	if j.cell >= 0 {
		c = r.x.Cells[j.cell]
	}
	return &Failure{c, j.trial + 1, seed, err}
}
