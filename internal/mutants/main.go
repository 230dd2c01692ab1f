// Command mutants plants one fault at a time into a copy of the tree and runs the
// test that must catch it. It fails if a fault survives, or if a test fails without
// one: a test that cannot fail proves nothing.
//
//	go run ./internal/mutants [NAME...]
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(names []string) error {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyTree(".", dir); err != nil {
		return fmt.Errorf("copying the tree: %w", err)
	}
	chosen := mutants
	if len(names) > 0 {
		chosen = slices.DeleteFunc(slices.Clone(mutants), func(m mutant) bool { return !slices.Contains(names, m.name) })
	}
	if err := sane(dir, chosen); err != nil {
		return err
	}
	survived := 0
	for _, m := range chosen {
		caught, err := m.try(dir)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", m.name, err)
		case caught:
			fmt.Printf("caught    %-32s by %s\n", m.name, m.test)
		default:
			survived++
			fmt.Printf("SURVIVED  %-32s %s passes\n", m.name, m.test)
		}
	}
	fmt.Printf("%d passed, %d failed\n", len(chosen)-survived, survived)
	if survived > 0 {
		return fmt.Errorf("%d planted faults survived", survived)
	}
	return nil
}

// sane runs the tests without any fault.
func sane(dir string, ms []mutant) error {
	tests := map[string][]string{}
	var packages []string
	for _, m := range ms {
		if tests[m.pkg] == nil {
			packages = append(packages, m.pkg)
		}
		if !slices.Contains(tests[m.pkg], m.test) {
			tests[m.pkg] = append(tests[m.pkg], m.test)
		}
	}
	for _, p := range packages {
		if out, ok := test(dir, p, strings.Join(tests[p], "|")); !ok {
			return fmt.Errorf("tests of %s fail without a planted fault:\n%s", p, out)
		}
	}
	return nil
}

// try plants the fault, runs the test, and takes the fault out again.
func (m *mutant) try(dir string) (caught bool, err error) {
	path := filepath.Join(dir, m.file)
	text, err := os.ReadFile(path)
	if err != nil {
		return false, err
	}
	if n := bytes.Count(text, []byte(m.old)); n != 1 {
		return false, fmt.Errorf("%s holds %q %d times, want once", m.file, m.old, n)
	}
	broken := bytes.Replace(text, []byte(m.old), []byte(m.new), 1)
	if err := os.WriteFile(path, broken, 0o644); err != nil {
		return false, err
	}
	defer os.WriteFile(path, text, 0o644)
	out, ok := test(dir, m.pkg, m.test)
	if !ok && !strings.Contains(out, "--- FAIL: ") && !strings.Contains(out, "panic: ") {
		return false, fmt.Errorf("the fault does not compile, or the test does not run:\n%s", out)
	}
	return !ok, nil
}

// test runs the tests of a package that names matches; ok is false also if it names
// none.
func test(dir, pkg, names string) (out string, ok bool) {
	cmd := exec.Command("go", "test", "-count=1", "-timeout=90s", "-run", "^("+names+")$", "./"+pkg)
	cmd.Dir = dir
	b, err := cmd.CombinedOutput()
	return string(b), err == nil && !bytes.Contains(b, []byte("no tests to run"))
}

// copyTree copies what the build and the tests need.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && path != "." {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, path), 0o755)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, path), b, 0o644)
	})
}
