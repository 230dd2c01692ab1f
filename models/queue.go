package models

import (
	"math"
	"strconv"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Queue is a service of equal workers behind one bounded queue, first come first
// served. A request that finds all workers held waits; one that finds the queue full
// is refused with 503 at once, which costs the workers [Queue.RejectCost]. After its
// service time a request makes the nested calls, and then it is answered.
type Queue struct {
	Workers     int               `key:"workers,required" doc:"requests served at the same time"`
	ServiceTime sim.Dist          `key:"service-time,required" doc:"work of a worker on one request, nested calls apart"`
	Waiting     Waiting           `key:"queue,required" doc:"where requests wait; a bare number is its limit"`
	Abandoned   Abandoned         `key:"abandoned" doc:"what becomes of work whose caller is known to have gone (link keys cancel, propagate-deadline): serve it all the same, drop-queued work at its turn, or stop it wherever it is (in service only if the link cancels)"`
	RejectCost  sim.Share         `key:"reject-cost" doc:"work of refusing a request, as a share of the mean service time"`
	HoldWorker  bool              `key:"hold-worker" doc:"a worker waits while the nested calls of its request are out"`
	Calls       catalog.Map[Step] `key:"calls" doc:"nested calls by name of the service, in the order written"`

	// Links are the numbers of the links for Calls, in the same order. Whoever builds
	// the topology fills them in.
	Links []uint8
}

// Waiting is the queue in front of the workers.
type Waiting struct {
	Limit      Limit      `key:"limit,required" doc:"most requests that wait; unlimited is for experiments about just that"`
	Discipline Discipline `key:"discipline" doc:"who is next: fifo"`
}

// Short is the key that a bare value stands for.
func (Waiting) Short() string { return "limit" }

// Limit is a number of places, or "unlimited".
type Limit int

// Unlimited is a [Limit] that is never reached.
const Unlimited = Limit(math.MaxInt32)

// UnmarshalText reads a number from 0 on, or "unlimited".
func (l *Limit) UnmarshalText(text []byte) error {
	if string(text) == "unlimited" {
		*l = Unlimited
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n >= int(Unlimited) {
		return &catalog.KeyError{Message: strconv.Quote(string(text)) + " is not a limit; write a number from 0 on, or unlimited"}
	}
	*l = Limit(n)
	return nil
}

// MarshalText is the inverse of UnmarshalText.
func (l Limit) MarshalText() ([]byte, error) {
	if l == Unlimited {
		return []byte("unlimited"), nil
	}
	return strconv.AppendInt(nil, int64(l), 10), nil
}

// Discipline says which waiting request is next.
type Discipline string

// Values lists the disciplines there are.
func (Discipline) Values() []string { return []string{"fifo"} }

// Abandoned says what becomes of work whose caller has gone.
type Abandoned string

// The ways to treat abandoned work.
const (
	Serve      Abandoned = "serve"
	DropQueued Abandoned = "drop-queued"
	StopWork   Abandoned = "stop"
)

// Values lists them.
func (Abandoned) Values() []string {
	return []string{string(Serve), string(DropQueued), string(StopWork)}
}

// Step is one nested call.
type Step struct {
	Parallel bool      `key:"parallel,first" doc:"it goes out together with the one written before it"`
	Share    sim.Share `key:"share" doc:"of the requests make this call; 100% if not given"`
}

// Defaults lets every request make the call, before share is read. It is called since
// there is a key to read first.
func (s *Step) Defaults() error {
	s.Share = 1
	return nil
}

// Validate reports settings that cannot be served.
func (q *Queue) Validate() error {
	errs := []error{
		catalog.Problem(q.Workers < 1, "workers", "must be at least 1"),
		catalog.Problem(q.RejectCost < 0 || q.RejectCost > 1, "reject-cost", "must lie between 0% and 100% of the mean service time"),
	}
	for _, c := range q.Calls {
		errs = append(errs, catalog.Problem(c.Value.Share < 0 || c.Value.Share > 1, "calls", c.Name+": share must lie between 0% and 100%"))
	}
	return catalog.Join(errs...)
}

// Capacity is the most requests served per second, as long as no worker waits for
// nested calls.
func (q *Queue) Capacity() sim.Rate {
	if m := q.ServiceTime.Mean(); m > 0 {
		return sim.Rate(float64(q.Workers) / m.Seconds())
	}
	return sim.Rate(math.Inf(1))
}

// New implements [sim.Model].
func (q *Queue) New() sim.Service {
	return &queue{
		Queue:  q,
		reject: time.Duration(float64(q.ServiceTime.Mean()) * float64(q.RejectCost)),
	}
}

// queue is a Queue at work. A request's Memo is 0 while it waits, then 1 plus the
// number of nested calls begun or passed over.
type queue struct {
	*Queue
	busy   int
	wait   fifo
	reject time.Duration // work of one refusal
	owed   int           // refusals whose work the next services must do first
}

// Arrive takes a request in, or refuses it.
func (q *queue) Arrive(env *sim.Env, r *sim.Request) {
	switch st := failing(env, r, false); st {
	case sim.OK:
	case sim.Refused:
		q.refuse(env, r, st)
		return
	default:
		env.Reply(r.ID, st, 0)
		return
	}
	switch {
	case q.busy < q.Workers:
		q.busy++
		q.start(env, r)
	case q.wait.len() >= int(q.Waiting.Limit):
		q.refuse(env, r, sim.Unavailable)
	default:
		q.wait.push(r.ID)
	}
}

// refuse answers at once; the workers do the work of it before their next service.
// What a full house could owe is bounded by its own size: beyond that connections
// are refused before they cost anything, so that a few requests are served however
// many are refused.
func (q *queue) refuse(env *sim.Env, r *sim.Request, st sim.Status) {
	if q.reject > 0 && q.owed < q.Workers+int(q.Waiting.Limit) {
		q.owed++
	}
	env.Reply(r.ID, st, 0)
}

func (q *queue) start(env *sim.Env, r *sim.Request) {
	r.Memo = 1
	extra := time.Duration(q.owed) * q.reject
	q.owed = 0
	env.Serve(r.ID, q.ServiceTime.At(sim.Key(r.Key, sim.ForService, 0)), extra)
}

// Wake follows the service time.
func (q *queue) Wake(env *sim.Env, r *sim.Request) {
	if len(q.Calls) > 0 && !q.HoldWorker {
		q.letGo(env)
	}
	q.proceed(env, r)
}

// proceed makes the next nested calls of r, or answers it if there are none.
func (q *queue) proceed(env *sim.Env, r *sim.Request) {
	begun := false
	for i := int(r.Memo) - 1; i < len(q.Calls); i++ {
		if begun && !q.Calls[i].Value.Parallel {
			break
		}
		r.Memo++
		if share := q.Calls[i].Value.Share; share >= 1 || sim.Unit(sim.Key(r.Key, sim.ForSplit, uint64(i))) < float64(share) {
			env.Call(r.ID, q.Links[i], uint16(i))
			begun = true
		}
	}
	if !begun {
		q.answer(env, r, sim.OK)
	}
}

// Done implements [sim.Caller]: the first failure is the answer.
func (q *queue) Done(env *sim.Env, r *sim.Request, left int, st sim.Status) {
	switch {
	case st != sim.OK:
		q.answer(env, r, upstream(st))
	case left == 0:
		q.proceed(env, r)
	}
}

// upstream is what a service answers whose own call has failed.
func upstream(st sim.Status) sim.Status {
	switch st {
	case sim.TimedOut, sim.Expired, sim.GatewayTime:
		return sim.GatewayTime
	case sim.GateClosed, sim.Unavailable:
		return sim.Unavailable
	default:
		return sim.BadGateway
	}
}

func (q *queue) answer(env *sim.Env, r *sim.Request, st sim.Status) {
	if st == sim.OK {
		st = failing(env, r, true)
	}
	env.Reply(r.ID, st, 0)
	if len(q.Calls) == 0 || q.HoldWorker {
		q.letGo(env)
	}
}

// letGo frees a worker: it is at its next turn, or idle if nobody waits.
func (q *queue) letGo(env *sim.Env) {
	if q.wait.len() == 0 {
		q.busy--
		return
	}
	env.Turn(0)
}

// Turn implements [sim.Turner]: a worker that has let go of its request takes the
// next.
func (q *queue) Turn(env *sim.Env, _ uint32) {
	for q.wait.len() > 0 {
		id := q.wait.pop()
		r := env.Request(id)
		if q.Abandoned != Serve && env.Abandoned(id) {
			env.Drop(id)
			continue
		}
		q.start(env, r)
		return
	}
	q.busy--
}

// Cancel implements [sim.Canceller]. What waits is dropped at its turn.
func (q *queue) Cancel(env *sim.Env, r *sim.Request) {
	if q.Abandoned != StopWork || r.Memo == 0 {
		return
	}
	env.Drop(r.ID)
	if q.HoldWorker || r.Memo == 1 { // at work, or waiting for a nested call with its worker held
		q.letGo(env)
	}
}

// Probe implements [sim.Prober].
func (q *queue) Probe() sim.Gauge { return sim.Gauge{Queue: q.wait.len(), Busy: q.busy} }
