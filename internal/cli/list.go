package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"retrystorm/experiments"
)

func (e *env) listCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "list [" + strings.Join(experiments.Sections(), "|") + "]",
		Short:     "List the built-in experiments, or the kinds a scenario file can name",
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: experiments.Sections(),
		RunE: func(_ *cobra.Command, args []string) error {
			section := "experiments"
			if len(args) == 1 {
				section = args[0]
			}
			entries, err := experiments.List(section)
			if err != nil {
				return err
			}
			w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
			for _, x := range entries {
				fmt.Fprintf(w, "%s\t%s\n", x.Name, x.Doc)
			}
			return w.Flush()
		},
	}
}

func (e *env) describeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "describe NAME",
		Short:   "Describe an experiment, a kind or a measure",
		Example: "  retrystorm describe storm\n  retrystorm describe full-jitter\n  retrystorm describe recovery_time_s",
		Args:    exactly("NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := experiments.Describe(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.out, text)
			return err
		},
	}
}

func (e *env) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of scenario files, for editors",
		Long: `Print the JSON schema of scenario files. Save it beside your files and begin them with
  # yaml-language-server: $schema=retrystorm.schema.json
and your editor completes and checks them.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := experiments.Schema()
			if err != nil {
				return err
			}
			_, err = e.out.Write(text)
			return err
		},
	}
}
