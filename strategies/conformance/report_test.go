package conformance

import (
	"slices"
	"time"
)

func sorted(ds []time.Duration) []time.Duration {
	slices.Sort(ds)
	return ds
}
