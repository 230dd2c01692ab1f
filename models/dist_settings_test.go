package models

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"retrystorm/sim/catalog"
)

// keysOf lists the keys that an error of Validate or Prepare names.
func keysOf(err error) []string {
	if err == nil {
		return nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var keys []string
		for _, e := range many.Unwrap() {
			keys = append(keys, keysOf(e)...)
		}
		return keys
	}
	var e *catalog.KeyError
	if errors.As(err, &e) {
		return []string{e.Key}
	}
	return []string{"(no key)"}
}

func parts(of ...MixturePart) catalog.Map[MixturePart] {
	var m catalog.Map[MixturePart]
	for _, p := range of {
		m = append(m, catalog.Named[MixturePart]{Name: "part", Value: p})
	}
	return m
}

func TestDistSettingsThatAreRefused(t *testing.T) {
	one := &Constant{Value: 1}
	nan := math.NaN()
	rows := []struct {
		why  string
		dist checkedDist
		want []string
	}{
		{"negative", &Constant{Value: -1}, []string{"value"}},
		{"shifted back, and nothing on top", &Shifted{By: -1}, []string{"by", "time"}},
		{"begins below 0", &Uniform{Min: -1, Max: 1}, []string{"min"}},
		{"empty interval", &Uniform{Min: 2, Max: 1}, []string{"max"}},
		{"no mean", &Exponential{}, []string{"mean"}},
		{"negative mean", &Exponential{MeanTime: -1}, []string{"mean"}},
		{"all wrong at once", &Normal{Mu: -1, SD: -1, Negative: "drop"}, []string{"mean", "sd", "negative"}},
		{"no median", &Lognormal{P99: 1}, []string{"p50"}},
		{"no spread", &Lognormal{P50: 1}, []string{"p99"}},
		{"spread given twice", &Lognormal{P50: 1, P99: 2, Sigma: 1}, []string{"sigma"}},
		{"p99 at the median", &Lognormal{P50: 2, P99: 2}, []string{"p99"}},
		{"p99 below the median", &Lognormal{P50: 2, P99: 1}, []string{"p99"}},
		{"sigma below 0", &Lognormal{P50: 1, Sigma: -1}, []string{"sigma"}},
		{"sigma is not a number", &Lognormal{P50: 1, Sigma: nan}, []string{"sigma"}},
		{"no mean", &Erlang{Stages: 1}, []string{"mean"}},
		{"no stages", &Erlang{MeanTime: 1}, []string{"stages"}},
		{"too many stages", &Erlang{MeanTime: 1, Stages: 1001}, []string{"stages"}},
		{"neither mean nor scale", &Weibull{Shape: 1}, []string{"mean"}},
		{"both", &Weibull{MeanTime: 1, Scale: 1, Shape: 1}, []string{"scale"}},
		{"negative mean", &Weibull{MeanTime: -1, Shape: 1}, []string{"mean"}},
		{"negative scale", &Weibull{Scale: -1, Shape: 1}, []string{"scale"}},
		{"no shape", &Weibull{MeanTime: 1}, []string{"shape"}},
		{"shape is not a number", &Weibull{MeanTime: 1, Shape: nan}, []string{"shape"}},
		{"no minimum", &Pareto{Shape: 2}, []string{"min"}},
		{"infinite mean", &Pareto{Min: 1, Shape: 1}, []string{"shape"}},
		{"shape out of range", &Pareto{Min: 1, Shape: 101, Cap: 2}, []string{"shape"}},
		{"cap below the minimum", &Pareto{Min: 2, Shape: 2, Cap: 1}, []string{"cap"}},
		{"no parts", &Mixture{}, []string{"parts"}},
		{"shares short of a whole", &Mixture{Parts: parts(MixturePart{Share: 0.5, Time: one}, MixturePart{Share: 0.4, Time: one})}, []string{"parts"}},
		{"two without a share", &Mixture{Parts: parts(MixturePart{Time: one}, MixturePart{Time: one})}, []string{"parts"}},
		{"nothing left", &Mixture{Parts: parts(MixturePart{Share: 1, Time: one}, MixturePart{Time: one})}, []string{"parts"}},
		{"no time", &Mixture{Parts: parts(MixturePart{Share: 1})}, []string{"parts"}},
		{"no sample", &Empirical{}, []string{"file"}},
		{"two samples", &Empirical{File: "x", Values: []time.Duration{1}}, []string{"file"}},
		{"negative value", &Empirical{Values: []time.Duration{1, -1}}, []string{"file"}},
	}
	for _, r := range rows {
		if got := keysOf(r.dist.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%T, %s: Validate names %q, want %q", r.dist, r.why, got, r.want)
		}
		d, ok := r.dist.(preparer)
		if !ok {
			continue
		}
		if got := keysOf(d.Prepare()); !slices.Equal(got, r.want) {
			t.Errorf("%T, %s: Prepare names %q, want %q", r.dist, r.why, got, r.want)
		}
	}
}

func TestDistSettingsThatAreAccepted(t *testing.T) {
	for _, r := range distRows() {
		if err := r.dist.Validate(); err != nil {
			t.Errorf("%s: Validate says %q, want nothing", r.why, err)
		}
	}
}

func TestNewPanicsOnBadSettings(t *testing.T) {
	rows := []struct {
		why  string
		call func()
		want string
	}{
		{"normal", func() { NewNormal(-1, 1) }, "mean"},
		{"lognormal", func() { NewLognormal(2, 1) }, "p99"},
		{"erlang", func() { NewErlang(1, 0) }, "stages"},
		{"weibull", func() { NewWeibull(1, 0) }, "shape"},
		{"mixture", func() { NewMixture(nil) }, "parts"},
	}
	for _, r := range rows {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, "models: "+r.want) {
					t.Errorf("%s: panic %q, want one that begins with %q", r.why, got, "models: "+r.want)
				}
			}()
			r.call()
		}()
	}
}

// A literal that nobody has prepared draws the same, only slower.
func TestDistLiteralsNeedNoPreparation(t *testing.T) {
	ready, err := NewEmpirical([]time.Duration{3, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	two := parts(MixturePart{Share: 0.3, Time: &Constant{Value: 1}}, MixturePart{Time: &Exponential{MeanTime: time.Second}})
	rows := []struct{ literal, prepared checkedDist }{
		{&Normal{Mu: 5, SD: 1e6}, NewNormal(5, 1e6)},
		{&Lognormal{P50: 7e6, P99: 46e6}, NewLognormal(7e6, 46e6)},
		{&Erlang{MeanTime: 1e9, Stages: 3}, NewErlang(1e9, 3)},
		{&Weibull{MeanTime: 1e9, Shape: 0.7}, NewWeibull(1e9, 0.7)},
		{&Mixture{Parts: two}, NewMixture(two)},
		{&Empirical{Values: []time.Duration{3, 1, 2}}, ready},
	}
	for _, r := range rows {
		for k := range uint64(300) {
			if got, want := r.literal.At(draw(1, k)), r.prepared.At(draw(1, k)); got != want {
				t.Fatalf("%T: a literal draws %v, want %v", r.literal, got, want)
			}
		}
		if got, want := r.literal.Mean(), r.prepared.Mean(); got != want {
			t.Errorf("%T: a literal has mean %v, want %v", r.literal, got, want)
		}
	}
}

// A variant overrides a key of settings that were prepared before.
func TestDistCanBePreparedAgain(t *testing.T) {
	d, e := NewLognormal(7e6, 46e6), NewErlang(1e9, 2)
	d.P99, e.Stages = 90e6, 5
	if err := errors.Join(d.Prepare(), e.Prepare()); err != nil {
		t.Fatal(err)
	}
	for k := range uint64(100) {
		u := draw(2, k)
		if got, want := d.At(u), NewLognormal(7e6, 90e6).At(u); got != want {
			t.Fatalf("lognormal draws %v, want %v", got, want)
		}
	}
	if got, want := e.At(1<<60), NewErlang(1e9, 5).At(1<<60); got != want {
		t.Errorf("erlang draws %v, want %v", got, want)
	}
}

func TestEmpiricalFile(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.txt"), filepath.Join(dir, "bad.txt")
	if err := os.WriteFile(good, []byte("# latency\n30ms\n10ms\n20ms\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("30\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &Empirical{File: good}
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	for third, want := range []time.Duration{10, 20, 30} {
		u := uint64(third)*(math.MaxUint64/3) + 5
		if got := d.At(u); got != want*time.Millisecond {
			t.Errorf("At in third %d = %v, want %vms", third, got, int64(want))
		}
	}
	for _, name := range []string{bad, filepath.Join(dir, "absent.txt")} {
		if got := keysOf((&Empirical{File: name}).Prepare()); !slices.Equal(got, []string{"file"}) {
			t.Errorf("Prepare of %q names %q, want file", filepath.Base(name), got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("At of a file that was not read returns, want a panic")
		}
	}()
	(&Empirical{File: good}).At(0)
}

// The place within a part's interval of words is the part's word, so At rises there.
func TestMixtureRisesWithinAPart(t *testing.T) {
	slow, fast := &Exponential{MeanTime: time.Hour}, &Uniform{Max: time.Second}
	d := NewMixture(parts(MixturePart{Share: 0.25, Time: slow}, MixturePart{Time: fast}))
	const quarter = uint64(1) << 62
	for k := range uint64(1000) {
		u := draw(5, k)
		want := fast.At
		spread := (u - quarter) / 3 * 4
		if u < quarter {
			want, spread = slow.At, u*4
		}
		if got, want := d.At(u), want(spread); math.Abs(float64(got-want)) > 10 {
			t.Errorf("At(%#x) = %v, want %v", u, got, want)
		}
	}
}

// Draws beyond what a duration can hold are the longest one.
func TestDistDoesNotOverflow(t *testing.T) {
	rows := []checkedDist{
		&Pareto{Min: time.Hour, Shape: 0.1, Cap: math.MaxInt64},
		&Exponential{MeanTime: math.MaxInt64},
		prepared(&Lognormal{P50: time.Hour, Sigma: 10}),
		NewNormal(math.MaxInt64, math.MaxInt64),
		NewErlang(math.MaxInt64, 2),
		&Uniform{Max: math.MaxInt64},
	}
	for _, d := range rows {
		last := time.Duration(0)
		for _, u := range words() {
			v := d.At(u)
			if v < last {
				t.Errorf("%T: At(%#x) = %d after %d, want no fall", d, u, v, last)
				break
			}
			last = v
		}
	}
}
