// Retrystorm shows what a retry behaviour does to a service that breaks.
package main

import (
	"os"

	"retrystorm/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
