package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Cache is the settings of a cache of objects that calls are about.
type Cache interface {
	newCache(seed uint64) *cacheState
	// MissShare is the share of lookups that miss once a cache which is asked perSec
	// times a second has settled.
	MissShare(perSec sim.Rate) float64
}

// ZipfCache is a cache of objects whose popularity follows Zipf's law. Which object a
// call is about is drawn; whether it is there depends on who asked before and on what
// has been loaded since. The least recently used object gives way when all places are
// taken; one whose ttl is over keeps its place until it is asked for or gives way. It
// takes 16 bytes for each key.
//
// A warm start knows of no rate: objects that are seldom asked for are there too, though
// a cache that has run for long would have dropped many. It misses less than
// [ZipfCache.MissShare] says until about a ttl has passed.
type ZipfCache struct {
	Keys     int           `key:"keys,required" doc:"objects there are, at most 100 million"`
	Exponent float64       `key:"exponent" doc:"of Zipf's law; 0: all are equally popular"`
	Entries  int           `key:"entries,required" doc:"objects that the cache can hold"`
	TTL      time.Duration `key:"ttl" doc:"an object is dropped so long after it was loaded; 0s: never"`
	Start    CacheStart    `key:"start" doc:"warm: the most popular objects are there, their ages spread over the ttl; cold: none is"`
	FilledBy FilledBy      `key:"filled-by" doc:"success: by loads that succeed before the service gives them up; late: by their late answers too"`
	Coalesce bool          `key:"coalesce" doc:"requests that miss an object which another is loading wait for that"`
}

// CacheStart says what is there at the beginning.
type CacheStart string

// Values lists what may be said.
func (CacheStart) Values() []string { return []string{"warm", "cold"} }

// FilledBy says which loads fill the cache.
type FilledBy string

// Values lists what may be said.
func (FilledBy) Values() []string { return []string{"success", "late"} }

// Validate reports a cache of nothing.
func (c *ZipfCache) Validate() error {
	return catalog.Join(
		catalog.Problem(c.Keys < 1 || c.Keys > 100_000_000, "keys", "must lie between 1 and 100 million"),
		catalog.Problem(!(c.Exponent >= 0 && c.Exponent <= 10), "exponent", "must lie between 0 and 10"),
		catalog.Problem(c.Entries < 1, "entries", "must be at least 1"),
		catalog.Problem(c.TTL < 0, "ttl", "must not be negative"))
}

// Caches lists the kinds of cache.
func Caches() []catalog.Row[Cache] {
	return []catalog.Row[Cache]{{Name: "zipf", Doc: "Objects with a popularity by Zipf's law; the least recently used gives way.",
		Source: "Breslau et al., \"Web Caching and Zipf-like Distributions\", 1999",
		New:    func() Cache { return &ZipfCache{Exponent: 1, Start: "warm", FilledBy: "success"} }}}
}

// newCache implements [Cache].
func (c *ZipfCache) newCache(seed uint64) *cacheState {
	n := c.Keys
	s := &cacheState{ZipfCache: c, zipf: newZipf(n, c.Exponent), coalesce: c.Coalesce, late: c.FilledBy == "late",
		next: make([]int32, n+1), prev: make([]int32, n+1), expires: make([]sim.Time, n)}
	s.flush()
	if c.Start == "warm" {
		for key := min(c.Entries, n) - 1; key >= 0; key-- { // the most popular last: it was used last
			s.fill(0, uint32(key))
			if c.TTL > 0 {
				s.expires[key] = 1 + sim.Time(float64(c.TTL)*sim.Unit(sim.Key(seed, sim.ForCache, uint64(key))))
			}
		}
	}
	return s
}

// cacheState is a cache at work. Objects that are there form a ring through next and
// prev, the one used last behind the entry of number n, which is no object.
type cacheState struct {
	*ZipfCache
	zipf           *zipf
	coalesce, late bool
	next, prev     []int32
	expires        []sim.Time // 0: it is not there
	held           int
	loads          map[uint32]load
	behind         behind
}

// load is the requests that wait for an object.
type load struct {
	leader uint32
	waiters
}

// key is the object that a call is about.
func (s *cacheState) key(u uint64) uint32 { return s.zipf.rank(u) }

// len is how many places are taken.
func (s *cacheState) len() int { return s.held }

// lookup reports whether an object is there, and notes its use.
func (s *cacheState) lookup(now sim.Time, key uint32) bool {
	switch {
	case s.expires[key] == 0:
		return false
	case now >= s.expires[key]:
		s.remove(int32(key))
		return false
	}
	s.unlink(int32(key))
	s.link(int32(key))
	return true
}

// fill puts an object in, and takes out the least recently used if there is no place.
func (s *cacheState) fill(now sim.Time, key uint32) {
	if s.expires[key] != 0 {
		s.remove(int32(key))
	}
	if s.held == s.Entries {
		s.remove(s.prev[s.Keys])
	}
	s.expires[key] = sim.Never
	if s.TTL > 0 {
		s.expires[key] = now.Add(s.TTL)
	}
	s.link(int32(key))
	s.held++
}

// flush empties the cache.
func (s *cacheState) flush() {
	clear(s.expires)
	s.held = 0
	s.next[s.Keys], s.prev[s.Keys] = int32(s.Keys), int32(s.Keys)
}

func (s *cacheState) remove(key int32) {
	s.unlink(key)
	s.expires[key] = 0
	s.held--
}

func (s *cacheState) unlink(key int32) {
	s.next[s.prev[key]], s.prev[s.next[key]] = s.next[key], s.prev[key]
}

func (s *cacheState) link(key int32) {
	none := int32(s.Keys)
	first := s.next[none]
	s.next[none], s.prev[key], s.next[key], s.prev[first] = key, none, first, key
}

// loading tells which request loads an object, if one does.
func (s *cacheState) loading(key uint32) (leader uint32, ok bool) {
	l, ok := s.loads[key]
	return l.leader, ok
}

// lead makes a request the one that loads an object.
func (s *cacheState) lead(key, id uint32) {
	if s.loads == nil {
		s.loads = make(map[uint32]load)
	}
	s.loads[key] = load{leader: id}
}

// wait lets a request wait for an object that another is loading.
func (s *cacheState) wait(key, id uint32) {
	l := s.loads[key]
	s.behind.add(&l.waiters, id)
	s.loads[key] = l
}

// done ends a load, and calls each of those that have waited for it, in order.
func (s *cacheState) done(key uint32, each func(id uint32)) {
	list := s.loads[key].waiters
	delete(s.loads, key)
	s.behind.each(list, each)
}

// leave takes a request off the list of those that wait for an object.
func (s *cacheState) leave(key, id uint32) {
	if l, ok := s.loads[key]; ok && s.behind.remove(&l.waiters, id) {
		s.loads[key] = l
	}
}
