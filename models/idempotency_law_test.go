package models

import (
	"slices"
	"testing"
	"time"

	"retrystorm/sim"
)

// keyed is a request of a random run at a store.
type keyed struct {
	id      uint32
	key     uint64
	ends    sim.Time // executes until then; or waits so long at most
	how     uint64   // what comes of it: see keyRun.end
	waiting bool
}

// keyRun lets requests with few keys meet a store at random, as a service would, and
// counts effects. Effect and record are one.
type keyRun struct {
	store   *keyStore
	open    []keyed
	effects map[uint64]int
	replays int
	lost    int // replays of a success that never was
	redone  int // executions of what has succeeded
	longest time.Duration
	crashes bool
}

func (c *keyRun) begin(now sim.Time, r keyed) {
	switch v := c.store.begin(now, r.key, r.key, r.id); v.what {
	case execute:
		if c.effects[r.key] > 0 {
			c.redone++
		}
		r.waiting = false
		r.ends = now.Add(1 + time.Duration(r.how>>8)%c.longest)
		c.open = append(c.open, r)
	case waitForIt:
		r.waiting = true
		r.ends = now.Add(v.wait)
		c.open = append(c.open, r)
	case replay:
		c.replays++
		if v.status == sim.OK && c.effects[r.key] == 0 {
			c.lost++
		}
	}
}

// end ends an execution: in success, in an error, before it has begun, or never, since
// the process has died.
func (c *keyRun) end(now sim.Time, r keyed) {
	switch how := r.how % 16; {
	case how < 4:
		c.store.complete(now, r.key, r.id, sim.Internal)
	case how < 8:
		c.store.abandon(r.key, r.id)
	case how < 12 && c.crashes:
		return
	default:
		c.effects[r.key]++
		c.store.complete(now, r.key, r.id, sim.OK)
	}
	c.store.waiters(r.key, func(id uint32) {
		i := slices.IndexFunc(c.open, func(x keyed) bool { return x.id == id && x.waiting })
		w := c.open[i]
		c.open = slices.Delete(c.open, i, i+1)
		c.begin(now, w)
	})
}

// step lets the time go on by 1 ns.
func (c *keyRun) step(now sim.Time) {
	for {
		i := slices.IndexFunc(c.open, func(r keyed) bool { return r.ends <= now })
		if i < 0 {
			return
		}
		r := c.open[i]
		c.open = slices.Delete(c.open, i, i+1)
		if r.waiting { // the lock has expired
			c.store.leave(r.key, r.id)
			c.begin(now, r)
		} else {
			c.end(now, r)
		}
	}
}

// free is a number that no open request has, as small as can be, from 1.
func (c *keyRun) free() uint32 {
	for id := uint32(1); ; id++ {
		if !slices.ContainsFunc(c.open, func(r keyed) bool { return r.id == id }) {
			return id
		}
	}
}

// TestAKeyIsDoneOnce: as long as no execution outlives its lock, a key has one effect at
// most, whatever else happens. If some do, it may have two: the test would notice.
func TestAKeyIsDoneOnce(t *testing.T) {
	const lock, keys = 20, 2000
	for _, r := range []struct {
		why     string
		change  func(*Idempotency)
		longest time.Duration
		crashes bool
		twice   bool
	}{
		{"409", func(*Idempotency) {}, lock - 1, false, false},
		{"409, processes die", func(*Idempotency) {}, lock - 1, true, false},
		{"wait", func(s *Idempotency) { s.InProgress = "wait" }, lock - 1, true, false},
		{"errors free the key", func(s *Idempotency) { s.Replay = "success" }, lock - 1, true, false},
		{"wait, and errors free the key", func(s *Idempotency) { s.Replay, s.InProgress = "success", "wait" }, lock - 1, true, false},
		{"no lock that expires", func(s *Idempotency) { s.Lock = 0 }, 5 * lock, true, false},
		{"executions outlive their lock", func(*Idempotency) {}, 3 * lock, false, true},
		{"and others wait", func(s *Idempotency) { s.InProgress = "wait" }, 3 * lock, false, true},
	} {
		set := careful(func(s *Idempotency) { s.Lock = lock })
		r.change(set)
		c := &keyRun{store: newKeyStore(set), effects: map[uint64]int{}, longest: r.longest, crashes: r.crashes}
		for now := sim.Time(0); now < 5*keys; now++ {
			c.step(now)
			u := draw(1, uint64(now))
			key := uint64(now)/5 + u>>40%20 // about 20 requests each, within 100 ns
			c.begin(now, keyed{id: c.free(), key: key, how: draw(2, uint64(now))})
			if u%3 == 0 {
				c.begin(now, keyed{id: c.free(), key: key, how: draw(3, uint64(now))})
			}
		}
		twice := 0
		for _, n := range c.effects {
			twice += max(0, n-1)
		}
		if twice > 0 != r.twice {
			t.Errorf("%s: %d effects of a key that had one, want some: %v", r.why, twice, r.twice)
		}
		if c.lost > 0 {
			t.Errorf("%s: %d replays of a success that never was", r.why, c.lost)
		}
		if c.redone > 0 { // the window is longer than the run
			t.Errorf("%s: %d executions began after a success", r.why, c.redone)
		}
		if len(c.effects) < keys/4 || c.replays < 500 {
			t.Errorf("%s: %d keys with an effect and %d replays, so little is tested", r.why, len(c.effects), c.replays)
		}
	}
}

func TestKeyStoreAllocatesNothing(t *testing.T) {
	k := newKeyStore(careful(func(s *Idempotency) { s.InProgress = "wait" }))
	now, heard := sim.Time(0), uint32(0)
	hear := func(id uint32) { heard += id }
	step := func() {
		for key := range uint64(200) {
			now = now.Add(time.Hour) // all windows end between the steps
			k.begin(now, key, 1, 1)
			for id := uint32(2); id < 9; id++ {
				k.begin(now, key, 1, id)
			}
			k.leave(key, 5)
			k.complete(now, key, 1, sim.OK)
			k.waiters(key, hear)
			k.begin(now, key, 1, 2)
		}
	}
	step()
	if n := testing.AllocsPerRun(100, step); n != 0 || heard == 0 {
		t.Errorf("%v allocations per 200 keys that are known, want none", n)
	}
}
