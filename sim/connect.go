package sim

import "time"

// port is the connections of one caller of a link.
type port struct {
	idle  []idle   // the last one used is the last
	wait  []waiter // attempts that wait for one, first come first served, from head on
	head  uint32
	inUse uint32
}

type idle struct {
	since Time
	epoch uint32 // of the node when it was opened
}

type waiter struct{ id, seq uint32 }

// connect gets an attempt a connection and sends it: at once over an idle one, after
// the handshakes over a new one, or when another attempt ends.
func (s *Sim) connect(r *Request, l *link) {
	p := &l.ports[r.Client]
	if most := l.Connections.Most; most == 0 || p.inUse < most {
		s.open(r, l, p)
		return
	}
	r.state |= pooled
	if s.want&(1<<PoolWaited) != 0 {
		s.recordServed(PoolWaited, r, 0, OK)
	}
	s.firstWaiter(p, 0) // lets go of those that have given up
	p.wait = append(p.wait, waiter{r.ID, r.seq})
	if l.Connections.Wait > 0 {
		r.wake = s.now.Add(l.Connections.Wait)
		s.q.push(r.wake, evLink<<idxBits|r.ID, r.seq)
	}
}

// open takes an idle connection, or a new one.
func (s *Sim) open(r *Request, l *link, p *port) {
	p.inUse++
	r.state = r.state&^pooled | connected
	for n := len(p.idle); n > 0; n-- {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		stale := c.epoch != s.nodes[l.To].epoch || l.Connections.Idle > 0 && s.now.Sub(c.since) >= l.Connections.Idle
		if !stale {
			s.transmit(r, l)
			return
		}
	}
	s.dial(r, l)
}

// dial makes a new connection: its handshakes are round trips. Whether it succeeds is
// decided by value; the event is when the caller knows.
func (s *Sim) dial(r *Request, l *link) {
	l.count.Connects++
	took, ok := l.handshake(s.now, r)
	if took == 0 && ok {
		s.transmit(r, l)
		return
	}
	r.state |= dialling
	r.wake = s.now.Add(took)
	if t := l.Connections.Timeout; t > 0 && (!ok || took > t) {
		ok = true
		r.state |= doomed
		r.wake = s.now.Add(t)
	}
	if s.want&(1<<Connecting) != 0 {
		s.recordServed(Connecting, r, r.wake.Sub(s.now), OK)
	}
	if ok { // otherwise only the timeout of the attempt ends it
		s.q.push(r.wake, evLink<<idxBits|r.ID, r.seq)
	}
}

// handshake draws how long it takes to connect, and whether nothing of it is lost.
func (l *link) handshake(now Time, r *Request) (took time.Duration, ok bool) {
	ok = true
	for i := range l.Connections.Handshakes {
		key := Key(r.Key, ForConnect, uint64(i))
		if l.Request != nil {
			took += l.Request.At(Key(key, ForRequest, 0))
		}
		if l.Response != nil {
			took += l.Response.At(Key(key, ForResponse, 0))
		}
		if l.lossy {
			ok = ok && Unit(Key(key, ForLostRequest, 0)) >= l.loseRequest(now, r.Client) &&
				Unit(Key(key, ForLostResponse, 0)) >= l.loseResponse(now, r.Client)
		}
	}
	return took, ok
}

// linkTimer is the end of a wait for a connection, or of connecting. It is stale if the
// attempt has gone on.
func (s *Sim) linkTimer(r *Request) {
	if r.wake != s.now || r.state&(pooled|dialling) == 0 {
		return
	}
	s.events++
	switch {
	case r.state&pooled != 0:
		s.settle(r, NoConnection, 0)
	case r.state&doomed != 0:
		s.settle(r, ConnectTimeout, 0)
	default:
		r.state &^= dialling
		s.transmit(r, &s.links[r.link])
	}
}

// disconnect gives the connection of an attempt that has ended to the next one that
// waits. Without an answer it is closed: the answer could still come over it.
func (s *Sim) disconnect(r *Request, l *link, st Status) {
	if r.state&connected == 0 {
		return
	}
	r.state &^= connected
	p := &l.ports[r.Client]
	p.inUse--
	switch st {
	case TimedOut, Expired, Cancelled, Reset, Refused, ConnectTimeout:
	default:
		p.idle = append(p.idle, idle{s.now, s.nodes[l.To].epoch})
	}
	over := uint32(0)
	if st == OK || st == Expired || st == Cancelled {
		over = r.call // its other attempts are about to be cancelled
	}
	if next := s.firstWaiter(p, over); next != nil {
		p.head++
		s.open(next, l, p)
	}
}

// firstWaiter is the attempt that has waited longest for a connection and still does, nil
// if none does. Attempts of call over do not. Places before it are given up; their room is
// used again once it is half.
func (s *Sim) firstWaiter(p *port, over uint32) *Request {
	for ; int(p.head) < len(p.wait); p.head++ {
		w := p.wait[p.head]
		if r := &s.requests[w.id]; r.seq == w.seq && r.state&pooled != 0 && r.state&callerGone == 0 && (over == 0 || r.call != over) {
			if p.head >= 64 && int(p.head) > len(p.wait)/2 {
				p.wait, p.head = p.wait[:copy(p.wait, p.wait[p.head:])], 0
			}
			return r
		}
	}
	p.wait, p.head = p.wait[:0], 0
	return nil
}
