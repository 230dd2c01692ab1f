package sim

import "time"

// Verb is what a strategy wants.
type Verb uint8

const (
	Go   Verb = iota // Before: send now. After: try again when Delay is over
	Hold             // Before only: ask again when Delay is over (Delay > 0)
	Stop             // no more attempts; those in flight may still succeed
	End              // After only: the call is over, whatever is in flight
)

// Decision is what a strategy decides. Three small fields on purpose: Go keeps
// structs of up to four in registers.
type Decision struct {
	Verb   Verb
	Reason Reason
	Delay  time.Duration
}

// Outcome is how one attempt ended, as the caller sees it.
type Outcome struct {
	Status     Status
	Attempt    uint16        // 1 is the first
	Sent       Time          // when this attempt left
	Latency    time.Duration // until it ended
	RetryAfter time.Duration // the hint of the answer, 0 is none
	Final      bool          // the answer is marked "do not retry"
	Quota      Quota         // what a limit of the service announced with the answer
	Uniform    float64       // one draw from [0, 1) for this decision; 0 if there is none to take
	Decide     bool          // a decision is wanted; otherwise what After returns is not looked at
}

// Strategy decides for all callers of one link whether and when attempts are sent.
// who is the caller: a client of the fleet (0 .. Clients-1), or the replica of a
// service that calls on; state per scope is a dense slice indexed from it.
//
// Every attempt is asked for by Before, and its end, OK included, is told to After
// exactly once, also that of a hedge which another attempt has outrun (Status
// Cancelled). Outcome.Decide is false if there is nothing to decide: the call has
// succeeded or is over, or a retry of it is on its way already.
type Strategy interface {
	Before(now Time, who uint32, c *Call) Decision
	After(now Time, who uint32, c *Call, out *Outcome) Decision
}

// Hedger is an option of a strategy: when to send one more attempt while one is in
// flight. It is asked after each attempt has left.
type Hedger interface {
	Hedge(now Time, who uint32, c *Call) (after time.Duration, ok bool)
}

// Concluder is an option of a strategy: it is told when a call is over, after the ends
// of its attempts. A call may end without one: at its deadline during a backoff, or
// refused before its first attempt (c.Attempts 0).
type Concluder interface {
	Concludes() bool // it wants to be told
	Over(now Time, who uint32, c *Call, st Status)
}

// Quota is what a limit of a service tells its callers of itself, as the RateLimit
// fields do. Limit 0 is nothing told.
type Quota struct {
	Limit, Remaining uint32        // requests
	Reset            time.Duration // until the quota is whole again
}

// Scopes says how many there are to keep state for, and what a policy must know of
// its link.
type Scopes struct {
	Clients    uint32 // of the fleet, or replicas of the calling service; at least 1
	PerProcess uint32 // clients that share a process; at least 1
	Unsafe     bool   // to repeat a request may do harm: POST, PATCH
	Keyed      bool   // requests carry an idempotency key; the caller takes it to make repeating safe, even if it is a new one each time
}

// Policy is the settings of a strategy: a value that runs share and none changes.
type Policy interface {
	New(s Scopes) Strategy // fresh state for all scopes of a link, in one value
}

// Service serves requests. It notes what it wants in env; nothing happens before it
// has returned, so it is never entered twice and r stays valid meanwhile. Each
// request gets exactly one of Reply and Drop.
type Service interface {
	Arrive(env *Env, r *Request)
	Wake(env *Env, r *Request) // what Serve or WakeAfter began is over
}

// Caller is an option of a service that calls others: one of r's nested calls has
// ended with st, left still run. It is not told once r has been answered or dropped.
type Caller interface {
	Done(env *Env, r *Request, left int, st Status)
}

// Canceller is an option of a service that is told when the caller of r has gone
// away: it may Drop r now, at r's turn ([Env.Abandoned] tells it then), or go on.
type Canceller interface {
	Cancel(env *Env, r *Request)
}

// Turner is an option of a service that notes turns, see [Env.Turn].
type Turner interface {
	Turn(env *Env, which uint32)
}

// Late is an option of a service that calls others: the answer to an attempt of its
// own has come, but the attempt had been given up before. r is that attempt.
type Late interface {
	Late(env *Env, r *Request, st Status)
}

// Starter is an option of a service that must do something before the first request:
// set its alarms.
type Starter interface {
	Start(env *Env)
}

// Alarmed is an option of a service that sets alarms, see [Env.Alarm].
type Alarmed interface {
	Alarm(env *Env, token uint32)
}

// Reminded is an option of a service that sets reminders, see [Env.Remind].
type Reminded interface {
	Remind(env *Env, r *Request)
}

// Faulted is an option of a service on which faults act that are no property of an
// interval: it is told when one begins (on) and ends.
type Faulted interface {
	Fault(env *Env, f *Fault, on bool)
}

// Gauge is the state of a service at one instant.
type Gauge struct {
	Queue    int // requests that wait
	Busy     int // workers held
	Workers  int // there are, 0 if it is not known
	Replicas int // up
}

// Prober is an option of a service that can be sampled.
type Prober interface {
	Probe() Gauge
}

// SelfCounting is an option of a service at which a request counts as arrived not
// when it arrives but when the service calls [Env.Arrived]: the write of a
// contended row.
type SelfCounting interface {
	CountsItself()
}

// Model is the settings of a service: a value that runs share and none changes.
type Model interface {
	New() Service
}

// Replicated is an option of a model: how many replicas it may have at most. Each has
// its own state in the policies of the links on which it calls.
type Replicated interface {
	MostReplicas() int
}

// Dist is a distribution of durations by inversion: At is a pure, non-decreasing
// function of one random word, so two variants that share the word stay coupled.
// At never returns less than 0.
type Dist interface {
	At(u uint64) time.Duration
	Mean() time.Duration
}

// Workload says when the clients of a fleet begin calls.
type Workload interface {
	// Closed reports whether each client waits for the end of its call before the
	// next gap begins. Otherwise the gaps are those of the fleet as a whole, and each
	// call belongs to a client drawn at random.
	Closed() bool
	// Gap is the time to arrival number nth (from 0), of a client or of the fleet,
	// counted from the end of its call before (closed), from the arrival before (open),
	// or from 0. It is a pure function; u is a random word. No more come if ok is false.
	Gap(nth uint32, u uint64) (gap time.Duration, ok bool)
	// Rate is the mean number of first attempts per second of n clients, 0 if it has
	// no steady value; for estimates and reports.
	Rate(n uint32) Rate
}

// Shaped is an option of an open workload whose rate may change over time.
type Shaped interface {
	Shaped() bool // it does
	// Stretch is how long a gap of operational time lasts that begins at from, which
	// counts from the end of the warm-up: before it, the shape is that of its end.
	Stretch(from Time, gap time.Duration) time.Duration
}
