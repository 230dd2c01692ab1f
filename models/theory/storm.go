package theory

import "math"

// The rules of this file see the load as a fluid: they know means, not chance. They
// assume a queue in order of arrival, a constant capacity, and work that is neither
// cancelled nor dropped when its caller has gone. Capacity is in attempts served per
// unit of time, lambda in calls per unit of time.

// LambdaDown returns the offered load up to which a service recovers from anything
// once the trigger has gone: C / (n+1), where even all attempts of all calls fit. It
// does not depend on the backoff. Above it a storm can last.
func LambdaDown(capacity float64, retries int) float64 {
	if !positive(capacity) || retries < 0 {
		return math.NaN()
	}
	return capacity / float64(retries+1)
}

// MinShed returns the least share of the calls to turn away so that a storm dies:
// 1 - LambdaDown / lambda, or 0.
func MinShed(lambda, capacity float64, retries int) float64 {
	if !positive(lambda) {
		return math.NaN()
	}
	return math.Max(0, 1-LambdaDown(capacity, retries)/lambda)
}

// SafeBudget returns the share of retries per call below which a retry budget lets
// the service recover: C / lambda - 1. At 280 of 300 that is 7 %, and the usual 10 %
// is too much. It is negative where not even the first attempts fit. A budget with a
// floor must keep [Budget].Load below the capacity.
func SafeBudget(lambda, capacity float64) float64 {
	if !positive(lambda, capacity) {
		return math.NaN()
	}
	return capacity/lambda - 1
}

// Budget is a retry budget that deposits at the start of each call and holds a floor
// of retries per process. Deposits on success make the floor harmless: in a storm
// nothing is deposited.
type Budget struct {
	Share     float64 // retries per call, beta
	Floor     float64 // retries per unit of time and process; 0 is none
	Processes int     // that hold a budget each; 0 is allowed without a floor
}

// Load returns the most attempts per unit of time the budget admits,
// lambda (1 + beta) + processes x floor. Safe is below the capacity.
func (b Budget) Load(lambda float64) float64 {
	if !notNegative(lambda, b.Share, b.Floor) || b.Processes < 0 {
		return math.NaN()
	}
	return lambda*(1+b.Share) + float64(b.Processes)*b.Floor
}

// SafeQueue returns the requests a service may hold, waiting and served, so that the
// last one let in is still answered in time on average: C x timeout. In a fluid no
// storm lasts below it. With random service times half of those let in at this bound
// are late and the true bound is lower: at 280 of 300/s, exponential services and 3
// retries it is 250, not 300. [Retrying].SafeRoom knows it.
func SafeQueue(capacity, timeout float64) float64 {
	if !positive(capacity) || !notNegative(timeout) {
		return math.NaN()
	}
	return capacity * timeout
}

// SafeWaiting returns the same bound as [SafeQueue] for the waiting requests alone,
// C (timeout - service): one mean service time must remain. Where it is not known
// what a bound counts, this one is conservative. It is 0 if service exceeds timeout.
func SafeWaiting(capacity, timeout, service float64) float64 {
	if !positive(capacity) || !notNegative(timeout, service) {
		return math.NaN()
	}
	return capacity * math.Max(0, timeout-service)
}

// DrainTime returns how long the backlog of a full outage lasts after its end, without
// retries: lambda outage / (C - lambda); +Inf for lambda >= C.
func DrainTime(lambda, capacity, outage float64) float64 {
	if !notNegative(lambda, outage) || !positive(capacity) {
		return math.NaN()
	}
	if lambda >= capacity {
		return math.Inf(1)
	}
	return lambda * outage / (capacity - lambda)
}
