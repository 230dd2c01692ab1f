package models

import (
	"fmt"
	"math"
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Queue is a service: replicas of equal workers, each behind a bounded queue, with
// what stands in front of them. A request meets, in this order, the limits, a
// shedder and a concurrency limit, the store of idempotency keys, and the queue; then
// a worker, and after its service time the nested calls, unless a cache has the
// answer. One that finds the queue full is refused with 503 at once, which costs the
// workers [Queue.RejectCost].
type Queue struct {
	Workers     int                    `key:"workers" doc:"requests that each replica serves at the same time; follows from capacity and latency if these are given"`
	ServiceTime sim.Dist               `key:"service-time" doc:"work of a worker on one request, nested calls apart"`
	PerSec      sim.Rate               `key:"capacity" doc:"with latency, instead of workers and service-time: requests served per second, by all replicas"`
	Latency     *Latency               `key:"latency" doc:"with capacity: time to serve one request"`
	Waiting     Waiting                `key:"queue" doc:"where requests wait, at each replica; a bare number is its limit"`
	Replicas    int                    `key:"replicas" doc:"copies of the service, behind a balancer"`
	Balancer    Balancer               `key:"balancer" doc:"which replica serves a request"`
	HoldWorker  bool                   `key:"hold-worker" doc:"a worker waits while the nested calls of its request are out"`
	Contention  Contention             `key:"contention" doc:"how work grows with what is in service at the same time"`
	Abandoned   Abandoned              `key:"abandoned" doc:"what becomes of work whose caller is known to have gone (link keys cancel, propagate-deadline): serve it all the same, drop-queued work at its turn, or stop it wherever it is (in service only if the link cancels)"`
	RejectCost  sim.Share              `key:"reject-cost" doc:"work of refusing a request, as a share of the mean service time"`
	Limits      catalog.Map[RateLimit] `key:"limits" doc:"rate limits by name, asked in the order written"`
	Shed        Shedder                `key:"shed" doc:"refuses with 503 before the queue is full"`
	Concurrency ConcurrencyLimit       `key:"concurrency" doc:"bounds what is at a replica, waiting and at work; refuses with 503"`
	Keys        *Idempotency           `key:"idempotency" doc:"remembers idempotency keys, so that a repeated request is not executed again; shared by the replicas"`
	Writes      bool                   `key:"writes" doc:"an execution leaves an effect; the ledger counts them per call"`
	Cache       Cache                  `key:"cache" doc:"answers instead of the nested calls that say when: miss; shared by the replicas"`
	Calls       catalog.Map[Step]      `key:"calls" doc:"nested calls by name of the service, in the order written"`
	MarkFinal   bool                   `key:"final" doc:"the answer that a nested call has failed is marked: do not retry, it has been tried here"`
	Crash       *Overload              `key:"crash" doc:"a replica that holds too much dies and restarts"`
	ColdStart   *Warming               `key:"cold-start" doc:"a replica that has just started is slower"`
	Autoscale   *Autoscale             `key:"autoscale" doc:"replicas follow the load, with a lag"`
	Ejection    *Ejection              `key:"ejection" doc:"the balancer leaves out replicas that fail"`

	// Links are the numbers of the links for Calls, in the same order, and DropAfter is
	// what queue.drop-after comes to. Whoever builds the topology fills them in.
	Links     []uint8
	DropAfter time.Duration
}

// Latency is the time to serve a request, by two quantiles of a lognormal law.
type Latency struct {
	P50 time.Duration `key:"p50,required" doc:"half of the requests take no longer"`
	P99 time.Duration `key:"p99,required" doc:"99 % of the requests take no longer"`
}

// Validate reports quantiles that no law has.
func (l *Latency) Validate() error {
	return catalog.Join(
		catalog.Problem(l.P50 <= 0, "p50", "must be above 0s"),
		catalog.Problem(l.P99 < l.P50, "p99", "must not be below p50"))
}

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
	When     StepWhen  `key:"when" doc:"always, or miss: only if the cache has no answer"`
}

// StepWhen says which requests make a nested call.
type StepWhen string

// Values lists them.
func (StepWhen) Values() []string { return []string{"always", onMiss} }

const onMiss = "miss"

// Defaults lets every request make the call, before share is read. It is called since
// there is a key to read first.
func (s *Step) Defaults() error {
	s.Share, s.When = 1, "always"
	return nil
}

// Overload is how much a replica bears.
type Overload struct {
	Open    int           `key:"open,required" doc:"requests at a replica, waiting and at work: one more and it dies"`
	Restart time.Duration `key:"restart,required" doc:"until it serves again"`
}

// Validate reports a replica that could not live.
func (o *Overload) Validate() error {
	return catalog.Join(
		catalog.Problem(o.Open < 1, "open", "must be at least 1"),
		catalog.Problem(o.Restart <= 0, "restart", "must be above 0s"))
}

// Warming is how much slower a replica is that has just started.
type Warming struct {
	Factor float64       `key:"factor,required" doc:"times the service time at first; it falls linearly to 1"`
	For    time.Duration `key:"for,required" doc:"until the replica is warm"`
}

// Validate reports a replica that would be faster cold.
func (w *Warming) Validate() error {
	return catalog.Join(
		catalog.Problem(!(w.Factor >= 1), "factor", "must be at least 1"),
		catalog.Problem(w.For <= 0, "for", "must be above 0s"))
}

// Prepare works out what follows from other keys: workers and service time from capacity
// and latency, and how many may wait.
func (q *Queue) Prepare() error {
	defer func() {
		if q.Waiting.Limit == AsWorkers {
			q.Waiting.Limit = Limit(q.Workers)
		}
	}()
	if q.PerSec <= 0 || q.Latency == nil {
		return nil
	}
	if q.Workers > 0 || q.ServiceTime != nil {
		return &catalog.KeyError{Key: "capacity", Message: "workers and service-time are given too; keep one of the two ways to say it"}
	}
	q.ServiceTime = NewLognormal(q.Latency.P50, q.Latency.P99)
	need := float64(q.PerSec) * q.ServiceTime.Mean().Seconds() / float64(max(1, q.Replicas))
	q.Workers = int(math.Ceil(need))
	if got := need / float64(q.Workers); got < 0.9 {
		return &catalog.KeyError{Key: "capacity", Message: fmt.Sprintf("at this latency it takes %.3g workers in each replica; whole ones would serve %.4g/s: write that, or workers and service-time",
			need, float64(q.PerSec)/got)}
	}
	return nil
}

// Validate reports settings that cannot be served.
func (q *Queue) Validate() error {
	half := (q.PerSec > 0) != (q.Latency != nil)
	errs := []error{
		catalog.Problem(half, "capacity", "goes with latency: {p50: ..., p99: ...}; give both, or workers and service-time"),
		catalog.Problem(!half && q.ServiceTime == nil, "service-time", "is missing; give workers and service-time, or capacity and latency"),
		catalog.Problem(!half && q.Workers < 1, "workers", "must be at least 1"),
		catalog.Problem(q.Replicas < 1 || q.Replicas > 1000, "replicas", "must lie between 1 and 1000"),
		catalog.Problem(q.RejectCost < 0 || q.RejectCost > 1, "reject-cost", "must lie between 0% and 100% of the mean service time"),
		catalog.Problem(q.Autoscale != nil && (q.Replicas < q.Autoscale.Min || q.Replicas > q.Autoscale.Max), "replicas", "must lie between autoscale.min and autoscale.max"),
	}
	miss := false
	for _, c := range q.Calls {
		errs = append(errs, catalog.Problem(c.Value.Share < 0 || c.Value.Share > 1, "calls", c.Name+": share must lie between 0% and 100%"))
		if c.Value.When == onMiss {
			miss = true
			errs = append(errs, catalog.Problem(q.Cache == nil, "calls", c.Name+": when: miss needs a cache"))
		}
	}
	errs = append(errs, catalog.Problem(q.Cache != nil && !miss, "cache", "answers for nested calls that say when: miss, and there is none"))
	return catalog.Join(errs...)
}

// Capacity is the most requests served per second, as long as no worker waits for
// nested calls: with contention, that of the number of busy workers at which most is
// done.
func (q *Queue) Capacity() sim.Rate {
	mean := q.ServiceTime.Mean()
	if mean <= 0 {
		return sim.Rate(math.Inf(1))
	}
	if q.Contention == nil {
		return sim.Rate(float64(q.Workers*q.Replicas) / mean.Seconds())
	}
	most := 0.0
	for n := 1; n <= q.Workers; n += 1 + n/100 {
		most = max(most, float64(n)/q.Contention.stretch(mean, n).Seconds())
	}
	return sim.Rate(most * float64(q.Replicas))
}

// Missing is the share of requests that make a nested call because the cache has no
// answer, once it has settled at so many requests per second; 1 for calls that are always
// made.
func (q *Queue) Missing(step Step, perSec sim.Rate) float64 {
	if step.When != onMiss || q.Cache == nil || perSec <= 0 {
		return 1
	}
	return q.Cache.MissShare(perSec)
}

// MostReplicas implements [sim.Replicated].
func (q *Queue) MostReplicas() int {
	if q.Autoscale != nil {
		return max(q.Replicas, q.Autoscale.Max)
	}
	return max(1, q.Replicas)
}

// Special names what makes the service another than the queue of the closed forms: one
// replica, first come first served, with nothing in front of it. "" is nothing.
func (q *Queue) Special() string {
	_, fifo := q.Waiting.Discipline.(FIFO)
	for _, c := range []struct {
		is   bool
		what string
	}{
		{q.MostReplicas() > 1, "several replicas"},
		{!fifo && q.Waiting.Discipline != nil, "this discipline"},
		{q.Waiting.Patience != nil, "patience"},
		{q.Waiting.DropAfter != DropAfter{}, "drop-after"},
		{q.Contention != nil, "contention"},
		{len(q.Limits) > 0, "limits"},
		{q.Shed != nil, "a shedder"},
		{q.Concurrency != nil, "a concurrency limit"},
		{q.Cache != nil, "a cache"},
		{q.Keys != nil, "idempotency keys"},
		{q.Crash != nil, "crashes under load"},
	} {
		if c.is {
			return c.what
		}
	}
	return ""
}
