package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"retrystorm/experiments"
	"retrystorm/report"
	"retrystorm/report/trace"
)

// tracing is the flags of run that trace one trial instead.
type tracing struct {
	file  string
	trial int
}

func (t *tracing) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.file, "trace", "", "run one trial alone and write all that happens in it to this file; see retrystorm trace")
	cmd.Flags().IntVar(&t.trial, "trial", 1, "the trial to trace, of the first cell that is chosen by --variant and --set")
}

// check refuses flags that a trace, or a run without one, would not heed.
func (t *tracing) check(cmd *cobra.Command) error {
	set := cmd.Flags().Changed
	if !set("trace") {
		if set("trial") {
			return errors.New("--trial chooses the trial to trace; give --trace FILE with it")
		}
		return nil
	}
	if name := firstSet(cmd, "out", "format", "workers", "trials", "force"); name != "" {
		return fmt.Errorf("--trace runs one trial alone and shows no results, so --%s would do nothing; leave it out", name)
	}
	if t.trial < 1 {
		return fmt.Errorf("--trial %d: want 1 or more", t.trial)
	}
	return nil
}

// writeTrace traces one trial of the first cell.
func (e *env) writeTrace(ctx context.Context, x *experiments.Experiment, t *tracing) error {
	cell := x.Cells[0]
	err := report.WriteFile(t.file, func(f io.Writer) error {
		w := trace.NewWriter(f, &cell.Plan.Config)
		if _, err := x.Observe(ctx, cell, t.trial, w); err != nil {
			return err
		}
		return w.Close()
	})
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(e.err, "retrystorm: interrupted; there is no trace")
		return exit(exitInterrupted)
	case err != nil:
		return failed{err}
	}
	_, err = fmt.Fprintf(e.out, "Traced trial %d of %s to %s; tell the story of a call with: retrystorm trace %s --call 1\n", t.trial, cell.Variant, t.file, t.file)
	return err
}

func (e *env) traceCommand() *cobra.Command {
	var call uint32
	cmd := &cobra.Command{
		Use:     "trace FILE --call N",
		Short:   "Tell the story of one call from a trace",
		Example: "  retrystorm run storm --variant jitter --set horizon=1m --trace storm.trace\n  retrystorm trace storm.trace --call 25000",
		Args:    exactly("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			t, err := trace.Read(f)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return trace.Story(e.out, t, call)
		},
	}
	cmd.Flags().Uint32Var(&call, "call", 1, "number of the call in the run, from 1")
	return cmd
}
