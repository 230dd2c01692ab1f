package models

import (
	"time"

	"retrystorm/sim"
	"retrystorm/sim/catalog"
)

// Idempotency is how a service remembers the keys of requests, so that one which comes
// again is not executed again. Sources: the IETF draft of the Idempotency-Key header
// (07), Stripe's documentation.
type Idempotency struct {
	Window     time.Duration `key:"window" doc:"how long a result is remembered"`
	Mismatch   MismatchCode  `key:"mismatch" doc:"answer to a key that came with another body before: 422 or 409"`
	InProgress InProgress    `key:"in-progress" doc:"what happens to a request whose key is being executed: 409, or wait for the result"`
	MissingKey MissingKey    `key:"missing-key" doc:"what happens to a request without a key: accept it, or answer 400"`
	Replay     ReplayOf      `key:"replay" doc:"which results are remembered: all, errors too, or success alone"`
	Atomic     bool          `key:"atomic" doc:"effect and record happen together"`
	Order      EffectOrder   `key:"order" doc:"what comes first if they do not: effect-first (a crash in between: done twice) or record-first (told ok, never done)"`
	Gap        time.Duration `key:"gap" doc:"time between the two"`
	Lock       time.Duration `key:"lock" doc:"a key in progress is free again after so long; keep it above the deadline; 0s: never"`
	Scope      KeyScope      `key:"scope,first" doc:"whose keys are told apart: service (keys are unique) or client (each client has its own)"`
}

// MismatchCode is the answer to a key with another body.
type MismatchCode string

// Values lists the codes.
func (MismatchCode) Values() []string { return []string{"422", "409"} }

// InProgress says what happens to a request whose key is being executed.
type InProgress string

// Values lists what may be said.
func (InProgress) Values() []string { return []string{"409", "wait"} }

// MissingKey says what happens to a request without a key.
type MissingKey string

// Values lists what may be said.
func (MissingKey) Values() []string { return []string{"accept", "400"} }

// ReplayOf says which results are remembered.
type ReplayOf string

// Values lists what may be said.
func (ReplayOf) Values() []string { return []string{"all", "success"} }

// EffectOrder says which of effect and record comes first.
type EffectOrder string

const (
	effectFirst EffectOrder = "effect-first"
	recordFirst EffectOrder = "record-first"
)

// Values lists what may be said.
func (EffectOrder) Values() []string { return []string{string(effectFirst), string(recordFirst)} }

// KeyScope says whose keys are told apart.
type KeyScope string

// Values lists what may be said.
func (KeyScope) Values() []string { return []string{"service", "client"} }

// Defaults are those of a careful service. A scope that is given stays: it is read first
// since it is never empty, while a lock of 0s says something.
func (s *Idempotency) Defaults() error {
	scope := s.Scope
	if scope == "" {
		scope = "service"
	}
	*s = Idempotency{Window: 24 * time.Hour, Mismatch: "422", InProgress: "409", MissingKey: "accept", Replay: "all",
		Atomic: true, Order: effectFirst, Gap: 5 * time.Millisecond, Lock: 60 * time.Second, Scope: scope}
	return nil
}

// Validate reports times that are none.
func (s *Idempotency) Validate() error {
	return catalog.Join(
		catalog.Problem(s.Window <= 0, "window", "must be above 0s"),
		catalog.Problem(s.Gap < 0, "gap", "must not be negative"),
		catalog.Problem(s.Lock < 0, "lock", "must not be negative"))
}

// keyVerdict is what becomes of a request with a key.
type keyVerdict uint8

const (
	execute    keyVerdict = iota // the key is its own now
	replay                       // the result is known
	inProgress                   // another request executes, and this one is told so
	waitForIt                    // another request executes, and this one waits
	mismatch                     // the key came with another body before
)

// keyRuling is a verdict with what belongs to it.
type keyRuling struct {
	what   keyVerdict
	status sim.Status    // replay: the result
	wait   time.Duration // waitForIt: until the lock expires, 0 is never
}

// keyEntry is what is known of a key.
type keyEntry struct {
	fingerprint uint64
	at          sim.Time // locked or recorded
	owner       uint32   // request that executes
	waiters              // for the key
	done        bool
	free        bool // nobody executes, and there is no result
	relocked    bool // a lock has expired: who had it may succeed yet
	status      sim.Status
}

// keyStore is the store of keys at work. All of it is by value: what has expired is
// found to be so when it is asked for.
type keyStore struct {
	*Idempotency
	keys   map[uint64]keyEntry
	behind behind
}

func newKeyStore(s *Idempotency) *keyStore {
	return &keyStore{Idempotency: s, keys: make(map[uint64]keyEntry)}
}

// begin asks for a request with a key. One that is to wait is put on the list.
func (k *keyStore) begin(now sim.Time, key, fingerprint uint64, id uint32) keyRuling {
	e, known := k.keys[key]
	known = known && !e.free
	held := known && !e.done && (k.Lock == 0 || now.Sub(e.at) < k.Lock)
	stored := known && e.done && now.Sub(e.at) < k.Window
	switch {
	case (held || stored) && e.fingerprint != fingerprint:
		return keyRuling{what: mismatch}
	case stored:
		return keyRuling{what: replay, status: e.status}
	case !held:
		k.keys[key] = keyEntry{fingerprint: fingerprint, at: now, owner: id, waiters: e.waiters, relocked: e.relocked || known && !e.done}
		return keyRuling{what: execute}
	case k.InProgress != "wait":
		return keyRuling{what: inProgress}
	}
	k.behind.add(&e.waiters, id)
	k.keys[key] = e
	r := keyRuling{what: waitForIt}
	if k.Lock > 0 {
		r.wait = e.at.Add(k.Lock).Sub(now)
	}
	return r
}

// complete records the result of a request that has executed. If its lock had expired and
// another executes by now, or has left the key free, a success is recorded all the same:
// the work is done.
func (k *keyStore) complete(now sim.Time, key uint64, id uint32, st sim.Status) {
	e, known := k.keys[key]
	switch {
	case !known || e.done:
	case st != sim.OK && e.owner != id: // a late failure says nothing of who executes now
	case st != sim.OK && k.Replay == "success":
		k.free(key, e)
	default:
		e.done, e.free, e.at, e.status = true, false, now, st
		k.keys[key] = e
	}
}

// abandon frees the key of a request that has ended without a result.
func (k *keyStore) abandon(key uint64, id uint32) {
	if e, known := k.keys[key]; known && !e.done && !e.free && e.owner == id {
		k.free(key, e)
	}
}

// free forgets a key, but for those that wait for it and those that are late.
func (k *keyStore) free(key uint64, e keyEntry) {
	if e.first == 0 && !e.relocked {
		delete(k.keys, key)
		return
	}
	k.keys[key] = keyEntry{fingerprint: e.fingerprint, waiters: e.waiters, free: true, relocked: e.relocked}
}

// waiters takes those that wait for a key off their list, and calls each in order.
func (k *keyStore) waiters(key uint64, each func(id uint32)) {
	e, known := k.keys[key]
	if !known || e.first == 0 {
		return
	}
	list := e.waiters
	e.waiters = waiters{}
	k.keys[key] = e
	k.behind.each(list, each)
}

// leave takes a request off the list of those that wait for a key.
func (k *keyStore) leave(key uint64, id uint32) {
	e := k.keys[key]
	if k.behind.remove(&e.waiters, id) {
		k.keys[key] = e
	}
}
