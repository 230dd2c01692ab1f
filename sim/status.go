package sim

import "strconv"

// Status is how an attempt, or a call, ended as its caller sees it.
type Status uint8

// The statuses. A scripted answer or a fault may give any of those with a code.
const (
	OK             Status = iota
	BadRequest            // 400
	Unauthorized          // 401
	Forbidden             // 403
	NotFound              // 404
	RequestTime           // 408
	Conflict              // 409: the resource has changed, read it again
	InProgress            // 409: the first attempt with this key is still at work
	KeyReused             // 409: this key came with another body before, at a service that says so by 409
	KeyMismatch           // 422: the same
	TooMany               // 429
	Internal              // 500
	BadGateway            // 502
	Unavailable           // 503 of unknown origin
	Shed                  // 503: refused by the service before any work, its queue is full
	GatewayTime           // 504
	Refused               // connection refused: nothing was sent
	ConnectTimeout        // no connection within the connect timeout: nothing was sent
	NoConnection          // none of the pool's connections came free in time: nothing was sent
	Reset                 // the connection broke after the request was sent
	TimedOut              // no answer within the attempt timeout
	Expired               // the call deadline passed
	GateClosed            // a gate did not let the attempt leave
	Cancelled             // the caller went away
	Unfinished            // still open when the run ended
	statuses
)

// Executed says whether the work of a failed attempt may have been done. It decides
// what may be retried for whom.
type Executed uint8

const (
	Done        Executed = iota // yes
	NotDone                     // no: safe to retry for every method
	PerhapsDone                 // unknown: safe only for idempotent work or with a key
)

// Again says for whom a failure may be tried again. With [Executed] it is the outcome
// table: what a client that makes no mistake does.
type Again uint8

const (
	NotAgain     Again = iota // the next attempt would fail in the same way
	ForAll                    // nothing was done: for every method
	IfRepeatable              // it may have been done: for safe or idempotent methods, or with a key
	OnceMore                  // once, after getting a new token
)

func (a Again) String() string {
	return [...]string{"never", "every method", "idempotent or keyed", "once, with a new token"}[a]
}

func (e Executed) String() string { return [...]string{"yes", "no", "perhaps"}[e] }

// StatusRow is what is known of a status.
type StatusRow struct {
	Name     string // in files and tables
	Code     int    // HTTP, 0 if it never arrives as an answer
	Executed Executed
	Again    Again
}

// Statuses is the outcome table, indexed by Status. Sources: RFC 9110 (methods, 408,
// 429 by RFC 6585), the IETF draft of the Idempotency-Key header (409, 422).
var Statuses = [statuses]StatusRow{
	OK:             {"ok", 200, Done, NotAgain},
	BadRequest:     {"400", 400, NotDone, NotAgain},
	Unauthorized:   {"401", 401, NotDone, OnceMore},
	Forbidden:      {"403", 403, NotDone, NotAgain},
	NotFound:       {"404", 404, NotDone, NotAgain},
	RequestTime:    {"408", 408, PerhapsDone, IfRepeatable},
	Conflict:       {"conflict", 409, NotDone, ForAll},
	InProgress:     {"in-progress", 409, NotDone, ForAll},
	KeyReused:      {"key-reused", 409, NotDone, NotAgain},
	KeyMismatch:    {"key-mismatch", 422, NotDone, NotAgain},
	TooMany:        {"429", 429, NotDone, ForAll},
	Internal:       {"500", 500, PerhapsDone, IfRepeatable},
	BadGateway:     {"502", 502, PerhapsDone, IfRepeatable},
	Unavailable:    {"503", 503, PerhapsDone, IfRepeatable},
	Shed:           {"shed", 503, NotDone, ForAll},
	GatewayTime:    {"504", 504, PerhapsDone, IfRepeatable},
	Refused:        {"refused", 0, NotDone, ForAll},
	ConnectTimeout: {"connect-timeout", 0, NotDone, ForAll},
	NoConnection:   {"no-connection", 0, NotDone, ForAll},
	Reset:          {"reset", 0, PerhapsDone, IfRepeatable},
	TimedOut:       {"timeout", 0, PerhapsDone, IfRepeatable},
	Expired:        {"deadline", 0, PerhapsDone, NotAgain},
	GateClosed:     {"gate", 0, NotDone, NotAgain},
	Cancelled:      {"cancelled", 0, PerhapsDone, NotAgain},
	Unfinished:     {"unfinished", 0, PerhapsDone, NotAgain},
}

func (s Status) String() string { return Statuses[s].Name }

// StatusOf finds a status by its name or HTTP code ("503", "timeout", "200"); a code
// that several share is that of the first.
func StatusOf(name string) (Status, bool) {
	for s, row := range Statuses {
		if row.Name == name {
			return Status(s), true
		}
	}
	for s, row := range Statuses {
		if row.Code > 0 && strconv.Itoa(row.Code) == name {
			return Status(s), true
		}
	}
	return 0, false
}

// Reason says why a strategy or the kernel decided as it did.
type Reason uint8

// The reasons.
const (
	NoReason     Reason = iota
	MaxAttempts         // the policy's attempts are used up
	MaxElapsed          // the next attempt would leave after max-elapsed
	NotRetried          // the classifier does not retry this status
	PastDeadline        // the next attempt would leave at or after the deadline
	BudgetEmpty
	BreakerOpen
	NoPolicy // a link without retries
	Hedge    // sent because the answer was slow
	Answered // another attempt has been answered
	AttemptLimit
	MarkedFinal // the answer says: do not retry
	LimitedHere // a limiter of the client
	reasons
)

var reasonNames = [reasons]string{
	"", "max attempts", "max elapsed", "not retried", "deadline", "budget empty", "breaker open",
	"no retries", "hedge", "answered", "limit of 65,535 attempts",
	"told not to retry", "client limiter",
}

func (r Reason) String() string { return reasonNames[r] }
