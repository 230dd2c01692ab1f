package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// sorted is the oracle: a slice kept in order by stable sorting.
type sorted []entry

func (q *sorted) reset(int) { *q = nil }
func (q *sorted) len() int  { return len(*q) }
func (q *sorted) push(at Time, what, word uint32) {
	i, _ := slices.BinarySearchFunc(*q, entry{at: at, what: what}, func(a, b entry) int {
		if a.at < b.at || a.at == b.at && a.what>>classBits <= b.what>>classBits {
			return -1
		}
		return 1
	})
	*q = slices.Insert(*q, i, entry{at, 0, what, word})
}
func (q *sorted) pop() (Time, uint32, uint32) {
	e := (*q)[0]
	*q = (*q)[1:]
	return e.at, e.what, e.word
}

// drive pushes and pops as the bytes of a program say, and returns a difference
// between two queues, "" if there is none. Each byte is an operation; steps in time
// are chosen to reach every level of the wheel and the far list.
func drive(program []byte, a, b queue) string {
	steps := []Time{0, 0, 0, 1, 1, 3, 200, 1000, 70_000, 1 << 20, 1 << 25, 1 << 33, 1 << 39, 1<<40 - 1, 1 << 40, 5 << 41}
	a.reset(8)
	b.reset(8)
	now, word := Time(0), uint32(0)
	pop := func() string {
		at, what, w := a.pop()
		bt, bw, bword := b.pop()
		if at != bt || what != bw || w != bword {
			return fmt.Sprintf("popped (%d %x %d), want (%d %x %d)", at, what, w, bt, bw, bword)
		}
		if at < now {
			return fmt.Sprintf("popped %d after %d", at, now)
		}
		now = at
		return ""
	}
	for _, op := range program {
		if op >= 0xc0 && a.len() > 0 {
			if d := pop(); d != "" {
				return d
			}
			continue
		}
		for n := 0; n < 1+int(op>>4&3)*int(op>>4&3)*12; n++ { // some instants get a crowd
			word++
			what := (word*2654435761)>>29<<classBits | word&idxMask
			at := now.Add(0) + steps[op&15]
			a.push(at, what, word)
			b.push(at, what, word)
		}
	}
	for a.len() > 0 {
		if d := pop(); d != "" {
			return d
		}
	}
	if b.len() != 0 {
		return "lengths differ"
	}
	return ""
}

func FuzzQueue(f *testing.F) {
	f.Add([]byte{0x00, 0x3f, 0xc0, 0x10, 0xff, 0x3e, 0xd0})
	f.Add([]byte{0x30, 0x30, 0x30, 0x30, 0xc0, 0x30, 0xc1, 0x32, 0xc0})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 4096 {
			return
		}
		if d := drive(program, new(heap), new(sorted)); d != "" {
			t.Errorf("heap %s", d)
		}
		if d := drive(program, new(wheel), new(heap)); d != "" {
			t.Errorf("wheel %s", d)
		}
	})
}

// TestQueuesAgree drives random programs with a changing balance of pushes and pops,
// on queues that are re-used.
func TestQueuesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	w, h, o := new(wheel), new(heap), new(sorted)
	for round := range 120 {
		program := make([]byte, 400)
		pops := rng.IntN(230)
		for i := range program {
			if program[i] = byte(rng.IntN(0xc0)); rng.IntN(256) < pops {
				program[i] = 0xc0
			}
		}
		if d := drive(program, h, o); d != "" {
			t.Fatalf("round %d: heap against a sorted slice: %s", round, d)
		}
		if d := drive(program, w, h); d != "" {
			t.Fatalf("round %d: wheel against the heap: %s", round, d)
		}
	}
}

// TestQueueCrowd checks that a great crowd at one instant keeps its order and that
// what an event causes at once goes first, without quadratic work.
func TestQueueCrowd(t *testing.T) {
	const n = 200_000
	w := new(wheel)
	w.reset(n)
	for i := range uint32(n) {
		w.push(5, evBegin<<idxBits|i, i)
	}
	for i := range uint32(n) {
		at, what, word := w.pop()
		if at != 5 || word != i || what != evBegin<<idxBits|i {
			t.Fatalf("pop %d = (%d %x %d)", i, at, what, word)
		}
		w.push(5, evReply<<idxBits, i)
		if _, what, word := w.pop(); what>>idxBits != evReply || word != i {
			t.Fatalf("the reply caused by arrival %d did not go first", i)
		}
	}
}
