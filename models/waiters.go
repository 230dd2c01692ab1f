package models

// waiters is who waits for one thing, first come first served: the first request and
// the last. 0 is nobody.
type waiters struct{ first, last uint32 }

// behind says, by request, which one waits behind it. A request waits for one thing at
// a time, so all lists share it.
type behind []uint32

// add puts a request at the end of a list.
func (b *behind) add(l *waiters, id uint32) {
	for uint32(len(*b)) <= id {
		*b = append(*b, 0)
	}
	(*b)[id] = 0
	if l.first == 0 {
		l.first = id
	} else {
		(*b)[l.last] = id
	}
	l.last = id
}

// each calls all of a list in order. The list must have been given up before: who is
// called may wait again.
func (b behind) each(l waiters, call func(id uint32)) {
	for id := l.first; id != 0; {
		next := b[id]
		call(id)
		id = next
	}
}

// remove takes a request out of a list; false if it is not there.
func (b behind) remove(l *waiters, id uint32) bool {
	before := uint32(0)
	for i := l.first; i != 0; before, i = i, b[i] {
		if i != id {
			continue
		}
		if before == 0 {
			l.first = b[i]
		} else {
			b[before] = b[i]
		}
		if l.last == id {
			l.last = before
		}
		return true
	}
	return false
}
