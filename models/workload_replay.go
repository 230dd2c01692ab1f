package models

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Replay is the arrivals of a file, one row each: what an access log has seen. It is
// open, each call belongs to a client drawn at random, and it ends by itself. The first
// row is the beginning of the run, a warm-up included.
//
// Its arrivals are the same in every trial, so an interval over trials says nothing
// about other days.
type Replay struct {
	File   string   `key:"file,required" doc:"CSV of arrival times in order, beside the scenario; # begins a comment"`
	Column string   `key:"column" doc:"the one with the times: its number from 1, or its name in the first row"`
	Unit   TimeUnit `key:"unit" doc:"of numbers: ns, us, ms or s; dates such as 2026-01-31T12:00:00Z need none"`
	Speed  float64  `key:"speed" doc:"times as fast: 2 halves all gaps"`

	// Times are the arrivals, in order, from the first on. Load fills them.
	Times []time.Duration
}

// TimeUnit is a unit of time by its name.
type TimeUnit string

// Values lists the units.
func (TimeUnit) Values() []string { return []string{"s", "ms", "us", "ns"} }

func (u TimeUnit) duration() time.Duration {
	switch u {
	case "ns":
		return time.Nanosecond
	case "us":
		return time.Microsecond
	case "ms":
		return time.Millisecond
	}
	return time.Second
}

func newReplay() *Replay { return &Replay{Column: "1", Unit: "s", Speed: 1} }

// Load reads the file by read, which knows where names count from. Without it the
// workload cannot run.
func (r *Replay) Load(read func(name string) ([]byte, error)) error {
	data, err := read(r.File)
	if err != nil {
		return &catalog.KeyError{Key: "file", Message: err.Error()}
	}
	times, err := ParseArrivals(bytes.NewReader(data), r.Column, r.Unit)
	var noColumn *NoColumn
	if errors.As(err, &noColumn) {
		return &catalog.KeyError{Key: "column", Message: fmt.Sprintf("%q: %v", r.File, err)}
	}
	if err != nil {
		return &catalog.KeyError{Key: "file", Message: fmt.Sprintf("%q: %v", r.File, err)}
	}
	r.Times = times
	return nil
}

// Closed implements [sim.Workload].
func (r *Replay) Closed() bool { return false }

// Gap is the difference of the rounded times, so that rounding does not add up. It
// panics if Load has not read the file.
func (r *Replay) Gap(nth uint32, _ uint64) (time.Duration, bool) {
	if r.Times == nil {
		panic(fmt.Sprintf("models: the arrivals of file %q are used before Load has read them", r.File))
	}
	if int(nth) >= len(r.Times) {
		return 0, false
	}
	if nth == 0 {
		return r.at(0), true
	}
	return r.at(nth) - r.at(nth-1), true
}

func (r *Replay) at(nth uint32) time.Duration {
	if r.Speed == 1 {
		return r.Times[nth]
	}
	return duration(float64(r.Times[nth]) / r.Speed)
}

// Rate is the mean from the first arrival to the last; 0 if they are fewer than two, or
// not read yet.
func (r *Replay) Rate(uint32) sim.Rate {
	if len(r.Times) < 2 {
		return 0
	}
	span := r.at(uint32(len(r.Times)-1)) - r.at(0)
	if span <= 0 {
		return 0
	}
	return sim.Rate(float64(len(r.Times)-1) / span.Seconds())
}

// Validate reports a missing file or column and a speed that is not above 0.
func (r *Replay) Validate() error {
	return catalog.Join(
		catalog.Problem(r.File == "" && r.Times == nil, "file", "is missing"),
		catalog.Problem(r.Column == "" && r.Times == nil, "column", "is missing; write its number, from 1, or its name"),
		catalog.Problem(!(r.Speed >= 1e-6 && r.Speed <= 1e6), "speed", "must lie between 0.000001 and 1000000"))
}
