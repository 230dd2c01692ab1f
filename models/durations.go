package models

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	maxDurations = 1 << 24 // lines with a duration that ParseDurations takes
	maxProblems  = 10      // bad lines that it reports
)

// ParseDurations reads one duration per line, with its unit: 12ms, 1.5s, 800us. Space
// around it, empty lines, and what follows a # are ignored. A number without unit is
// an error, since nobody knows whether it was ms or ns. All bad lines are reported, up
// to 10, and at least one duration there must be.
func ParseDurations(r io.Reader) ([]time.Duration, error) {
	var values []time.Duration
	var problems []error
	scan := bufio.NewScanner(r)
	line := 0
	for scan.Scan() && len(problems) < maxProblems {
		line++
		text, _, _ := strings.Cut(scan.Text(), "#")
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		v, err := parseDuration(text)
		if err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", line, err))
			continue
		}
		if len(values) == maxDurations {
			return nil, fmt.Errorf("line %d: more than %d durations; take a sample of them", line, maxDurations)
		}
		values = append(values, v)
	}
	if err := scan.Err(); err != nil {
		problems = append(problems, fmt.Errorf("line %d: %w", line+1, err))
	}
	if len(problems) == 0 && len(values) == 0 {
		problems = append(problems, errors.New("no duration found; write one per line, such as 12ms"))
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return values, nil
}

func parseDuration(text string) (time.Duration, error) {
	v, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration; write it with its unit, such as 12ms", text)
	}
	if v < 0 {
		return 0, fmt.Errorf("%q is negative", text)
	}
	return v, nil
}
