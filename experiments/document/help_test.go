package document

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares got with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if that is right, run the test with -update\ngot:\n%s", path, got)
	}
}

// The settings of these tests are a small scenario with every feature of the decoder.

type scenario struct {
	Name     string               `key:"name,required" doc:"what the run is called"`
	Seed     uint64               `key:"seed" doc:"of all trials"`
	WarmUp   time.Duration        `key:"warm-up" doc:"discarded start"`
	Ramp     float64              `key:"ramp" doc:"factor"`
	Priority int8                 `key:"priority" doc:"from -128 to 127"`
	Services catalog.Map[service] `key:"services" doc:"by name"`
	Link     link                 `key:"link" doc:"what callers do"`
	Faults   catalog.Map[fault1]  `key:"faults" doc:"what goes wrong"`
	Variants catalog.Map[*Node]   `key:"variants" doc:"read later"`
	Hidden   int
}

type service struct {
	Workers uint32        `key:"workers,required" doc:"of one replica"`
	Queue   queue         `key:"queue" doc:"where requests wait"`
	Cache   *cache        `key:"cache" doc:"in front of the queue"`
	Cost    sim.Share     `key:"reject-cost" doc:"of a rejection"`
	Writes  bool          `key:"writes" doc:"an execution leaves an effect"`
	Start   sim.Time      `key:"start" doc:"from then on it serves"`
	Hedge   time.Duration `key:"hedge,omitzero" doc:"left out while it is zero"`
}

// Validate has no key to blame.
func (s *service) Validate() error {
	if s.Writes && s.Cache != nil {
		return errors.New("a service that writes has no cache; leave one of them out")
	}
	return nil
}

type queue struct {
	Limit      int        `key:"limit" doc:"of those who wait"`
	Discipline discipline `key:"discipline" doc:"who is next"`
}

func (queue) Short() string { return "limit" }

type discipline string

func (discipline) Values() []string { return []string{"fifo", "lifo", "codel"} }

type cache struct {
	TTL     time.Duration `key:"ttl,required" doc:"of an entry"`
	Entries int           `key:"entries" doc:"at most"`
}

type link struct {
	times   `doc:"embedded, so its keys are the link's"`
	Network network `key:"network" doc:"between caller and service"`
	Policy  policy  `key:"policy,optional" doc:"what callers do about failures"`
}

type times struct {
	Timeout  time.Duration `key:"timeout" doc:"of an attempt"`
	Deadline time.Duration `key:"deadline" doc:"of the call"`
}

func (t *times) Validate() error {
	return catalog.Problem(t.Deadline != 0 && t.Deadline < t.Timeout, "deadline", "is shorter than the timeout")
}

type policy struct {
	Preset      string       `key:"preset,first,omitzero" doc:"a library"`
	Backoff     backoff      `key:"backoff" doc:"delay before a retry"`
	MaxAttempts attempts     `key:"max-attempts" doc:"counts the first"`
	RetryOn     []sim.Status `key:"retry-on" doc:"which statuses"`
	Budget      budget       `key:"budget,optional" doc:"bounds retries"`
	retries     int
}

// Defaults knows one preset, whose budget can be taken away.
func (p *policy) Defaults() error {
	switch p.Preset {
	case "":
		return nil
	case "sdk@1.0":
		*p = policy{Preset: p.Preset, MaxAttempts: 3, Backoff: &constant{Wait: time.Second}, Budget: &ratio{Ratio: 0.1, Scope: "fleet"}}
		return nil
	}
	return catalog.Problem(true, "preset", fmt.Sprintf("unknown preset %q; presets: sdk@1.0", p.Preset))
}

func (p *policy) Prepare() error {
	p.retries = max(int(p.MaxAttempts)-1, 0)
	return nil
}

func (p *policy) Explain(key string) string {
	if key == "retries" {
		return "write max-attempts, which counts the first attempt too"
	}
	return ""
}

type attempts int

func (a *attempts) UnmarshalText(text []byte) error {
	if string(text) == "unlimited" {
		*a = -1
		return nil
	}
	n, err := strconv.ParseUint(string(text), 10, 16)
	*a = attempts(n)
	if err != nil {
		return fmt.Errorf("%q is no number of attempts; write 3 or unlimited", text)
	}
	return nil
}

func (a attempts) MarshalText() ([]byte, error) {
	if a < 0 {
		return []byte("unlimited"), nil
	}
	return strconv.AppendInt(nil, int64(a), 10), nil
}

func (attempts) Words() string   { return "count or unlimited" }
func (attempts) Example() string { return "3" }
func (attempts) Pattern() string { return "^([0-9]+|unlimited)$" }

type backoff interface{ backoff() }

type immediate struct{}

type constant struct {
	Wait time.Duration `key:"wait,required" doc:"always"`
}

type fullJitter struct {
	Base time.Duration `key:"base,required" doc:"first window"`
	Cap  time.Duration `key:"cap" doc:"longest window"`
	Cut  sim.Share     `key:"cut" doc:"of the window"`
}

func (immediate) backoff()   {}
func (*constant) backoff()   {}
func (*fullJitter) backoff() {}

func (f *fullJitter) Validate() error {
	return catalog.Join(
		catalog.Problem(f.Base > f.Cap, "base", "is longer than the cap; swap them"),
		catalog.Problem(f.Cap > time.Hour, "cap", "is longer than an hour"))
}

type budget interface{ budget() }

type ratio struct {
	Ratio sim.Share `key:"ratio,required" doc:"of first attempts"`
	Floor sim.Rate  `key:"floor" doc:"always allowed"`
	Scope scope     `key:"scope" doc:"who shares it"`
}

type bucket struct {
	Size float64 `key:"size,required" doc:"tokens"`
}

type scope string

func (scope) Values() []string { return []string{"client", "process", "fleet"} }

func (*ratio) budget()  {}
func (*bucket) budget() {}

type network interface{ network() }

type wire struct {
	Delay time.Duration `key:"delay" doc:"one way"`
	Loss  sim.Share     `key:"loss" doc:"of the messages"`
}

// waits is a network that stands for the kind in it.
type waits struct {
	Wait backoff `key:"wait,required" doc:"a kind inside a kind"`
}

func (wire) network()   {}
func (*waits) network() {}

type fault1 interface{ fault() }

type stall struct {
	At  sim.Time      `key:"at,required" doc:"when"`
	For time.Duration `key:"for,required" doc:"how long"`
}

func (*stall) fault() {}

func testKinds() *Kinds {
	kinds := NewKinds()
	Add(kinds, []catalog.Row[backoff]{
		{Name: "immediate", Doc: "no delay", New: func() backoff { return immediate{} }},
		{Name: "constant", Doc: "one delay", Short: "wait", New: func() backoff { return &constant{} }},
		{Name: "full-jitter", Doc: "a random part of the window", New: func() backoff { return &fullJitter{Cap: 10 * time.Second} }},
	}, "")
	Add(kinds, []catalog.Row[budget]{
		{Name: "ratio", Doc: "a share", Short: "ratio", New: func() budget { return &ratio{Scope: "fleet"} }},
		{Name: "bucket", Doc: "tokens", Short: "size", New: func() budget { return &bucket{} }},
	}, "ratio")
	Add(kinds, []catalog.Row[network]{
		{Name: "lan", Doc: "one room", New: func() network { return &wire{Delay: time.Millisecond} }},
		{Name: "wan", Doc: "two towns", New: func() network { return &wire{Delay: 40 * time.Millisecond, Loss: 0.001} }},
		{Name: "waits", Doc: "as a backoff", Short: "wait", New: func() network { return &waits{} }},
	}, "lan")
	Add(kinds, []catalog.Row[fault1]{{Name: "stall", Doc: "workers stop", New: func() fault1 { return &stall{} }}}, "")
	Explain[fault1](kinds, map[string]string{"down": "say what happens: stall, lose or refuse"})
	return kinds
}

// decode reads a document of these tests.
func decode(text string) (scenario, error) {
	root, err := Parse("t.yaml", []byte(text))
	if err != nil {
		return scenario{}, err
	}
	var s scenario
	err = Decode(root, &s, testKinds()).Err()
	return s, err
}
