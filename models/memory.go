package models

import "retrystorm/sim"

// executes asks the store of keys whether r is to be executed. If not, r is answered,
// or waits for the request that executes.
func (s *service) executes(env *sim.Env, r *sim.Request) bool {
	if env.IdemKey(r) == 0 {
		if s.Keys.MissingKey == "400" {
			s.reply(env, r, sim.BadRequest)
			return false
		}
		return true
	}
	v := s.keys.begin(env.Now, s.keyOf(env, r), env.Root(r), r.ID)
	switch v.what {
	case execute:
		r.Memo |= hasKey
		return true
	case replay:
		env.Replayed(r.ID)
		s.reply(env, r, v.status)
	case waitForIt:
		r.Memo |= waitsKey
		if v.wait > 0 {
			s.remind(env, r, v.wait)
		}
	case inProgress:
		s.reply(env, r, sim.InProgress)
	case mismatch:
		st := sim.KeyMismatch
		if s.Keys.Mismatch == "409" {
			st = sim.KeyReused
		}
		s.reply(env, r, st)
	}
	return false
}

// keyOf is the key of a request as the store knows it: of a client, or of all.
func (s *service) keyOf(env *sim.Env, r *sim.Request) uint64 {
	if s.Keys.Scope == "client" {
		return sim.Key(env.IdemKey(r), sim.ForName, uint64(env.Home(r))<<32|uint64(r.Client))
	}
	return env.IdemKey(r)
}

// writes lets the effect of a finished execution happen. It reports whether the record
// follows later.
func (s *service) writes(env *sim.Env, r *sim.Request) bool {
	if !s.Writes {
		return false
	}
	if r.Memo&hasKey == 0 || s.Keys.Atomic {
		env.Effect(r.ID)
		return false
	}
	if s.Keys.Order == effectFirst {
		env.Effect(r.ID)
	} else {
		s.record(env, r, sim.OK)
	}
	r.Memo |= recording
	s.remind(env, r, s.Keys.Gap)
	return true
}

// recorded does the second of effect and record, and answers.
func (s *service) recorded(env *sim.Env, r *sim.Request) {
	r.Memo &^= recording
	if s.Keys.Order == effectFirst {
		s.record(env, r, sim.OK)
	} else {
		env.Effect(r.ID)
	}
	s.answer(env, r, sim.OK)
}

// record stores the result of r under its key and tells those that wait for it.
func (s *service) record(env *sim.Env, r *sim.Request, st sim.Status) {
	r.Memo &^= hasKey
	s.keys.complete(env.Now, s.keyOf(env, r), r.ID, st)
	s.heirs(env, r)
}

// keyDropped frees the key of a request that leaves without a result.
func (s *service) keyDropped(env *sim.Env, r *sim.Request) {
	r.Memo &^= hasKey
	s.keys.abandon(s.keyOf(env, r), r.ID)
	s.heirs(env, r)
}

// heirs lets those that have waited for the key of r ask again.
func (s *service) heirs(env *sim.Env, r *sim.Request) {
	s.keys.waiters(s.keyOf(env, r), func(id uint32) { s.askKey(env, env.Request(id)) })
}

// askKey asks again for a request that has waited for another with its key.
func (s *service) askKey(env *sim.Env, r *sim.Request) {
	r.Memo &^= waitsKey
	s.keys.leave(s.keyOf(env, r), r.ID)
	if r.Memo&dying == 0 && !s.givesUp(env, r) && s.executes(env, r) {
		s.enter(env, r, &s.replicas[r.Replica])
	}
}

// objectOf is what a call is about: the same for all its attempts, at all layers.
func (s *service) objectOf(env *sim.Env, r *sim.Request) uint32 {
	return s.cache.key(sim.Key(env.Root(r), sim.ForCache, 0))
}

// lookUp asks the cache. It reports whether r waits for another request that loads the
// same object.
func (s *service) lookUp(env *sim.Env, r *sim.Request) (waits bool) {
	object := s.objectOf(env, r)
	if s.cache.lookup(env.Now, object) {
		env.Count().Hits++
		r.Memo |= hit
		return false
	}
	env.Count().Misses++
	return s.load(env, r, object)
}

// load makes r the request that loads an object, or lets it wait for the one that does.
func (s *service) load(env *sim.Env, r *sim.Request, object uint32) (waits bool) {
	if s.cache.coalesce {
		if _, ok := s.cache.loading(object); ok {
			s.cache.wait(object, r.ID)
			r.Memo |= waitsLoad
			return true
		}
		s.cache.lead(object, r.ID)
	}
	r.Memo |= leads
	return false
}

// loaded fills the cache if r has succeeded, and tells those that have waited for it how
// it went.
func (s *service) loaded(env *sim.Env, r *sim.Request, st sim.Status) {
	r.Memo &^= leads
	object := s.objectOf(env, r)
	if st == sim.OK {
		s.cache.fill(env.Now, object)
	}
	if !s.cache.coalesce {
		return
	}
	s.cache.done(object, func(id uint32) {
		w := env.Request(id)
		if w.Memo&dying != 0 {
			return
		}
		w.Memo &^= waitsLoad
		if st != sim.OK {
			s.finish(env, w, st)
			return
		}
		w.Memo |= hit
		s.proceed(env, w)
	})
}

// loadDropped lets another request load what r has been loading: r is gone.
func (s *service) loadDropped(env *sim.Env, r *sim.Request) {
	r.Memo &^= leads
	if !s.cache.coalesce {
		return
	}
	object := s.objectOf(env, r)
	s.cache.done(object, func(id uint32) {
		w := env.Request(id)
		if w.Memo&dying != 0 {
			return
		}
		w.Memo &^= waitsLoad
		if !s.load(env, w, object) {
			s.proceed(env, w)
		}
	})
}

// Late implements [sim.Late]: a load has succeeded after all. Other calls fill nothing.
func (s *service) Late(env *sim.Env, r *sim.Request, st sim.Status) {
	if s.cache == nil || !s.cache.late || st != sim.OK {
		return
	}
	for i, link := range s.Links {
		if link == r.Link() && s.Calls[i].Value.When == onMiss {
			s.cache.fill(env.Now, s.objectOf(env, r))
		}
	}
}
