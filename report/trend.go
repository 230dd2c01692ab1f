package report

import "time"

// Trend compares the middle and the last third of the time from the end of the
// trigger to the horizon.
type Trend struct {
	Backlog    [2]uint64 // calls in flight and requests that wait, summed over samples
	Retries    [2]uint64 // attempts that were not the first
	Offered    [2]uint64 // first attempts
	Overloaded bool      // at some node more requests arrive in the last third than are finished
}

const (
	falls       = 0.98  // of the middle third
	gone        = 0.01  // of the offered load: no retries to speak of
	overload    = 1.005 // arrivals over completions
	overloadMin = 10    // and at least so many requests more
)

// Stuck is whether nothing gets better: the backlog or the retries do not fall, and
// load stays above what is finished.
func (t Trend) Stuck() bool {
	return t.Overloaded && !(falling(t.Backlog) && (falling(t.Retries) || t.noRetries()))
}

func falling(x [2]uint64) bool { return float64(x[1]) < falls*float64(x[0]) }

func (t Trend) noRetries() bool { return float64(t.Retries[1]) < gone*float64(t.Offered[1]) }

// trendOf is the trend of a run between two times since its beginning. all is the
// series of the total; nodes those of each node.
func trendOf(all *Series, nodes []*Series, from, to time.Duration) Trend {
	var t Trend
	a, b, c := from+(to-from)/3, from+(to-from)*2/3, to
	for third, bins := range [][]Bin{all.between(a, b), all.between(b, c)} {
		for _, x := range bins {
			t.Backlog[third] += x.InFlight + x.Queue
			t.Retries[third] += x.Load - x.Offered
			t.Offered[third] += x.Offered
		}
	}
	for _, n := range nodes {
		var sum Bin
		for _, x := range n.between(b, c) {
			sum = sum.add(x)
		}
		more := float64(sum.Arrived) > overload*float64(sum.Finished)
		t.Overloaded = t.Overloaded || more && sum.Arrived >= sum.Finished+overloadMin
	}
	return t
}

// between are the bins that lie within two times.
func (s *Series) between(from, to time.Duration) []Bin {
	i := int((from + s.Width - 1) / s.Width)
	n := min(int(to/s.Width), len(s.Bins))
	return s.Bins[min(i, n):n]
}
