package experiments

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"retrystorm/experiments/document"
)

// GroupShare is a share of a fleet's clients, or the rest of them.
type GroupShare float64

// Rest is what the other groups leave.
const Rest GroupShare = -1

// UnmarshalText reads a percentage or "rest".
func (g *GroupShare) UnmarshalText(text []byte) error {
	if string(text) == "rest" {
		*g = Rest
		return nil
	}
	v, err := document.ParseShare(string(text))
	*g = GroupShare(v)
	return err
}

// MarshalText is the inverse of UnmarshalText.
func (g GroupShare) MarshalText() ([]byte, error) {
	if g == Rest {
		return []byte("rest"), nil
	}
	return []byte(strconv.FormatFloat(float64(g)*100, 'f', -1, 64) + "%"), nil
}

// sizes are the numbers of clients of a fleet's groups. Rounding is settled on the
// rest, or on the last group if there is none.
func (f *Fleet) sizes() ([]uint32, error) {
	n := make([]uint32, len(f.Groups))
	rest, left, sum := len(f.Groups)-1, f.Clients, 0.0
	rests := 0
	for i, g := range f.Groups {
		if g.Value.Share == Rest {
			rest = i
			rests++
			continue
		}
		sum += float64(g.Value.Share)
		n[i] = uint32(math.Round(float64(g.Value.Share) * float64(f.Clients)))
	}
	for i := range n {
		if i != rest {
			left -= int(n[i])
		}
	}
	switch {
	case rests > 1:
		return nil, errors.New("only one group can be the rest")
	case rests == 0 && math.Abs(sum-1) > 1e-9:
		return nil, fmt.Errorf("the shares add up to %g%%; let one group be the rest", sum*100)
	case sum > 1+1e-9 || left < 0:
		return nil, fmt.Errorf("the shares add up to %g%%", sum*100)
	}
	n[rest] = uint32(left)
	return n, nil
}
