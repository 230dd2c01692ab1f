package models

import (
	"slices"
	"testing"
)

// TestLoadsByExample tells in which order those that wait for an object hear of it.
func TestLoadsByExample(t *testing.T) {
	type op struct {
		do      string // lead, wait, leave or done
		key, id uint32
	}
	rows := []struct {
		why string
		ops []op
		key uint32
		led bool // by 1, in the end
		out []uint32
	}{
		{"nobody", nil, 7, false, nil},
		{"one that loads", []op{{"lead", 7, 1}}, 7, true, nil},
		{"for another object", []op{{"lead", 8, 1}}, 7, false, nil},
		{"in the order of coming", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"wait", 7, 3}, {"wait", 7, 4}, {"done", 7, 0}}, 7, false, []uint32{5, 3, 4}},
		{"each for its own object", []op{{"lead", 7, 1}, {"lead", 8, 2}, {"wait", 7, 5}, {"wait", 8, 3}, {"wait", 7, 4}, {"done", 7, 0}}, 8, false, []uint32{5, 4}},
		{"the first has gone", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"wait", 7, 3}, {"leave", 7, 5}, {"done", 7, 0}}, 7, false, []uint32{3}},
		{"one in the middle has", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"wait", 7, 3}, {"wait", 7, 4}, {"leave", 7, 3}, {"done", 7, 0}}, 7, false, []uint32{5, 4}},
		{"the last has, and one comes", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"wait", 7, 3}, {"leave", 7, 3}, {"wait", 7, 4}, {"done", 7, 0}}, 7, false, []uint32{5, 4}},
		{"all have, and one comes back", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"leave", 7, 5}, {"wait", 7, 5}, {"done", 7, 0}}, 7, false, []uint32{5}},
		{"one that does not wait goes", []op{{"lead", 7, 1}, {"wait", 7, 5}, {"leave", 7, 9}, {"leave", 8, 5}, {"done", 7, 0}}, 7, false, []uint32{5}},
		{"a load that ended is forgotten", []op{{"lead", 7, 2}, {"wait", 7, 5}, {"done", 7, 0}, {"lead", 7, 1}, {"done", 7, 0}}, 7, false, []uint32{5}},
		{"and may be followed by another", []op{{"lead", 7, 2}, {"done", 7, 0}, {"lead", 7, 1}}, 7, true, nil},
	}
	for _, r := range rows {
		c := (&ZipfCache{Keys: 10, Entries: 1}).newCache(1)
		var out []uint32
		for _, o := range r.ops {
			switch o.do {
			case "lead":
				c.lead(o.key, o.id)
			case "wait":
				c.wait(o.key, o.id)
			case "leave":
				c.leave(o.key, o.id)
			case "done":
				c.done(o.key, func(id uint32) { out = append(out, id) })
			}
		}
		if !slices.Equal(out, r.out) {
			t.Errorf("%s: %v hear of it, want %v", r.why, out, r.out)
		}
		if leader, led := c.loading(r.key); r.led != (led && leader == 1) {
			t.Errorf("%s: loaded by %d: %v, want by 1: %v", r.why, leader, led, r.led)
		}
	}
}

// TestLoadsAreHandedOn: the first of those that hear of a load may load anew, and the
// others wait for it, in their order.
func TestLoadsAreHandedOn(t *testing.T) {
	c := (&ZipfCache{Keys: 10, Entries: 1}).newCache(1)
	c.lead(7, 1)
	for _, id := range []uint32{2, 3, 4, 5, 6} {
		c.wait(7, id)
	}
	var leaders []uint32
	for range 7 {
		c.done(7, func(id uint32) {
			if _, ok := c.loading(7); ok {
				c.wait(7, id)
				return
			}
			leaders = append(leaders, id)
			c.lead(7, id)
		})
	}
	if want := []uint32{2, 3, 4, 5, 6}; !slices.Equal(leaders, want) {
		t.Errorf("loaded by %v in turn, want %v", leaders, want)
	}
	if _, ok := c.loading(7); ok {
		t.Error("it is still being loaded, want nobody left")
	}
}

// TestLoadsAreThePlainOnes compares with slices over random steps.
func TestLoadsAreThePlainOnes(t *testing.T) {
	const keys, requests = 6, 40
	c := (&ZipfCache{Keys: keys, Entries: 1}).newCache(1)
	var waiting [keys][]uint32 // of which the first loads
	at := [requests + 1]int{}  // which key a request is about, -1 is none
	for i := range at {
		at[i] = -1
	}
	heard := 0
	for i := range uint64(50_000) {
		u := draw(0, i)
		key, id := int(u%keys), uint32(u>>8%requests)+1
		w := &waiting[key]
		switch leader, led := c.loading(uint32(key)); {
		case led != (len(*w) > 0) || led && leader != (*w)[0]:
			t.Fatalf("step %d: key %d is loaded by %d: %v, want the first of %v", i, key, leader, led, *w)
		case at[id] < 0 && !led:
			c.lead(uint32(key), id)
			*w, at[id] = append(*w, id), key
		case at[id] < 0:
			c.wait(uint32(key), id)
			*w, at[id] = append(*w, id), key
		case at[id] == key && leader != id:
			c.leave(uint32(key), id)
			*w, at[id] = slices.DeleteFunc(*w, func(x uint32) bool { return x == id }), -1
		case at[id] == key:
			var got []uint32
			c.done(uint32(key), func(id uint32) { got = append(got, id) })
			if !slices.Equal(got, (*w)[1:]) {
				t.Fatalf("step %d: %v hear of key %d, want %v", i, got, key, (*w)[1:])
			}
			heard += len(got)
			for _, id := range *w {
				at[id] = -1
			}
			*w = nil
		}
	}
	if heard < 1000 {
		t.Errorf("%d have heard of a load, so little is tested", heard)
	}
}
