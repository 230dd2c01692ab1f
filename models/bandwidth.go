package models

import (
	"fmt"
	"math"
	"math/bits"
	"regexp"
	"strconv"
	"time"

	"retrystorm/sim/catalog"
)

// Bandwidth is bits per second; 0 is no limit, written unlimited. A k is a thousand.
type Bandwidth int64

const (
	bandwidthPattern = `^(?:unlimited|([0-9]+(?:\.[0-9]+)?) ?([kMG]?)(?:bit/s|bps))$`
	mostBandwidth    = 1e15
)

var wholeBandwidth = regexp.MustCompile(bandwidthPattern)

var bandwidthUnits = []struct {
	prefix string
	bits   int64
}{{"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"", 1}}

// UnmarshalText reads a number of bit/s, kbit/s, Mbit/s or Gbit/s, or unlimited. Mbps is
// understood; MB/s is not, since nobody knows whether bytes were meant.
func (b *Bandwidth) UnmarshalText(text []byte) error {
	match := wholeBandwidth.FindSubmatch(text)
	if match == nil {
		return &catalog.KeyError{Message: fmt.Sprintf("%q is not a bandwidth; write for instance 20Mbit/s or unlimited", text)}
	}
	if string(text) == "unlimited" {
		*b = 0
		return nil
	}
	v, err := strconv.ParseFloat(string(match[1]), 64)
	for _, u := range bandwidthUnits {
		if u.prefix == string(match[2]) {
			v = math.Round(v * float64(u.bits))
		}
	}
	if err != nil || v < 1 || v > mostBandwidth {
		return &catalog.KeyError{Message: fmt.Sprintf("%q is out of range; it lies between 1bit/s and 1000000Gbit/s, or is unlimited", text)}
	}
	*b = Bandwidth(v)
	return nil
}

// MarshalText is the inverse of UnmarshalText, in the largest unit that b has one of.
func (b Bandwidth) MarshalText() ([]byte, error) {
	for _, u := range bandwidthUnits {
		if int64(b) >= u.bits && b > 0 {
			return []byte(strconv.FormatFloat(float64(b)/float64(u.bits), 'f', -1, 64) + u.prefix + "bit/s"), nil
		}
	}
	return []byte("unlimited"), nil
}

// Words says what it is, for messages.
func (Bandwidth) Words() string { return "bandwidth" }

// Example is one.
func (Bandwidth) Example() string { return "20Mbit/s" }

// Pattern is what it looks like.
func (Bandwidth) Pattern() string { return bandwidthPattern }

// Time is how long so many bytes take, rounded up to a nanosecond.
func (b Bandwidth) Time(bytes int) time.Duration {
	if b <= 0 || bytes <= 0 {
		return 0
	}
	const most = 1 << 50 // bytes; more take longer than any run
	high, low := bits.Mul64(uint64(min(bytes, most)), 8e9)
	low, carry := bits.Add64(low, uint64(b)-1, 0)
	if high += carry; high >= uint64(b) {
		return math.MaxInt64
	}
	ns, _ := bits.Div64(high, low, uint64(b))
	return time.Duration(min(ns, math.MaxInt64))
}
