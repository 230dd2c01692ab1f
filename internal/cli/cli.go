// Package cli is the command line: one file per verb. A verb reads flags, calls
// experiments, and renders the report; it computes nothing.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"

	"github.com/spf13/cobra"

	"retrystorm/experiments/document"
	"retrystorm/sim"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1   // a run failed
	exitUsage       = 2   // the command or the scenario is wrong
	exitBug         = 70  // the program is wrong
	exitUndecided   = 98  // a threshold could not be decided
	exitThreshold   = 99  // a threshold was not met
	exitInterrupted = 130 // Ctrl-C
)

// exit is an error that has been told already, or needs no words: only its code
// counts.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// failed is an error of a run, as opposed to one of usage.
type failed struct{ error }

func (f failed) Unwrap() error { return f.error }

// env is what verbs work with.
type env struct {
	in       io.Reader
	out, err io.Writer
	debug    bool
	args     []string // of the whole command, to repeat it
}

// Main runs the program and returns its exit code.
func Main(args []string, in io.Reader, out, errOut io.Writer) (code int) {
	e := &env{in: in, out: out, err: errOut, args: args}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errOut, "retrystorm: bug: %v\nrepeat it with: %s\n", r, repeat(args))
			if e.debug {
				errOut.Write(debug.Stack())
			}
			code = exitBug
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	root := e.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	return e.code(root.ExecuteContext(ctx))
}

func (e *env) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "retrystorm",
		Short: "With this retry behaviour, against this service: what happens when something breaks?",
		Long: `Retrystorm simulates many clients with a retry policy against a service that degrades
under load, and says what happens when something breaks, and what to set instead.

  retrystorm run storm      a storm that does not end, and the sentence that explains it
  retrystorm run aws        the AWS backoff comparison
  retrystorm list           all built-in experiments`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetVersionTemplate("retrystorm {{.Version}}\n")
	plainUsage(root)
	root.PersistentFlags().BoolVar(&e.debug, "debug", false, "show the stack of a bug")
	root.AddCommand(e.runCommand(), e.tryCommand(), e.checkCommand(), e.traceCommand(),
		e.listCommand(), e.describeCommand(), e.schemaCommand(), e.versionCommand())
	return root
}

// code tells an error and picks the exit code for it.
func (e *env) code(err error) int {
	var own exit
	var bug *sim.Bug
	var run failed
	var ps document.Problems
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &own):
		return int(own)
	case errors.As(err, &bug):
		fmt.Fprintf(e.err, "retrystorm: %v\nrepeat it with: %s\n", err, repeat(e.args))
		return exitBug
	case errors.As(err, &run):
		fmt.Fprintf(e.err, "retrystorm: %v\n", err)
		return exitFailed
	case errors.As(err, &ps):
		fmt.Fprintln(e.err, ps)
		return exitUsage
	}
	fmt.Fprintf(e.err, "retrystorm: %v\n", err)
	return exitUsage
}
