package strategies

import "time"

// queuePresets are of brokers that deliver again what was not done.
func queuePresets() []Preset {
	again := func(b Backoff, attempts Attempts) Policy {
		return Policy{
			Backoff: b, MaxAttempts: attempts,
			RetryOn: []Class{Any}, Unsafe: UnsafeAlways, Final: IgnoreFinal,
			RetryAfter: RetryAfter{Mode: IgnoreHint, On: []Class{Any}},
		}
	}
	return []Preset{{
		Name: "lambda-async", Language: "service",
		Source:   "AWS Lambda developer guide, asynchronous invocation, read",
		Policy:   again(&Stages{Growth: GrowthList, List: []time.Duration{time.Minute, 2 * time.Minute}, From: 1, To: 1}, 3),
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 3 * time.Second, Call: 6 * time.Hour},
		NotModelled: []string{
			"a throttled or failed invocation, unlike a failed function, is tried again for up to 6 h, from 1 s to 5 min apart",
		},
		Unknown: []string{"jitter: the guide names none"},
	}, {
		Name: "sqs", Language: "service",
		Source:   "Amazon SQS developer guide, visibility timeout and dead-letter queues, read",
		Policy:   again(&Fixed{30 * time.Second}, 5),
		Timeouts: Timeouts{Connect: NoTimeout, Attempt: 30 * time.Second, Call: NoTimeout},
		NotModelled: []string{
			"a message comes again when its visibility timeout is over, counted from its delivery, not from its failure",
			"without a dead-letter queue it comes again until it expires: the preset has maxReceiveCount 5, the least that AWS advises",
		},
	}}
}
