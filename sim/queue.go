package sim

// An event is three words: when, what, and a word that travels with it. What is a
// kind in the high 4 bits and an index below. Two kinds share a class, which orders
// events of one instant: replies, then timers (deadlines that a service was told
// first, since they are answers to its caller; reminders and connections last), then
// faults, then alarms of services, then arrivals. Within a class, first come first
// served.
const (
	idxBits   = 28
	idxMask   = 1<<idxBits - 1
	classBits = 29 // what >> classBits is the class
)

// Kinds of events. The word is the generation of what is named, unless it says
// otherwise: events are never removed, a stale one is recognised.
const (
	evWake   = 0  // a service's delay is over: request, its seq
	evReply  = 1  // a reply reaches the caller: request, its seq
	evExpire = 2  // a propagated deadline has passed: call, its ID
	evHedge  = 3  // a hedge that fell due before one that was set earlier: request, its seq
	evTry    = 4  // a backoff or hold is over: call, its ID
	evLane   = 5  // the head of a lane is due: lane
	evRemind = 6  // a service's reminder: request, its seq
	evLink   = 7  // the wait for a connection, or connecting, is over: request, its seq
	evFault  = 8  // a fault that acts begins or ends: number, 1 or 0
	evAlarm  = 10 // a service's alarm: node, its token
	evArrive = 12 // an attempt reaches the node: request, its seq
	evBegin  = 13 // a client, or the fleet of an open client, begins a call: client, nth
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
	seq        uint64 // class in the top three bits
	what, word uint32
}

func (e *entry) before(f *entry) bool { return e.at < f.at || e.at == f.at && e.seq < f.seq }

func (q *heap) reset(int) { q.h, q.seq = q.h[:0], 0 }
func (q *heap) len() int  { return len(q.h) }

func (q *heap) push(at Time, what, word uint32) {
	q.seq++
	e := entry{at, q.seq | uint64(what>>classBits)<<61, what, word}
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
