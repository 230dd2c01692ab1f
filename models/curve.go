package models

import (
	"math"
	"sort"
	"time"

	"retrystorm/sim"
)

// Curve is a relative rate over time, 1 being that of the workload: linear between
// knots, and perhaps repeated. It counts from the end of the warm-up; before that the
// rate is the one at 0.
//
// Arrivals follow it by a change of time: a gap is drawn as if the rate were constant,
// in operational time, and lasts until the area under the curve has grown by it. The
// result is exactly a Poisson process with that rate (Çinlar, Introduction to
// Stochastic Processes, 1975, 4.7), and two variants with the same random words but
// other curves have the same arrivals, only sooner or later.
type Curve struct {
	once  []knots // from 0 to start, without gaps
	cycle []knots // from start on, again and again; empty: tail
	tail  float64 // rate for ever after once, if there is no cycle

	start, period int64   // ns; start is not after 0 if once is empty
	area          float64 // of one cycle, operational ns
}

// knots are the ends of one straight piece, in ns from 0 or from the start of the cycle.
type knots struct {
	from, to int64
	a, b     float64 // rate at from and just before to
}

// forEver is longer than every run.
const forEver = 1 << 62

// newCycle repeats pieces, which begin at 0, from start on.
func newCycle(start time.Duration, once, cycle []knots) *Curve {
	c := &Curve{once: once, cycle: cycle, start: int64(start), period: cycle[len(cycle)-1].to}
	for _, k := range cycle {
		c.area += k.areaFrom(0, k.a)
	}
	return c
}

// at returns the piece that holds at t. Its times are counted from begin.
func (c *Curve) at(t int64) (k knots, begin int64) {
	if t < 0 {
		r := c.Rate(0)
		return knots{math.MinInt64 / 2, 0, r, r}, 0
	}
	if len(c.once) > 0 && t < c.start {
		return pieceAt(c.once, t), 0
	}
	if len(c.cycle) == 0 {
		return knots{c.start, math.MaxInt64, c.tail, c.tail}, 0
	}
	begin = t - (t-c.start)%c.period
	return pieceAt(c.cycle, t-begin), begin
}

func pieceAt(pieces []knots, t int64) knots {
	return pieces[sort.Search(len(pieces)-1, func(i int) bool { return pieces[i].to > t })]
}

// rate is the rate of a piece at t.
func (k knots) rate(t int64) float64 {
	if k.a == k.b {
		return k.a
	}
	return k.a + float64((k.b-k.a)*(float64(t-k.from)/float64(k.to-k.from)))
}

// areaFrom is the area from offset ns after the beginning, where the rate is r, to the end.
func (k knots) areaFrom(offset int64, r float64) float64 {
	return float64((r + k.b) / 2 * float64(k.to-k.from-offset))
}

// Rate is the relative rate at t.
func (c *Curve) Rate(t sim.Time) float64 {
	k, begin := c.at(max(0, int64(t)))
	return k.rate(max(0, int64(t)) - begin)
}

// Stretch is how long a gap of operational time lasts that begins at from, to the ns
// where the area can be told to the ns: over less than 100 days. Nothing arrives while
// the rate is 0; if it stays 0, the gap is longer than every run.
func (c *Curve) Stretch(from sim.Time, gap time.Duration) time.Duration {
	now, left := int64(from), float64(gap)
	for {
		if len(c.cycle) > 0 && now >= c.start && now >= 0 && left > c.area {
			cycles := math.Floor(left / c.area)
			if cycles*float64(c.period) > forEver {
				return forEver
			}
			now += int64(cycles) * c.period
			left = max(0, left-float64(cycles*c.area))
		}
		k, begin := c.at(now)
		r := k.rate(now - begin)
		if area := k.areaFrom(now-begin-k.from, r); left >= area && (left > area || area == 0) {
			if k.to == math.MaxInt64 {
				return forEver
			}
			left -= area
			now = begin + k.to
			continue
		}
		took := min(k.time(r, left), float64(k.to-(now-begin)))
		if took >= forEver {
			return forEver
		}
		return time.Duration(now + int64(took+0.5) - int64(from))
	}
}

// time is how long it takes for an area to grow from where the rate is r: the root of
// r x + s x^2 / 2 = area for the slope s, in the form that cancels nothing.
func (k knots) time(r, area float64) float64 {
	if area == 0 {
		return 0
	}
	slope := (k.b - k.a) / float64(k.to-k.from)
	root := math.Sqrt(max(0, float64(r*r)+float64(2*slope*area)))
	return 2 * area / (r + root)
}

// Mean is the mean relative rate in the long run.
func (c *Curve) Mean() float64 {
	if len(c.cycle) > 0 {
		return c.area / float64(c.period)
	}
	return c.tail
}

// Peak is the highest relative rate.
func (c *Curve) Peak() float64 {
	peak := 0.0
	if len(c.cycle) == 0 {
		peak = c.tail
	}
	for _, pieces := range [][]knots{c.once, c.cycle} {
		for _, k := range pieces {
			peak = max(peak, k.a, k.b)
		}
	}
	return peak
}

// Area is the operational time between two instants.
func (c *Curve) Area(from, to sim.Time) time.Duration {
	sum := 0.0
	for now := int64(from); now < int64(to); {
		k, begin := c.at(now)
		r, end := k.rate(now-begin), int64(to)
		if k.to != math.MaxInt64 {
			end = min(end, begin+k.to)
		}
		sum += float64((r + k.rate(end-begin)) / 2 * float64(end-now))
		now = end
	}
	return duration(sum)
}
