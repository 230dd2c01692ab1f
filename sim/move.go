package sim

import "time"

// uses reports whether calls of a fleet go over a link, now or after a move.
func (f *Fleet) uses(link int) bool {
	if int(f.Link) == link {
		return true
	}
	for _, m := range f.Moves {
		if int(m.Link) == link {
			return true
		}
	}
	return false
}

// linkOf is the link over which a client calls now.
func (s *Sim) linkOf(f *fleet, client uint32) uint8 {
	link := f.Link
	for i, m := range f.Moves {
		u := Unit(Key(f.key, ForRollout, uint64(client)|uint64(i)<<32))
		for _, step := range m.Steps {
			if s.now >= step.At && u < float64(step.Share) {
				link = m.Link
				break
			}
		}
	}
	return link
}

// numbered reports whether a link of f has keys that are numbers of calls.
func (s *Sim) numbered(f *fleet) bool {
	for i := range s.cfg.Links {
		if f.uses(i) && s.cfg.Links[i].Key == KeySequence {
			return true
		}
	}
	return false
}

// numberOf is the number of a call: at its client if keys are made of it, otherwise
// that of the arrival.
func (f *fleet) numberOf(client, nth uint32) uint32 {
	if f.number == nil {
		return nth
	}
	f.number[client]++
	return f.number[client] - 1
}

// stretch is how long a gap lasts in a fleet whose rate changes over time: by its
// shape, by faults, or both.
func (f *fleet) stretch(now Time, gap, warmUp time.Duration) time.Duration {
	if f.shaped == nil {
		return f.pace.stretch(now, gap)
	}
	shape := func(t Time, d time.Duration) time.Duration { return f.shaped.Stretch(t-Time(warmUp), d) }
	if len(f.pace) == 0 {
		return shape(now, gap)
	}
	for i, t := f.pace.at(now), now; ; i++ {
		speed := f.pace[i].speed
		took := shape(t, slower(gap, speed))
		if i == len(f.pace)-1 || t.Add(took) < f.pace[i+1].from {
			return t.Sub(now) + took
		}
		end := f.pace[i+1].from
		gap -= min(gap, faster(spent(shape, t, end), speed))
		t = end
	}
}

// spent is the operational time between two instants: the inverse of a shape, by
// halving.
func spent(shape func(Time, time.Duration) time.Duration, from, to Time) time.Duration {
	lo, hi := time.Duration(0), time.Duration(1)
	for shape(from, hi) < to.Sub(from) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; shape(from, mid) < to.Sub(from) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}
