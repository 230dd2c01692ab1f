package models

import (
	"time"

	"retrystorm/sim"
)

// place is a request that waits.
type place struct {
	id, seq uint32 // seq is 0 in a place that was given up
	since   sim.Time
	class   uint8 // 9 is the most important
}

// line is the requests that wait at one replica, in order of arrival, in a ring that
// grows by doubling and never shrinks. A place that is given up in the middle stays
// until it is at an end, or the ring is full.
type line struct {
	ring      []place // length a power of two
	head      uint32  // of the oldest
	tail      uint32  // after the newest
	n         int     // that wait
	lifo      bool    // the newest is next
	above     int     // adaptive: the newest is next while more than so many wait
	classes   bool    // the most important is next
	dropAfter time.Duration
	codel     *codel
	limits    *failAtScale
	folly     *follyCodel
	rest      [10]*line // by class, if there are classes
	where     *[]uint32 // by request: its place in the ring, for all lines of a service; nil: remove searches
}

func (l *line) len() int { return l.n }

func (l *line) at(i uint32) *place { return &l.ring[i&uint32(len(l.ring)-1)] }

// push adds a request at the end.
func (l *line) push(p place) {
	if l.classes {
		l.n++
		l.of(p.class).push(p)
		return
	}
	if l.limits != nil {
		l.limits.pushed(p.since, l.n)
	}
	if int(l.tail-l.head) == len(l.ring) {
		l.grow()
	}
	*l.at(l.tail) = p
	if l.where != nil {
		for uint32(len(*l.where)) <= p.id {
			*l.where = append(*l.where, 0)
		}
		(*l.where)[p.id] = l.tail
	}
	l.tail++
	l.n++
}

// grow makes room: by places that were given up if those are at least half of the ring,
// so that one who never leaves does not keep all who came after.
func (l *line) grow() {
	ring, tail := l.ring, l.head
	if 2*l.n >= len(ring) {
		ring = make([]place, max(64, 2*len(ring)))
	}
	for i := l.head; i != l.tail; i++ {
		if p := *l.at(i); p.seq != 0 {
			ring[tail&uint32(len(ring)-1)] = p
			if l.where != nil {
				(*l.where)[p.id] = tail
			}
			tail++
		}
	}
	l.ring, l.tail = ring, tail
}

// of is the line of a class.
func (l *line) of(class uint8) *line {
	class = min(class, 9)
	if l.rest[class] == nil {
		l.rest[class] = &line{where: l.where}
	}
	return l.rest[class]
}

// pop takes the next request. With drop it is to be refused, and the caller asks again.
// ok is false if nobody waits.
func (l *line) pop(now sim.Time) (p place, drop, ok bool) {
	if l.n == 0 {
		return place{}, false, false
	}
	switch {
	case l.classes:
		p = l.popClass(now)
	case l.lifo || l.above > 0 && l.n > l.above || l.limits != nil && l.limits.queueing:
		p = l.popLast()
	default:
		p = l.popFirst()
	}
	waited := now.Sub(p.since)
	drop = l.dropAfter > 0 && waited > l.dropAfter
	switch {
	case l.codel != nil:
		drop = l.codel.drops(now, waited, l.n == 0) || drop
	case l.folly != nil:
		drop = l.folly.drops(now, waited) || drop
	case l.limits != nil:
		drop = l.limits.drops(now, waited, l.n == 0) || drop
	}
	return p, drop, true
}

func (l *line) popClass(now sim.Time) place {
	for class := 9; ; class-- {
		if c := l.rest[class]; c != nil && c.n > 0 {
			l.n--
			p, _, _ := c.pop(now)
			return p
		}
	}
}

func (l *line) popFirst() place {
	for l.at(l.head).seq == 0 {
		l.head++
	}
	p := *l.at(l.head)
	l.head++
	l.n--
	return p
}

func (l *line) popLast() place {
	for l.at(l.tail-1).seq == 0 {
		l.tail--
	}
	p := *l.at(l.tail - 1)
	l.tail--
	l.n--
	return p
}

// remove takes out a request that has left by itself; false if it does not wait.
func (l *line) remove(id, seq uint32) bool {
	if l.classes {
		for _, c := range l.rest {
			if c != nil && c.remove(id, seq) {
				l.n--
				return true
			}
		}
		return false
	}
	i := l.find(id, seq)
	if i == l.tail {
		return false
	}
	l.at(i).seq = 0
	l.n--
	l.trim()
	if l.n == 0 && l.codel != nil {
		l.codel.emptied()
	}
	return true
}

// find is the place of a request, the tail if it has none.
func (l *line) find(id, seq uint32) uint32 {
	if l.where != nil {
		if int(id) >= len(*l.where) {
			return l.tail
		}
		i := (*l.where)[id]
		if i-l.head < l.tail-l.head && l.at(i).id == id && l.at(i).seq == seq {
			return i
		}
		return l.tail
	}
	for i := l.head; i != l.tail; i++ {
		if p := l.at(i); p.id == id && p.seq == seq {
			return i
		}
	}
	return l.tail
}

// trim lets go of places at both ends that were given up.
func (l *line) trim() {
	for l.head != l.tail && l.at(l.head).seq == 0 {
		l.head++
	}
	for l.head != l.tail && l.at(l.tail-1).seq == 0 {
		l.tail--
	}
}

// pushOut takes out the newest request of the lowest class, if that is below class.
func (l *line) pushOut(class uint8) (place, bool) {
	for low := uint8(0); l.classes && low < min(class, 9); low++ {
		if c := l.rest[low]; c != nil && c.n > 0 {
			l.n--
			return c.popLast(), true
		}
	}
	return place{}, false
}
