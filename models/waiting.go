package models

import (
	"math"
	"strconv"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Waiting is the queue in front of the workers of a replica.
type Waiting struct {
	Limit       Limit      `key:"limit,required" doc:"most requests that wait: a number, workers (as many as there are) or unlimited, which is for experiments about just that"`
	Discipline  Discipline `key:"discipline" doc:"who is next"`
	Patience    sim.Dist   `key:"patience" doc:"a request that has waited so long for a worker is refused; not given: it waits as long as it takes. A client's timeout bounds its whole time instead"`
	DropAfter   DropAfter  `key:"drop-after,omitzero" doc:"one that has waited longer is refused when its turn comes: a duration, or a share of its callers' timeout, such as 70% of timeout"`
	RetriesLast bool       `key:"retries-last" doc:"under discipline priority, a retry has the lowest priority"`
}

// Short is the key that a bare value stands for.
func (Waiting) Short() string { return "limit" }

// Limit is a number of places, or "unlimited".
type Limit int

// Unlimited is a [Limit] that is never reached.
const Unlimited = Limit(math.MaxInt32)

// AsWorkers is a [Limit] that lets as many wait as there are workers.
const AsWorkers Limit = -1

// UnmarshalText reads a number from 0 on, "workers" or "unlimited".
func (l *Limit) UnmarshalText(text []byte) error {
	switch string(text) {
	case "unlimited":
		*l = Unlimited
		return nil
	case "workers":
		*l = AsWorkers
		return nil
	}
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 0 || n >= int(Unlimited) {
		return &catalog.KeyError{Message: strconv.Quote(string(text)) + " is not a limit; write a number from 0 on, workers (as many as there are) or unlimited"}
	}
	*l = Limit(n)
	return nil
}

// MarshalText is the inverse of UnmarshalText.
func (l Limit) MarshalText() ([]byte, error) {
	switch l {
	case Unlimited:
		return []byte("unlimited"), nil
	case AsWorkers:
		return []byte("workers"), nil
	}
	return strconv.AppendInt(nil, int64(l), 10), nil
}
