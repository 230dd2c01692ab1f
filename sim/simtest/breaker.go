package simtest

import (
	"slices"

	"retrystorm/sim"
)

// breaker is one breaker. It is closed, or open since a time; once a probe has left,
// it is half-open.
type breaker struct {
	*BreakerRules
	isOpen, half bool
	since        sim.Time // when it was opened or closed
	row          int      // closed: failures in a row
	out          []uint32 // half-open: probes that have not ended and are not given up
	good         int      // half-open: probes that have succeeded
	probed       sim.Time // half-open: when the last left
}

// lets reports whether an attempt may leave.
func (b *breaker) lets(now sim.Time) bool {
	switch {
	case !b.isOpen:
		return true
	case !b.half:
		return now >= b.since.Add(b.OpenFor)
	}
	return len(b.out)+b.good < b.Probes || now >= b.probed.Add(b.OpenFor)
}

// leaves notes that an attempt does.
func (b *breaker) leaves(now sim.Time, seq uint32) {
	switch {
	case !b.isOpen:
		return
	case !b.half:
		b.half, b.out, b.good = true, nil, 0
	case len(b.out)+b.good >= b.Probes:
		b.out = nil // they hang, and are given up
	}
	b.out = append(b.out, seq)
	b.probed = now
}

// ended counts an outcome: of an attempt sent since the breaker was closed, or of a
// probe.
func (b *breaker) ended(now sim.Time, seq uint32, sent sim.Time, st sim.Status) {
	failed := b.Counts.Has(st)
	says := failed || !SetOf(sim.Cancelled, sim.Expired, sim.GateClosed, sim.Unfinished).Has(st)
	switch {
	case !b.isOpen && sent >= b.since && says:
		b.row++
		if !failed {
			b.row = 0
		}
		if b.row >= b.Failures {
			b.isOpen, b.half, b.since = true, false, now
		}
	case b.isOpen && b.half && sent > b.since:
		b.probeEnded(now, seq, failed, says)
	}
}

func (b *breaker) probeEnded(now sim.Time, seq uint32, failed, says bool) {
	b.out = slices.DeleteFunc(b.out, func(s uint32) bool { return s == seq })
	switch {
	case failed:
		b.half, b.since = false, now
	case says:
		b.good++
		if b.good >= b.Probes {
			b.isOpen, b.half, b.since, b.row = false, false, now, 0
		}
	}
}
