package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retrystorm/experiments"
)

// sizes make the built-in experiments small; one that is not here runs one trial.
var sizes = map[string]string{
	"storm":       "--trials 2 --set horizon=60s",
	"aws":         "--trials 3 --vary fleet.clients=10..50:20",
	"aws-exact":   "--vary fleet.clients=[10,50]",
	"fault-words": "--trials 1 --set horizon=90s",
	"how-many":    "--trials 1 --set horizon=30s",
	"scripts":     "--trials 5",

	"outage":            "--trials 1 --set horizon=60s",
	"hotos21":           "--trials 1 --set horizon=3m",
	"rate-limit":        "--trials 1 --set horizon=90s",
	"cold-cache":        "--trials 1 --set horizon=3m",
	"duplicate-payment": "--trials 1 --set fleet.workload.rate=15/s --set service.workers=6",
	"hedge-overload":    "--trials 1 --set horizon=30s",
	"reconnect":         "--trials 1 --set fleet.clients=5000",
	"shared-limit":      "--trials 1 --set horizon=90s",
}

// TestBuiltIns runs every built-in experiment, small, and compares what it says.
func TestBuiltIns(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs every experiment")
	}
	for _, name := range experiments.BuiltIn() {
		size := sizes[name]
		if size == "" {
			size = "--trials 1"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"run", name, "-q", "--workers", "1"}, strings.Fields(size)...)
			out, code := runs(t, args...)
			if !slices.Contains([]int{exitOK, exitUndecided, exitThreshold}, code) {
				t.Errorf("exit code %d", code)
			}
			golden(t, filepath.Join("testdata/builtin", name+".golden"), "$ "+repeat(args)+"\n"+out)
		})
	}
}

// TestNoStrayGoldens fails if an experiment has gone and its output has stayed.
func TestNoStrayGoldens(t *testing.T) {
	entries, err := os.ReadDir("testdata/builtin")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".golden"); !slices.Contains(experiments.BuiltIn(), name) {
			t.Errorf("%s belongs to no built-in experiment", e.Name())
		}
	}
}

// golden compares got with a file, or writes it with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant (%s; -update writes it anew)\n%s", got, file, want)
	}
}
