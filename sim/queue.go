package sim

// An event is three words: when, what, and a word that travels with it. What is a
// kind in the high 4 bits and an index below. The two highest bits of the kind are
// its class, which orders events of one instant: replies, then timers, then faults,
// then arrivals. Within a class, first come first served.
const (
	idxBits   = 28
	idxMask   = 1<<idxBits - 1
	classBits = 30 // what >> classBits is the class
)

// Kinds of events. The word is the generation of what is named, unless it says
// otherwise: events are never removed, a stale one is recognised.
const (
	evWake  = iota // a service's delay is over: request, its seq
	evReply        // a reply reaches the caller: request, its seq
	_
	_
	evTry    // a backoff or hold is over: call, its ID
	evLane   // the head of a lane is due: lane
	evExpire // a propagated deadline has passed: call, its ID
	_
	_ // faults hold by value (see Fault); the class is kept for those that must act
	_
	_
	_
	evArrive // an attempt reaches the node: request, its seq
	evBegin  // a closed client begins a call: client, nth
	evOpen   // an open fleet begins a call: fleet, nth
)

// queue holds pending events in exact order: time, class, insertion. Nothing may be
// pushed before the last time popped.
type queue interface {
	reset(expected int) // empty it, keep memory, make room for about that many
	push(at Time, what, word uint32)
	pop() (at Time, what, word uint32)
	len() int
}

// heap is the reference: a plain 4-ary heap of 24-byte entries with a sequence
// number. It is slow and obviously right; the wheel is tested against it.
type heap struct {
	h   []entry
	seq uint64
}

type entry struct {
	at         Time
	seq        uint64 // class in the top two bits
	what, word uint32
}

func (e *entry) before(f *entry) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

func (q *heap) reset(int) { q.h, q.seq = q.h[:0], 0 }
func (q *heap) len() int  { return len(q.h) }

func (q *heap) push(at Time, what, word uint32) {
	q.seq++
	e := entry{at, q.seq | uint64(what>>classBits)<<62, what, word}
	h := append(q.h, e)
	i := len(h) - 1
	for ; i > 0 && e.before(&h[(i-1)/4]); i = (i - 1) / 4 {
		h[i] = h[(i-1)/4]
	}
	h[i] = e
	q.h = h
}

func (q *heap) pop() (Time, uint32, uint32) {
	top, n := q.h[0], len(q.h)-1
	e := q.h[n]
	h := q.h[:n]
	i := 0
	for c := 1; c < n; c = 4*i + 1 {
		m := c
		for j := c + 1; j < min(c+4, n); j++ {
			if h[j].before(&h[m]) {
				m = j
			}
		}
		if !h[m].before(&e) {
			break
		}
		h[i] = h[m]
		i = m
	}
	if n > 0 {
		h[i] = e
	}
	q.h = h
	return top.at, top.what, top.word
}
