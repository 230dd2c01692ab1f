package strategies

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"retrystorm/sim"
)

// vectors are what npm packages did on a fake clock; conformance/js records them.
type vectors struct {
	Calls []struct {
		Preset PresetName
		What   string
		Method string
		Random float64
		Sent   []int64 // ms
	}
	Walks []struct {
		What   string
		Volume int
		Deeds  [][3]int64 // ms before it, whether it succeeds, whether it ran
	}
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	text, err := os.ReadFile("testdata/javascript.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// scripts answer attempt n, as those of the recorder do.
var vectorScripts = map[string]func(n int) sim.Outcome{
	"outage":        func(int) sim.Outcome { return sim.Outcome{Status: sim.Unavailable} },
	"bad gateway":   func(int) sim.Outcome { return sim.Outcome{Status: sim.BadGateway} },
	"not found":     func(int) sim.Outcome { return sim.Outcome{Status: sim.NotFound} },
	"too many":      func(int) sim.Outcome { return sim.Outcome{Status: sim.TooMany} },
	"reset":         func(int) sim.Outcome { return sim.Outcome{Status: sim.Reset} },
	"timeout":       func(int) sim.Outcome { return sim.Outcome{Status: sim.TimedOut} },
	"hint of 7 s":   func(int) sim.Outcome { return sim.Outcome{Status: sim.Unavailable, RetryAfter: 7 * time.Second} },
	"hint of a day": func(int) sim.Outcome { return sim.Outcome{Status: sim.TooMany, RetryAfter: 24 * time.Hour} },
	"one failure": func(n int) sim.Outcome {
		if n > 1 {
			return sim.Outcome{Status: sim.OK}
		}
		return sim.Outcome{Status: sim.Internal}
	},
}

// Attempts leave when those of the packages do, to the millisecond that they are
// rounded to, and there are as many.
func TestJavaScriptCalls(t *testing.T) {
	calls := readVectors(t).Calls
	if len(calls) < 20 {
		t.Fatalf("got %d calls", len(calls))
	}
	for _, v := range calls {
		st := preset(t, v.Preset).New(sim.Scopes{Clients: 1, PerProcess: 1, Unsafe: v.Method == "post"})
		c, now := &sim.Call{}, sim.Time(0)
		var sent []sim.Time
		for {
			c.Attempts++
			sent = append(sent, now)
			now = now.Add(ms)
			out := vectorScripts[v.What](int(c.Attempts))
			out.Attempt, out.Uniform, out.Decide = c.Attempts, v.Random, out.Status != sim.OK
			d := st.After(now, 0, c, &out)
			if !out.Decide || d.Verb != sim.Go {
				break
			}
			now = now.Add(d.Delay)
		}
		if len(sent) != len(v.Sent) {
			t.Errorf("%s, %s, %s, draws of %v: ours had %d attempts, theirs %d", v.Preset, v.What, v.Method, v.Random, len(sent), len(v.Sent))
			continue
		}
		for i, at := range v.Sent {
			if d := sent[i].Sub(sim.Time(time.Duration(at) * ms)).Abs(); d > time.Duration(i)*ms {
				t.Errorf("%s, %s, %s, draws of %v: attempt %d of ours left at %v, of theirs at %v", v.Preset, v.What, v.Method, v.Random, i+1, sent[i], time.Duration(at)*ms)
			}
		}
	}
}

// opossum lets the same actions run, through closed, open and half-open.
func TestOpossumWalks(t *testing.T) {
	for _, w := range readVectors(t).Walks {
		b := opossum()
		b.MinCalls = w.Volume
		g := b.New(sim.Scopes{Clients: 1, PerProcess: 1})
		now, c, refused := sim.Time(0), &sim.Call{}, 0
		for i, d := range w.Deeds {
			now = now.Add(time.Duration(d[0]) * ms)
			ran := g.Ask(now, 0, c).Verb == sim.Go
			if ran != (d[2] == 1) {
				t.Errorf("%s: step %d, at %v: theirs ran: %t, ours: %t", w.What, i, now, d[2] == 1, ran)
				break
			}
			if !ran {
				refused++
				continue
			}
			g.Take(now, 0, c)
			st := sim.OK
			if d[1] == 0 {
				st = sim.Unavailable
			}
			g.Ended(now, 0, c, &sim.Outcome{Status: st, Sent: now})
		}
		if refused < 20 {
			t.Errorf("%s: %d of %d were refused: the walk says nothing", w.What, refused, len(w.Deeds))
		}
	}
}
