package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// exactly wants one argument, which is called what.
func exactly(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return fmt.Errorf("%s wants one %s, got %d arguments; see %s --help", cmd.Name(), what, len(args), cmd.CommandPath())
	}
}

// noArgs wants none.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s takes no argument, got %q; see %s --help", cmd.Name(), args[0], cmd.CommandPath())
}

// plainUsage leaves out what the library says of every flag that is on or off.
func plainUsage(root *cobra.Command) {
	usage := root.UsageFunc()
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		out := cmd.OutOrStderr()
		defer cmd.SetOut(out)
		cmd.SetOut(blanking{out})
		return usage(cmd)
	})
}

// blanking replaces text by blanks, so that columns stay.
type blanking struct{ w io.Writer }

func (b blanking) Write(p []byte) (int, error) {
	const noise, blank = "[=true|false]", "             "
	if _, err := io.WriteString(b.w, strings.ReplaceAll(string(p), noise, blank)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// firstSet is the first of the flags that is given, "" if none is.
func firstSet(cmd *cobra.Command, flags ...string) string {
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			return name
		}
	}
	return ""
}
