package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func (e *env) checkCommand() *cobra.Command {
	var c change
	cmd := &cobra.Command{
		Use:               "check FILE|NAME",
		Short:             "Say what a scenario describes, without running it",
		Long:              "Decode a scenario and show its topology, the load and capacity of each node, the worst\namplification, and what a run will take.",
		Args:              exactly("FILE or NAME"),
		ValidArgsFunction: completeExperiments,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := e.load(cmd, &c, args[0])
			if err != nil {
				return err
			}
			x, err := f.Expand()
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.out, x.Check())
			return err
		},
	}
	c.flags(cmd)
	return cmd
}
