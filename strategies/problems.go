package strategies

import (
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// above0 is the problem of a duration that must be positive.
func above0(key string, d time.Duration) error {
	return catalog.Problem(d <= 0, key, "is "+d.String()+", want more than 0s")
}

// notBelow0 is the problem of a duration that may be 0.
func notBelow0(key string, d time.Duration) error {
	return catalog.Problem(d < 0, key, "is "+d.String()+", want 0s or more")
}

// number writes x as short as it reads back.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// share is the problem of a share that is none.
func share(key string, s sim.Share) error {
	return catalog.Problem(!(s >= 0 && s <= 1), key, "is "+number(100*float64(s))+"%, want 0% to 100%")
}
