package strategies

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// opossum lets the same attempts leave, and is in the same state after every step,
// through closed, open and half-open.
func TestOpossumWalks(t *testing.T) {
	steps := 0
	for _, v := range readVectors(t) {
		if v.name != "opossum" {
			continue
		}
		for i, w := range v.Walks {
			b := opossum()
			b.MinCalls = int(w.Options.VolumeThreshold)
			if p := w.Options.ErrorThresholdPercentage; p > 0 {
				b.Rate = sim.Share(p) / 100
			}
			if n := w.Options.ResetTimeout; n > 0 {
				b.OpenFor = time.Duration(n) * ms
			}
			if n := w.Options.RollingCountTimeout; n > 0 {
				b.Window, b.Slices = time.Duration(n)*ms, int(w.Options.RollingCountBuckets)
			}
			refused, err := walkOpossum(b.New(sim.Scopes{Clients: 1, PerProcess: 1}), w.Steps)
			if err != nil {
				t.Errorf("walk %d, %s, %+v: %v", i, w.Walk, w.Options, err)
			}
			if refused == 0 && w.Walk != "calm" {
				t.Errorf("walk %d, %s: nothing was refused: it says nothing", i, w.Walk)
			}
			steps += len(w.Steps)
		}
		report(t, v, fmt.Sprintf("recorded: state and answer at each of %d steps of %d walks, with attempts that overlap", steps, len(v.Walks)))
	}
	if steps < 2000 {
		t.Errorf("got %d steps: run conformance/js", steps)
	}
}

// walkOpossum follows steps such as "1407 fail go closed": at 1407 ms an attempt that
// fails at once was let through, after which it was closed. start7 is an attempt that
// takes a while, ok7 or fail7 its end.
func walkOpossum(g Gate, steps []string) (refused int, err error) {
	left := map[string]sim.Time{}
	for i, step := range steps {
		f := strings.Fields(step)
		at, _ := strconv.ParseInt(f[0], 10, 64)
		now, c := sim.Time(at)*sim.Time(ms), &sim.Call{}
		what := strings.TrimRight(f[1], "0123456789")
		id := strings.TrimPrefix(f[1], what)
		sent, ends := now, what != "start"
		if id != "" && ends {
			sent = left[id]
		} else {
			got := "go"
			if g.Ask(now, 0, c).Verb != sim.Go {
				got, ends = "stop", false
				refused++
			} else {
				g.Take(now, 0, c)
				g.Left(now, 0, c)
				left[id] = now
			}
			if got != f[2] {
				return refused, fmt.Errorf("step %d, %q: ours says %s", i, step, got)
			}
		}
		if ends {
			st := sim.OK
			if what == "fail" {
				st = sim.Unavailable
			}
			g.Ended(now, 0, c, &sim.Outcome{Status: st, Sent: sent, Attempt: 1})
		}
		if got := opossumState(g, now); got != f[3] {
			return refused, fmt.Errorf("step %d, %q: ours is %s", i, step, got)
		}
	}
	return refused, nil
}

// opossumState is the state as opossum calls it: half-open begins with the end of the
// open time.
func opossumState(g Gate, now sim.Time) string {
	r := g.(*rateGate)
	switch b := r.state[0]; {
	case b.is == halfOpen, b.is == open && now >= b.since.Add(r.OpenFor):
		return "half-open"
	case b.is == open:
		return "open"
	}
	return "closed"
}

// The quota of the AWS SDKs for JavaScript gives calls as many attempts, one after the
// other: f fails to the end, r succeeds at its second attempt, o at the first.
func TestAWSQuotaOfJavaScript(t *testing.T) {
	walks := 0
	for _, v := range readVectors(t) {
		if !strings.HasPrefix(v.name, "aws-") {
			continue
		}
		calls := 0
		for _, w := range v.Walks {
			walks++
			calls += len(w.Calls)
			st := preset(t, PresetName(string(v.Preset)+"@"+v.Version)).New(sim.Scopes{Clients: 1, PerProcess: 1})
			failure := sim.Unavailable
			if w.Walk == "THROTTLING" {
				failure = sim.TooMany
			}
			got := ""
			for _, kind := range w.Calls {
				c := &sim.Call{}
				for {
					st.Before(0, 0, c)
					c.Attempts++
					out := sim.Outcome{Status: failure, Attempt: c.Attempts}
					if kind == 'o' || kind == 'r' && c.Attempts == 2 {
						out.Status = sim.OK
					}
					out.Decide = out.Status != sim.OK
					if d := st.After(0, 0, c, &out); !out.Decide || d.Verb != sim.Go {
						break
					}
				}
				got += strconv.Itoa(int(c.Attempts))
			}
			if got != w.Attempts {
				t.Errorf("%s, %s:\n ours %s\ntheirs %s", v.name, w.Walk, got, w.Attempts)
			}
		}
		report(t, v, fmt.Sprintf("recorded: quota, attempts of %d calls that fail, are throttled and succeed", calls))
	}
	if walks != 4 {
		t.Errorf("got %d walks, want 4", walks)
	}
}
