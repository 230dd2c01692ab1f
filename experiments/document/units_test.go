package document

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"retrystorm/sim"
)

// spelling is a text with the value that it means, or the error.
type spelling struct{ reason, text, want string }

// check compares what parse makes of each text.
func check[T any](t *testing.T, cases []spelling, parse func(string) (T, error)) {
	t.Helper()
	for _, c := range cases {
		got, err := parse(c.text)
		result := fmt.Sprint(got)
		if err != nil {
			result = err.Error()
		}
		if result != c.want {
			t.Errorf("%s: got %q for %q, want %q", c.reason, result, c.text, c.want)
		}
	}
}

func TestDurations(t *testing.T) {
	const advice = "; write for instance 250ms, 1.5s, 1m30s, 24h or 7d"
	check(t, []spelling{
		{"milliseconds", "250ms", "250ms"},
		{"a fraction", "1.5s", "1.5s"},
		{"two units", "1m30s", "1m30s"},
		{"hours", "24h", "24h0m0s"},
		{"days, which Go does not know", "7d", "168h0m0s"},
		{"days with a fraction", "1.5d", "36h0m0s"},
		{"days and hours", "1d12h", "36h0m0s"},
		{"microseconds in letters", "5us", "5µs"},
		{"microseconds in Greek", "5µs", "5µs"},
		{"nanoseconds", "1ns", "1ns"},
		{"nothing, with its unit", "0s", "0s"},
		{"a fraction that is exact", "0.000000001s", "1ns"},
		{"a fraction below a nanosecond", "0.5ns", "0.5ns has too many digits; no time is shorter than 1ns"},
		{"a fraction of more digits than that", "0.0000000001s", "0.0000000001s has too many digits; no time is shorter than 1ns"},
		{"the longest", "106751d", "2562024h0m0s"},
		{"longer than the longest", "106752d", "106752d is too long; the longest is 106751d, 292 years"},
		{"longer by its sum", "106751d24h", "106751d24h is too long; the longest is 106751d, 292 years"},
		{"longer by its fraction", "106751.999d", "106751.999d is too long; the longest is 106751d, 292 years"},
		{"longer by its digits", "99999999999999999999s", "99999999999999999999s is too long; the longest is 106751d, 292 years"},
		{"no unit", "250", "250 has no unit; write 250ms or 250s"},
		{"no unit, with a fraction", "1.5", "1.5 has no unit; write 1.5ms or 1.5s"},
		{"nothing without unit", "0", "0 has no unit; write 0s"},
		{"negative", "-5s", `"-5s" is not a duration; write 5s: no time is negative`},
		{"a blank", "250 ms", `"250 ms" is not a duration; write 250ms`},
		{"blanks between parts", "1m 30s", `"1m 30s" is not a duration; write 1m30s`},
		{"minutes in other letters", "5min", `"5min" is not a duration; write 5m`},
		{"seconds in full", "5 seconds", `"5 seconds" is not a duration; write 5s`},
		{"capitals", "5MS", `"5MS" is not a duration; write 5ms`},
		{"a unit that is none", "5 weeks", `"5 weeks" is not a duration` + advice},
		{"no number", "soon", `"soon" is not a duration` + advice},
		{"a number without digits before the point", ".5s", `".5s" is not a duration` + advice},
		{"empty", "", `"" is not a duration` + advice},
	}, ParseDuration)
}

func TestRates(t *testing.T) {
	const advice = "; write for instance 800/s, 60/min or 1000/h"
	check(t, []spelling{
		{"per second", "800/s", "800"},
		{"per minute", "60/min", "1"},
		{"per hour", "1800/h", "0.5"},
		{"per day", "86400/d", "1"},
		{"a fraction", "0.5/s", "0.5"},
		{"nothing", "0/s", "0"},
		{"requests per second", "800 rps", "800"},
		{"queries per second, without blank", "800qps", "800"},
		{"no unit", "800", "800 has no unit; write 800/s"},
		{"a minute in one letter is a metre elsewhere", "60/m", `"60/m" is not a rate; write 60/min`},
		{"seconds in other letters", "800/sec", `"800/sec" is not a rate; write 800/s`},
		{"in words", "800 per second", `"800 per second" is not a rate; write 800/s`},
		{"a duration", "800s", `"800s" is not a rate; write 800/s`},
		{"negative", "-800/s", `"-800/s" is not a rate; write 800/s: no rate is negative`},
		{"a unit that is none", "800 Hz", `"800 Hz" is not a rate` + advice},
		{"no number", "fast", `"fast" is not a rate` + advice},
	}, ParseRate)
}

func TestShares(t *testing.T) {
	const advice = "; write for instance 20% or 0.1%"
	check(t, []spelling{
		{"a percentage", "20%", "0.2"},
		{"a fraction, to the nearest number", "33.3%", "0.333"},
		{"nothing", "0%", "0"},
		{"the whole", "100%", "1"},
		{"a blank", "20 %", "0.2"},
		{"more than the whole", "100.1%", "100.1% is more than the whole; a share lies between 0% and 100%"},
		{"no unit, a part", "0.2", "0.2 has no unit; write 20%"},
		{"no unit, a small part", "0.001", "0.001 has no unit; write 0.1%"},
		{"no unit, a percentage", "20", "20 has no unit; write 20%"},
		{"no unit, which may be either", "1", "1 has no unit; write 100% or 1%"},
		{"no unit, neither", "200", "200 has no unit" + advice},
		{"negative", "-5%", `"-5%" is not a share` + advice},
		{"no number", "half", `"half" is not a share` + advice},
	}, ParseShare)
}

func TestNumbers(t *testing.T) {
	type numbers struct {
		Count  uint8   `key:"count" doc:"a count"`
		Whole  int64   `key:"whole" doc:"a whole number"`
		Factor float64 `key:"factor" doc:"a number"`
	}
	read := func(text string) (numbers, error) {
		root, err := Parse("t", []byte(text))
		if err != nil {
			return numbers{}, err
		}
		var out numbers
		if ps := Decode(root, &out, nil); ps != nil {
			return out, &fault{ps[0].Message, ps[0].Hint}
		}
		return out, nil
	}
	check(t, []spelling{
		{"the largest count", "count: 255", "{255 0 0}"},
		{"a count that is too large", "count: 256", "256 is too large; the most is 255"},
		{"the smallest whole number", "whole: -9223372036854775808", "{0 -9223372036854775808 0}"},
		{"one less", "whole: -9223372036854775809", "-9223372036854775809 is out of range; it lies between -9223372036854775808 and 9223372036854775807"},
		{"groups of digits", "whole: 1_000_000", `"1_000_000" is not a whole number; write 1000000`},
		{"an exponent", "whole: 1e6", `"1e6" is not a whole number; write 1000000`},
		{"thousands in a letter", "whole: 20k", `"20k" is not a whole number; write 20000`},
		{"zeros in front, which some read as octal", "whole: 007", `"007" is not a whole number; write 7`},
		{"a fraction of nothing", "whole: 3.0", `"3.0" is not a whole number; write 3`},
		{"a fraction", "whole: 1.5", `"1.5" is not a whole number; write a whole number, for instance 1000`},
		{"hexadecimal", "whole: 0x1F", `"0x1F" is not a whole number; write a whole number, for instance 1000`},
		{"a share for a count", "count: 5%", `"5%" is not a whole number; a count has no unit; write 5`},
		{"a factor", "factor: 1.5", "{0 0 1.5}"},
		{"a factor with exponent", "factor: 1.5e-9", "{0 0 1.5e-09}"},
		{"a percentage for a factor", "factor: 150%", `"150%" is not a number; a factor has no unit; write 1.5`},
		{"a share for a factor", "factor: 20%", `"20%" is not a number; a factor has no unit; write 0.2`},
		{"times", "factor: 2x", `"2x" is not a number; a factor has no unit; write 2`},
		{"not a number", "factor: .nan", `".nan" is not a number; write a number, for instance 1.5`},
		{"infinite", "factor: .inf", `".inf" is not a number; write a number, for instance 1.5`},
		{"out of range", "factor: 1e999", "1e999 is out of range"},
		{"a factor in quotes", `factor: "2"`, `"2" in quotes is text; write 2 without quotes`},
	}, read)
}

func TestUnitsAreWrittenAsTheyAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Min(0).Draw(t, "d"))
		if got, err := ParseDuration(formatDuration(d)); err != nil || got != d {
			t.Errorf("got %v, %v for %q, want %v", got, err, formatDuration(d), d)
		}
		r := sim.Rate(rapid.Float64Range(0, 1e12).Draw(t, "r"))
		if got, err := ParseRate(formatRate(r)); err != nil || got != r {
			t.Errorf("got %v, %v for %q, want %v", got, err, formatRate(r), r)
		}
		s := sim.Share(rapid.Float64Range(0, 1).Draw(t, "s"))
		if got, err := ParseShare(formatShare(s)); err != nil || got != s {
			t.Errorf("got %v, %v for %q, want %v", got, err, formatShare(s), s)
		}
		x := rapid.Float64().Draw(t, "x")
		if got, f := parseFloat(formatFloat(x)); f != nil || got != x {
			t.Errorf("got %v, %v for %q, want %v", got, f, formatFloat(x), x)
		}
	})
}

func TestUnitsAreWrittenShort(t *testing.T) {
	cases := []struct{ reason, got, want string }{
		{"no parts that are zero", formatDuration(24 * time.Hour), "24h"},
		{"nor seconds that are zero", formatDuration(90 * time.Minute), "1h30m"},
		{"but those inside", formatDuration(time.Hour + time.Second), "1h0m1s"},
		{"letters that every keyboard has", formatDuration(5 * time.Microsecond), "5us"},
		{"nothing", formatDuration(0), "0s"},
		{"per second where it is short", formatRate(800), "800/s"},
		{"per second where it is not much longer", formatRate(0.5), "0.5/s"},
		{"per hour where it is shorter", formatRate(sim.Rate(1000.0 / 3600)), "1000/h"},
		{"the digits of the share", formatShare(0.07), "7%"},
		{"no zeros in front", formatShare(0.001), "0.1%"},
		{"the whole", formatShare(1), "100%"},
	}
	for _, c := range cases {
		if c.got != c.want {
			t.Errorf("%s: got %q, want %q", c.reason, c.got, c.want)
		}
	}
}
