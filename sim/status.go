package sim

// Status is how an attempt, or a call, ended as its caller sees it.
type Status uint8

// The statuses. A scripted answer or a fault may give any of those with a code.
const (
	OK           Status = iota
	BadRequest          // 400
	Unauthorized        // 401
	Forbidden           // 403
	NotFound            // 404
	RequestTime         // 408
	Conflict            // 409: the resource has changed, read it again
	TooMany             // 429
	Internal            // 500
	BadGateway          // 502
	Unavailable         // 503: shed, queue full
	GatewayTime         // 504
	Refused             // connection refused: nothing was sent
	TimedOut            // no answer within the attempt timeout
	Expired             // the call deadline passed
	GateClosed          // a gate did not let the attempt leave
	Cancelled           // the caller went away
	Unfinished          // still open when the run ended
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

// StatusRow is what is known of a status.
type StatusRow struct {
	Name     string // in files and tables
	Code     int    // HTTP, 0 if it never arrives as an answer
	Executed Executed
}

// Statuses lists every status, indexed by Status.
var Statuses = [statuses]StatusRow{
	OK:           {"ok", 200, Done},
	BadRequest:   {"400", 400, NotDone},
	Unauthorized: {"401", 401, NotDone},
	Forbidden:    {"403", 403, NotDone},
	NotFound:     {"404", 404, NotDone},
	RequestTime:  {"408", 408, PerhapsDone},
	Conflict:     {"conflict", 409, NotDone},
	TooMany:      {"429", 429, NotDone},
	Internal:     {"500", 500, PerhapsDone},
	BadGateway:   {"502", 502, PerhapsDone},
	Unavailable:  {"503", 503, PerhapsDone},
	GatewayTime:  {"504", 504, PerhapsDone},
	Refused:      {"refused", 0, NotDone},
	TimedOut:     {"timeout", 0, PerhapsDone},
	Expired:      {"deadline", 0, PerhapsDone},
	GateClosed:   {"gate", 0, NotDone},
	Cancelled:    {"cancelled", 0, PerhapsDone},
	Unfinished:   {"unfinished", 0, PerhapsDone},
}

func (s Status) String() string { return Statuses[s].Name }

// StatusOf finds a status by its name or HTTP code ("503", "timeout", "200").
func StatusOf(name string) (Status, bool) {
	if name == "200" {
		return OK, true
	}
	if name == "409" {
		return Conflict, true
	}
	for s, row := range Statuses {
		if row.Name == name {
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
	reasons
)

var reasonNames = [reasons]string{
	"", "max attempts", "max elapsed", "not retried", "deadline", "budget empty", "breaker open",
	"no retries", "hedge", "answered", "limit of 65,535 attempts",
}

func (r Reason) String() string { return reasonNames[r] }
