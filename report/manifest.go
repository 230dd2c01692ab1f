package report

import (
	"encoding/json"
	"io"
	"runtime"
	"time"
)

// Manifest says what made the files beside it. Only Run may differ between two runs
// of the same scenario, seed and version.
type Manifest struct {
	Name     string          `json:"name"`
	Question string          `json:"question"`
	Program  string          `json:"program"` // name and version
	Command  string          `json:"command"` // repeats the run
	Seed     uint64          `json:"seed"`
	Trials   int             `json:"trials"`
	Cells    int             `json:"cells"`
	Scenario string          `json:"scenario"`       // the text as written, comments and all
	Long     json.RawMessage `json:"long,omitempty"` // its long form
	Files    []string        `json:"files"`
	Run      Run             `json:"run"`
}

// Run is when, how long and where.
type Run struct {
	Start    time.Time `json:"start"`
	Seconds  float64   `json:"seconds"`
	Host     string    `json:"host"`
	Go       string    `json:"go"`
	Platform string    `json:"platform"`
}

func (m Manifest) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(m)
}

// ThisRun is the run that began at start and ends now, on this machine.
func ThisRun(start time.Time, seconds float64, host string) Run {
	return Run{Start: start, Seconds: seconds, Host: host, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
}
