package models

import (
	"fmt"
	"strconv"
	"strings"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Loss is a share that may be left out: 0 is not given, otherwise it is 1 more than the
// share. So 0% can be told from nothing, and a sweep can begin there.
type Loss float64

// LossOf is a given share.
func LossOf(s sim.Share) Loss { return Loss(1 + s) }

// Share is the share, 0 if it is not given.
func (l Loss) Share() sim.Share { return sim.Share(max(0, float64(l)-1)) }

// UnmarshalText reads a percentage.
func (l *Loss) UnmarshalText(text []byte) error {
	number, ok := strings.CutSuffix(string(text), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !ok || err != nil || !(v >= 0 && v <= 100) {
		return &catalog.KeyError{Message: fmt.Sprintf("%q is not a share; write a percentage from 0%% to 100%%", text)}
	}
	*l = LossOf(sim.Share(v / 100))
	return nil
}

// MarshalText is the inverse of UnmarshalText; what is not given is not written.
func (l Loss) MarshalText() ([]byte, error) {
	return []byte(strconv.FormatFloat(float64(l.Share())*100, 'g', 12, 64) + "%"), nil
}

// Words says what it is, for messages.
func (Loss) Words() string { return "share" }

// Example is one.
func (Loss) Example() string { return "25%" }
