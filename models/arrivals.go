package models

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxArrivals is how many rows ParseArrivals takes.
const maxArrivals = 1 << 24

// NoColumn is a column that a file does not have.
type NoColumn struct {
	Column string
	Names  []string // there are
}

func (e *NoColumn) Error() string {
	return fmt.Sprintf("there is no column %q; there are %s", e.Column, strings.Join(e.Names, ", "))
}

// ParseArrivals reads the times in one column of a CSV file, and returns the time from
// the first to each. The column is its number from 1, or its name in the first row. Times
// are numbers of the unit, without exponent, or dates by RFC 3339, as the first is; they
// must be in order. Where the column is a number, a first row that holds no digit in it
// is taken for names. Empty lines and lines that begin with # are ignored. All bad lines
// are reported, up to 10, and at least one time there must be.
func ParseArrivals(r io.Reader, column string, unit TimeUnit) ([]time.Duration, error) {
	in := csv.NewReader(r)
	in.Comment, in.FieldsPerRecord, in.TrimLeadingSpace, in.ReuseRecord = '#', -1, true, true
	a := arrivals{column: column, index: -1, unit: unit.duration()}
	for len(a.problems) < maxProblems {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			a.problems = append(a.problems, lineOf(err))
			break
		}
		line, _ := in.FieldPos(0)
		if a.index < 0 {
			isNames, err := a.first(row)
			if err != nil {
				return nil, err
			}
			if isNames {
				continue
			}
		}
		if err := a.add(row); err != nil {
			a.problems = append(a.problems, fmt.Errorf("line %d: %w", line, err))
		}
	}
	if len(a.problems) == 0 && len(a.times) == 0 {
		return nil, errors.New("no arrival found; write one time per line")
	}
	return a.times, errors.Join(a.problems...)
}

// lineOf is an error of the CSV reader in the words of all others.
func lineOf(err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("line %d: %w", p.Line, p.Err)
	}
	return err
}

// arrivals is what has been read of a file.
type arrivals struct {
	column   string
	index    int // of the column, -1: not known yet
	unit     time.Duration
	dates    bool
	started  bool
	zero     int64     // the first time: ns
	date     time.Time // or date
	times    []time.Duration
	problems []error
}

// first finds the column, and tells whether the first row is names.
func (a *arrivals) first(row []string) (isNames bool, err error) {
	if n, err := strconv.Atoi(a.column); err == nil && n >= 1 {
		if n > len(row) {
			return false, &NoColumn{a.column, numbersTo(len(row))}
		}
		a.index = n - 1
		return !strings.ContainsAny(row[a.index], "0123456789"), nil
	}
	for i, name := range row {
		if strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")) == a.column {
			a.index = i
			return true, nil
		}
	}
	return false, &NoColumn{a.column, slices.Clone(row)}
}

func numbersTo(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	return names
}

// add takes the time of one row.
func (a *arrivals) add(row []string) error {
	if a.index >= len(row) {
		return fmt.Errorf("there is no column %d", a.index+1)
	}
	if len(a.times) == maxArrivals {
		return fmt.Errorf("more than %d arrivals; replay a part of them", maxArrivals)
	}
	text := strings.TrimSpace(strings.TrimPrefix(row[a.index], "\ufeff"))
	at, err := a.since(text)
	switch {
	case err != nil:
		return err
	case len(a.times) > 0 && at < a.times[len(a.times)-1]:
		return fmt.Errorf("%q is before the time above it; sort the file by time", text)
	}
	a.times = append(a.times, at)
	return nil
}

// since is the time from the first one.
func (a *arrivals) since(text string) (time.Duration, error) {
	if !a.started {
		a.dates = strings.ContainsAny(text, "Tt:")
	}
	if a.dates {
		return a.sinceDate(text)
	}
	ns, err := parseDecimal(text, a.unit)
	if err != nil {
		return 0, err
	}
	if !a.started {
		a.zero, a.started = ns, true
	}
	return time.Duration(ns - a.zero), nil
}

func (a *arrivals) sinceDate(text string) (time.Duration, error) {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a date by RFC 3339; write it like 2026-01-31T12:00:00.5Z", text)
	}
	if !a.started {
		a.date, a.started = at, true
	}
	d := at.Sub(a.date)
	if d == math.MaxInt64 || d == math.MinInt64 {
		return 0, fmt.Errorf("%q is more than 292 years from the first date", text)
	}
	return d, nil
}

// parseDecimal reads a plain number of units exactly, and cuts it off at a nanosecond: a
// float64 would cost the microseconds of a Unix time.
func parseDecimal(text string, unit time.Duration) (int64, error) {
	whole, fraction, point := strings.Cut(text, ".")
	if !allDigits(whole) || point && !allDigits(fraction) {
		return 0, fmt.Errorf("%q is not a time; write a plain number of 0 or more, such as 12.5, or a date such as 2026-01-31T12:00:00Z", text)
	}
	n, err := strconv.ParseUint(whole, 10, 63)
	high, ns := bits.Mul64(n, uint64(unit))
	for place, i := unit/10, 0; place > 0 && i < len(fraction); place, i = place/10, i+1 {
		ns += uint64(place) * uint64(fraction[i]-'0')
	}
	if err != nil || high > 0 || ns > math.MaxInt64 {
		return 0, fmt.Errorf("%q is more than 292 years; is the unit right?", text)
	}
	return int64(ns), nil
}

func allDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
