package theory

import "math"

// Rejection is a service for which rejecting an attempt costs a part of the work of
// serving it. It serves what it can, rejects the rest, and rejected attempts are
// retried. Its methods are NaN or nil unless Capacity > 0, 0 <= Cost < 1 and
// Retries >= 0. It makes exact the remark of the Google SRE book, chapter 22, that a
// service may not heal if failing is costly.
type Rejection struct {
	Lambda   float64 // calls per unit of time
	Capacity float64 // attempts served per unit of time when none is rejected
	Cost     float64 // r, the work of a rejection, as a share of the work of an attempt
	Retries  int     // n, attempts after the first
}

// Served returns the attempts served per unit of time at this load: all up to
// Capacity; beyond it g + r (load - g) = C, so g = (C - r load) / (1 - r), until at
// C / r rejecting is all it does.
func (r Rejection) Served(load float64) float64 {
	if !r.valid() || !notNegative(load) {
		return math.NaN()
	}
	if load <= r.Capacity {
		return load
	}
	return math.Max(0, r.Capacity-r.Cost*load) / (1 - r.Cost)
}

// States returns the states of the service (see [State]).
func (r Rejection) States() []State {
	if !r.valid() || !positive(r.Lambda) {
		return nil
	}
	return r.curve().states(r.Lambda)
}

// Turns returns the offered loads between which the service has both a healthy state
// and a storm; Lambda does not matter. Up is Capacity.
func (r Rejection) Turns() Turns {
	if !r.valid() {
		none := math.NaN()
		return Turns{none, none, none, none}
	}
	return r.curve().limits()
}

// Collapse returns the offered load from which the service can spend all its work on
// rejections, C / (r (n+1)); +Inf if rejecting is free.
func (r Rejection) Collapse() float64 {
	if !r.valid() {
		return math.NaN()
	}
	return r.Capacity / (r.Cost * float64(r.Retries+1))
}

func (r Rejection) valid() bool {
	return positive(r.Capacity) && r.Cost >= 0 && r.Cost < 1 && r.Retries >= 0
}

func (r Rejection) curve() curve {
	fail := func(load float64) float64 {
		if load <= r.Capacity {
			return 0
		}
		return 1 - r.Served(load)/load
	}
	return curve{fail, r.Retries, r.Capacity}
}
