package theory

import "math"

// Retrying is a service of several workers with one queue in order of arrival whose
// callers stop waiting after Timeout and retry. What they no longer wait for is still
// served: the service does not cancel and does not drop.
//
// The states solve L = lambda (1 + p + ... + p^n), where p is the share of attempts
// refused or later than Timeout in an M/M/c queue (M/M/c/K with a bounded Room) with
// arrival rate L. This assumes that the attempts are a Poisson stream: backoffs three
// timeouts or longer, ten workers or more. Retries in step make it optimistic, by a
// fifth of the goodput of a storm in a bounded queue.
type Retrying struct {
	Lambda  float64 // calls per unit of time
	Mu      float64 // services per unit of time and worker
	Workers int     // c
	Room    int     // K, places in the service, those of the workers included; 0 is no bound
	Timeout float64 // of an attempt, from sending to its answer
	Retries int     // n, attempts after the first
}

// Fail returns the share of attempts that are refused or late at this load.
func (r Retrying) Fail(load float64) float64 {
	if !r.valid() || !notNegative(load) {
		return math.NaN()
	}
	return r.curve().fail(load)
}

// States returns the one or three states of the service (see [State]), or nil for
// settings out of range.
func (r Retrying) States() []State {
	if !r.valid() || !positive(r.Lambda) {
		return nil
	}
	return r.curve().states(r.Lambda)
}

// Turns returns the offered loads between which the service has both a healthy state
// and a storm; Lambda does not matter. Without a bound Down is [LambdaDown], and Up
// is the largest L / (1 + p + ... + p^n) below capacity, a saddle-node.
func (r Retrying) Turns() Turns {
	if !r.valid() {
		none := math.NaN()
		return Turns{none, none, none, none}
	}
	return r.curve().limits()
}

func (r Retrying) valid() bool {
	return positive(r.Mu, r.Timeout) && r.Workers >= 1 && r.Retries >= 0 &&
		(r.Room == 0 || r.Room >= r.Workers)
}

func (r Retrying) curve() curve {
	capacity := float64(r.Workers) * r.Mu
	fail := func(load float64) float64 {
		if load >= capacity {
			return 1
		}
		return MMc{load, r.Mu, r.Workers}.SojournBeyond(r.Timeout)
	}
	if r.Room > 0 {
		late := lateStages(r.Room-r.Workers, capacity, r.Mu, r.Timeout)
		fail = func(load float64) float64 { return MMcK{load, r.Mu, r.Workers, r.Room}.missed(late) }
	}
	return curve{fail, r.Retries, capacity}
}

// Missed returns the share of arrivals that are refused or not answered within t.
func (m MMcK) Missed(t float64) float64 {
	if !m.valid() || !notNegative(t) {
		return math.NaN()
	}
	return m.missed(lateStages(m.Room-m.Workers, float64(m.Workers)*m.Mu, m.Mu, t))
}

// missed returns Missed, given late[m] for a request with m departures before its own
// service.
func (m MMcK) missed(late []float64) float64 {
	p := m.states()
	sum := p[m.Room]
	for k, w := range p[:m.Room] {
		sum += w * late[max(k-m.Workers+1, 0)]
	}
	return math.Min(sum, 1)
}
