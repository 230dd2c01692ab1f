package sim

import "time"

// The three ways to fill the one record that the kernel re-uses. Field by field: a
// struct literal of this size is built on the stack and copied.

func (s *Sim) recordCall(k Kind, c *Call, d time.Duration, st Status, why Reason) {
	r := &s.rec
	r.At, r.D, r.Call, r.Seq, r.Client, r.Attempt = s.now, d, c.ID, 0, c.Client, c.Attempts
	r.Link, r.Kind, r.Status, r.Reason, r.Replica = c.link, k, st, why, 0
	if k == CallBegan && c.parent != 0 {
		r.Seq = s.requests[c.parent].seq
	}
	s.obs.Observe(r)
}

func (s *Sim) recordRequest(k Kind, q *Request, c *Call, d time.Duration, st Status, why Reason) {
	r := &s.rec
	r.At, r.D, r.Call, r.Seq, r.Client, r.Attempt = s.now, d, c.ID, q.seq, c.Client, q.N
	r.Link, r.Kind, r.Status, r.Reason, r.Replica = q.link, k, st, why, 0
	s.obs.Observe(r)
}

// recordServed records what happens to a request on the service's side; the call is
// named while it is still there.
func (s *Sim) recordServed(k Kind, q *Request, d time.Duration, st Status) {
	r := &s.rec
	r.At, r.D, r.Call, r.Seq, r.Client, r.Attempt = s.now, d, 0, q.seq, 0, q.N
	r.Link, r.Kind, r.Status, r.Reason, r.Replica = q.link, k, st, NoReason, q.Replica
	if q.state&callerGone == 0 {
		c := &s.calls[q.call]
		r.Call, r.Client = c.ID, c.Client
	}
	s.obs.Observe(r)
}
