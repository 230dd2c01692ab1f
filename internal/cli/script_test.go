package cli

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected outputs anew")

// TestMain makes the test binary the program too, for the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"retrystorm": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the sessions in testdata/script. Beyond the usual commands there
// are
//
//	exits N retrystorm ...            run it and expect exit code N
//	interrupt GLOB retrystorm ...     run it, send SIGINT soon after such a file is there,
//	                                  expect 130; its outputs are interrupted.out and .err
//	json FILE                         expect a JSON document
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		Setup:              scenarios,
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"interrupt": interrupt,
			"json":      isJSON,
		},
	})
}

// scenarios copies the files of testdata/scenarios into the folder of a script.
func scenarios(e *testscript.Env) error {
	return os.CopyFS(e.WorkDir, os.DirFS("testdata/scenarios"))
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := codeOf(ts.Exec(args[1], args[2:]...)); got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	stdout, err := os.Create(ts.MkAbs("interrupted.out"))
	ts.Check(err)
	defer stdout.Close()
	stderr, err := os.Create(ts.MkAbs("interrupted.err"))
	ts.Check(err)
	defer stderr.Close()
	cmd := exec.Command(inPath(ts, args[1]), args[2:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), []string{"HOME=" + ts.Getenv("HOME")}, stdout, stderr
	ts.Check(cmd.Start())
	for range 1000 { // a run that never begins fails below, when it ends by itself
		time.Sleep(10 * time.Millisecond)
		if found, _ := filepath.Glob(ts.MkAbs(args[0])); found != nil {
			break
		}
	}
	time.Sleep(300 * time.Millisecond)
	ts.Check(cmd.Process.Signal(os.Interrupt))
	if got := codeOf(cmd.Wait()); got != exitInterrupted {
		ts.Fatalf("exit code %d after SIGINT, want %d", got, exitInterrupted)
	}
}

func isJSON(ts *testscript.TestScript, _ bool, args []string) {
	if !json.Valid([]byte(ts.ReadFile(args[0]))) {
		ts.Fatalf("%s is no JSON document", args[0])
	}
}

func inPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		file := filepath.Join(dir, name)
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	ts.Fatalf("no %s in the path", name)
	return ""
}

// codeOf is the exit code of a process that has ended with err.
func codeOf(err error) int {
	var e *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return e.ExitCode()
	}
	panic(fmt.Sprintf("cannot run it: %v", err))
}
