package models

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"retrystorm/sim"
)

// lineStep is something done to a line. do is "push 3" (request 3), "push 3 class 7",
// "pop", "remove 3" or "push-out for 7"; want is what comes out, in words.
type lineStep struct {
	at   time.Duration
	do   string
	want string
	why  string
}

// doLine does one step and says in words what came of it.
func doLine(l *line, at time.Duration, do string) string {
	now := sim.Time(at)
	var id, class int
	switch {
	case do == "pop":
		p, drop, ok := l.pop(now)
		switch {
		case !ok:
			return "nobody"
		case drop:
			return fmt.Sprintf("%d dropped", p.id)
		}
		return fmt.Sprint(p.id)
	case strings.HasPrefix(do, "push-out"):
		fmt.Sscanf(do, "push-out for %d", &class)
		if p, ok := l.pushOut(uint8(class)); ok {
			return fmt.Sprint(p.id)
		}
		return "nobody"
	case strings.HasPrefix(do, "remove"):
		fmt.Sscanf(do, "remove %d", &id)
		if !l.remove(uint32(id), uint32(id)) {
			return "not there"
		}
		return "gone"
	}
	fmt.Sscanf(do, "push %d class %d", &id, &class)
	l.push(place{id: uint32(id), seq: uint32(id), since: now, class: uint8(class)})
	return fmt.Sprintf("%d wait", l.len())
}

func playLine(t *testing.T, l *line, steps []lineStep) {
	t.Helper()
	for i, s := range steps {
		if got := doLine(l, s.at, s.do); got != s.want {
			t.Errorf("step %d, %s at %v: %s, want %s: %s", i, s.do, s.at, got, s.want, s.why)
		}
	}
}

// TestPlacesThatAreGivenUp: who leaves the middle of a line leaves no trace.
func TestPlacesThatAreGivenUp(t *testing.T) {
	steps := func(first, last string) []lineStep {
		return []lineStep{
			{0, "pop", "nobody", "an empty line"},
			{0, "remove 1", "not there", "an empty line"},
			{0, "push 1", "1 wait", ""},
			{0, "push 2", "2 wait", ""},
			{0, "push 3", "3 wait", ""},
			{0, "push 4", "4 wait", ""},
			{0, "remove 2", "gone", "from the middle"},
			{0, "remove 2", "not there", "only once"},
			{0, "remove 5", "not there", "it was never here"},
			{0, "pop", first, "an end"},
			{0, "pop", "3", "2 is passed over"},
			{0, "remove " + first, "not there", "it is being served"},
			{0, "pop", last, "the other end"},
			{0, "pop", "nobody", "all are served"},
		}
	}
	playLine(t, FIFO{}.newLine(), steps("1", "4"))
	playLine(t, LIFO{}.newLine(), steps("4", "1"))
}

// TestLineIsBounded: one that never leaves, and many that come and lose patience. Under
// LIFO the one stays at the bottom, and what comes above it must not pile up.
func TestLineIsBounded(t *testing.T) {
	for _, indexed := range []bool{false, true} {
		l := LIFO{}.newLine()
		if indexed {
			l.where = new([]uint32)
		}
		l.push(place{id: 1, seq: 1})
		for i := uint32(2); i < 100_000; i++ {
			l.push(place{id: i % 64, seq: i})
			if i > 22 && !l.remove((i-20)%64, i-20) {
				t.Fatalf("request %d is not found (indexed: %v)", i-20, indexed)
			}
		}
		if got := len(l.ring); got != 64 {
			t.Errorf("the ring has %d places for about 20 that wait, want 64 as at first (indexed: %v)", got, indexed)
		}
		for l.len() > 1 {
			l.pop(0)
		}
		if p, _, _ := l.pop(0); p.seq != 1 {
			t.Errorf("the last one is %d, want the first", p.seq)
		}
	}
}

// setDiscipline gives a row of the catalogue the settings that it has no defaults for.
func setDiscipline(d Discipline) Discipline {
	if a, ok := d.(*AdaptiveLIFO); ok {
		a.Above = 5
	}
	return d
}

// next lists who may be the next of those that wait, in order of arrival.
func nextOf(t *testing.T, d Discipline, waiting []place) (may []place) {
	t.Helper()
	first, last := waiting[0], waiting[len(waiting)-1]
	switch d := d.(type) {
	case FIFO, *CoDel, *FollyCoDel:
		return []place{first}
	case LIFO:
		return []place{last}
	case *AdaptiveLIFO:
		if len(waiting) > d.Above {
			return []place{last}
		}
		return []place{first}
	case *FailAtScale: // as the queue has been doing
		return []place{first, last}
	case Priority:
		for _, p := range waiting {
			if len(may) == 0 || p.class > may[0].class {
				may = []place{p}
			}
		}
		return may
	}
	t.Fatalf("%T: this test does not know its order", d)
	return nil
}

// TestLinesLoseNobody does random things to a line of every discipline, beside a plain
// list: who comes in comes out once, in the order of the discipline.
func TestLinesLoseNobody(t *testing.T) {
	for ri, row := range Disciplines() {
		t.Run(row.Name, func(t *testing.T) {
			d := setDiscipline(row.New())
			l := d.newLine()
			var waiting []place // oldest first
			now, seq, outs := sim.Time(0), uint32(0), 0
			take := func(p place) {
				i := slices.Index(waiting, p)
				if i < 0 {
					t.Fatalf("%+v comes out, but does not wait", p)
				}
				waiting = slices.Delete(waiting, i, i+1)
				outs++
			}
			pop := func() {
				p, _, ok := l.pop(now)
				if ok != (len(waiting) > 0) {
					t.Fatalf("somebody is there: %v, with %d that wait", ok, len(waiting))
				}
				if ok {
					if may := nextOf(t, d, waiting); !slices.Contains(may, p) {
						t.Fatalf("%+v is next, want one of %+v", p, may)
					}
					take(p)
				}
			}
			for n := range uint64(20_000) {
				u := sim.Key(uint64(ri), sim.ForService, n)
				now += sim.Time(u >> 40) // 8 ms in the mean
				grows := n/500%2 == 0    // the line fills and empties by turns
				switch what := u % 16; {
				case what < 5 || grows && what < 8:
					seq++
					p := place{id: seq % 1024, seq: seq, since: now, class: uint8(u >> 8 % 12)}
					p.class = min(p.class, 9)
					l.push(p)
					waiting = append(waiting, p)
				case what < 10:
					pop()
				case what < 12 && len(waiting) > 0:
					p := waiting[u>>8%uint64(len(waiting))]
					if !l.remove(p.id, p.seq) || l.remove(p.id, p.seq) {
						t.Fatalf("%+v cannot leave exactly once", p)
					}
					take(p)
				case what == 12:
					class := uint8(u >> 8 % 12)
					p, ok := l.pushOut(class)
					if _, classes := d.(Priority); ok && (!classes || p.class >= class || lowest(waiting) != p) {
						t.Fatalf("%+v is pushed out for class %d", p, class)
					}
					if ok {
						take(p)
					}
				}
				if l.len() != len(waiting) {
					t.Fatalf("%d wait, want %d", l.len(), len(waiting))
				}
			}
			for len(waiting) > 0 {
				pop()
			}
			if outs != int(seq) || l.len() != 0 {
				t.Errorf("%d came out of %d, %d left", outs, seq, l.len())
			}
		})
	}
}

// lowest is the newest of the lowest class.
func lowest(waiting []place) (low place) {
	for i, p := range waiting {
		if i == 0 || p.class <= low.class {
			low = p
		}
	}
	return low
}

// TestLinesAllocateNothing: a warm line makes do with what it has.
func TestLinesAllocateNothing(t *testing.T) {
	for _, row := range Disciplines() {
		l, seq, now := setDiscipline(row.New()).newLine(), uint32(0), sim.Time(0)
		round := func() {
			for i := range uint32(100) {
				seq++
				l.push(place{id: i, seq: seq, since: now, class: uint8(i % 10)})
			}
			for i := range uint32(30) {
				l.remove(i+20, seq-79+i)
			}
			l.pushOut(9)
			for now = now.Add(200 * time.Millisecond); l.len() > 0; {
				l.pop(now)
			}
		}
		if got := testing.AllocsPerRun(20, round); got != 0 {
			t.Errorf("%s: %v allocations in a round, want 0", row.Name, got)
		}
	}
}
