package models

import (
	"math/bits"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Mixture is one of several distributions, each with its share: mostly cache hits
// and sometimes a miss, mostly small requests and sometimes an export.
//
// The word is split: the shares cut the range of words into intervals in the order of
// the parts, the interval chooses the part, and the place within the interval, spread
// over the whole range again, is the part's word. So At is non-decreasing within each
// part, and altogether if the parts follow one another without overlap; a share that
// changes a little leaves most words in their part.
type Mixture struct {
	Parts catalog.Map[MixturePart] `key:"parts,required" doc:"the distributions by name, best from fast to slow"`

	ends []uint64 // last word of each part
}

// MixturePart is one of the distributions of a [Mixture].
type MixturePart struct {
	Share sim.Share `key:"share,omitzero" doc:"of all draws; one part may leave it out and gets what the others leave"`
	Time  sim.Dist  `key:"time,required" doc:"the distribution of this part"`
}

// NewMixture returns one of these parts. It panics if a setting is bad; the parts must
// be ready for use themselves.
func NewMixture(parts catalog.Map[MixturePart]) *Mixture { return prepared(&Mixture{Parts: parts}) }

// Prepare checks the settings and derives where each part ends.
func (d *Mixture) Prepare() error {
	if err := d.Validate(); err != nil {
		return err
	}
	d.ends = d.findEnds()
	return nil
}

// shares lists the shares, with that of the part which has none filled in.
func (d *Mixture) shares() []float64 {
	shares, rest := make([]float64, len(d.Parts)), 1.0
	for i, p := range d.Parts {
		shares[i] = float64(p.Value.Share)
		rest -= shares[i]
	}
	for i := range shares {
		if shares[i] == 0 {
			shares[i] = max(rest, 0)
			break
		}
	}
	return shares
}

func (d *Mixture) findEnds() []uint64 {
	shares := d.shares()
	ends, sum := make([]uint64, len(shares)), 0.0
	for i, s := range shares {
		sum += s
		ends[i] = ^uint64(0)
		if i < len(ends)-1 && sum < 1 {
			ends[i] = max(uint64(float64(sum*0x1p64)), 1) - 1
		}
	}
	return ends
}

// At implements [sim.Dist].
func (d *Mixture) At(u uint64) time.Duration {
	ends := d.ends
	if ends == nil {
		ends = d.findEnds()
	}
	i, first := 0, uint64(0)
	for u > ends[i] {
		first = ends[i] + 1
		i++
	}
	part := d.Parts[i].Value.Time
	size := ends[i] - first + 1 // 0 means all words
	if size == 0 {
		return part.At(u)
	}
	spread, _ := bits.Div64(u-first, 0, size)
	return part.At(spread)
}

// Mean is the sum of share times mean.
func (d *Mixture) Mean() time.Duration {
	sum := 0.0
	for i, s := range d.shares() {
		sum += float64(s * float64(d.Parts[i].Value.Time.Mean()))
	}
	return duration(sum)
}

// Validate reports shares that do not make a whole.
func (d *Mixture) Validate() error {
	sum, without := 0.0, 0
	var errs []error
	for _, p := range d.Parts {
		s := float64(p.Value.Share)
		sum += s
		if s == 0 {
			without++
		}
		errs = append(errs,
			catalog.Problem(!(s >= 0 && s <= 1), "parts", p.Name+": share must lie between 0% and 100%"),
			catalog.Problem(p.Value.Time == nil, "parts", p.Name+": time is missing"))
	}
	errs = append(errs,
		catalog.Problem(len(d.Parts) == 0, "parts", "is empty; name at least one"),
		catalog.Problem(without > 1, "parts", "only one part may leave out its share"),
		catalog.Problem(without == 1 && sum > 1-1e-9, "parts", "nothing is left for the part without a share"),
		catalog.Problem(without == 0 && len(d.Parts) > 0 && !(sum > 1-1e-9 && sum < 1+1e-9), "parts", "the shares must add up to 100%"))
	return catalog.Join(errs...)
}
