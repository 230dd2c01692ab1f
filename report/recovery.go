package report

import (
	"math"
	"time"

	"retrystorm/sim"
)

// Recovery is whether and when a run recovered from its trigger, by the cohort rule:
//
//   - Calls are grouped by when they were born, in windows of at least 200 calls (the
//     last window before the trigger, before its end and before the horizon takes in
//     what is left). The share of a window is its calls that succeed / its calls.
//   - The base is the share of all calls born before the trigger.
//   - A window of n calls is bad if its share is less than
//     base - max(5 points, 5 sqrt(base (1 - base) / n)).
//   - The run has recovered at the end of the last bad window born after the end of the
//     trigger, 0 if there is none. It has not if the last Hold before the horizon holds
//     a bad window.
//
// "The first time goodput is back" fails both ways: it reports seconds without any
// fault, and calls runs recovered that collapse later.
type Recovery struct {
	Judged    bool // false: no trigger, no calls before it, or none after it
	Recovered bool
	Time      time.Duration // since the end of the trigger; if not recovered: when it was given up
	Base      float64
	Hold      time.Duration
	Windows   int // after the trigger
	Bad       int // of them

	Loss   float64 // calls lost in bad windows, from the beginning of the trigger on
	Lowest float64 // share of the worst window since then
}

const (
	windowCalls = 200
	badPoints   = 0.05
	badSigmas   = 5
)

// Recover applies the rule to the calls of one run.
func Recover(c *Cohorts, from, to, horizon, hold time.Duration) Recovery {
	r := Recovery{Hold: hold, Time: max(0, horizon-to)}
	if c.Width == 0 || to >= horizon {
		return r
	}
	before := sumCohorts(c.between(0, from))
	if before.Born == 0 {
		return r
	}
	r.Base = before.share()
	if r.Base <= badPoints {
		return r // no share is so much lower: there is nothing to recover
	}
	r.Lowest = 1
	for _, w := range windows(c, from, to) {
		r.lose(w)
	}
	end := to // of the last bad window
	for _, w := range windows(c, to, horizon) {
		r.Windows++
		r.lose(w)
		if w.bad(r.Base) {
			r.Bad++
			end = min(w.end, horizon)
		}
	}
	r.Judged = r.Windows > 0
	r.Recovered = r.Judged && (r.Bad == 0 || end <= horizon-hold)
	if r.Recovered {
		r.Time = end - to
	}
	return r
}

// lose takes in a window born since the trigger began. Only bad windows lose calls:
// noise, too, goes below the base, and would add up to a loss where nothing is wrong.
func (r *Recovery) lose(w window) {
	r.Lowest = min(r.Lowest, w.share())
	if w.bad(r.Base) {
		r.Loss += float64(r.Base*float64(w.Born)) - float64(w.OK)
	}
}

// window is calls born until end.
type window struct {
	Cohort
	end time.Duration
}

func (c Cohort) share() float64 { return float64(c.OK) / float64(c.Born) }

// bad is the test of the cohort rule.
func (c Cohort) bad(base float64) bool {
	noise := badSigmas * math.Sqrt(float64(base*(1-base))/float64(c.Born))
	return c.share() < base-max(badPoints, noise)
}

// windows groups the calls born between two times: each window takes bins until it
// holds 200 calls, and the last one what is left.
func windows(c *Cohorts, from, to time.Duration) []window {
	var all []window
	var w window
	for i, b := range c.between(from, to) {
		w.Born += b.Born
		w.OK += b.OK
		w.end = c.binAfter(from) + time.Duration(i+1)*c.Width
		if w.Born >= windowCalls {
			all = append(all, w)
			w = window{}
		}
	}
	switch last := len(all) - 1; {
	case w.Born > 0 && last >= 0:
		all[last] = window{Cohort{all[last].Born + w.Born, all[last].OK + w.OK}, w.end}
	case w.Born > 0:
		all = append(all, w)
	}
	return all
}

// between are the bins that begin at or after from and end at or before to; a bin
// that holds a boundary belongs to neither side.
func (c *Cohorts) between(from, to time.Duration) []Cohort {
	i := int(c.binAfter(from) / c.Width)
	n := int(to / c.Width)
	if to > time.Duration(len(c.Bins)-1)*c.Width { // the last bin ends with the horizon
		n = len(c.Bins)
	}
	return c.Bins[min(i, n):n]
}

// binAfter is the beginning of the first bin at or after t.
func (c *Cohorts) binAfter(t time.Duration) time.Duration {
	return (t + c.Width - 1) / c.Width * c.Width
}

func sumCohorts(bins []Cohort) Cohort {
	var sum Cohort
	for _, b := range bins {
		sum.Born += b.Born
		sum.OK += b.OK
	}
	return sum
}

const (
	holdTimeouts = 20
	leastHold    = 10 * time.Second
)

// Hold is how long before the horizon no window may be bad: 20 attempt timeouts and
// at least 10 s, but at most a quarter of the time from the trigger to the horizon.
func (l *Layout) Hold() time.Duration {
	_, to, ok := l.Trigger()
	if !ok {
		return 0
	}
	h := max(holdTimeouts*l.Timeout(), leastHold)
	return min(h, max(0, (l.Horizon-to)/4))
}

// recover applies the rule to a run of l with this result.
func (l *Layout) recover(c *Cohorts, res *sim.Result) Recovery {
	from, to, ok := l.Trigger()
	if !ok {
		return Recovery{}
	}
	return Recover(c, from, to, l.horizon(res), l.Hold())
}

// Recovery is that of all calls of the run: what the no-retry twin hands on to
// [Collector.Trial] of the others.
func (c *Collector) Recovery(res *sim.Result) Recovery {
	return c.layout.recover(&c.watch(&c.parts[0]).cohorts, res)
}
