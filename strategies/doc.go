// Package strategies is what a client does when an attempt fails, or is slow.
//
// A [Policy] is data: how long to wait before a retry ([Backoff]), when to give up,
// which outcomes to retry ([Class]), what a server's hint counts for ([RetryAfter]),
// what may refuse or hold an attempt (a [Budget] of retries, a [Breaker], a
// [Limiter]), and when to send one more attempt because the answer is slow
// ([FixedHedge]). The zero Policy never retries. A [Preset] is the Policy of a library.
//
// To add a backoff, write one file with a type that has a Delay method, and its row
// in [Backoffs]. To add a gate, write one file with a [Guard], the settings, and a
// [Gate], the live state, and its row in [Budgets], [Breakers] or [Limiters]. Field
// tags name and explain the keys of a scenario file. To add what a library does, write
// its [Preset] in the file of its family; a test wants the delays before its first
// retries, as published, and the outcomes that it retries.
//
// What runs is made by [Policy.New]: one value per link, with dense state for all
// scopes of it, that decides without allocating.
package strategies
