package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Scripted answers the attempts of each call by a script: the first attempt gets the
// first answer, and so on; the last entry of a list holds for all attempts after it.
// It has no queue and any number of workers. Guides test a retry policy like this.
type Scripted struct {
	Answers    []Answer        `key:"answers,required" doc:"status of each attempt of a call, such as [503, 503, 200]"`
	Delay      []time.Duration `key:"delay" doc:"time until each answer, such as [0s, 15s]; none: at once"`
	RetryAfter []time.Duration `key:"retry-after" doc:"Retry-After of each answer, 0s for none"`
}

// Answer is a status in a script.
type Answer sim.Status

// UnmarshalText reads an HTTP code or the name of a status.
func (a *Answer) UnmarshalText(text []byte) error {
	st, ok := sim.StatusOf(string(text))
	if !ok {
		return &catalog.KeyError{Key: "", Message: "unknown status " + string(text) + "; write an HTTP code such as 200, 429, 503, or refused"}
	}
	*a = Answer(st)
	return nil
}

// MarshalText writes the HTTP code, or the name of a status that has none.
func (a Answer) MarshalText() ([]byte, error) {
	if a == Answer(sim.OK) {
		return []byte("200"), nil
	}
	return []byte(sim.Status(a).String()), nil
}

// New implements [sim.Model].
func (m *Scripted) New() sim.Service { return scripted{m} }

// Validate reports an empty script and negative times.
func (m *Scripted) Validate() error {
	errs := []error{catalog.Problem(len(m.Answers) == 0, "answers", "must not be empty")}
	for _, d := range m.Delay {
		errs = append(errs, catalog.Problem(d < 0, "delay", "must not be negative"))
	}
	for _, d := range m.RetryAfter {
		errs = append(errs, catalog.Problem(d < 0, "retry-after", "must not be negative"))
	}
	return catalog.Join(errs...)
}

type scripted struct{ *Scripted }

func (s scripted) Arrive(env *sim.Env, r *sim.Request) {
	if d := nth(s.Delay, r.N); d > 0 {
		env.WakeAfter(r.ID, d)
		return
	}
	s.Wake(env, r)
}

func (s scripted) Wake(env *sim.Env, r *sim.Request) {
	env.Reply(r.ID, sim.Status(nth(s.Answers, r.N)), nth(s.RetryAfter, r.N))
}

// nth returns what a script says of attempt n, the first being 1.
func nth[T any](script []T, n uint16) (v T) {
	if len(script) == 0 {
		return v
	}
	return script[min(int(n), len(script))-1]
}
