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
