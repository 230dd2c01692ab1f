package simtest

// runOver looks for what is missing at the end.
func (f *referee) runOver() {
	for id := 1; id < len(f.calls); id++ {
		c := &f.calls[id]
		f.check(c.ended, CallEndsOnce, "call %d never ended", id)
		if c.open && !f.rules.Cut {
			f.check(!c.pending && f.stuck(c), EndFollows, "call %d is unfinished although it could have gone on", id)
		}
	}
	for seq := 1; seq < len(f.requests); seq++ {
		q := &f.requests[seq]
		f.check(q.ended || f.calls[q.call].open, EndsOnce, "attempt %d of call %d (seq %d) never ended", q.n, q.call, seq)
		if f.rules.Cut {
			continue
		}
		f.check(q.gone() || f.waits(q) || q.stayed && !q.arrived, OneAnswer, "attempt %d of call %d (seq %d) was neither lost nor answered nor dropped", q.n, q.call, seq)
		f.check(!q.replied || q.answerLost || q.used || q.late, ReplyUsed, "the answer to attempt %d of call %d (seq %d) never came", q.n, q.call, seq)
	}
}

// stuck reports whether nothing in flight of a call can bring an answer.
func (f *referee) stuck(c *call) bool {
	for _, seq := range c.live {
		if q := &f.requests[seq]; !(q.lost || q.answerLost || q.dropped || f.waits(q)) {
			return false
		}
	}
	return len(c.live) > 0
}

// waits reports whether a service waits for a call that never ends, or for a worker;
// whoever holds that one is asked the same.
func (f *referee) waits(q *request) bool {
	dials := q.dialled && !q.arrived // its handshake has been lost
	if q.waiting || q.pooled || dials {
		return true
	}
	for _, id := range q.children {
		if f.calls[id].open {
			return true
		}
	}
	return false
}
