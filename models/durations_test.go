package models

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseDurations(t *testing.T) {
	const ms = time.Millisecond
	rows := []struct {
		why, text string
		want      []time.Duration
		wantErr   string
	}{
		{"one per line", "12ms\n1.5s\n", []time.Duration{12 * ms, 1500 * ms}, ""},
		{"no end of the last line", "12ms", []time.Duration{12 * ms}, ""},
		{"comments, blanks, and lines of Windows", "# ms\r\n\r\n  12ms  # slow\r\n", []time.Duration{12 * ms}, ""},
		{"nothing at all", "", nil, "no duration found"},
		{"comments only", "# 12ms\n", nil, "no duration found"},
		{"no unit", "12ms\n13\n", nil, `line 2: "13" is not a duration; write it with its unit`},
		{"a header", "latency\n12ms\n", nil, `line 1: "latency" is not a duration`},
		{"negative", "-12ms\n", nil, `line 1: "-12ms" is negative`},
		{"several problems", "a\n1ms\nb\n", nil, "line 3"},
		{"an endless line", strings.Repeat("1", 1<<17), nil, "line 1"},
	}
	for _, r := range rows {
		got, err := ParseDurations(strings.NewReader(r.text))
		if (err == nil) != (r.wantErr == "") || err != nil && !strings.Contains(err.Error(), r.wantErr) {
			t.Errorf("%s: error %v, want %q", r.why, err, r.wantErr)
		}
		if !slices.Equal(got, r.want) {
			t.Errorf("%s: %v, want %v", r.why, got, r.want)
		}
	}
}

func TestParseDurationsReportsTenProblems(t *testing.T) {
	_, err := ParseDurations(strings.NewReader(strings.Repeat("x\n", 50)))
	if got := strings.Count(err.Error(), "line "); got != 10 {
		t.Errorf("%d problems, want 10", got)
	}
}

func FuzzParseDurations(f *testing.F) {
	for _, text := range []string{"12ms\n", "1h2m3.5s # x\n\n0\n", "-1s\n13\n", "\x00", "9223372036854775807ns"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := ParseDurations(strings.NewReader(text))
		if (err == nil) == (len(values) == 0) {
			t.Errorf("%d values and error %v, want one of them", len(values), err)
		}
		var again strings.Builder
		for _, v := range values {
			if v < 0 {
				t.Errorf("%v is negative", v)
			}
			again.WriteString(v.String() + "\n")
		}
		if len(values) > 0 {
			got, err := ParseDurations(strings.NewReader(again.String()))
			if err != nil || !slices.Equal(got, values) {
				t.Errorf("written out and read again: %v, %v, want %v", got, err, values)
			}
		}
	})
}
