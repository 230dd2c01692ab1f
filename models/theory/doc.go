// Package theory holds the answers that need no simulation: queues in closed form,
// the algebra of retries, and the fixed points of load with retries. They are the
// oracles of the tests and the predictions printed beside the estimates.
//
// Start with [MMc] for a service without retries, [Retrying] for the states a
// service with retries can be in, and storm.go for the rules of thumb.
//
// Units: a rate is per unit of time, a time is in that same unit, whichever it is;
// with rates per second times are seconds. A share is from 0 to 1. Retries never
// count the first attempt: a call makes at most retries + 1 attempts.
//
// Errors: a pure function of numbers has no file and line to blame, so what has no
// answer (an argument out of its range, a queue without a steady state) is NaN, or a
// nil slice; it spreads through what is computed from it. An answer that grows
// beyond any limit is +Inf.
package theory
