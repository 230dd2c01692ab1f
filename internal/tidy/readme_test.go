package tidy

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retrystorm/experiments"
)

var update = flag.Bool("update", false, "write what the commands of the README show anew")

// elsewhere are commands that are not run here, and why.
var elsewhere = map[string]string{
	"make test": "it runs this test",
}

// TestReadme runs every command of README.md, in order and in one folder, and
// compares what they show. In a block marked console, a line that begins with $ is a
// command, what follows is its output, and a line ... stands for lines left out. A
// block marked yaml whose first line is a comment with a file name is that file.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs experiments in full")
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := session{t: t, dir: t.TempDir(), bin: program(t)}
	out := fence.ReplaceAllStringFunc(string(text), s.block)
	if s.ran < 5 {
		t.Errorf("%d commands were run, is the test blind?", s.ran)
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, "README.md"), []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.pictures()
}

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// session is one terminal.
type session struct {
	t        *testing.T
	dir, bin string
	ran      int
}

// block runs one block and returns it as it should be.
func (s *session) block(block string) string {
	m := fence.FindStringSubmatch(block)
	lang, body := m[1], m[2]
	switch lang {
	case "yaml":
		first, _, _ := strings.Cut(body, "\n")
		if name, ok := strings.CutPrefix(first, "# "); ok && strings.HasSuffix(name, ".yaml") {
			if err := os.WriteFile(filepath.Join(s.dir, name), []byte(body), 0o644); err != nil {
				s.t.Fatal(err)
			}
		}
	case "go":
		s.excerpt(body)
	case "console":
		return "```console\n" + s.console(body) + "```"
	}
	return block
}

// excerpt looks for Go code in the example that is compiled and run.
func (s *session) excerpt(code string) {
	example, err := os.ReadFile(filepath.Join(root, "experiments/example_test.go"))
	if err != nil {
		s.t.Fatal(err)
	}
	for part := range strings.SplitSeq(code, "\n\n") {
		if !strings.Contains(string(example), strings.TrimSpace(part)) {
			s.t.Errorf("README.md shows Go code that the example does not have:\n%s", part)
		}
	}
}

// console runs the commands of a block.
func (s *session) console(body string) string {
	var out strings.Builder
	lines := strings.SplitAfter(body, "\n")
	for i := 0; i < len(lines)-1; {
		command, ok := strings.CutPrefix(lines[i], "$ ")
		if !ok {
			s.t.Fatalf("README.md: a console begins with %q, want $ and a command", lines[i])
		}
		end := i + 1
		for end < len(lines)-1 && !strings.HasPrefix(lines[end], "$ ") {
			end++
		}
		shown := strings.Join(lines[i+1:end], "")
		out.WriteString(lines[i] + s.command(strings.TrimSpace(command), shown))
		i = end
	}
	return out.String()
}

// command runs one command and returns what should stand below it.
func (s *session) command(command, shown string) string {
	if elsewhere[command] != "" {
		return shown
	}
	s.ran++
	got := s.shell(strings.Replace(command, "go run . ", "retrystorm ", 1))
	if shown == "" || matches(got, shown) {
		return shown
	}
	if *update {
		return shorten(got, shown)
	}
	s.t.Errorf("$ %s\n%s\nREADME.md shows\n%s", command, got, shown)
	return shown
}

// shell runs a command line, and returns its output, or what it says of an error.
func (s *session) shell(line string) string {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = s.dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), "PATH="+s.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 2:
		return stderr.String()
	case err != nil && !(errors.As(err, &exit) && slices.Contains([]int{98, 99}, exit.ExitCode())):
		s.t.Errorf("$ %s: %v\n%s", line, err, stderr.String())
	}
	return stdout.String()
}

// shorten leaves out of new output what was left out of the old.
func shorten(got, shown string) string {
	before, after, left := strings.Cut(shown, leftOut)
	if !left {
		return got
	}
	lines := strings.SplitAfter(got, "\n")
	head, tail := strings.Count(before, "\n"), strings.Count(after, "\n")
	if head+tail >= len(lines) {
		return got
	}
	return strings.Join(lines[:head], "") + leftOut + strings.Join(lines[len(lines)-1-tail:], "")
}

// leftOut stands for lines that are not shown.
const leftOut = "...\n"

// matches compares output with what is shown of it; a line ... stands for any lines.
func matches(got, shown string) bool {
	pattern := regexp.QuoteMeta(shown)
	pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(leftOut), `(?s:.*)`)
	return regexp.MustCompile(`\A` + pattern + `\z`).MatchString(got)
}

// pictures compares the pictures of the README with those that its own commands have
// drawn.
func (s *session) pictures() {
	for docs, drawn := range map[string]string{
		"docs/aws-attempts.svg":   "aws/attempts.svg",
		"docs/aws-completion.svg": "aws/completion_s.svg",
		"docs/cascade.svg":        "cascade/load.svg",
		"docs/layers.svg":         "layers/layers.svg",
	} {
		got, err := os.ReadFile(filepath.Join(s.dir, drawn))
		if err != nil {
			s.t.Errorf("no command of the README draws %s: %v", docs, err)
			continue
		}
		want, _ := os.ReadFile(filepath.Join(root, docs))
		switch {
		case bytes.Equal(got, want):
		case *update:
			if err := os.WriteFile(filepath.Join(root, docs), got, 0o644); err != nil {
				s.t.Fatal(err)
			}
		default:
			s.t.Errorf("%s is not what the README's command draws; -update draws it anew", docs)
		}
	}
}

// program builds the command and returns the folder that it is in.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, "retrystorm"), ".")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// TestReadmeNamesWhatThereIs looks for every kind of the catalogues, and every
// built-in experiment, in README.md.
func TestReadmeNamesWhatThereIs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range experiments.Sections() {
		if section == "measures" || section == "blocks" || section == "outcomes" { // a command shows those
			continue
		}
		entries, err := experiments.List(section)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name, _, _ := strings.Cut(e.Name, "@")
			if !bytes.Contains(text, []byte("`"+name+"`")) {
				t.Errorf("README.md does not name `%s`, one of the %s", e.Name, section)
			}
		}
	}
}
