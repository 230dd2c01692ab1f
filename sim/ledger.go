package sim

// account is what the ledger knows of one call of a client: how often its work has
// left an effect, and what the client was told.
type account struct {
	effects uint16
	link    uint8
	told    told
	counts  bool // it began after the warm-up
}

// told is what a client heard of its call.
type told uint8

const (
	toldNothing told = iota
	toldOK
	toldFailed
)

// effect enters one execution. It may come long after its client was told something.
func (s *Sim) effect(r *Request) {
	if s.want&(1<<EffectLeft) != 0 {
		s.recordServed(EffectLeft, r, 0, OK)
	}
	if s.effects == nil {
		return
	}
	a := s.effects[s.idents[r.ID].root]
	a.effects++
	s.effects[s.idents[r.ID].root] = a
}

// told enters the end of a call, as its client sees it.
func (s *Sim) told(c *Call, st Status) {
	a := s.effects[c.key]
	a.link, a.told, a.counts = c.link, toldFailed, c.Started >= Time(s.cfg.WarmUp)
	if st == OK {
		a.told = toldOK
	}
	s.effects[c.key] = a
}

// closeLedger adds up the accounts: sums, so their order does not matter. A call that
// is still open is left out, since nobody was told anything.
func (s *Sim) closeLedger() {
	for _, a := range s.effects {
		if !a.counts || a.told == toldNothing {
			continue
		}
		n := &s.links[a.link].count.Ledger
		n.Effects += uint64(a.effects)
		if a.effects > 1 {
			n.Duplicates += uint64(a.effects - 1)
		}
		if a.effects == 0 && a.told == toldOK && !s.links[a.link].NoEffect {
			n.ToldOKButUndone++
		}
		if a.effects > 0 && a.told == toldFailed {
			n.ToldFailedButDone++
		}
	}
}
