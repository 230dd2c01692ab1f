package models

import (
	"math"
	"time"

	"retrystorm/sim"
)

// ejected is what is known of a replica.
type ejected struct {
	out         bool
	at          sim.Time // of its last ejection; once back in, when it came back
	times       int      // of Base that an ejection lasts
	consecutive int      // failures since its last success
	ok, all     int      // requests since the last sweep
}

// ejections is an Ejection at work. Sweeps are made up for at the next question, so that
// no timer is needed; at the instant of a sweep, the sweep comes first. Time must not
// go back.
type ejections struct {
	*Ejection
	replicas []ejected
	members  int // replicas there are, out or in
	out      int
	total    int      // ejections so far
	next     sim.Time // sweep
}

// resize tells how many replicas there are now: the cap is a share of them. Those that
// went must be forgotten too.
func (e *ejections) resize(members int) { e.members = members }

// forget takes replica for a new one. A crash is no reason for it: Envoy knows a replica
// by its address.
func (e *ejections) forget(replica int) {
	if e.replicas[replica].out {
		e.out--
	}
	e.replicas[replica] = ejected{}
}

// available says whether replica may get requests.
func (e *ejections) available(now sim.Time, replica int) bool {
	e.advance(now)
	return !e.replicas[replica].out
}

// ended tells how a request of replica ended. failed is a 5xx, or no answer.
func (e *ejections) ended(now sim.Time, replica int, failed bool) {
	e.advance(now)
	r := &e.replicas[replica]
	r.all++
	if !failed {
		r.ok++
		r.consecutive = 0
		return
	}
	if r.out {
		return
	}
	r.consecutive++
	if r.consecutive == e.Consecutive {
		r.consecutive = 0 // also if the cap forbids it: as many again to try again
		e.eject(now, r)
	}
}

// time is how long r stays out, to the next sweep.
func (e *ejections) time(r *ejected) time.Duration {
	return min(time.Duration(r.times)*e.Base, e.longest())
}

// eject takes r out if the cap allows it. Envoy counts on while the time is less than
// the longest and one Base.
func (e *ejections) eject(now sim.Time, r *ejected) {
	if e.out >= e.Most(e.members) {
		return
	}
	e.out++
	e.total++
	r.out, r.at = true, now
	if time.Duration(r.times)*e.Base < e.Max+e.Base {
		r.times++
	}
}

func (e *ejections) advance(now sim.Time) {
	for now >= e.next {
		e.sweep(e.next)
		e.next = e.next.Add(e.Interval)
	}
}

func (e *ejections) sweep(now sim.Time) {
	for i := range e.replicas {
		r := &e.replicas[i]
		switch {
		case r.out && now.Sub(r.at) >= e.time(r):
			e.out--
			r.out, r.at, r.consecutive = false, now, 0
		case !r.out && r.times > 0 && now.Sub(r.at) >= e.Interval:
			r.times--
		}
	}
	e.compare(now)
	for i := range e.replicas {
		e.replicas[i].ok, e.replicas[i].all = 0, 0
	}
}

// compare ejects who did worse than the others, in the order of their numbers.
func (e *ejections) compare(now sim.Time) {
	n, sum, squares := 0, 0.0, 0.0
	for i := range e.replicas {
		if rate, ok := e.rate(&e.replicas[i]); ok {
			n++
			sum += rate
		}
	}
	if n < e.MinReplicas {
		return
	}
	mean := sum / float64(n)
	for i := range e.replicas {
		if rate, ok := e.rate(&e.replicas[i]); ok {
			squares += float64((rate - mean) * (rate - mean))
		}
	}
	least := mean - float64(e.Stdevs*math.Sqrt(squares/float64(n)))
	for i := range e.replicas {
		r := &e.replicas[i]
		rate, ok := e.rate(r)
		if !ok {
			continue
		}
		if e.Stdevs > 0 && rate < least-1e-9 || e.FailureShare > 0 && 1-rate >= float64(e.FailureShare)-1e-9 {
			e.eject(now, r)
		}
	}
}

// rate is the success rate of r, if it had enough requests and is not out.
func (e *ejections) rate(r *ejected) (rate float64, ok bool) {
	if r.out || r.all < e.MinRequests {
		return 0, false
	}
	return float64(r.ok) / float64(r.all), true
}
