package theory

import (
	"math"
	"slices"
)

// State is a load at which a service with retries reproduces itself: the attempts
// that fail at this load cause exactly the retries in it.
//
// States come in rising order of Load. One state is all there is: whatever happens,
// the service comes back to it. Of three, the first is healthy, the second is the
// edge of its basin (a push beyond it tips the service), the third is the storm,
// which stays when its trigger has gone.
type State struct {
	Load    float64 // attempts per unit of time, first ones and retries
	Fail    float64 // share of attempts that fail
	Goodput float64 // calls that succeed per unit of time
	Stable  bool    // a small push away from it dies out
}

// Turns are the ends of the range of offered loads with two stable states. Both are
// NaN where there is no such range.
type Turns struct {
	// Down is the offered load below which no storm can last, DownLoad the load of
	// the storm there.
	Down, DownLoad float64
	// Up is the offered load above which no healthy state exists, UpLoad its last
	// load. Nothing in the healthy state tells of it before.
	Up, UpLoad float64
}

// curve is a service with retries: fail rises with the load, and the interesting part
// lies around pivot, its capacity. The states at offered load lambda are the
// solutions of offered(load) = lambda.
type curve struct {
	fail    func(load float64) float64
	retries int
	pivot   float64
}

// offered returns the calls per unit of time that cause this load, L / (1+p+...+p^n).
func (c curve) offered(load float64) float64 {
	return load / AttemptsPerCall(c.fail(load), c.retries)
}

// turns returns the loads where offered stops rising, starts to rise again, and so on.
// A change of direction counts once it exceeds rounding noise: where rejecting is free
// offered is flat to the last bit.
func (c curve) turns() []float64 {
	const noise = 1e-12
	loads := around(c.pivot)
	var turns []float64
	sign, best, top := 1.0, 0, 0.0
	for i, load := range loads {
		value := sign * c.offered(load)
		switch {
		case value > top:
			best, top = i, value
		case value < top-noise*math.Abs(top):
			signed := func(load float64) float64 { return sign * c.offered(load) }
			turns = append(turns, peak(signed, loads[best-1], loads[best], loads[best+1]))
			sign, best, top = -sign, i, -value
		}
	}
	return turns
}

// around returns loads from 0 to far above pivot, the closer to pivot the denser: how
// close the turns lie depends on timeout and size, so every scale is looked at.
func around(pivot float64) []float64 {
	const perDecade, nearest, farthest = 40, -8, 4
	loads := []float64{pivot}
	for i := range (farthest-nearest)*perDecade + 1 {
		x := math.Pow(10, float64(nearest)+float64(i)/perDecade)
		loads = append(loads, pivot*(1+x))
		if x <= 1 {
			loads = append(loads, pivot*(1-x))
		}
	}
	slices.Sort(loads)
	return loads
}

// limits returns the range of offered loads with two stable states.
func (c curve) limits() Turns {
	turns := c.turns()
	if len(turns) < 2 {
		none := math.NaN()
		return Turns{none, none, none, none}
	}
	up, down := turns[0], turns[1]
	return Turns{Up: c.offered(up), UpLoad: up, Down: c.offered(down), DownLoad: down}
}

// states returns the solutions of offered(load) = lambda. Between two turns there is
// at most one: stable where offered rises, unstable where it falls.
func (c curve) states(lambda float64) []State {
	most := lambda * float64(c.retries+1)
	ends := append([]float64{0}, c.turns()...)
	ends = append(ends, 2*math.Max(most, ends[len(ends)-1]))
	falling := func(load float64) float64 { return -c.offered(load) }
	var states []State
	for i, lo := range ends[:len(ends)-1] {
		hi := ends[i+1]
		first, last := c.offered(lo), c.offered(hi)
		switch {
		case i%2 == 0 && first < lambda && lambda <= last:
			states = append(states, c.state(lambda, bisect(c.offered, lambda, lo, hi), true))
		case i%2 == 1 && first > lambda && lambda > last:
			states = append(states, c.state(lambda, bisect(falling, -lambda, lo, hi), false))
		}
	}
	return states
}

func (c curve) state(lambda, load float64, stable bool) State {
	fail := c.fail(load)
	return State{load, fail, lambda * (1 - FinalFailure(fail, c.retries)), stable}
}
