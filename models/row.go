package models

import (
	"math"

	"retrystorm/sim"
)

// Row is one row under optimistic concurrency, the service of the AWS article
// "Exponential Backoff and Jitter" (2015): an attempt reads the row's version and
// writes with it, and conflicts if the version has moved in between. It takes no
// time and has no limit: its only cost is the network, so contention is all there is.
//
// An attempt is one request that the row answers after two more network delays of
// its link: the read's answer and the write. Faults of the link do not touch those
// two. The attempt counts as arrived when its write arrives.
type Row struct{}

// New implements [sim.Model].
func (Row) New() sim.Service { return new(row) }

// Capacity is without end: the row takes no time.
func (Row) Capacity() sim.Rate { return sim.Rate(math.Inf(1)) }

type row struct{ version uint32 }

// CountsItself implements [sim.SelfCounting].
func (w *row) CountsItself() {}

// Arrive reads the version.
func (w *row) Arrive(env *sim.Env, r *sim.Request) {
	r.Memo = w.version
	env.WakeAfter(r.ID, env.Hop(r, 0)+env.Hop(r, 1))
}

// Wake writes.
func (w *row) Wake(env *sim.Env, r *sim.Request) {
	env.Arrived(r)
	if r.Memo != w.version {
		env.Reply(r.ID, sim.Conflict, 0)
		return
	}
	w.version++
	env.Reply(r.ID, sim.OK, 0)
}
