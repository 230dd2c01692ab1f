package models

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"retrystorm/sim/catalog"
)

// DropAfter is a wait after which a request is not worth serving: a duration, or a
// share of its caller's attempt timeout. The zero value is never.
type DropAfter struct {
	Wait  time.Duration
	Share float64 // of the timeout; 0: Wait counts
}

const ofTimeout = "% of timeout"

// leastShare is the least that may be given, in percent: far below it a share of a timeout
// rounds to 0, which is never.
const leastShare = 0.001

// UnmarshalText reads "500ms" or "70% of timeout".
func (d *DropAfter) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if number, ok := strings.CutSuffix(s, ofTimeout); ok {
		if v, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil && v >= leastShare && v <= 1000 {
			*d = DropAfter{Share: v / 100}
			return nil
		}
	} else if w, err := time.ParseDuration(s); err == nil && w > 0 {
		*d = DropAfter{Wait: w}
		return nil
	}
	return &catalog.KeyError{Message: fmt.Sprintf("%q is no wait; write %s", text, d.Words())}
}

// MarshalText is the inverse of UnmarshalText.
func (d DropAfter) MarshalText() ([]byte, error) {
	if d.Share > 0 {
		return []byte(strconv.FormatFloat(d.Share*100, 'g', 12, 64) + ofTimeout), nil
	}
	return []byte(d.Wait.String()), nil
}

// Words says what a file may say.
func (DropAfter) Words() string { return "a duration, or a share such as 70% of timeout" }

// Example is one.
func (DropAfter) Example() string { return "70% of timeout" }

// Resolve is the wait if the callers' timeout is known: 0 means that it is not. The
// result is 0 for never.
func (d DropAfter) Resolve(timeout time.Duration) (time.Duration, error) {
	if d.Share == 0 {
		return d.Wait, nil
	}
	if timeout <= 0 {
		return 0, fmt.Errorf("models: no timeout to take %g%% of", d.Share*100)
	}
	return max(1, time.Duration(float64(timeout)*d.Share)), nil
}
