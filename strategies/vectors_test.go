package strategies

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// vectors are what one npm package did on a fake clock, as conformance/js records it.
type vectors struct {
	name    string // of the file
	Preset  PresetName
	Version string
	Calls   []vectorCall
	Walks   []vectorWalk
}

// vectorCall is one call. Times are in ms; the last word of a script answers all further
// attempts.
type vectorCall struct {
	Script, Method string
	U              float64 // what Math.random gave
	Latency        int64   // of an attempt that times out
	Deadline       int64
	Sent           []int64
	Over           int64
	End            string // ok, error, or cut: it would have gone on
}

// vectorWalk is a walk of a breaker, or how many attempts calls had one after the other.
type vectorWalk struct {
	Walk            string
	Options         struct{ VolumeThreshold, ErrorThresholdPercentage, ResetTimeout, RollingCountTimeout, RollingCountBuckets int64 }
	Steps           []string
	Calls, Attempts string
}

func readVectors(t *testing.T) (all []vectors) {
	t.Helper()
	files, _ := filepath.Glob("testdata/js/*.json")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v := vectors{name: strings.TrimSuffix(filepath.Base(file), ".json")}
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, v)
	}
	return all
}

// downward is the packages in which the largest draw gives the shortest delay.
var downward = map[string]bool{"openai-node": true, "anthropic-node": true}

// unlike is what presets cannot do as the package does, by file and script; NotModelled
// says so. A row that agrees after all fails.
var unlike = map[string]map[string]string{
	"azure-js": {
		"429":               "a 429 is tried again only with a hint",
		"503 429 reset 200": "a 429 is tried again only with a hint",
	},
}

// whole is how a package makes whole milliseconds of a delay: the timers of Node cut it,
// but some round it themselves.
func whole(file string, d time.Duration) time.Duration {
	if file == "async-retry" {
		return d.Round(ms)
	}
	return d.Truncate(ms)
}

// early is how much sooner an attempt of ours may leave than theirs, retries being how
// many came before it. azure-js draws one of the whole milliseconds of its window, both
// ends included, which is up to 1 ms more than the same share of the window. kafkajs rounds what it
// draws up, and carries that on into windows that grow by 2.4 at most.
func early(file string, retries int) (ms int64) {
	switch file {
	case "azure-js":
		return int64(retries)
	case "kafkajs":
		return int64(math.Pow(3, float64(retries)))
	}
	return 0
}

// Attempts leave when those of the packages do, to the millisecond: Node's timers take
// whole ones, so that a delay is cut to it. There are as many, and the call ends as and
// when theirs does.
func TestJavaScriptCalls(t *testing.T) {
	calls := 0
	for _, v := range readVectors(t) {
		t.Run(v.name, func(t *testing.T) {
			if len(v.Calls) == 0 {
				t.Skip("a breaker")
			}
			p := preset(t, PresetName(string(v.Preset)+"@"+v.Version))
			others := 0
			for _, c := range v.Calls {
				calls++
				got := playVector(p, c, v.name)
				same := sameVector(v.name, got, c)
				if why := unlike[v.name][c.Script]; why != "" {
					others++
					if same {
						t.Errorf("%s, %s: it agrees, although %s", c.Script, c.Method, why)
					}
				} else if !same {
					t.Errorf("%s, %s, draws of %v, deadline %d:\n  ours left at %d, %s at %d\ntheirs left at %d, %s at %d", c.Script, c.Method, c.U, c.Deadline,
						got.Sent, got.End, got.Over, c.Sent, c.End, c.Over)
				}
			}
			what := fmt.Sprintf("recorded: instants of %d calls by outcome, method, hint and draw", len(v.Calls)-others)
			if early(v.name, 1) > 0 {
				what += ", within its rounding"
			}
			if others > 0 {
				what += fmt.Sprintf("; not modelled: %d", others)
			}
			report(t, v, what)
		})
	}
	if calls < 600 {
		t.Errorf("got %d calls: run conformance/js", calls)
	}
}

// sameVector compares attempts and ends. google-gax waits the delay that passes its time
// limit before it gives up, so that when it does says nothing.
func sameVector(file string, ours, theirs vectorCall) bool {
	if len(ours.Sent) != len(theirs.Sent) || ours.End != theirs.End {
		return false
	}
	if theirs.End == "cut" || file == "google-gax" && theirs.End == "error" {
		ours.Over = theirs.Over
	}
	for i, at := range append(theirs.Sent, theirs.Over) {
		mine, n := ours.Over, len(theirs.Sent)-1
		if i <= n {
			mine, n = ours.Sent[i], i
		}
		if d := at - mine; d < 0 || d > early(file, n) {
			return false
		}
	}
	return true
}

// playVector lets a policy make the call: when attempts left, when it was over, and how.
func playVector(p Policy, v vectorCall, file string) (got vectorCall) {
	st := p.New(sim.Scopes{Clients: 1, PerProcess: 1, Unsafe: v.Method == "POST"})
	words := strings.Fields(v.Script)
	c, now := &sim.Call{}, sim.Time(0)
	for {
		word := words[min(len(got.Sent), len(words)-1)]
		got.Sent = append(got.Sent, int64(time.Duration(now)/ms))
		if v.End == "cut" && len(got.Sent) == len(v.Sent) {
			got.End = "cut"
			return got
		}
		c.Attempts++
		out := outcomeOf(word)
		out.Attempt, out.Sent, out.Uniform, out.Decide = c.Attempts, now, v.U, out.Status != sim.OK
		if downward[file] {
			out.Uniform = 1 - v.U
		}
		if out.Status == sim.TimedOut {
			now = now.Add(time.Duration(v.Latency) * ms)
		}
		d := st.After(now, 0, c, &out)
		late := v.Deadline > 0 && now.Add(d.Delay) >= sim.Time(v.Deadline)*sim.Time(ms)
		got.Over = int64(time.Duration(now) / ms)
		switch {
		case out.Status == sim.OK:
			got.End = "ok"
			return got
		case d.Verb != sim.Go || late:
			got.End = "error"
			return got
		}
		now = now.Add(whole(file, d.Delay))
	}
}

// outcomeOf is what a word of a script stands for: 503+7 is a 503 that says to come again
// in 7 s.
func outcomeOf(word string) (out sim.Outcome) {
	word, hint, _ := strings.Cut(word, "+")
	seconds, _ := strconv.Atoi(hint)
	out.RetryAfter = time.Duration(seconds) * time.Second
	for st, row := range sim.Statuses {
		if row.Name == word || word == strconv.Itoa(row.Code) && row.Name != "shed" && out.Status == 0 {
			out.Status = sim.Status(st)
		}
	}
	if word != "200" && out.Status == sim.OK {
		panic("unknown word of a script: " + word)
	}
	return out
}

// report writes a row of the table of what was compared, if CONFORMANCE_TABLE says where.
func report(t *testing.T, v vectors, what string) {
	path := os.Getenv("CONFORMANCE_TABLE")
	if t.Failed() || path == "" {
		return
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "| %s | %s | %s | agrees |\n", v.Preset, v.Version, what)
}
