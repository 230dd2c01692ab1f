package sim

import (
	"slices"
	"time"
)

// pace says how fast something goes over time: 1 is normal, 0 stands still. It is
// piecewise constant and known before the run, so the end of a piece of work is
// known when it begins, also of work that a fault will interrupt. nil is always 1.
type pace []piece

type piece struct {
	from  Time // until the next piece's
	speed float64
}

// paceOf multiplies the speeds of faults that overlap.
func paceOf(faults []*Fault, speed func(*Fault) float64) pace {
	if len(faults) == 0 {
		return nil
	}
	edges := []Time{0}
	for _, f := range faults {
		edges = append(edges, f.At, f.At.Add(f.For))
	}
	slices.Sort(edges)
	var p pace
	for _, t := range slices.Compact(edges) {
		v := 1.0
		for _, f := range faults {
			if f.Holds(t) {
				v = float64(v * speed(f))
			}
		}
		p = append(p, piece{t, v})
	}
	return p
}

// at returns the index of the piece that holds at t.
func (p pace) at(t Time) int {
	i := len(p) - 1
	for i > 0 && p[i].from > t {
		i--
	}
	return i
}

// stretch returns how long d of work takes that begins at t.
func (p pace) stretch(t Time, d time.Duration) time.Duration {
	if len(p) == 0 {
		return d
	}
	for i, now := p.at(t), t; ; i++ {
		speed := p[i].speed
		if i == len(p)-1 { // faults end, so the last piece is always at normal speed
			return now.Sub(t) + slower(d, speed)
		}
		room := faster(p[i+1].from.Sub(now), speed)
		if d < room || d == room && speed > 0 {
			return now.Sub(t) + slower(d, speed)
		}
		d -= room
		now = p[i+1].from
	}
}

// work returns how much of it is done between two instants.
func (p pace) work(from, to Time) time.Duration {
	if len(p) == 0 {
		return to.Sub(from)
	}
	var sum time.Duration
	for i := p.at(from); from < to; i++ {
		end := to
		if i < len(p)-1 {
			end = min(to, p[i+1].from)
		}
		sum += faster(end.Sub(from), p[i].speed)
		from = end
	}
	return sum
}

func slower(d time.Duration, speed float64) time.Duration {
	if speed == 1 {
		return d
	}
	return saturated(float64(d) / speed)
}

func faster(d time.Duration, speed float64) time.Duration {
	if speed == 1 {
		return d
	}
	return saturated(float64(d) * speed)
}

// saturated is d as a duration; one that does not fit is the longest there is, on any
// processor.
func saturated(d float64) time.Duration {
	if !(d < 1<<62) {
		return 1 << 62
	}
	return time.Duration(d)
}
