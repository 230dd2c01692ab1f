package sim

// ident names what a request is about, beyond its own draws. Most runs need no names,
// so they are kept beside the requests.
type ident struct {
	root uint64 // what a client wants done: the same for all attempts, at all layers
	key  uint64 // idempotency key, 0 is none
}

// Identifying is an option of a service that asks [Env.Root] of its requests.
type Identifying interface {
	Identifies() bool // it does
}

// needsNames reports whether somebody asks for names: the ledger, a link that sends
// keys, or a service.
func (s *Sim) needsNames() bool {
	need := s.cfg.Ledger
	for i := range s.links {
		need = need || s.links[i].Key != NoKey
	}
	for i := range s.nodes {
		n, ok := s.nodes[i].impl.(Identifying)
		need = need || ok && n.Identifies()
	}
	return need
}

// name notes what an attempt is about, and the key that it carries.
func (s *Sim) name(l *link, c *Call, r *Request) {
	for uint32(len(s.idents)) <= r.ID {
		s.idents = append(s.idents, ident{})
	}
	id := ident{root: c.key}
	var given uint64 // by the caller of the service that calls
	if c.parent != 0 {
		parent := s.idents[c.parent]
		id.root, given = parent.root, parent.key
	}
	switch l.Key {
	case KeyPerCall:
		id.key = c.key
	case KeyPerAttempt:
		id.key = r.Key
	case KeySequence:
		id.key = uint64(c.nth) + 1
	case KeyForwarded:
		id.key = given
	}
	s.idents[r.ID] = id
}

// Root names what a client wants done: it is the same for all attempts of a call, at
// all layers. Ask only in a service that is [Identifying].
func (e *Env) Root(r *Request) uint64 { return e.s.idents[r.ID].root }

// IdemKey is the idempotency key that r carries, 0 if it has none.
func (e *Env) IdemKey(r *Request) uint64 {
	if !e.s.identify {
		return 0
	}
	return e.s.idents[r.ID].key
}
