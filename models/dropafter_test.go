package models

import (
	"testing"
	"time"
)

// TestDropAfterText: what may be written, and what it is written as.
func TestDropAfterText(t *testing.T) {
	for text, want := range map[string]DropAfter{
		"500ms":             {Wait: 500 * time.Millisecond},
		" 1m ":              {Wait: time.Minute},
		"70% of timeout":    {Share: 0.7},
		"12.5 % of timeout": {Share: 0.125},
		"1000% of timeout":  {Share: 10},
		"0.001% of timeout": {Share: 0.00001},
	} {
		var d DropAfter
		if err := d.UnmarshalText([]byte(text)); err != nil || d != want {
			t.Errorf("%q: %+v, error %v, want %+v", text, d, err, want)
		}
	}
	for text, why := range map[string]string{
		"":                   "nothing",
		"0s":                 "a wait of 0 drops all",
		"-5ms":               "in the past",
		"70%":                "of what?",
		"0% of timeout":      "a wait of 0",
		"-1% of timeout":     "in the past",
		"0.0001% of timeout": "less than 1 ns of most timeouts",
		"5e-324% of timeout": "rounds to 0, which is never",
		"NaN% of timeout":    "no number",
		"1001% of timeout":   "far beyond it",
		"1e999% of timeout":  "no number",
		"70% of the timeout": "other words",
	} {
		d := DropAfter{Wait: 1}
		if err := d.UnmarshalText([]byte(text)); err == nil || d != (DropAfter{Wait: 1}) {
			t.Errorf("%q is accepted as %+v: %s", text, d, why)
		}
	}
}

// TestDropAfterResolves: of the timeout, if there is one.
func TestDropAfterResolves(t *testing.T) {
	for _, row := range []struct {
		d       DropAfter
		timeout time.Duration
		want    time.Duration
		why     string
	}{
		{DropAfter{}, time.Second, 0, "not given: never"},
		{DropAfter{Wait: time.Second}, 0, time.Second, "a wait needs no timeout"},
		{DropAfter{Share: 0.7}, 2 * time.Second, 1400 * time.Millisecond, "70% of 2s"},
		{DropAfter{Share: 1e-5}, time.Nanosecond, 1, "0 would be never"},
	} {
		if got, err := row.d.Resolve(row.timeout); err != nil || got != row.want {
			t.Errorf("%+v of %v: %v, error %v, want %v: %s", row.d, row.timeout, got, err, row.want, row.why)
		}
	}
	if _, err := (DropAfter{Share: 0.7}).Resolve(0); err == nil {
		t.Error("a share of no timeout is accepted")
	}
}

// FuzzDropAfter: what is accepted is a wait, and reads the same when it is written out.
func FuzzDropAfter(f *testing.F) {
	for _, s := range []string{"500ms", "70% of timeout", "33.3333333333333333% of timeout", "0x1p-2% of timeout", "1h2m3.4s", "% of timeout", "1_0% of timeout"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var d, again DropAfter
		if d.UnmarshalText([]byte(s)) != nil {
			return
		}
		if w, err := d.Resolve(time.Second); err != nil || w <= 0 {
			t.Fatalf("%q: %v of 1s, error %v", s, w, err)
		}
		text, err := d.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if err := again.UnmarshalText(text); err != nil {
			t.Fatalf("%q is written as %q: %v", s, text, err)
		}
		if d.Wait != again.Wait || d.Share != again.Share && max(d.Share, again.Share)/min(d.Share, again.Share) > 1+1e-11 {
			t.Errorf("%q is %+v, written as %q %+v", s, d, text, again)
		}
		if twice, _ := again.MarshalText(); string(twice) != string(text) {
			t.Errorf("%q is written as %q, and that as %q", s, text, twice)
		}
	})
}
