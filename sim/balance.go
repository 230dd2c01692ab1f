package sim

import (
	"fmt"
	"math/bits"
)

// balance keeps the books of calls in the system two ways: as the integral of their
// number over time, and as the sum of their times. The two are equal as integers
// (Little's law as an identity), so 128 bits are compared, not floats.
type balance struct {
	open     uint64 // calls begun and not ended
	last     Time
	integral uint128
	times    uint128
}

type uint128 struct{ hi, lo uint64 }

func (u *uint128) add(hi, lo uint64) {
	var carry uint64
	u.lo, carry = bits.Add64(u.lo, lo, 0)
	u.hi, _ = bits.Add64(u.hi, hi, carry)
}

func (b *balance) advance(now Time) {
	b.integral.add(bits.Mul64(b.open, uint64(now-b.last)))
	b.last = now
}

func (s *Sim) enter(n *LinkCount) {
	s.system.advance(s.now)
	s.system.open++
	n.Calls++
	n.Open++
}

func (s *Sim) leave(n *LinkCount, started Time) {
	s.system.advance(s.now)
	s.system.times.add(0, uint64(s.now-started))
	s.system.open--
	n.Open--
	s.end = s.now
}

// Bug is a violation of what every run must keep: a fault of the program or of a
// user's own service, never of a scenario.
type Bug struct{ What string }

func (b *Bug) Error() string { return "bug: " + b.What }

// check verifies the books after a run. unfinished calls have been counted.
func (s *Sim) check() error {
	if s.system.integral != s.system.times {
		return &Bug{fmt.Sprintf("the integral of calls in the system is %v ns, the sum of their times %v ns",
			s.system.integral, s.system.times)}
	}
	for i := range s.links {
		n, name := s.links[i].count, s.links[i].Name
		if n.Calls != n.OK+n.Failed+n.Refused+n.Unfinished {
			return &Bug{fmt.Sprintf("link %s: %d calls, but %d ok + %d failed + %d refused + %d unfinished",
				name, n.Calls, n.OK, n.Failed, n.Refused, n.Unfinished)}
		}
		if n.Attempts != n.First+n.Retries+n.Hedges {
			return &Bug{fmt.Sprintf("link %s: %d attempts, but %d first + %d retries + %d hedges",
				name, n.Attempts, n.First, n.Retries, n.Hedges)}
		}
		if n.Calls != n.First+n.Refused+n.unsent {
			return &Bug{fmt.Sprintf("link %s: %d calls, but %d sent + %d refused before sending + %d cut off before sending",
				name, n.Calls, n.First, n.Refused, n.unsent)}
		}
	}
	return s.checkSlabs()
}

// checkSlabs verifies that a run which finished everything holds nothing any more.
func (s *Sim) checkSlabs() error {
	if s.limit != "" || s.system.open > 0 || s.liveRequests > 0 {
		return nil
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.prober == nil {
			continue
		}
		if g := n.prober.Probe(); g.Queue != 0 || g.Busy != 0 {
			return &Bug{fmt.Sprintf("node %s holds %+v after everything has ended", s.cfg.Nodes[i].Name, g)}
		}
	}
	return nil
}
