package experiments

import (
	"slices"
	"strings"
	"testing"
)

func TestRangesAreWrittenOut(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      []string
	}{
		{"plain numbers", "10..190:60", []string{"10", "70", "130", "190"}},
		{"the end that the steps miss is left out", "1..10:4", []string{"1", "5", "9"}},
		{"a factor", "1..64:x4", []string{"1", "4", "16", "64"}},
		{"the unit may stand at the last end alone", "5..15%:5", []string{"5%", "10%", "15%"}},
		{"a rate", "100/s..300/s:100/s", []string{"100/s", "200/s", "300/s"}},
		{"times in one unit stay as they are written", "60s..120s:30s", []string{"60s", "90s", "120s"}},
		{"times in several units", "1s..2s:500ms", []string{"1s", "1.5s", "2s"}},
		{"times of several parts", "1m30s..2m:15s", []string{"1m30s", "1m45s", "2m0s"}},
		{"times by a factor", "500ms..2s:x2", []string{"500ms", "1s", "2s"}},
		{"a fraction that binary numbers do not have", "0.1..0.3:0.1", []string{"0.1", "0.2", "0.3"}},
	} {
		if got, err := spread(c.text); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: spread(%q) = %q, %v, want %q", c.why, c.text, got, err, c.want)
		}
	}
}

func TestRangesThatGetNowhere(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1s", "one value"},
		{"1..10", "no step"},
		{"10..1:1", "does not get from"},
		{"1..10:x1", "does not get from"},
		{"0..10:x2", "does not get from"},
		{"1..10:0", "does not get from"},
		{"1..9999:1", "more than 1000 values"},
		{"1s..50%:1", "units differ"},
		{"a..b:1", "no number"},
	} {
		if got, err := spread(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("spread(%q) = %q, %v, want an error with %q", c.text, got, err, c.want)
		}
	}
}
