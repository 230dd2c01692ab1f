package models

import (
	"math"

	"retrystorm/sim"
)

// work is an integral over time: ns of busy workers, and of workers there were. It may
// wrap around: only differences over a window are looked at, which must not, and do not
// below a million workers and windows of two hours.
type work struct{ busy, workers int64 }

// advice is how many replicas were desired, and when.
type advice struct {
	at      sim.Time
	desired int
}

// autoscaler is an Autoscale at work. Time must not go back.
type autoscaler struct {
	*Autoscale
	now           sim.Time // of the last observation
	busy, workers int      // since then
	done          work     // until then
	slice         sim.Time
	at            int64    // slices that are over
	marks         []work   // done at the end of the latest slices, by their number modulo length
	advice        []advice // ring of the latest decisions
	given         int      // how many there were
}

// observe tells that from now on busy of workers are busy. workers are those of the
// replicas that serve; held by a nested call is busy.
func (a *autoscaler) observe(now sim.Time, busy, workers int) {
	a.advance(now)
	a.busy, a.workers = busy, workers
}

// advance adds up the work until now and keeps it as it was at the end of each slice.
func (a *autoscaler) advance(now sim.Time) {
	for end := sim.Time(a.at+1) * a.slice; end <= now; end += a.slice {
		a.add(end)
		a.at++
		a.marks[a.at%int64(len(a.marks))] = a.done
	}
	a.add(now)
}

func (a *autoscaler) add(now sim.Time) {
	t := int64(now - a.now)
	a.done.busy += t * int64(a.busy)
	a.done.workers += t * int64(a.workers)
	a.now = now
}

// share is the part of the workers that was busy in the last Window, or since the
// beginning if that is shorter. ok is false if there were none. The window begins with a
// slice, so it is exact at multiples of Every.
func (a *autoscaler) share(now sim.Time) (share float64, ok bool) {
	a.advance(now)
	var before work
	if first := a.at - int64(len(a.marks)-1); first > 0 {
		before = a.marks[first%int64(len(a.marks))]
	}
	busy, workers := a.done.busy-before.busy, a.done.workers-before.workers
	if workers == 0 {
		return 0, false
	}
	return float64(busy) / float64(workers), true
}

// decide says how many replicas there shall be, of which serving serve now and starting
// will. It is to be asked at every multiple of Every. Replicas that start are to be
// taken away first.
func (a *autoscaler) decide(now sim.Time, serving, starting int) int {
	current := serving + starting
	desired := a.desired(now, serving, starting)
	if a.given == 0 {
		a.advise(now, current)
	}
	a.advise(now, desired)
	if desired < current {
		desired = min(current, a.most(now, desired))
	}
	return min(a.Max, max(a.Min, desired))
}

// desired is what the share of now asks for, within the bounds.
func (a *autoscaler) desired(now sim.Time, serving, starting int) int {
	current := serving + starting
	share, ok := a.share(now)
	if !ok {
		return current
	}
	ratio := share / float64(a.Target)
	if a.near(ratio) {
		return current
	}
	n := serving
	if ratio > 1 && starting > 0 {
		n = current
		ratio = float64(ratio*float64(serving)) / float64(current)
		if ratio < 1 || a.near(ratio) {
			return current
		}
	}
	desired := int(math.Ceil(float64(ratio*float64(n)) - 1e-9)) // not one more by rounding errors
	return min(a.Max, max(a.Min, desired))
}

// near says whether a ratio is within the tolerance.
func (a *autoscaler) near(ratio float64) bool { return math.Abs(1-ratio) <= float64(a.Tolerance)+1e-9 }

func (a *autoscaler) advise(now sim.Time, desired int) {
	a.advice[a.given%len(a.advice)] = advice{now, desired}
	a.given++
}

// most is the most of desired and what was desired less than DownAfter ago.
func (a *autoscaler) most(now sim.Time, desired int) int {
	most := desired
	for _, v := range a.advice[:min(a.given, len(a.advice))] {
		if now.Sub(v.at) < a.DownAfter {
			most = max(most, v.desired)
		}
	}
	return most
}
