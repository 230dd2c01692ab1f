package models

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseArrivals(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, row := range []struct {
		why, text, column string
		unit              TimeUnit
		want              []time.Duration
		problem           string // part of the error, "" for none
	}{
		{"seconds from 0", "0\n1\n2.5\n", "1", "s", []time.Duration{0, s, 2500 * ms}, ""},
		{"the first row is time 0", "10\n11\n", "1", "s", []time.Duration{0, s}, ""},
		{"Unix time to the microsecond", "1700000000.000001\n1700000000.000003\n", "1", "s", []time.Duration{0, 2 * time.Microsecond}, ""},
		{"milliseconds", "5\n7.25\n", "1", "ms", []time.Duration{0, 2250 * time.Microsecond}, ""},
		{"microseconds", "5\n7\n", "1", "us", []time.Duration{0, 2 * time.Microsecond}, ""},
		{"nanoseconds are cut off there", "5\n7.99\n", "1", "ns", []time.Duration{0, 2}, ""},
		{"two at once", "5\n5\n", "1", "s", []time.Duration{0, 0}, ""},
		{"a column by number, below names", "path,time\n/a,1\n/b,3\n", "2", "s", []time.Duration{0, 2 * s}, ""},
		{"a column by name", "path,time\n/a,1\n/b,3\n", "time", "s", []time.Duration{0, 2 * s}, ""},
		{"a byte order mark, space and carriage returns", "\ufefftime , path\r\n 1 , a\r\n 3 , b\r\n", "time", "s", []time.Duration{0, 2 * s}, ""},
		{"a byte order mark before a number", "\ufeff1\n3\n", "1", "s", []time.Duration{0, 2 * s}, ""},
		{"comments, empty lines, quotes", "# log\n\n\"1\",\"a,b\"\n# more\n2,c\n", "1", "s", []time.Duration{0, s}, ""},
		{"dates", "2026-01-31T23:59:59.5Z\n2026-02-01T00:00:00Z\n2026-02-01T02:00:01+02:00\n", "1", "ms", []time.Duration{0, 500 * ms, 1500 * ms}, ""},

		{"nothing", "", "1", "s", nil, "no arrival found"},
		{"names only", "time\n", "time", "s", nil, "no arrival found"},
		{"no such number", "1,2\n", "3", "s", nil, `there is no column "3"; there are 1, 2`},
		{"no such name", "at,path\n1,2\n", "time", "s", nil, `there is no column "time"; there are at, path`},
		{"column 0", "1\n", "0", "s", nil, `there is no column "0"`},
		{"a short row", "a,1\nb\n", "2", "s", nil, "line 2: there is no column 2"},
		{"not a time", "1\nx\n", "1", "s", nil, `line 2: "x" is not a time`},
		{"a typing error in the first row is no name", "1O0\n2\n", "1", "s", nil, `line 1: "1O0" is not a time`},
		{"negative", "-1\n", "1", "s", nil, `line 1: "-1" is not a time`},
		{"exponent", "1\n1e9\n", "1", "s", nil, `line 2: "1e9" is not a time`},
		{"no digits after the point", "1.\n", "1", "s", nil, `line 1: "1." is not a time`},
		{"out of order", "# c\n2\n1\n3\n", "1", "s", nil, `line 3: "1" is before the time above it`},
		{"too long", "1\n99999999999\n", "1", "s", nil, `line 2: "99999999999" is more than 292 years`},
		{"too long to the digit", "9223372036.854775807\n9223372036.854775808\n", "1", "s", nil, `line 2: "9223372036.854775808" is more than`},
		{"no date", "2026-01-31T23:59:59Z\n5\n", "1", "s", nil, `line 2: "5" is not a date`},
		{"a date out of order", "2026-01-31T23:59:59Z\n2026-01-31T23:59:58Z\n", "1", "s", nil, "line 2: "},
		{"dates too far apart", "0001-01-31T23:59:59Z\n2026-01-31T23:59:58Z\n", "1", "s", nil, "more than 292 years from the first"},
		{"bad quotes", "1\n\"2\n", "1", "s", nil, "line "},
		{"all bad lines", "x1\ny1\n1\nz1\n", "1", "s", nil, "line 4"},
	} {
		got, err := ParseArrivals(strings.NewReader(row.text), row.column, row.unit)
		if row.problem != "" {
			if err == nil || !strings.Contains(err.Error(), row.problem) {
				t.Errorf("%s: the error is %v, want %q", row.why, err, row.problem)
			}
			continue
		}
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, %v, want %v", row.why, got, err, row.want)
		}
	}
}

// FuzzParseArrivals: either an error, or at least one time, the first 0 and none before
// the one above it.
func FuzzParseArrivals(f *testing.F) {
	for _, seed := range []string{"0\n1\n2.5\n", "time,path\n1,a\n", "2026-01-31T23:59:59.5Z\n2026-02-01T00:00:00Z\n", "\"1\n", "#\n\ufeff1", "9223372036.854775807"} {
		f.Add(seed, "1", "s")
		f.Add(seed, "time", "ns")
	}
	f.Fuzz(func(t *testing.T, text, column, unit string) {
		times, err := ParseArrivals(strings.NewReader(text), column, TimeUnit(unit))
		if err != nil {
			return
		}
		if len(times) == 0 || times[0] != 0 || !slices.IsSorted(times) {
			t.Errorf("times are %v", times)
		}
	})
}

// TestReplay loads a file and follows its gaps.
func TestReplay(t *testing.T) {
	r := newReplay()
	r.File, r.Column, r.Unit, r.Speed = "arrivals.csv", "at", "ms", 3
	read := func(name string) ([]byte, error) {
		if name != "arrivals.csv" {
			return nil, errors.New("no such file")
		}
		return bytes.Clone([]byte("at\n100\n200\n300\n400\n")), nil
	}
	if err := errors.Join(r.Validate(), r.Load(read)); err != nil {
		t.Fatal(err)
	}
	var sum time.Duration
	for n, want := range []time.Duration{0, 33333333, 33333334, 33333333} {
		gap, ok := r.Gap(uint32(n), 0)
		if gap != want || !ok {
			t.Errorf("gap %d is %v, %v, want %v", n, gap, ok, want)
		}
		sum += gap
	}
	if sum != 100*time.Millisecond {
		t.Errorf("300 ms at three times the speed take %v", sum)
	}
	if gap, ok := r.Gap(4, 0); ok {
		t.Errorf("after the last row comes one more, %v later", gap)
	}
	if r.Closed() || r.Rate(5) != 30 {
		t.Errorf("closed: %v, rate %v/s, want an open one of 30/s", r.Closed(), r.Rate(5))
	}
}

// TestReplayProblems lists the keys that errors name.
func TestReplayProblems(t *testing.T) {
	load := func(text string, err error) error {
		return newReplay().Load(func(string) ([]byte, error) { return []byte(text), err })
	}
	named := &Replay{File: "f", Column: "time", Speed: 1}
	for _, row := range []struct {
		why  string
		err  error
		want []string
	}{
		{"nothing given", new(Replay).Validate(), []string{"file", "column", "speed"}},
		{"no such file", load("", errors.New("no such file")), []string{"file"}},
		{"a bad file", load("x1\n", nil), []string{"file"}},
		{"no such column", named.Load(func(string) ([]byte, error) { return []byte("at\n1\n"), nil }), []string{"column"}},
		{"right", load("1\n", nil), nil},
	} {
		if got := keysOf(row.err); !slices.Equal(got, row.want) {
			t.Errorf("%s: the error names %q, want %q", row.why, got, row.want)
		}
	}
	if newReplay().Rate(1) != 0 {
		t.Error("a file that is not read has a rate")
	}
}
