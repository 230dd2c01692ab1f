package conformance

import (
	"slices"
	"time"
)

// Trace is one call: when its attempts left, from its beginning, and when it was over.
type Trace struct {
	Sent []time.Duration
	Over time.Duration
}

// Delays is the waits between the end of an attempt and the next one.
func (t Trace) Delays() (ds []time.Duration) {
	for i := 1; i < len(t.Sent); i++ {
		ds = append(ds, t.Sent[i]-t.Sent[i-1]-Latency)
	}
	return ds
}

// at is the delays before retry k, from 0, of the calls that got there, in order.
func at(traces []Trace, k int) (ds []time.Duration) {
	for _, t := range traces {
		if all := t.Delays(); k < len(all) {
			ds = append(ds, all[k])
		}
	}
	slices.Sort(ds)
	return ds
}

// attempts is how many calls had how many attempts.
func attempts(traces []Trace) map[int]int {
	n := map[int]int{}
	for _, t := range traces {
		n[len(t.Sent)]++
	}
	return n
}
