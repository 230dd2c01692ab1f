package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/sim"
)

// output is the flags that say how to run and what to show.
type output struct {
	workers int
	dir     string
	format  string
	quiet   bool
	force   bool
}

func (o *output) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.workers, "workers", 0, "trials at the same time (default: one for each core); results do not depend on it")
	f.StringVarP(&o.dir, "out", "o", "", "write report, pictures and data files into this directory")
	f.StringVar(&o.format, "format", "table", "of the results: "+strings.Join(report.Formats, ", "))
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress")
	f.BoolVar(&o.force, "force", false, "run although the estimate is beyond the limits, and without limits")
}

func (o *output) check() error {
	if !slices.Contains(report.Formats, o.format) {
		return fmt.Errorf("--format %q: want one of %s", o.format, strings.Join(report.Formats, ", "))
	}
	if o.workers < 0 {
		return fmt.Errorf("--workers %d: want 1 or more, or 0 for one on each core", o.workers)
	}
	return nil
}

func (e *env) runCommand() *cobra.Command {
	var c change
	var o output
	var t tracing
	cmd := &cobra.Command{
		Use:   "run FILE|NAME",
		Short: "Run a scenario file or a built-in experiment",
		Long: `Run a scenario file or a built-in experiment, and answer in words, then in a table.
- reads the scenario from the standard input.

Exit codes: 0, 1 the run failed, 2 the command or the scenario is wrong, 70 a bug,
98 a threshold could not be decided, 99 a threshold was not met, 130 interrupted.`,
		Example: `  retrystorm run storm
  retrystorm run aws --out aws
  retrystorm run storm --variant jitter+budget --vary link.policy.budget=5%..30%:5
  retrystorm run my.yaml --set link.timeout=2s --trials 100`,
		Args:              exactly("FILE or NAME"),
		ValidArgsFunction: completeExperiments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.check(), t.check(cmd)); err != nil {
				return err
			}
			f, err := e.load(cmd, &c, args[0])
			if err != nil {
				return err
			}
			x, err := f.Expand()
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("trace") {
				return e.writeTrace(cmd.Context(), x, &t)
			}
			return e.run(cmd.Context(), x, &o)
		},
	}
	c.flags(cmd)
	o.flags(cmd)
	t.flags(cmd)
	return cmd
}

// run runs x, shows and writes what it came to.
func (e *env) run(ctx context.Context, x *experiments.Experiment, o *output) error {
	limits, err := o.limits(x)
	if err != nil {
		return err
	}
	if o.dir != "" { // a folder that cannot be made is better known before the run
		if err := os.MkdirAll(o.dir, 0o755); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	if !o.quiet {
		for _, w := range x.Warnings() {
			fmt.Fprintf(e.err, "warning: %s\n", w)
		}
	}
	start := time.Now()
	p := newProgress(e.err, o.quiet)
	results, err := x.Run(ctx, experiments.Options{Workers: o.workers, Progress: p.step, Limits: limits})
	p.end()
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return failed{err}
	}
	if interrupted && !anyTrial(results) {
		fmt.Fprintln(e.err, "retrystorm: interrupted before a trial had finished")
		return exit(exitInterrupted)
	}
	results.Judgements = report.JudgeAll(x.Thresholds, results)
	if err := report.Render(e.out, results, o.format); err != nil {
		return failed{err}
	}
	if err := e.files(x, results, o, start); err != nil {
		return failed{err}
	}
	if interrupted {
		fmt.Fprintf(e.err, "retrystorm: interrupted; the results are those of the trials that had finished, %s\n", finished(results, x.Trials*len(x.Cells)))
		return exit(exitInterrupted)
	}
	return standing(results)
}

// limits are those of a run: the defaults, or none with --force.
func (o *output) limits(x *experiments.Experiment) (sim.Limits, error) {
	if o.force {
		return sim.Limits{Events: math.MaxUint64, Memory: math.MaxUint64}, nil
	}
	for _, c := range x.Cells {
		if err := c.Plan.Fits(sim.Limits{}); err != nil {
			return sim.Limits{}, fmt.Errorf("variant %s: %w", c.Variant, err)
		}
	}
	return sim.Limits{}, nil
}

func (e *env) files(x *experiments.Experiment, results *report.Results, o *output, start time.Time) error {
	if o.dir == "" {
		if o.format == "table" && !o.quiet {
			fmt.Fprintf(e.out, "\nPictures and data: %s --out DIR\n", repeat(e.args))
		}
		return nil
	}
	m, err := x.Manifest()
	if err != nil {
		return err
	}
	m.Program, m.Command, m.Run = "retrystorm "+version(), repeat(e.args), report.ThisRun(start, time.Since(start).Seconds(), hostname())
	names, err := report.WriteDir(o.dir, results, m)
	if err == nil && o.format == "table" {
		fmt.Fprintf(e.out, "\nWritten to %s: %s\n", o.dir, strings.Join(names, ", "))
	}
	return err
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

func anyTrial(r *report.Results) bool {
	return slices.ContainsFunc(r.Cells, func(c *report.Cell) bool { return len(c.Trials) > 0 })
}

// finished counts the trials that were run.
func finished(r *report.Results, all int) string {
	n := 0
	for _, c := range r.Cells {
		n += len(c.Trials)
	}
	return fmt.Sprintf("%d of %d", n, all)
}

// standing is the exit code for thresholds.
func standing(r *report.Results) error {
	code := exitOK
	for _, j := range r.Judgements {
		switch {
		case j.Standing == report.Failed:
			code = exitThreshold
		case j.Standing == report.TooFew && code == exitOK:
			code = exitUndecided
		}
	}
	if code == exitOK {
		return nil
	}
	return exit(code)
}

func completeExperiments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return experiments.BuiltIn(), cobra.ShellCompDirectiveDefault
}
