package sim

import "time"

// outage is where a caller's network is in its alternation of up and down times.
type outage struct {
	until Time
	nth   uint32
	down  bool
}

// isDown reports whether the network of a caller is down at t, which never goes back.
func (l *link) isDown(t Time, who uint32) bool {
	if l.outages == nil {
		return false
	}
	o := &l.outages[who]
	key := Key(l.own, ForOutage, uint64(who))
	if o.nth == 0 { // long ago it was up: by now it is anywhere in its alternation
		cycle := float64(l.Outages.Up.Mean() + l.Outages.Down.Mean())
		o.until = -Time(float64(cycle * (8 + float64(8*Unit(Key(key, ForSplit, 0))))))
		o.nth = 1
	}
	for t >= o.until {
		o.down = !o.down
		d := l.Outages.Up
		if o.down {
			d = l.Outages.Down
		}
		o.until = o.until.Add(max(time.Nanosecond, d.At(Key(key, ForOutage, uint64(o.nth)))))
		o.nth++
	}
	return o.down
}

// loseRequest is the chance that a request which a caller sends at t is lost.
func (l *link) loseRequest(t Time, who uint32) float64 {
	return l.loss(t, who, l.LoseRequest, func(f *Fault) Share { return f.Request })
}

// loseResponse is the chance that a reply sent to a caller at t is lost.
func (l *link) loseResponse(t Time, who uint32) float64 {
	return l.loss(t, who, l.LoseResponse, func(f *Fault) Share { return f.Response })
}

func (l *link) loss(t Time, who uint32, always Share, of func(*Fault) Share) float64 {
	if l.isDown(t, who) {
		return 1
	}
	p := float64(always)
	for _, f := range l.lose {
		if f.Holds(t) {
			p = 1 - float64((1-p)*(1-float64(of(f))))
		}
	}
	return p
}
