package models

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

func TestCacheByExample(t *testing.T) {
	const ttl = 10 * time.Second
	c := (&ZipfCache{Keys: 5, Entries: 2, TTL: ttl, Start: "cold"}).newCache(1)
	rows := []struct {
		at   float64
		do   string // fill, or flush
		key  uint32
		want []bool // of a lookup of 0, 1, ..; not asked beyond: a lookup is a use
		len  int
		why  string
	}{
		{0, "", 0, []bool{false, false, false}, 0, "a cold cache is empty, and a miss alone fills nothing"},
		{1, "fill", 0, nil, 1, "one load"},
		{2, "fill", 1, []bool{true, true}, 2, "both places are taken; 1 was used last"},
		{3, "fill", 2, []bool{false, true}, 2, "0 was used before 1, so it gives way to 2"},
		{4, "fill", 0, []bool{true}, 2, "2 gives way, although it was loaded after 1: 1 has been asked for since"},
		{4, "", 0, []bool{true, true, false}, 2, "as was said"},
		{11.999, "", 0, []bool{true, true}, 2, "1 is good until 10 s after its load, however often it is asked for"},
		{12, "", 0, []bool{true, false}, 1, "and no longer than that: it is gone"},
		{13, "fill", 0, nil, 1, "a load of what is there"},
		{22.9, "", 0, []bool{true}, 1, "begins its ttl anew: 4 s was the load before"},
		{23, "fill", 3, nil, 2, "what has expired keeps its place until it is asked for"},
		{23, "fill", 4, []bool{false, false, false, true, true}, 2, "or gives way"},
		{24, "flush", 0, []bool{false, false, false, false, false}, 0, "a flush leaves nothing"},
		{24, "fill", 3, []bool{false, false, false, true}, 1, "after it a load fills as ever"},
	}
	for i, r := range rows {
		now := seconds(r.at)
		switch r.do {
		case "fill":
			c.fill(now, r.key)
		case "flush":
			c.flush()
		}
		for key, want := range r.want {
			if got := c.lookup(now, uint32(key)); got != want {
				t.Errorf("step %d, %s: key %d is there: %v, want %v", i+1, r.why, key, got, want)
			}
		}
		if c.len() != r.len {
			t.Errorf("step %d, %s: %d places are taken, want %d", i+1, r.why, c.len(), r.len)
		}
	}
}

// plainCache is a cache as one would tell it: keys with their ends, the one used last in
// front.
type plainCache struct {
	places int
	ttl    time.Duration
	held   []plainEntry
}

type plainEntry struct {
	key uint32
	end sim.Time
}

// take returns an entry and takes it out.
func (p *plainCache) take(key uint32) (e plainEntry, ok bool) {
	i := slices.IndexFunc(p.held, func(e plainEntry) bool { return e.key == key })
	if i < 0 {
		return e, false
	}
	e = p.held[i]
	p.held = slices.Delete(p.held, i, i+1)
	return e, true
}

func (p *plainCache) lookup(now sim.Time, key uint32) bool {
	e, ok := p.take(key)
	if ok = ok && now < e.end; ok {
		p.held = slices.Insert(p.held, 0, e)
	}
	return ok
}

func (p *plainCache) fill(now sim.Time, key uint32) {
	p.take(key)
	end := sim.Never
	if p.ttl > 0 {
		end = now.Add(p.ttl)
	}
	p.held = slices.Insert(p.held, 0, plainEntry{key, end})
	p.held = p.held[:min(len(p.held), p.places)]
}

func TestCacheIsThePlainOne(t *testing.T) {
	for row, r := range []ZipfCache{
		{Keys: 1, Entries: 1, TTL: 5},
		{Keys: 20, Entries: 7},
		{Keys: 20, Entries: 7, TTL: 40},
		{Keys: 20, Entries: 20, TTL: 15},
		{Keys: 20, Entries: 50},
		{Keys: 300, Entries: 40, TTL: 100, Exponent: 1},
	} {
		r.Start = "cold"
		got, want := r.newCache(1), &plainCache{places: r.Entries, ttl: r.TTL}
		hits, now := 0, sim.Time(0)
		for i := range uint64(20_000) {
			u := draw(row, 2*i)
			now += sim.Time(u % 3)
			key := got.key(draw(row, 2*i+1))
			switch op := u >> 32 % 1000; {
			case op < 400:
				got.fill(now, key)
				want.fill(now, key)
			case op < 402:
				got.flush()
				want.held = nil
			default:
				g, w := got.lookup(now, key), want.lookup(now, key)
				if g != w {
					t.Fatalf("%+v: lookup %d: key %d at %d ns is there: %v, want %v", r, i, key, now, g, w)
				}
				if w {
					hits++
				}
			}
			if got.len() != len(want.held) {
				t.Fatalf("%+v: after step %d %d places are taken, want %d", r, i, got.len(), len(want.held))
			}
		}
		if hits < 1000 || hits > 11_500 {
			t.Errorf("%+v: %d of some 12,000 lookups hit, so little is tested", r, hits)
		}
	}
}

func TestWarmCache(t *testing.T) {
	const keys, entries, ttl = 20_000, 8000, time.Hour
	set := ZipfCache{Keys: keys, Entries: entries, TTL: ttl, Start: "warm"}
	var all scores
	for i := range 5 {
		at := time.Duration(i) * ttl / 5
		c, there := set.newCache(uint64(i+1)), 0
		for key := range uint32(keys) {
			switch hit := c.lookup(sim.Time(at), key); {
			case hit && key >= entries:
				t.Fatalf("key %d is there, want the %d most popular alone", key, entries)
			case hit:
				there++
			}
		}
		if i == 0 {
			if there != entries {
				t.Errorf("%d objects are there at first, want %d", there, entries)
			}
			continue
		}
		p := float64(i) / 5 // of the ages are spread over this
		all.add(t, fmt.Sprintf("share that has expired after %v", at), 1-float64(there)/entries, p, math.Sqrt(p*(1-p)/entries))
	}
	all.pooled(t)

	c := set.newCache(1)
	for key := uint32(entries); key < entries+100; key++ {
		c.fill(0, key)
	}
	for _, r := range []struct {
		key  uint32
		want bool
	}{{0, true}, {entries - 101, true}, {entries - 100, false}, {entries - 1, false}} {
		if got := c.lookup(0, r.key); got != r.want {
			t.Errorf("after 100 loads of others key %d is there: %v, want %v: the least popular give way", r.key, got, r.want)
		}
	}
	if c := (&ZipfCache{Keys: 10, Entries: 20, TTL: ttl, Start: "warm"}).newCache(1); c.len() != 10 {
		t.Errorf("a cache with more places than objects holds %d, want 10", c.len())
	}
}

// TestFlushIsNoMatterOfTime flushes a cache: while loads fail nothing is there, however
// long that takes; once they succeed it is as good as before after as many lookups.
func TestFlushIsNoMatterOfTime(t *testing.T) {
	c := (&ZipfCache{Keys: 10_000, Entries: 5000, Exponent: 1, Start: "warm"}).newCache(1)
	lookups := uint64(0)
	ratio := func(now sim.Time, n int, loads bool) float64 {
		hits := 0
		for range n {
			key := c.key(sim.Key(1, sim.ForCache, lookups))
			lookups++
			if c.lookup(now, key) {
				hits++
			} else if loads {
				c.fill(now, key)
			}
		}
		return float64(hits) / float64(n)
	}
	before := ratio(0, 50_000, true)
	c.flush()
	for _, now := range []float64{0, 1, 3600, 86400} {
		if got := ratio(seconds(now), 1000, false); got != 0 || c.len() != 0 {
			t.Errorf("%v s after the flush %v of the lookups hit, want none while no load succeeds", now, got)
		}
	}
	first := ratio(seconds(86400), 1000, true)
	ratio(seconds(86400), 100_000, true)
	again := ratio(seconds(86400), 50_000, true)
	if !(first > 0.2 && first < before-0.2) || math.Abs(again-before) > 0.02 {
		t.Errorf("hit ratios: %v before, %v in the first thousand lookups whose loads succeed, %v after 100,000; want a slow way back", before, first, again)
	}
}

func TestCacheSettings(t *testing.T) {
	row := Caches()[0].New().(*ZipfCache)
	if want := (ZipfCache{Exponent: 1, Start: "warm", FilledBy: "success"}); *row != want {
		t.Errorf("defaults %+v, want %+v", *row, want)
	}
	good := ZipfCache{Keys: 10, Entries: 1, Exponent: 1}
	rows := []struct {
		why    string
		change func(*ZipfCache)
		want   []string
	}{
		{"good", func(*ZipfCache) {}, nil},
		{"nothing", func(c *ZipfCache) { *c = ZipfCache{} }, []string{"keys", "entries"}},
		{"most keys", func(c *ZipfCache) { c.Keys = 100_000_000 }, nil},
		{"more than an int32 counts safely", func(c *ZipfCache) { c.Keys = 100_000_001 }, []string{"keys"}},
		{"all alike", func(c *ZipfCache) { c.Exponent = 0 }, nil},
		{"the rare ones popular", func(c *ZipfCache) { c.Exponent = -1 }, []string{"exponent"}},
		{"no exponent", func(c *ZipfCache) { c.Exponent = math.NaN() }, []string{"exponent"}},
		{"dropped before it is loaded", func(c *ZipfCache) { c.TTL = -1 }, []string{"ttl"}},
	}
	for _, r := range rows {
		c := good
		r.change(&c)
		if got := keysOf(c.Validate()); !slices.Equal(got, r.want) {
			t.Errorf("%s: problems with %q, want %q", r.why, got, r.want)
		}
	}
}

func TestCacheAllocatesNothing(t *testing.T) {
	c := (&ZipfCache{Keys: 1000, Entries: 100, Exponent: 1, TTL: 50, Start: "warm"}).newCache(1)
	now, told := sim.Time(0), uint32(0)
	tell := func(id uint32) { told += id }
	step := func() {
		for range 100 {
			now++
			key := c.key(sim.Key(1, sim.ForCache, uint64(now)))
			if c.lookup(now, key) {
				continue
			}
			c.lead(key, 1)
			for id := uint32(2); id < 9; id++ {
				c.wait(key, id)
			}
			c.leave(key, 5)
			c.done(key, tell)
			c.fill(now, key)
		}
	}
	for range 100 {
		step()
	}
	if n := testing.AllocsPerRun(1000, step); n != 0 || told == 0 {
		t.Errorf("%v allocations per 100 lookups, want none", n)
	}
}
