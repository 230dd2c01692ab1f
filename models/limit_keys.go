package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// LimitKeys are the settings that every kind of limit has.
type LimitKeys struct {
	Per        Per       `key:"per" doc:"whose requests share a quota: those of a client, of a process, or of the fleet"`
	Status     Answer    `key:"status" doc:"what a refused request is answered; 429, or 503 as nginx does by itself"`
	Cost       sim.Share `key:"cost" doc:"work of a refusal, as a share of the mean service time"`
	RetryAfter Hint      `key:"retry-after,optional,omitzero" doc:"how refused clients are told when to come again; none: they are not"`
	Announce   Announce  `key:"announce" doc:"tell limit, remaining quota and reset with every answer: none, ratelimit-10 (seconds until the reset) or x-ratelimit (its date)"`
}

// Common returns k: limits embed it.
func (k *LimitKeys) Common() *LimitKeys { return k }

// Validate reports what no limit can do.
func (k *LimitKeys) Validate() error {
	return catalog.Join(
		catalog.Problem(k.Status == Answer(sim.OK), "status", "must be an error"),
		catalog.Problem(!(k.Cost >= 0 && k.Cost <= 1), "cost", "must lie between 0% and 100% of the mean service time"))
}

// Per says whose requests share a state of a limit.
type Per string

// Those who may share one.
const (
	PerClient  Per = "client"
	PerProcess Per = "process"
	PerFleet   Per = "fleet"
)

// Values lists them.
func (Per) Values() []string {
	return []string{string(PerClient), string(PerProcess), string(PerFleet)}
}

// shares returns how many callers share a state, so that caller w has number w/shares,
// and how many states that makes.
func (p Per) shares(s sim.Scopes) (shares uint32, states int) {
	clients := max(s.Clients, 1)
	switch p {
	case PerClient:
		shares = 1
	case PerProcess:
		shares = max(s.PerProcess, 1)
	default:
		shares = clients
	}
	return shares, int((clients-1)/shares) + 1
}

// Announce says in which form answers tell what is left of a quota.
type Announce string

// The forms. Both have whole seconds, rounded up, so that who waits for a reset does
// not come too early; ratelimit-10 (RateLimit, IETF draft 10) counts them from the
// answer, x-ratelimit is a date on the seconds of the clock, so that all who hear of
// one reset hear of the same second.
const (
	AnnounceNothing Announce = "none"
	RateLimit10     Announce = "ratelimit-10"
	XRateLimit      Announce = "x-ratelimit"
)

// Values lists the forms.
func (Announce) Values() []string {
	return []string{string(AnnounceNothing), string(RateLimit10), string(XRateLimit)}
}

// quota is what an answer given now tells of r; a Limit of 0 is nothing.
func (a Announce) quota(now sim.Time, r ruling) sim.Quota {
	q := sim.Quota{Limit: r.limit, Remaining: r.remaining}
	switch a {
	case RateLimit10:
		q.Reset = roundUp(r.reset, time.Second)
	case XRateLimit:
		q.Reset = roundUp(time.Duration(now)+r.reset, time.Second) - time.Duration(now)
	default:
		return sim.Quota{}
	}
	return q
}
