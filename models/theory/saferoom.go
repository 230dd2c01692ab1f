package theory

import "math"

// SafeRoom returns the most places in the service, those of the workers included,
// with which it has a single state at Lambda: less than [SafeQueue], by a margin that
// grows with Lambda and Retries. It is +Inf if no bound is needed, and NaN unless
// Lambda is below the capacity. Room is not looked at. A smaller room is free of
// storms but refuses more: see [MMcK].Loss. It takes a tenth of a second at capacity
// x timeout = 300, and time in proportion beyond.
func (r Retrying) SafeRoom() float64 {
	capacity := float64(r.Workers) * r.Mu
	r.Room = 0
	if !r.valid() || !positive(r.Lambda) || r.Lambda >= capacity {
		return math.NaN()
	}
	if r.Lambda <= LambdaDown(capacity, r.Retries) {
		return math.Inf(1)
	}
	stormy := func(room int) bool {
		r.Room = room
		return len(r.States()) > 1
	}
	lo, hi := r.Workers, r.Workers+int(2*capacity*r.Timeout)+100
	if !stormy(hi) {
		return math.Inf(1)
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; stormy(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return float64(lo)
}
