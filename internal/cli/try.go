package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"retrystorm/experiments"
)

func (e *env) tryCommand() *cobra.Command {
	var t experiments.Try
	var o output
	var c change
	var print bool
	cmd := &cobra.Command{
		Use:   "try",
		Short: "Answer from a few numbers, without a scenario file",
		Example: `  retrystorm try --rate 800/s --capacity 1000/s --p50 70ms --p99 460ms --timeout 1s --policy full-jitter --fault stall:5s
  retrystorm try --rate 800/s --capacity 1000/s --policy '{backoff: {kind: full-jitter, base: 100ms, cap: 10s}, max-attempts: 4, budget: 10%}'
  retrystorm try --rate 800/s --capacity 1000/s --print > mine.yaml`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if print {
				if name := firstSet(cmd, "set", "vary", "variant", "trials", "seed", "out", "format", "workers", "force"); name != "" {
					return fmt.Errorf("--print only writes the scenario, so --%s would do nothing; give it to retrystorm run", name)
				}
			}
			text, err := t.Text()
			if err != nil {
				return err
			}
			f, err := experiments.Load("try", []byte(text))
			if err == nil {
				err = c.apply(cmd, f)
			}
			if err != nil {
				return err
			}
			x, err := f.Expand()
			if err != nil {
				return err
			}
			if print {
				_, err := fmt.Fprint(e.out, text)
				return err
			}
			return e.run(cmd.Context(), x, &o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&t.Rate, "rate", "", "first attempts of all clients, such as 800/s (required)")
	f.StringVar(&t.Capacity, "capacity", "", "requests the service can serve, such as 1000/s (required)")
	f.DurationVar(&t.P50, "p50", 70*time.Millisecond, "median service time")
	f.DurationVar(&t.P99, "p99", 460*time.Millisecond, "99th percentile of the service time")
	f.DurationVar(&t.Timeout, "timeout", time.Second, "of an attempt")
	f.StringArrayVar(&t.Policies, "policy", nil, "a backoff by name (4 attempts), none, or a policy as in a file (repeatable)")
	f.StringVar(&t.Fault, "fault", "stall:5s", "what goes wrong: KIND:DURATION")
	f.StringVar(&t.Queue, "queue", "", "limit of the queue (default: twice capacity x timeout)")
	f.BoolVar(&print, "print", false, "print the scenario instead of running it")
	_ = cmd.MarkFlagRequired("rate")
	_ = cmd.MarkFlagRequired("capacity")
	c.flags(cmd)
	o.flags(cmd)
	return cmd
}
