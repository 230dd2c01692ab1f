package sim

// Slabs: plain slices without pointers, so the collector never scans them. Slot 0 is
// reserved, it means none. Free slots are chained, the last one freed comes first.

func (s *Sim) newRequest() uint32 {
	if i := s.requestSlot; i != 0 {
		s.requestSlot = s.requests[i].next
		s.liveRequests++
		return i
	}
	s.liveRequests++
	s.checkRoom()
	s.requests = append(s.requests, Request{})
	return uint32(len(s.requests) - 1)
}

func (s *Sim) newCall() uint32 {
	if i := s.callSlot; i != 0 {
		s.callSlot = s.calls[i].live
		return i
	}
	s.checkRoom()
	s.calls = append(s.calls, Call{})
	return uint32(len(s.calls) - 1)
}

func (s *Sim) freeCall(ci uint32) {
	c := &s.calls[ci]
	c.ID = 0
	c.live = s.callSlot
	s.callSlot = ci
}

// unlink takes an attempt out of the call's list of those in flight.
func (s *Sim) unlink(c *Call, r *Request) {
	p := &c.live
	for *p != r.ID {
		if *p == 0 {
			panic("sim: an attempt ends twice for its caller")
		}
		p = &s.requests[*p].next
	}
	*p = r.next
}

// disown takes a nested call out of its parent's list.
func (s *Sim) disown(parent, ci uint32) {
	r := &s.requests[parent]
	p := &r.child
	for *p != ci {
		p = &s.calls[*p].nth
	}
	*p = s.calls[ci].nth
	r.nested--
}

// release lets one owner of a request go; the slot is free when caller and service
// have, and no call that was made for it still runs.
func (s *Sim) release(r *Request, who uint16) {
	if r.seq == 0 {
		panic("sim: a request's slot is released twice")
	}
	r.state |= who
	if r.state&(callerGone|serverGone) == callerGone|serverGone && r.nested == 0 {
		r.seq = 0
		r.next = s.requestSlot
		s.requestSlot = r.ID
		s.liveRequests--
		s.end = s.now
	}
}
