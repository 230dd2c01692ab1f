package theory

import "math"

// AttemptsPerCall returns the mean attempts of a call whose attempts fail
// independently with probability fail and are retried at once, at most so many times:
// 1 + p + ... + p^n = (1 - p^(n+1)) / (1 - p). It is the amplification of the load.
func AttemptsPerCall(fail float64, retries int) float64 {
	if !isShare(fail) || retries < 0 {
		return math.NaN()
	}
	if fail == 1 {
		return float64(retries) + 1
	}
	// By way of expm1 it keeps its digits when p is almost 1.
	return -math.Expm1(float64(retries+1)*math.Log(fail)) / (1 - fail)
}

// FinalFailure returns the share of calls that fail although retried: p^(n+1). The
// usual p^n forgets the first attempt.
func FinalFailure(fail float64, retries int) float64 {
	if !isShare(fail) || retries < 0 {
		return math.NaN()
	}
	return math.Pow(fail, float64(retries+1))
}

// Layers returns the attempts that reach the bottom for one call when everything
// fails and each of so many layers retries: (n+1)^layers. Source: Google SRE book,
// chapter 22 (4 attempts in 3 layers are 64); Amazon Builders' Library (3^5 = 243).
func Layers(retries, layers int) float64 {
	if retries < 0 || layers < 0 {
		return math.NaN()
	}
	return math.Pow(float64(retries+1), float64(layers))
}

// QueueDelay returns the sojourn of a request that finds all workers busy and so many
// waiting: service (1 + queued/workers). Source: Google SRE book, chapter 22: a queue
// ten times the threads at 100 ms means 1.1 s.
func QueueDelay(queued, workers int, service float64) float64 {
	if queued < 0 || workers < 1 || !notNegative(service) {
		return math.NaN()
	}
	return service * (1 + float64(queued)/float64(workers))
}

// HerdCalls returns the attempts that a herd of clients makes when all come at once,
// so many are served in each wave, and the others come again after the same fixed
// delay: the sum of what is left at each wave. Served one by one it is N(N+1)/2: the
// work of a contended row grows with the square of its writers.
func HerdCalls(clients, perWave int) float64 {
	if clients < 0 || perWave < 1 {
		return math.NaN()
	}
	n, k := float64(clients), float64(perWave)
	waves := HerdWaves(clients, perWave)
	return waves*n - k*waves*(waves-1)/2
}

// HerdWaves returns the waves until the herd of [HerdCalls] has been served.
func HerdWaves(clients, perWave int) float64 {
	if clients < 0 || perWave < 1 {
		return math.NaN()
	}
	return math.Ceil(float64(clients) / float64(perWave))
}
