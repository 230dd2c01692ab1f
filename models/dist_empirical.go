package models

import (
	"fmt"
	"math/bits"
	"os"
	"slices"
	"time"

	"retrystorm/sim/catalog"
)

// Empirical draws from measured times, each with equal probability: the k-th smallest
// of n for the words from (k-1)/n to k/n. It is a step function on purpose. Nothing
// between two measured times is made up, the gap of a distribution with two humps
// stays empty, and the mean is that of the sample. Nothing beyond the longest time
// is made up either: a sample of n tells little about quantiles beyond 1 - 10/n.
type Empirical struct {
	File string `key:"file,required" doc:"text with one duration with unit per line, such as 12ms; # begins a comment"`

	// Values are the times, in any order, where there is no File.
	Values []time.Duration

	sorted []time.Duration // from either; nil if not prepared
}

// NewEmpirical returns the distribution of a sample, which it copies.
func NewEmpirical(values []time.Duration) (*Empirical, error) {
	d := &Empirical{Values: values}
	return d, d.Prepare()
}

// Prepare reads the file, if there is one, checks, and sorts.
func (d *Empirical) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	values := d.Values
	if d.File != "" {
		read, err := readDurations(d.File)
		if err != nil {
			return &catalog.KeyError{Key: "file", Message: err.Error()}
		}
		values = read
	}
	d.sorted = slices.Sorted(slices.Values(values))
	return nil
}

func readDurations(name string) ([]time.Duration, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	values, err := ParseDurations(f)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	return values, nil
}

// At implements [sim.Dist]. It panics if a file has not been read by Prepare.
func (d *Empirical) At(u uint64) time.Duration {
	s := d.times()
	i, _ := bits.Mul64(u, uint64(len(s)))
	return s[i]
}

func (d *Empirical) times() []time.Duration {
	if d.sorted != nil {
		return d.sorted
	}
	if len(d.Values) == 0 {
		panic(fmt.Sprintf("models: the times of file %q are used before Prepare has read them", d.File))
	}
	return slices.Sorted(slices.Values(d.Values))
}

// Mean is the mean of the sample.
func (d *Empirical) Mean() time.Duration {
	var high, low, carry uint64
	s := d.times()
	for _, v := range s {
		low, carry = bits.Add64(low, uint64(v), 0)
		high += carry
	}
	mean, _ := bits.Div64(high, low, uint64(len(s)))
	return time.Duration(mean)
}

// Validate reports a sample that is missing or has negative times. What is wrong in
// a file, Prepare reports.
func (d *Empirical) Validate() error {
	return catalog.Join(
		catalog.Problem(d.File == "" && len(d.Values) == 0, "file", "is missing, and there are no values"),
		catalog.Problem(d.File != "" && len(d.Values) > 0, "file", "and values are both given; give one of them"),
		catalog.Problem(slices.ContainsFunc(d.Values, func(v time.Duration) bool { return v < 0 }), "file", "values must not be negative"),
	)
}
