package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"retrystorm/experiments"
)

// change is the flags that change a scenario.
type change struct {
	set, vary, variant []string
	trials             int
	seed               uint64
}

func (c *change) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&c.set, "set", nil, "set a value by its path, such as link.timeout=250ms (repeatable)")
	f.StringArrayVar(&c.vary, "vary", nil, "vary a path, such as fleet.clients=10..190:10 (repeatable)")
	f.StringArrayVar(&c.variant, "variant", nil, "run this variant alone (repeatable)")
	f.IntVar(&c.trials, "trials", 0, "trials of each cell (default: the file's)")
	f.Uint64Var(&c.seed, "seed", 0, "seed of the experiment (default: the file's)")
}

// mostScenario bounds what is read from the standard input; the decoder says what is
// wrong with more.
const mostScenario = 2 << 20

// load reads a scenario file or a built-in experiment, and changes it.
func (e *env) load(cmd *cobra.Command, c *change, name string) (*experiments.File, error) {
	text, err := e.read(name)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "stdin"
	}
	f, err := experiments.Load(name, text)
	if err != nil {
		return nil, err
	}
	return f, c.apply(cmd, f)
}

func (c *change) apply(cmd *cobra.Command, f *experiments.File) error {
	set := c.set
	if cmd.Flags().Changed("trials") {
		if c.trials < 1 {
			return fmt.Errorf("--trials %d: want 1 or more", c.trials)
		}
		set = append(set, fmt.Sprintf("trials=%d", c.trials))
	}
	if cmd.Flags().Changed("seed") {
		set = append(set, fmt.Sprintf("seed=%d", c.seed))
	}
	for _, s := range set {
		if err := f.Set(s); err != nil {
			return err
		}
	}
	for _, v := range c.vary {
		if err := f.Vary(v); err != nil {
			return err
		}
	}
	return f.Only(c.variant...)
}

// read finds a scenario: what looks like a path is a file, anything else is the name
// of a built-in experiment, or a file all the same; - is the standard input.
func (e *env) read(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(e.in, mostScenario))
	}
	text, err := os.ReadFile(name)
	if err == nil {
		return text, nil
	}
	if strings.ContainsRune(name, filepath.Separator) || filepath.Ext(name) != "" {
		return nil, err
	}
	return experiments.Text(name)
}
