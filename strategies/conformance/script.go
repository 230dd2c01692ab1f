package conformance

import (
	"net/http"
	"time"

	"retrystorm/sim"
)

// Latency is how long every attempt takes, in both worlds.
const Latency = time.Millisecond

// Answer is how an attempt ends: an HTTP code, or a broken connection.
type Answer struct {
	Code  int           // 0: the connection breaks
	Retry time.Duration // Retry-After, 0 is none
	Body  string        // "": an empty object
}

// Script answers attempt n of a call, from 1.
type Script func(n int) Answer

// Always is the script of an outage.
func Always(code int) Script { return func(int) Answer { return Answer{Code: code} } }

// Then answers so many attempts with a code, and all others with 200.
func Then(times, code int) Script {
	return func(n int) Answer {
		if n <= times {
			return Answer{Code: code}
		}
		return Answer{Code: http.StatusOK}
	}
}

// Hinted is an outage whose answers say when to come again.
func Hinted(code int, retry time.Duration) Script {
	return func(int) Answer { return Answer{Code: code, Retry: retry} }
}

// Status is the outcome of the kernel that an answer stands for.
func (a Answer) Status() sim.Status {
	switch a.Code {
	case 0:
		return sim.Reset
	case http.StatusOK:
		return sim.OK
	case http.StatusServiceUnavailable:
		return sim.Unavailable
	}
	for st, row := range sim.Statuses {
		if row.Code == a.Code {
			return sim.Status(st)
		}
	}
	panic("conformance: a script answers with a code that the kernel has not")
}
